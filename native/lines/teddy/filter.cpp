#include "lines/teddy/filter.hpp"

#include <algorithm>
#include <cstring>

#define LEXIGRID_KERNELS "lines/teddy/filter.inl"
#include "cpu/for_each_target.inl"

namespace lexigrid::teddy {

Kernel best_kernel(uint64_t cells) noexcept { return LEXIGRID_BEST(kernel_for(cells)); }

}  // namespace lexigrid::teddy

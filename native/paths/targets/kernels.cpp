#include "paths/targets/kernels.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <iterator>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "base/per_thread.hpp"

#define LEXIGRID_KERNELS "paths/targets/kernels.inl"
#include "cpu/for_each_target.inl"

namespace lexigrid {

const Kernels& kernels() noexcept { return LEXIGRID_BEST(kernels); }

}  // namespace lexigrid

#include "base/map_bytes.hpp"

#define LEXIGRID_KERNELS "base/map_bytes.inl"
#include "cpu/for_each_target.inl"

namespace lexigrid {

MapBytes best_map_bytes() noexcept { return LEXIGRID_BEST(map_bytes); }

}  // namespace lexigrid

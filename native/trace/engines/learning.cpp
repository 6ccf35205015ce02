#include "trace/engines/learning.hpp"

#include <algorithm>
#include <utility>

#include "trace/bits.hpp"
#include "trace/engines/blocks.hpp"

#define LEXIGRID_UP_TO_AVX2
#define LEXIGRID_KERNELS "trace/engines/learning.inl"
#include "cpu/for_each_target.inl"

namespace lexigrid {

std::unique_ptr<TraceEngine> make_learning(const Region& region, const LearningOptions& options) {
  return LEXIGRID_BEST(make<TraceEngine>(region, options, false));
}

std::unique_ptr<PathFinder> make_finder(const Region& region) {
  return LEXIGRID_BEST(make<PathFinder>(region, {}, true));
}

}  // namespace lexigrid

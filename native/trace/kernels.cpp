#include "trace/kernels.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#define LEXIGRID_UP_TO_AVX2
#define LEXIGRID_KERNELS "trace/kernels.inl"
#include "cpu/for_each_target.inl"

namespace lexigrid {

const TraceKernels& trace_kernels() noexcept { return LEXIGRID_BEST(kernels); }

}  // namespace lexigrid

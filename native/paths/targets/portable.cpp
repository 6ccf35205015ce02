// The kernels in standard C++, for any processor.
#include "paths/targets/kernels.hpp"

namespace lexigrid::portable {
namespace {

#include "paths/targets/common.inl"
#include "paths/targets/scalar.inl"

using Vector = Scalar;

#include "paths/levels/board_kernel.inl"
#include "paths/levels/window_kernel.inl"
#include "paths/list.inl"
#include "paths/neighbours/changes_kernel.inl"

}  // namespace

extern const Kernels kernels = LEXIGRID_PATH_KERNELS;

}  // namespace lexigrid::portable

#include "paths/targets/kernels.hpp"

namespace lexigrid {

namespace portable {
extern const Kernels kernels;
}
namespace neon {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}
namespace avx512 {
extern const Kernels kernels;
}

const Kernels& kernels() noexcept {
  switch (active_cpu_target()) {
#if LEXIGRID_X86
    case CpuTarget::avx512: return avx512::kernels;
    case CpuTarget::avx2: return avx2::kernels;
#elif LEXIGRID_PATHS_NEON
    case CpuTarget::neon: return neon::kernels;
#endif
    default: return portable::kernels;
  }
}

}  // namespace lexigrid

// Compiles the file LEXIGRID_KERNELS once for each instruction set of the architecture, inside a namespace of
// its name and a target region. LEXIGRID_FOR_AVX512 and its like tell the file which set it is compiled for.
// It has no includes but those of other kernels: headers come before the regions, so that no instruction of a
// region leaks into code that older processors run.
//
//   #include "lines/teddy/filter.hpp"
//   #define LEXIGRID_KERNELS "lines/teddy/filter.inl"
//   #include "cpu/for_each_target.inl"  // lexigrid::portable::filter, lexigrid::avx2::filter, ...
//
//   Filter best_filter() { return LEXIGRID_BEST(filter); }
//
// With LEXIGRID_UP_TO_AVX2, the kernels for AVX2 serve AVX-512 too, which makes them no faster.
#include <bit>

#include "base/bits.hpp"
#include "cpu/cpu.hpp"
#if LEXIGRID_X86
#include <immintrin.h>
// GCC 12 warns about the deliberately undefined operands of its own intrinsics.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#elif LEXIGRID_NEON
#include <arm_neon.h>
#endif

namespace lexigrid::portable {
namespace {
#define LEXIGRID_FOR_PORTABLE
// The baseline of x86-64 lacks the instruction.
#if LEXIGRID_X86
template <class Bits>
LEXIGRID_INLINE uint32_t popcount(Bits bits) {
  return count_bits(bits);
}
#else
using std::popcount;
#endif
#include LEXIGRID_KERNELS
#undef LEXIGRID_FOR_PORTABLE
}  // namespace
}  // namespace lexigrid::portable

#if LEXIGRID_X86
LEXIGRID_BEGIN_TARGET(LEXIGRID_AVX2)
namespace lexigrid::avx2 {
namespace {
#define LEXIGRID_FOR_AVX2
using std::popcount;
#include LEXIGRID_KERNELS
#undef LEXIGRID_FOR_AVX2
}  // namespace
}  // namespace lexigrid::avx2
LEXIGRID_END_TARGET

#ifdef LEXIGRID_UP_TO_AVX2
namespace lexigrid {
namespace avx512 = avx2;
}
#else
LEXIGRID_BEGIN_TARGET(LEXIGRID_AVX512)
namespace lexigrid::avx512 {
namespace {
#define LEXIGRID_FOR_AVX512
using std::popcount;
#include LEXIGRID_KERNELS
#undef LEXIGRID_FOR_AVX512
}  // namespace
}  // namespace lexigrid::avx512
LEXIGRID_END_TARGET
#endif

#elif LEXIGRID_NEON
namespace lexigrid::neon {
namespace {
#define LEXIGRID_FOR_NEON
using std::popcount;
#include LEXIGRID_KERNELS
#undef LEXIGRID_FOR_NEON
}  // namespace
}  // namespace lexigrid::neon
#endif

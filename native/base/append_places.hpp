// Writing down which bits of a mask are set, without a branch for few of them.
#pragma once

#include <cstdint>

#include "cpu/cpu.hpp"

#if LEXIGRID_X86
#include <immintrin.h>
#endif

namespace lexigrid {

#if LEXIGRID_X86

/// Appends `base + i` for each set bit i, ascending, sixteen at once; returns the new end. Up to sixteen
/// words behind it are overwritten.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE uint32_t* append_places_avx512(uint32_t* out, uint64_t bits,
                                                                      uint32_t base) {
  alignas(64) static constexpr uint8_t kLanes[64] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
      22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
      44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const uint32_t count = static_cast<uint32_t>(_mm_popcnt_u64(bits));
  __m512i places = _mm512_maskz_compress_epi8(bits, _mm512_load_si512(kLanes));
  const __m512i bases = _mm512_set1_epi32(static_cast<int>(base));
  _mm512_storeu_si512(out, _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(places))));
  for (uint32_t k = 16; k < count; k += 16) {
    places = _mm512_shuffle_i64x2(places, places, 0x39);
    _mm512_storeu_si512(out + k,
                        _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(places))));
  }
  return out + count;
}

#endif

}  // namespace lexigrid

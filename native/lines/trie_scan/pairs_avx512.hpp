// Looking up pairs of classes with AVX-512, 64 at once: a permute of 128 bytes and a test.
#pragma once

#include "lines/trie_scan/pairs.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

namespace lexigrid::pairs {

/// The second letters of 64 pairs, as a look-up wants them.
struct Seconds {
  __m512i high;  // class / 8
  __m512i bit;   // 1 << class % 8
};

LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE Seconds seconds(__m512i classes) {
  const __m512i bits = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201u));
  const __m512i high = _mm512_and_si512(_mm512_srli_epi16(classes, 3), _mm512_set1_epi8(3));
  return {high, _mm512_shuffle_epi8(bits, classes)};  // of a byte below 16; bit 4 is not looked at
}

/// The first letters of 64 pairs: class * 4, which is below 128.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE __m512i firsts(__m512i classes) {
  return _mm512_slli_epi16(classes, 2);
}

struct Table {
  __m512i low;
  __m512i high;
};

/// Lanes of `so_far` whose pair may be.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE __mmask64 may(__mmask64 so_far, const Table& table, __m512i first,
                                                     const Seconds& second) {
  const __m512i row = _mm512_permutex2var_epi8(table.low, _mm512_or_si512(first, second.high), table.high);
  return _mm512_mask_test_epi8_mask(so_far, row, second.bit);
}

LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE Table load(const uint8_t* bytes) {
  return {_mm512_load_si512(bytes), _mm512_load_si512(bytes + 64)};
}

}  // namespace lexigrid::pairs

#endif

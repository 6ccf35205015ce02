// The pair filter for AVX-512. Three look-ups an axis and row, each three instructions for 64 cells.
#include "lines/trie_scan/pairs.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

#include "base/append_places.hpp"
#include "lines/trie_scan/pairs_avx512.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 and its own intrinsics
#endif

namespace lexigrid::pairs {

LEXIGRID_TARGET_AVX512 void filter_avx512(const Window& window, uint32_t column, uint64_t lanes,
                                          const Tables& tables, Starts& starts) {
  const Table t01 = load(tables.follows[0]);
  const Table t12 = load(tables.follows[1]);
  const Table t23 = load(tables.follows[2]);
  const __mmask64 all = ~__mmask64{0};
  // Partial matches of two and three letters that go on in the next row, by axis.
  __mmask64 s2 = 0, s3 = 0;  // S
  __mmask64 d2 = 0, d3 = 0;  // SE
  __mmask64 u2 = 0, u3 = 0;  // SW
  // Letters of the row above as first letters: two columns to the left, ... two to the right.
  __m512i above_w2 = _mm512_setzero_si512(), above_w1 = above_w2, above = above_w2, above_e1 = above_w2,
          above_e2 = above_w2;
  uint32_t* out[kAxes];
  for (unsigned axis = 0; axis < kAxes; ++axis) out[axis] = starts.at[axis] + starts.count[axis];
  const uint8_t* cell = window.first + column;
  for (uint32_t row = 0; row < window.rows + 3; ++row, cell += window.stride) {
    _mm_prefetch(reinterpret_cast<const char*>(cell) + 256, _MM_HINT_T0);
    const __m512i v = _mm512_loadu_si512(cell);
    const __m512i e1 = _mm512_loadu_si512(cell + 1);
    const __m512i e2 = _mm512_loadu_si512(cell + 2);
    const __m512i e3 = _mm512_loadu_si512(cell + 3);
    const __m512i w1 = _mm512_loadu_si512(cell - 1);
    const __m512i w2 = _mm512_loadu_si512(cell - 2);
    const __m512i w3 = _mm512_loadu_si512(cell - 3);
    const Seconds to_v = seconds(v), to_e1 = seconds(e1), to_e2 = seconds(e2), to_e3 = seconds(e3);
    const Seconds to_w1 = seconds(w1), to_w2 = seconds(w2), to_w3 = seconds(w3);

    const __mmask64 south = may(s3, t23, above, to_v);
    s3 = may(s2, t12, above, to_v);
    s2 = may(all, t01, above, to_v);
    const __mmask64 south_east = may(d3, t23, above_e2, to_e3);
    d3 = may(d2, t12, above_e1, to_e2);
    d2 = may(all, t01, above, to_e1);
    const __mmask64 south_west = may(u3, t23, above_w2, to_w3);
    u3 = may(u2, t12, above_w1, to_w2);
    u2 = may(all, t01, above, to_w1);
    above = firsts(v);
    above_e1 = firsts(e1);
    above_e2 = firsts(e2);
    above_w1 = firsts(w1);
    above_w2 = firsts(w2);
    const __mmask64 east = may(may(may(all, t01, above, to_e1), t12, above_e1, to_e2), t23, above_e2, to_e3);

    if ((east | south | south_east | south_west) == 0) continue;
    // With a hundred words there is something on most rows: no branch on which axis it is.
    if (row < window.rows)
      out[0] = append_places_avx512(out[0], east & lanes, (row << Starts::kColumnBits) + column);
    if (row < 3) continue;  // the words that go down began three rows above; in the first rows nothing had
    const uint32_t base = ((row - 3) << Starts::kColumnBits) + column;
    out[1] = append_places_avx512(out[1], south_east & lanes, base);
    out[2] = append_places_avx512(out[2], south & lanes, base);
    out[3] = append_places_avx512(out[3], south_west & lanes, base);
  }
  for (unsigned axis = 0; axis < kAxes; ++axis)
    starts.count[axis] = static_cast<uint32_t>(out[axis] - starts.at[axis]);
}

}  // namespace lexigrid::pairs

#endif

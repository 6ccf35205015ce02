// Steps that the AVX-512 kernels share.
#pragma once

#include "paths/levels/packed.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

// gcc 12 takes the deliberately undefined operands of its own intrinsics for a mistake.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace lexigrid::packed {

LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE long long at(const Node* nodes, uint32_t node) {
  return static_cast<long long>(nodes[node]);
}

/// Eight nodes; `kMask` are the bits of an entry's high half that say which. Loads and inserts:
/// the gather instruction is 15 to 25 % slower over the whole search.
template <uint32_t kMask>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE __m512i load_nodes(const Node* nodes, const uint64_t* entries) {
  const auto* const high = reinterpret_cast<const uint32_t*>(entries) + 1;
  const __m256i low = _mm256_set_epi64x(at(nodes, high[6] & kMask), at(nodes, high[4] & kMask),
                                        at(nodes, high[2] & kMask), at(nodes, high[0] & kMask));
  const __m256i upper = _mm256_set_epi64x(at(nodes, high[14] & kMask), at(nodes, high[12] & kMask),
                                          at(nodes, high[10] & kMask), at(nodes, high[8] & kMask));
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), upper, 1);
}

/// Entries one cell further, of all that is kept; returns how many. `kNodePart` are the bits of a
/// kept Y that number the first child.
template <uint64_t kNodePart>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE size_t expand_by_eights(const Shape& shape, const Tables& tables,
                                                               const Node* nodes, Lists& lists, size_t kept) {
  const uint64_t* const kept_x = lists.kept_x;
  const uint64_t* const kept_y = lists.kept_y;
  uint64_t* next = lists.entries;
  for (size_t i = 0; i < kept; ++i) {
    const size_t cell = kept_x[i] >> kCellShift & 31;
    const __m512i x = _mm512_set1_epi64(static_cast<long long>(kept_x[i]));
    const __m512i y = _mm512_set1_epi64(static_cast<long long>(kept_y[i]));
    _mm_prefetch(reinterpret_cast<const char*>(nodes + ((kept_y[i] & kNodePart) >> 32)), _MM_HINT_T0);
    const __mmask8 goes_on = _mm512_testn_epi64_mask(x, _mm512_load_si512(tables.lane[cell]));
    // The count of letters below lands in the high half, where the node number is.
    const __m512i rank = _mm512_popcnt_epi32(_mm512_andnot_si512(x, _mm512_load_si512(tables.below[cell])));
    const __m512i to = _mm512_add_epi64(_mm512_add_epi64(rank, _mm512_load_si512(shape.step[cell])), y);
    _mm512_storeu_si512(next, _mm512_maskz_compress_epi64(goes_on, to));
    next += __builtin_popcount(goes_on);
  }
  return static_cast<size_t>(next - lists.entries);
}

}  // namespace lexigrid::packed

#endif

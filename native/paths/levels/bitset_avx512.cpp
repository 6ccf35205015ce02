// The kernel for 26 to 64 cells in AVX-512; paths/levels/bitset_plain.hpp has it in plain words.
#include "paths/levels/bitset_plain.hpp"
#include "paths/levels/packed_avx512.hpp"

#if LEXIGRID_X86

namespace lexigrid::bitset {
namespace {

/// The letters near each of 64 cells: four registers.
struct NearLetters {
  __m512i part[4];
};

LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE __m512i pick(const NearLetters& near, __m512i entries) {
  // The cell stands in bits 0-5: in the high half it is the index for the letters, which belong there.
  const __m512i index = _mm512_slli_epi64(entries, 32);
  const __m512i low = _mm512_permutex2var_epi32(near.part[0], index, near.part[1]);
  const __m512i high = _mm512_permutex2var_epi32(near.part[2], index, near.part[3]);
  return _mm512_mask_blend_epi64(_mm512_test_epi64_mask(entries, _mm512_set1_epi64(32)), low, high);
}

template <bool kCodes>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE bool run(const Shape& shape, const PathTrie& trie,
                                                const uint8_t* letters, Space& space) {
  Lists& lists = space.lists;
  const Tables& tables = space.tables;
  fill_tables(shape, letters, space.tables);
  const Node* const nodes = trie.nodes();
  const __m512i high = _mm512_set1_epi64(static_cast<long long>(0xFFFFFFFF00000000u));
  const __m512i ranks = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
  NearLetters near;
  for (unsigned i = 0; i < 4; ++i) near.part[i] = _mm512_load_si512(tables.near_letters + 16 * i);
  const Lists::Level level = lists.level;
  size_t count = start<kCodes>(shape, trie, letters, lists);
  size_t hits = 0;
  unsigned tiles = 1;
  lists.hits_to[1] = 0;
  for (unsigned shift = kStartShift - 2 * kStepBits; count != 0; shift = next_shift(shift)) {
    if (hits + count > kMaxHits) return false;
    // The tail of the last eight: entries of the dead node, which go nowhere and end nothing.
    _mm512_storeu_si512(level.entries + count, _mm512_setzero_si512());
    size_t kept = 0;
    for (size_t i = 0; i < count; i += 8) {
      const __m512i entry = _mm512_loadu_si512(level.entries + i);
      const __m512i node = packed::load_nodes<0xFFFFFFFF>(nodes, level.entries + i);
      const __mmask8 goes_on = _mm512_test_epi64_mask(_mm512_and_si512(pick(near, entry), high), node);
      const __mmask8 is_word = _mm512_movepi64_mask(node);
      const __m512i x = _mm512_ternarylogic_epi64(high, node, entry, 0x3A);  // high ? ~node : entry
      const __m512i y =
          _mm512_ternarylogic_epi64(high, _mm512_slli_epi64(node, 32), entry, 0xCA);  // high ? node : entry
      _mm512_storeu_si512(lists.kept_x + kept, _mm512_maskz_compress_epi64(goes_on, x));
      _mm512_storeu_si512(lists.kept_y + kept, _mm512_maskz_compress_epi64(goes_on, y));
      _mm512_storeu_si512(lists.kept_used + kept,
                          _mm512_maskz_compress_epi64(goes_on, _mm512_loadu_si512(level.used + i)));
      _mm512_storeu_si512(lists.hits + hits, _mm512_maskz_compress_epi64(is_word, entry));
      if constexpr (kCodes) {
        const __m512i code = _mm512_loadu_si512(level.codes + i);
        _mm512_storeu_si512(lists.kept_codes + kept, _mm512_maskz_compress_epi64(goes_on, code));
        _mm512_storeu_si512(lists.hit_codes + hits, _mm512_maskz_compress_epi64(is_word, code));
      }
      kept += static_cast<unsigned>(__builtin_popcount(goes_on));
      hits += static_cast<unsigned>(__builtin_popcount(is_word));
    }
    lists.hits_to[++tiles] = hits;
    if (kept * kLanes > kMaxEntries) return false;
    const __m512i steps = _mm512_sll_epi64(ranks, _mm_cvtsi32_si128(static_cast<int>(shift)));
    size_t next = 0;
    for (size_t i = 0; i < kept; ++i) {
      const size_t cell = lists.kept_x[i] & 63;
      const __m512i x = _mm512_set1_epi64(static_cast<long long>(lists.kept_x[i]));
      const __m512i y = _mm512_set1_epi64(static_cast<long long>(lists.kept_y[i]));
      const __m512i used = _mm512_set1_epi64(static_cast<long long>(lists.kept_used[i]));
      _mm_prefetch(reinterpret_cast<const char*>(nodes + (lists.kept_y[i] >> 32)), _MM_HINT_T0);
      const __m512i bit = _mm512_load_si512(shape.bit[cell]);
      const __mmask8 goes_on = _mm512_mask_testn_epi64_mask(
          _mm512_testn_epi64_mask(x, _mm512_load_si512(tables.lane[cell])), used, bit);
      // The count of letters below lands in the high half, where the node number is.
      const __m512i rank = _mm512_popcnt_epi32(_mm512_andnot_si512(x, _mm512_load_si512(tables.below[cell])));
      const __m512i to = _mm512_add_epi64(_mm512_add_epi64(rank, _mm512_load_si512(shape.step[cell])), y);
      _mm512_storeu_si512(level.entries + next, _mm512_maskz_compress_epi64(goes_on, to));
      _mm512_storeu_si512(level.used + next,
                          _mm512_maskz_compress_epi64(goes_on, _mm512_or_si512(used, bit)));
      if constexpr (kCodes) {
        const __m512i code =
            _mm512_or_si512(_mm512_set1_epi64(static_cast<long long>(lists.kept_codes[i])), steps);
        _mm512_storeu_si512(level.codes + next, _mm512_maskz_compress_epi64(goes_on, code));
      }
      next += static_cast<unsigned>(__builtin_popcount(goes_on));
    }
    count = next;
  }
  lists.most_tiles = tiles;
  return true;
}

}  // namespace

LEXIGRID_TARGET_AVX512 bool run_avx512(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                       Space& space) {
  return run<false>(shape, trie, letters, space);
}
LEXIGRID_TARGET_AVX512 bool run_avx512_codes(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                             Space& space) {
  return run<true>(shape, trie, letters, space);
}

}  // namespace lexigrid::bitset

#endif

// The small-grid kernel in AVX-512: eight entries a step in the filter, all eight neighbours of an
// entry at once in the expansion. paths/levels/packed.cpp has the same in plain words.
#include "paths/levels/packed_avx512.hpp"

#if LEXIGRID_X86

namespace lexigrid::packed {
namespace {

/// Words of up to 32 cells, picked by number: two or four registers.
template <bool kLarge>
struct CellWords {
  __m512i part[kLarge ? 4 : 2];
};

template <bool kLarge>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE __m512i pick(const CellWords<kLarge>& words, __m512i cells) {
  const __m512i low = _mm512_permutex2var_epi64(words.part[0], cells, words.part[1]);
  if constexpr (!kLarge) return low;
  const __m512i high = _mm512_permutex2var_epi64(words.part[2], cells, words.part[3]);
  const __mmask8 is_high = _mm512_test_epi64_mask(cells, _mm512_set1_epi64(16));
  return _mm512_mask_blend_epi64(is_high, low, high);
}

template <bool kLarge>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE void fill_tables(const Shape& shape, const uint8_t* letters,
                                                        Tables& tables) {
  alignas(64) uint64_t word[kLarge ? 32 : 16];
  for (unsigned cell = 0; cell < (kLarge ? 32 : 16); ++cell) {
    word[cell] = cell >= shape.cells || letters[cell] == kNoTile
                     ? kAlways
                     : uint64_t{1} << cell | uint64_t{1} << (32 + letters[cell]);
  }
  CellWords<kLarge> words;
  for (unsigned i = 0; i < (kLarge ? 4 : 2); ++i) words.part[i] = _mm512_load_si512(word + 8 * i);
  const __m512i always = _mm512_set1_epi64(static_cast<long long>(kAlways));
  const __m512i high = _mm512_set1_epi64(static_cast<long long>(0xFFFFFFFF00000000u));
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    const auto present = static_cast<__mmask8>((1u << shape.near_count[cell]) - 1);
    const __m512i picked = pick(words, _mm512_load_si512(shape.near[cell]));
    const __m512i lane = _mm512_mask_mov_epi64(always, present, picked);
    const __m512i letter = _mm512_and_si512(lane, high);
    // letter bit - 1, in the high half; where there is no letter the lane is blocked anyway.
    const __m512i below = _mm512_and_si512(_mm512_sub_epi64(letter, _mm512_set1_epi64(1ll << 32)), high);
    _mm512_store_si512(tables.lane[cell], lane);
    _mm512_store_si512(tables.below[cell], below);
    tables.near_letters[cell] = static_cast<uint32_t>(_mm512_reduce_or_epi64(letter) >> 32);
  }
}

/// Entries of two touching cells, sixteen pairs a step: one table look-up instead of two levels.
template <bool kPaths>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE size_t start(const Shape& shape, const PathTrie& trie,
                                                    const uint8_t* letters, Lists& lists) {
  alignas(32) uint8_t letter_of[32];  // 31 for dead cells and for no cell: the table has no such row
  for (unsigned cell = 0; cell < 32; ++cell)
    letter_of[cell] = cell < shape.cells ? letters[cell] & 31 : kNoCell;
  const __m256i letter_table = _mm256_load_si256(reinterpret_cast<const __m256i*>(letter_of));
  const NodeId* const pairs = trie.pairs().data();
  size_t count = 0;
  for (unsigned i = 0; i < shape.pair_count; i += 16) {
    const __m128i from = _mm_loadu_si128(reinterpret_cast<const __m128i*>(shape.pair_from + i));
    const __m128i to = _mm_loadu_si128(reinterpret_cast<const __m128i*>(shape.pair_to + i));
    const __m256i both = _mm256_permutexvar_epi8(_mm256_set_m128i(to, from), letter_table);
    const __m512i first = _mm512_cvtepu8_epi32(_mm256_castsi256_si128(both));
    const __m512i second = _mm512_cvtepu8_epi32(_mm256_extracti128_si256(both, 1));
    const __m512i node =
        _mm512_i32gather_epi32(_mm512_or_si512(_mm512_slli_epi32(first, 5), second), pairs, 4);
    const __mmask16 exists = _mm512_test_epi32_mask(node, node);
    for (unsigned half = 0; half < 2; ++half) {
      const auto mask = static_cast<__mmask8>(exists >> (8 * half));
      const __m256i part = half == 0 ? _mm512_castsi512_si256(node) : _mm512_extracti64x4_epi64(node, 1);
      const __m512i entry = _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(part), 32),
                                            _mm512_loadu_si512(shape.pair_entry + i + 8 * half));
      _mm512_storeu_si512(lists.entries + count, _mm512_maskz_compress_epi64(mask, entry));
      if constexpr (kPaths) {
        const __m128i from_part = half == 0 ? from : _mm_srli_si128(from, 8);
        const __m128i to_part = half == 0 ? to : _mm_srli_si128(to, 8);
        const __m512i path =
            _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu8_epi64(from_part), 64 - kPathBits),
                            _mm512_slli_epi64(_mm512_cvtepu8_epi64(to_part), 64 - 2 * kPathBits));
        _mm512_storeu_si512(lists.paths + count, _mm512_maskz_compress_epi64(mask, path));
      }
      count += static_cast<unsigned>(__builtin_popcount(mask));
    }
  }
  return count;
}

template <bool kPaths, bool kLarge>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE bool run(const Shape& shape, const PathTrie& trie,
                                                const uint8_t* letters, Tables& tables, Lists& lists) {
  fill_tables<kLarge>(shape, letters, tables);
  const Node* const nodes = trie.nodes();
  const __m512i high = _mm512_set1_epi64(static_cast<long long>(0xFFFFFFFF00000000u));
  const __m512i near_low = _mm512_load_si512(tables.near_letters);
  const __m512i near_high = _mm512_load_si512(tables.near_letters + 16);
  uint64_t* const entries = lists.entries;
  uint64_t* const kept_x = lists.kept_x;
  uint64_t* const kept_y = lists.kept_y;
  size_t count = start<kPaths>(shape, trie, letters, lists);
  size_t hits = 0;
  lists.hit_count = 0;
  for (unsigned shift = 64 - 3 * kPathBits; count != 0; shift = next_shift(shift)) {
    if (hits + count > kMaxHits) return false;
    // The tail of the last eight: entries of the dead node, which go nowhere and end nothing.
    _mm512_storeu_si512(entries + count, _mm512_setzero_si512());
    size_t kept = 0;
    for (size_t i = 0; i < count; i += 8) {
      const __m512i entry = _mm512_loadu_si512(entries + i);
      const __m512i node = load_nodes<0xFFFFFFFF>(nodes, entries + i);
      // The cell stands in bits 25-29; shifted left by 7 it is the index of the high 32-bit lane.
      const __m512i cell = _mm512_slli_epi64(entry, 7);
      const __m512i near = kLarge ? _mm512_permutex2var_epi32(near_low, cell, near_high)
                                  : _mm512_permutexvar_epi32(cell, near_low);
      const __mmask8 goes_on = _mm512_test_epi64_mask(_mm512_and_si512(near, high), node);
      const __mmask8 is_word = _mm512_movepi64_mask(node);
      const __m512i x = _mm512_ternarylogic_epi64(high, node, entry, 0x3A);  // high ? ~node : entry
      const __m512i y =
          _mm512_ternarylogic_epi64(high, _mm512_slli_epi64(node, 32), entry, 0xCA);  // high ? node : entry
      _mm512_storeu_si512(kept_x + kept, _mm512_maskz_compress_epi64(goes_on, x));
      _mm512_storeu_si512(kept_y + kept, _mm512_maskz_compress_epi64(goes_on, y));
      _mm512_storeu_si512(lists.hits + hits, _mm512_maskz_compress_epi64(is_word, entry));
      if constexpr (kPaths) {
        const __m512i path = _mm512_loadu_si512(lists.paths + i);
        _mm512_storeu_si512(lists.kept_paths + kept, _mm512_maskz_compress_epi64(goes_on, path));
        _mm512_storeu_si512(lists.hit_paths + hits, _mm512_maskz_compress_epi64(is_word, path));
      }
      kept += static_cast<unsigned>(__builtin_popcount(goes_on));
      hits += static_cast<unsigned>(__builtin_popcount(is_word));
    }
    if (kept * kLanes > kMaxEntries) return false;
    uint64_t* next = entries;
    uint64_t* next_path = lists.paths;
    for (size_t i = 0; i < kept; ++i) {
      const size_t cell = kept_x[i] >> kCellShift & 31;
      const __m512i x = _mm512_set1_epi64(static_cast<long long>(kept_x[i]));
      const __m512i y = _mm512_set1_epi64(static_cast<long long>(kept_y[i]));
      _mm_prefetch(reinterpret_cast<const char*>(nodes + (kept_y[i] >> 32)), _MM_HINT_T0);
      const __mmask8 goes_on = _mm512_testn_epi64_mask(x, _mm512_load_si512(tables.lane[cell]));
      // The count of letters below lands in the high half, where the node number is.
      const __m512i rank = _mm512_popcnt_epi32(_mm512_andnot_si512(x, _mm512_load_si512(tables.below[cell])));
      const __m512i to = _mm512_add_epi64(_mm512_add_epi64(rank, _mm512_load_si512(shape.step[cell])), y);
      _mm512_storeu_si512(next, _mm512_maskz_compress_epi64(goes_on, to));
      if constexpr (kPaths) {
        const __m512i place =
            _mm512_sll_epi64(_mm512_load_si512(shape.near[cell]), _mm_cvtsi32_si128(static_cast<int>(shift)));
        const __m512i path =
            _mm512_or_si512(_mm512_set1_epi64(static_cast<long long>(lists.kept_paths[i])), place);
        _mm512_storeu_si512(next_path, _mm512_maskz_compress_epi64(goes_on, path));
        next_path += __builtin_popcount(goes_on);
      }
      next += __builtin_popcount(goes_on);
    }
    count = static_cast<size_t>(next - entries);
  }
  lists.hit_count = hits;
  return true;
}

}  // namespace

LEXIGRID_TARGET_AVX512 bool run_avx512(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                       Tables& tables, Lists& lists) {
  return shape.cells <= 16 ? run<false, false>(shape, trie, letters, tables, lists)
                           : run<false, true>(shape, trie, letters, tables, lists);
}

LEXIGRID_TARGET_AVX512 bool run_avx512_paths(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                             Tables& tables, Lists& lists) {
  return shape.cells <= 16 ? run<true, false>(shape, trie, letters, tables, lists)
                           : run<true, true>(shape, trie, letters, tables, lists);
}

}  // namespace lexigrid::packed

#endif

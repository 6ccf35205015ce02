// The kernel for 26 to 64 cells in AVX2: the filter in plain words, as the cells' letters do not fit
// a few registers, twice four neighbours in the expansion.
#include "paths/levels/bitset_plain.hpp"
#include "paths/levels/packed_avx2.hpp"

#if LEXIGRID_X86

namespace lexigrid::bitset {
namespace {

using packed::load;
using packed::store_ordered;

template <bool kCodes>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE size_t expand_by_fours(const Shape& shape, const Tables& tables,
                                                            Lists& lists, size_t kept, unsigned shift) {
  const Lists::Level level = lists.level;
  const __m128i place = _mm_cvtsi32_si128(static_cast<int>(shift));
  const __m256i steps[2] = {_mm256_sll_epi64(_mm256_setr_epi64x(0, 1, 2, 3), place),
                            _mm256_sll_epi64(_mm256_setr_epi64x(4, 5, 6, 7), place)};
  size_t next = 0;
  for (size_t i = 0; i < kept; ++i) {
    const size_t cell = lists.kept_x[i] & 63;
    const __m256i x = _mm256_set1_epi64x(static_cast<long long>(lists.kept_x[i]));
    const __m256i y = _mm256_set1_epi64x(static_cast<long long>(lists.kept_y[i]));
    const __m256i used = _mm256_set1_epi64x(static_cast<long long>(lists.kept_used[i]));
    // The count of letters below lands in the high half, where the node number is.
    __m256i rank[2] = {_mm256_andnot_si256(x, load(tables.below[cell])),
                       _mm256_andnot_si256(x, load(tables.below[cell] + 4))};
    packed::count_high(rank[0], rank[1]);
    for (unsigned half = 0; half < 2; ++half) {
      const __m256i bit = load(shape.bit[cell] + 4 * half);
      const __m256i lane = load(tables.lane[cell] + 4 * half);
      const unsigned goes_on =
          packed::zero_lanes(_mm256_or_si256(_mm256_and_si256(x, lane), _mm256_and_si256(used, bit)));
      const __m256i order = packed::order_of(goes_on);
      store_ordered(level.entries + next,
                    _mm256_add_epi64(_mm256_add_epi64(rank[half], load(shape.step[cell] + 4 * half)), y),
                    order);
      store_ordered(level.used + next, _mm256_or_si256(used, bit), order);
      if constexpr (kCodes) {
        const __m256i before = _mm256_set1_epi64x(static_cast<long long>(lists.kept_codes[i]));
        store_ordered(level.codes + next, _mm256_or_si256(before, steps[half]), order);
      }
      next += static_cast<unsigned>(__builtin_popcount(goes_on));
    }
  }
  return next;
}

template <bool kCodes>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE bool run(const Shape& shape, const PathTrie& trie,
                                              const uint8_t* letters, Space& space) {
  Lists& lists = space.lists;
  fill_tables(shape, letters, space.tables);
  size_t count = start<kCodes>(shape, trie, letters, lists);
  size_t hits = 0;
  unsigned tiles = 1;
  lists.hits_to[1] = 0;
  for (unsigned shift = kStartShift - 2 * kStepBits; count != 0; shift = next_shift(shift)) {
    if (hits + count > kMaxHits) return false;
    const size_t kept = filter<kCodes>(trie.nodes(), space.tables, lists, count, hits);
    lists.hits_to[++tiles] = hits;
    if (kept * kLanes > kMaxEntries) return false;
    count = expand_by_fours<kCodes>(shape, space.tables, lists, kept, shift);
  }
  lists.most_tiles = tiles;
  return true;
}

}  // namespace

LEXIGRID_TARGET_AVX2 bool run_avx2(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                   Space& space) {
  return run<false>(shape, trie, letters, space);
}
LEXIGRID_TARGET_AVX2 bool run_avx2_codes(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                         Space& space) {
  return run<true>(shape, trie, letters, space);
}

}  // namespace lexigrid::bitset

#endif

// The small-grid kernels in AVX2: four entries a step in the filter, twice four neighbours in the
// expansion. paths/levels/packed.cpp and paths/neighbours/changes_kernel.cpp have the same in plain words.
#include "paths/levels/packed_avx2.hpp"

#include <algorithm>

#include "paths/levels/packed_plain.hpp"
#include "paths/neighbours/changes_kernel.hpp"

#if LEXIGRID_X86

namespace lexigrid::packed {
namespace {

constexpr uint64_t kWholeNode = 0xFFFFFFFF00000000u;

template <bool kPaths, bool kLarge>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE bool run(const Shape& shape, const PathTrie& trie,
                                              const uint8_t* letters, Tables& tables, Lists& lists) {
  fill_tables(shape, letters, tables);
  const NearLetters<kLarge> near = near_letters<kLarge>(tables);
  size_t count = start<kPaths>(shape, trie, letters, lists);
  Ends ends{0, 0};
  for (unsigned shift = 64 - 3 * kPathBits; count != 0; shift = next_shift(shift)) {
    if (ends.hits + count > kMaxHits) return false;
    ends.kept = 0;
    filter_by_fours<kWholeNode, kPaths>(trie.nodes(), near, lists, count, ends);
    if (ends.kept * kLanes > kMaxEntries) return false;
    count = expand_by_fours<kPaths>(shape, tables, lists, ends.kept, shift);
  }
  lists.hit_count = ends.hits;
  return true;
}

/// The filter of the first step onto the wild cell: the nodes are at hand already. Reads up to
/// three children too many, which the mask of the last four leaves out.
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE void enter_wild(const Tables& tables, Lists& lists,
                                                     const Children& children, size_t begin, size_t end,
                                                     unsigned wild, Ends& ends) {
  const __m256i near =
      _mm256_set1_epi64x(static_cast<long long>((tables.near_letters[wild] & kLettersMask) << 32));
  const __m256i wild_bit = _mm256_set1_epi64x(1ll << wild);
  const __m256i here = _mm256_set1_epi64x(
      static_cast<long long>(uint64_t{1} << wild | uint64_t{wild} << kCellShift | kAlways));
  for (size_t i = begin; i < end; i += 4) {
    const unsigned present = end - i >= 4 ? 15 : (1u << (end - i)) - 1;
    const __m256i node = load(children.nodes.data() + i);
    const __m256i before = load(children.entries.data() + i);
    const unsigned is_free = zero_lanes(_mm256_and_si256(before, wild_bit)) & present;
    const unsigned goes_on = ~zero_lanes(_mm256_and_si256(node, near)) & is_free;
    const unsigned is_word = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(node))) & is_free;
    append<kTagNodeMask>(_mm256_or_si256(before, here), node, goes_on, is_word, lists, ends);
  }
}

template <bool kLarge, bool kNotes>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE bool go_on(const Shape& shape, const PathTrie& trie,
                                                const Tables& tables, const NearLetters<kLarge>& near,
                                                Lists& lists, Ends& ends, unsigned own, Children* noting) {
  while (ends.kept != 0) {
    if (ends.kept * kLanes > kMaxEntries) return false;
    const size_t count = expand_by_fours<false>(shape, tables, lists, ends.kept, 64);
    if (ends.hits + count > kMaxHits) return false;
    if constexpr (kNotes) {
      if (!note_entries(trie.nodes(), tables, {lists.entries, count}, own, *noting)) return false;
    }
    ends.kept = 0;
    filter_by_fours<kTagNodeMask, false>(trie.nodes(), near, lists, count, ends);
  }
  return true;
}

/// `noting` is `children` where entries are to be noted.
template <bool kLarge, bool kNotes>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE bool search(const Shape& shape, const PathTrie& trie,
                                                 const Tables& tables, Lists& lists, const Children& children,
                                                 unsigned wild, unsigned own, Children* noting) {
  const NearLetters<kLarge> near = near_letters<kLarge>(tables);
  Ends ends{0, 0};
  for (unsigned k = 0; k <= shape.near_count[wild]; ++k) {
    const size_t from = k < shape.near_count[wild] ? shape.near[wild][k] : shape.cells;
    for (size_t begin = children.at[from]; begin < children.at[from + 1]; begin += kBatch) {
      if (ends.hits + kBatch > kMaxHits) return false;
      ends.kept = 0;
      const size_t end = std::min<size_t>(children.at[from + 1], begin + kBatch);
      if constexpr (kNotes) {
        if (!note_first(tables, begin, end, wild, own, *noting)) return false;
      }
      enter_wild(tables, lists, children, begin, end, wild, ends);
      if (!go_on<kLarge, kNotes>(shape, trie, tables, near, lists, ends, own, noting)) return false;
    }
  }
  lists.hit_count = ends.hits;
  return true;
}

template <bool kLarge>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE bool follow(const Shape& shape, const PathTrie& trie,
                                                 const Tables& tables, Lists& lists, size_t count) {
  const NearLetters<kLarge> near = near_letters<kLarge>(tables);
  Ends ends{0, 0};
  for (size_t begin = 0; begin < count; begin += kBatch) {
    const size_t some = std::min(kBatch, count - begin);
    if (ends.hits + some > kMaxHits) return false;
    std::copy_n(lists.paths + begin, some, lists.entries);
    ends.kept = 0;
    filter_by_fours<kTagNodeMask, false>(trie.nodes(), near, lists, some, ends);
    if (!go_on<kLarge, false>(shape, trie, tables, near, lists, ends, 0, nullptr)) return false;
  }
  lists.hit_count = ends.hits;
  return true;
}

}  // namespace

LEXIGRID_TARGET_AVX2 bool run_avx2(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                   Tables& tables, Lists& lists) {
  return shape.cells <= 16 ? run<false, false>(shape, trie, letters, tables, lists)
                           : run<false, true>(shape, trie, letters, tables, lists);
}

LEXIGRID_TARGET_AVX2 bool run_avx2_paths(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                         Tables& tables, Lists& lists) {
  return shape.cells <= 16 ? run<true, false>(shape, trie, letters, tables, lists)
                           : run<true, true>(shape, trie, letters, tables, lists);
}

LEXIGRID_TARGET_AVX2 bool search_wild_avx2(const Shape& shape, const PathTrie& trie, const Tables& tables,
                                           Lists& lists, const Children& children, unsigned wild) {
  return shape.cells <= 16 ? search<false, false>(shape, trie, tables, lists, children, wild, 0, nullptr)
                           : search<true, false>(shape, trie, tables, lists, children, wild, 0, nullptr);
}

LEXIGRID_TARGET_AVX2 bool search_noting_avx2(const Shape& shape, const PathTrie& trie, const Tables& tables,
                                             Lists& lists, Children& children, unsigned wild, unsigned own) {
  children.noted_count = 0;
  return shape.cells <= 16 ? search<false, true>(shape, trie, tables, lists, children, wild, own, &children)
                           : search<true, true>(shape, trie, tables, lists, children, wild, own, &children);
}

LEXIGRID_TARGET_AVX2 bool follow_avx2(const Shape& shape, const PathTrie& trie, const Tables& tables,
                                      Lists& lists, size_t count) {
  return shape.cells <= 16 ? follow<false>(shape, trie, tables, lists, count)
                           : follow<true>(shape, trie, tables, lists, count);
}

}  // namespace lexigrid::packed

#endif

// The search over a cell of any letter in AVX-512; paths/neighbours/changes_kernel.cpp has it in plain words.
#include <algorithm>

#include "paths/levels/packed_avx512.hpp"
#include "paths/neighbours/changes_kernel.hpp"

#if LEXIGRID_X86

namespace lexigrid::packed {
namespace {

/// What the filter appends to.
struct Ends {
  size_t kept;
  size_t hits;
};

/// Appends the eight entries that go on, as X and Y, and those that end a word.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE void append(__m512i entry, __m512i node, __mmask8 goes_on,
                                                   __mmask8 is_word, Lists& lists, Ends& ends) {
  const __m512i high = _mm512_set1_epi64(static_cast<long long>(0xFFFFFFFF00000000u));
  const __m512i node_part = _mm512_set1_epi64(static_cast<long long>(kTagNodeMask));
  const __m512i x = _mm512_ternarylogic_epi64(high, node, entry, 0x3A);  // high ? ~node : entry
  const __m512i y = _mm512_ternarylogic_epi64(node_part, _mm512_slli_epi64(node, 32), entry,
                                              0xCA);  // node_part ? node : entry
  _mm512_storeu_si512(lists.kept_x + ends.kept, _mm512_maskz_compress_epi64(goes_on, x));
  _mm512_storeu_si512(lists.kept_y + ends.kept, _mm512_maskz_compress_epi64(goes_on, y));
  _mm512_storeu_si512(lists.hits + ends.hits, _mm512_maskz_compress_epi64(is_word, entry));
  ends.kept += static_cast<unsigned>(__builtin_popcount(goes_on));
  ends.hits += static_cast<unsigned>(__builtin_popcount(is_word));
}

/// The filter of the first step onto the wild cell: the nodes are at hand already. Reads up to
/// seven children too many, which the mask of the last eight leaves out.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE void enter_wild(const Tables& tables, Lists& lists,
                                                       const Children& children, size_t begin, size_t end,
                                                       unsigned wild, Ends& ends) {
  const __m512i near =
      _mm512_set1_epi64(static_cast<long long>((tables.near_letters[wild] & kLettersMask) << 32));
  const __m512i wild_bit = _mm512_set1_epi64(1ll << wild);
  const __m512i here =
      _mm512_set1_epi64(static_cast<long long>(uint64_t{1} << wild | uint64_t{wild} << kCellShift | kAlways));
  for (size_t i = begin; i < end; i += 8) {
    const auto present = static_cast<__mmask8>(end - i >= 8 ? 0xFF : (1u << (end - i)) - 1);
    const __m512i node = _mm512_loadu_si512(children.nodes.data() + i);
    const __m512i before = _mm512_loadu_si512(children.entries.data() + i);
    const __mmask8 is_free = _mm512_mask_testn_epi64_mask(present, before, wild_bit);
    const __mmask8 goes_on = _mm512_mask_test_epi64_mask(is_free, node, near);
    const auto is_word = static_cast<__mmask8>(_mm512_movepi64_mask(node) & is_free);
    append(_mm512_or_si512(before, here), node, goes_on, is_word, lists, ends);
  }
}

/// Near letters by the cell of an entry, in the high half.
template <bool kLarge>
struct Near {
  __m512i low;
  __m512i high;
};

template <bool kLarge>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE Near<kLarge> near_of(const Tables& tables) {
  return {_mm512_load_si512(tables.near_letters), _mm512_load_si512(tables.near_letters + 16)};
}

template <bool kLarge>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE __m512i near_letters(const Near<kLarge>& near, __m512i entry) {
  const __m512i cell = _mm512_slli_epi64(entry, 7);
  const __m512i found = kLarge ? _mm512_permutex2var_epi32(near.low, cell, near.high)
                               : _mm512_permutexvar_epi32(cell, near.low);
  return _mm512_and_si512(found, _mm512_set1_epi64(static_cast<long long>(kLettersMask << 32)));
}

/// The filter of `lists.entries[0 .. count)`; with `kNotes` those that go on with the letter `own` beside a
/// cell that has the letter of their tag are noted from `noted` on.
template <bool kLarge, bool kNotes>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE void filter_by_eights(const Node* nodes, const Near<kLarge>& near,
                                                             Lists& lists, size_t count, Ends& ends,
                                                             unsigned own, uint64_t*& noted) {
  // The tail of the last eight: entries of the dead node, which go nowhere and end nothing.
  _mm512_storeu_si512(lists.entries + count, _mm512_setzero_si512());
  for (size_t i = 0; i < count; i += 8) {
    const __m512i entry = _mm512_loadu_si512(lists.entries + i);
    const __m512i node = load_nodes<static_cast<uint32_t>(kTagNodes - 1)>(nodes, lists.entries + i);
    const __m512i letters = near_letters(near, entry);
    append(entry, node, _mm512_test_epi64_mask(letters, node), _mm512_movepi64_mask(node), lists, ends);
    if constexpr (kNotes) {
      const __m512i own_bit = _mm512_set1_epi64(1ll << (32 + own));
      const __m512i tag = _mm512_srli_epi64(entry, kTagShift);
      const __mmask8 is_near =
          _mm512_test_epi64_mask(_mm512_srlv_epi64(letters, tag), _mm512_set1_epi64(1ll << 32));
      const __mmask8 may = _mm512_mask_test_epi64_mask(is_near, node, own_bit);
      _mm512_storeu_si512(noted, _mm512_maskz_compress_epi64(may, entry));
      noted += __builtin_popcount(may);
    }
  }
}

template <bool kLarge, bool kNotes>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE bool go_on(const Shape& shape, const PathTrie& trie,
                                                  const Tables& tables, const Near<kLarge>& near,
                                                  Lists& lists, Ends& ends, unsigned own,
                                                  Children* children) {
  while (ends.kept != 0) {
    if (ends.kept * kLanes > kMaxEntries) return false;
    const size_t count = expand_by_eights<kTagNodeMask>(shape, tables, trie.nodes(), lists, ends.kept);
    if (ends.hits + count > kMaxHits || (kNotes && children->noted_count + count > kMaxHits)) return false;
    ends.kept = 0;
    uint64_t* noted = kNotes ? children->noted.data() + children->noted_count : nullptr;
    filter_by_eights<kLarge, kNotes>(trie.nodes(), near, lists, count, ends, own, noted);
    if constexpr (kNotes) children->noted_count = static_cast<size_t>(noted - children->noted.data());
  }
  return true;
}

/// `noting` is `children` where entries are to be noted.
template <bool kLarge, bool kNotes>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE bool search(const Shape& shape, const PathTrie& trie,
                                                   const Tables& tables, Lists& lists,
                                                   const Children& children, unsigned wild, unsigned own,
                                                   Children* noting) {
  const Near<kLarge> near = near_of<kLarge>(tables);
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

LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE bool follow(const Shape& shape, const PathTrie& trie,
                                                   const Tables& tables, Lists& lists, size_t count) {
  const Near<true> near = near_of<true>(tables);
  Ends ends{0, 0};
  uint64_t* none = nullptr;
  for (size_t begin = 0; begin < count; begin += kBatch) {
    const size_t some = std::min(kBatch, count - begin);
    if (ends.hits + some > kMaxHits) return false;
    std::copy_n(lists.paths + begin, some, lists.entries);
    ends.kept = 0;
    filter_by_eights<true, false>(trie.nodes(), near, lists, some, ends, 0, none);
    if (!go_on<true, false>(shape, trie, tables, near, lists, ends, 0, nullptr)) return false;
  }
  lists.hit_count = ends.hits;
  return true;
}

}  // namespace

LEXIGRID_TARGET_AVX512 bool search_wild_avx512(const Shape& shape, const PathTrie& trie, const Tables& tables,
                                               Lists& lists, const Children& children, unsigned wild) {
  return shape.cells <= 16 ? search<false, false>(shape, trie, tables, lists, children, wild, 0, nullptr)
                           : search<true, false>(shape, trie, tables, lists, children, wild, 0, nullptr);
}

LEXIGRID_TARGET_AVX512 bool search_noting_avx512(const Shape& shape, const PathTrie& trie,
                                                 const Tables& tables, Lists& lists, Children& children,
                                                 unsigned wild, unsigned own) {
  children.noted_count = 0;
  return search<true, true>(shape, trie, tables, lists, children, wild, own,
                            &children);  // asked for beyond 16 cells
}

LEXIGRID_TARGET_AVX512 bool follow_avx512(const Shape& shape, const PathTrie& trie, const Tables& tables,
                                          Lists& lists, size_t count) {
  return follow(shape, trie, tables, lists, count);
}

}  // namespace lexigrid::packed

#endif

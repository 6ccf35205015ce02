// The search over a cell of any letter in AVX-512; paths_changes_kernel.cpp has it in plain words.
#include <algorithm>

#include "paths_changes_kernel.hpp"
#include "paths_small_avx512.hpp"

#if LEXIGRID_X86

namespace lexigrid::small {
namespace {

/// What the filter appends to.
struct Ends {
  std::size_t kept;
  std::size_t hits;
};

/// Appends the eight entries that go on, as X and Y, and those that end a word.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE void append(__m512i entry, __m512i node, __mmask8 goes_on, __mmask8 is_word, Lists& lists,
                                                   Ends& ends) {
  const __m512i high = _mm512_set1_epi64(static_cast<long long>(0xFFFFFFFF00000000u));
  const __m512i node_part = _mm512_set1_epi64(static_cast<long long>(kTagNodeMask));
  const __m512i x = _mm512_ternarylogic_epi64(high, node, entry, 0x3A);  // high ? ~node : entry
  const __m512i y = _mm512_ternarylogic_epi64(node_part, _mm512_slli_epi64(node, 32), entry, 0xCA);  // node_part ? node : entry
  _mm512_storeu_si512(lists.kept_x + ends.kept, _mm512_maskz_compress_epi64(goes_on, x));
  _mm512_storeu_si512(lists.kept_y + ends.kept, _mm512_maskz_compress_epi64(goes_on, y));
  _mm512_storeu_si512(lists.hits + ends.hits, _mm512_maskz_compress_epi64(is_word, entry));
  ends.kept += static_cast<unsigned>(__builtin_popcount(goes_on));
  ends.hits += static_cast<unsigned>(__builtin_popcount(is_word));
}

/// The filter of the first step onto the wild cell: the nodes are at hand already. Reads up to
/// seven children too many, which the mask of the last eight leaves out.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE void enter_wild(const Tables& tables, Lists& lists, const Children& children,
                                                       std::size_t begin, std::size_t end, unsigned wild, Ends& ends) {
  const __m512i near = _mm512_set1_epi64(static_cast<long long>((tables.near_letters[wild] & kLettersMask) << 32));
  const __m512i wild_bit = _mm512_set1_epi64(1ll << wild);
  const __m512i here = _mm512_set1_epi64(static_cast<long long>(std::uint64_t{1} << wild | std::uint64_t{wild} << kCellShift | kAlways));
  for (std::size_t i = begin; i < end; i += 8) {
    const auto present = static_cast<__mmask8>(end - i >= 8 ? 0xFF : (1u << (end - i)) - 1);
    const __m512i node = _mm512_loadu_si512(children.nodes.data() + i);
    const __m512i before = _mm512_loadu_si512(children.entries.data() + i);
    const __mmask8 is_free = _mm512_mask_testn_epi64_mask(present, before, wild_bit);
    const __mmask8 goes_on = _mm512_mask_test_epi64_mask(is_free, node, near);
    const auto is_word = static_cast<__mmask8>(_mm512_movepi64_mask(node) & is_free);
    append(_mm512_or_si512(before, here), node, goes_on, is_word, lists, ends);
  }
}

template <bool kLarge>
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE bool search(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                                                   const Children& children, unsigned wild) {
  const Node* const nodes = trie.nodes();
  const __m512i letter_bits = _mm512_set1_epi64(static_cast<long long>(kLettersMask << 32));
  const __m512i near_low = _mm512_load_si512(tables.near_letters);
  const __m512i near_high = _mm512_load_si512(tables.near_letters + 16);
  std::uint64_t* const entries = lists.entries;
  Ends ends{0, 0};
  for (unsigned k = 0; k <= shape.near_count[wild]; ++k) {
    const std::size_t from = k < shape.near_count[wild] ? shape.near[wild][k] : shape.cells;
    for (std::size_t begin = children.at[from]; begin < children.at[from + 1]; begin += kBatch) {
      if (ends.hits + kBatch > kMaxHits) return false;
      ends.kept = 0;
      enter_wild(tables, lists, children, begin, std::min<std::size_t>(children.at[from + 1], begin + kBatch), wild, ends);
      while (ends.kept != 0) {
        if (ends.kept * kLanes > kMaxEntries) return false;
        const std::size_t count = expand_by_eights<kTagNodeMask>(shape, tables, nodes, lists, ends.kept);
        if (ends.hits + count > kMaxHits) return false;
        // The tail of the last eight: entries of the dead node, which go nowhere and end nothing.
        _mm512_storeu_si512(entries + count, _mm512_setzero_si512());
        ends.kept = 0;
        for (std::size_t i = 0; i < count; i += 8) {
          const __m512i entry = _mm512_loadu_si512(entries + i);
          const __m512i node = load_nodes<static_cast<std::uint32_t>(kTagNodes - 1)>(nodes, entries + i);
          const __m512i cell = _mm512_slli_epi64(entry, 7);
          const __m512i near = kLarge ? _mm512_permutex2var_epi32(near_low, cell, near_high)
                                      : _mm512_permutexvar_epi32(cell, near_low);
          const __mmask8 goes_on = _mm512_test_epi64_mask(_mm512_and_si512(near, letter_bits), node);
          append(entry, node, goes_on, _mm512_movepi64_mask(node), lists, ends);
        }
      }
    }
  }
  lists.hit_count = ends.hits;
  return true;
}

}  // namespace

LEXIGRID_TARGET_AVX512 bool search_wild_avx512(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                                               const Children& children, unsigned wild) {
  return shape.cells <= 16 ? search<false>(shape, trie, tables, lists, children, wild)
                           : search<true>(shape, trie, tables, lists, children, wild);
}

}  // namespace lexigrid::small

#endif

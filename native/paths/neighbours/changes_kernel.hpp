// What a cell that may carry any letter adds to a board, one search for all letters.
//
// The board itself is searched once. Every path of it, of any length, may then step onto a free
// neighbour v that carries *any* letter the lexicon goes on with: these steps do not depend on
// which of its neighbours v is, so they are listed once (the *children*, by the cell they leave)
// and their nodes loaded once. For each v the children of the cells around it go through the
// filter, and what goes on is searched as ever, the letter of v carried along as a tag. Where two cells
// exchange their letters, the paths over one of them that can step onto the other are noted on the way.
//
//   entry   as in paths/levels/packed.hpp, but bits 32-58 are the node and bits 59-63 the letter of v
#pragma once

#include <span>

#include "paths/levels/packed.hpp"

namespace lexigrid::packed {

inline constexpr unsigned kTagShift = 59;
inline constexpr uint64_t kTagNodes = uint64_t{1} << 27;  // nodes that an entry has room for
inline constexpr uint64_t kTagMask = ~uint64_t{0} << kTagShift;
inline constexpr uint64_t kTagNodeMask = (kTagNodes - 1) << 32;
/// Steps onto a cell of any letter, over all paths of a board. The best 5x5 boards have 25,000.
inline constexpr size_t kMaxChildren = size_t{1} << 17;

/// Children that are searched together: the order is free, and short lists stay in the first cache.
inline constexpr size_t kBatch = 1'024;

/// The node an entry with a tag stands at.
[[nodiscard]] constexpr NodeId tagged_node(uint64_t entry) noexcept {
  return static_cast<NodeId>((entry & kTagNodeMask) >> 32);
}

/// The steps onto a cell of any letter; one set a thread, made when first asked for.
struct Children {
  Children();
  std::vector<Node> nodes;        // of the lexicon, behind the step
  std::vector<uint64_t> entries;  // tag, node and the cells used before the step
  std::vector<uint64_t> paths;    // of the board: entries that some letter can continue
  uint32_t at[kMaxCells + 2];     // first child of each cell; the last row leaves no cell
  std::vector<uint64_t> noted;    // entries over a wild cell that a second one can continue
  size_t noted_count = 0;
};

inline constexpr uint32_t kEveryLetter = ~uint32_t{0};

/// Searches the board as it is: `lists.hits` are the entries of its words (words on one tile too),
/// `children` what may step onto a cell of one of the letters `allowed`, a bit each. False when a bound was
/// passed.
using Collect = bool (*)(const Shape& shape, const PathTrie& trie, const uint8_t* letters, uint32_t allowed,
                         Tables& tables, Lists& lists, Children& children);

/// Searches all paths over cell `wild`, whatever letter it has: `lists.hits` are the entries, with
/// tags, that end a word. The tables are those of `Collect`. False when a bound was passed.
using SearchWild = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                            const Children& children, unsigned wild);

/// The same; and notes, in `children`, every entry over the wild cell beside a cell that has the letter
/// of its tag, where `own`, the letter that the wild cell had, can come next.
using SearchNoting = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                              Children& children, unsigned wild, unsigned own);

/// Searches all paths that begin with the entries of `lists.paths[0 .. count)`, whose tags, of any
/// meaning, are kept. Words that these end count too. False when a bound was passed.
using Follow = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                        size_t count);

struct ChangesKernel {
  Collect collect;
  SearchWild search;
  SearchNoting search_noting;
  Follow follow;
};

[[nodiscard]] ChangesKernel changes_kernel_for(CpuTarget isa) noexcept;

/// Notes those of some entries over a wild cell that the cell it is exchanged with can continue.
LEXIGRID_INLINE bool note_entries(const Node* nodes, const Tables& tables, std::span<const uint64_t> entries,
                                  unsigned own, Children& children) {
  size_t noted = children.noted_count;
  if (noted + entries.size() > kMaxHits) return false;
  for (const uint64_t entry : entries) {
    const uint64_t letters = nodes[tagged_node(entry)] >> kLettersShift & kLettersMask;
    const uint64_t near = tables.near_letters[entry >> kCellShift & 31];
    children.noted[noted] = entry;
    noted += letters >> own & near >> (entry >> kTagShift) & 1;
  }
  children.noted_count = noted;
  return true;
}

/// The same of the first step onto the wild cell, whose nodes are at hand.
LEXIGRID_INLINE bool note_first(const Tables& tables, size_t begin, size_t end, unsigned wild, unsigned own,
                                Children& children) {
  size_t noted = children.noted_count;
  if (noted + (end - begin) > kMaxHits) return false;
  const uint64_t near = tables.near_letters[wild];
  const uint64_t here = uint64_t{1} << wild | uint64_t{wild} << kCellShift | kAlways;
  for (size_t i = begin; i < end; ++i) {
    const uint64_t before = children.entries[i];
    const uint64_t letters = children.nodes[i] >> kLettersShift & kLettersMask;
    children.noted[noted] = before | here;
    noted += letters >> own & near >> (before >> kTagShift) & ~before >> wild & 1;
  }
  children.noted_count = noted;
  return true;
}

#if LEXIGRID_X86
[[nodiscard]] bool search_wild_avx2(const Shape&, const PathTrie&, const Tables&, Lists&, const Children&,
                                    unsigned);
[[nodiscard]] bool search_noting_avx2(const Shape&, const PathTrie&, const Tables&, Lists&, Children&,
                                      unsigned, unsigned);
[[nodiscard]] bool follow_avx2(const Shape&, const PathTrie&, const Tables&, Lists&, size_t);
[[nodiscard]] bool search_wild_avx512(const Shape&, const PathTrie&, const Tables&, Lists&, const Children&,
                                      unsigned);
[[nodiscard]] bool search_noting_avx512(const Shape&, const PathTrie&, const Tables&, Lists&, Children&,
                                        unsigned, unsigned);
[[nodiscard]] bool follow_avx512(const Shape&, const PathTrie&, const Tables&, Lists&, size_t);
#endif

}  // namespace lexigrid::packed

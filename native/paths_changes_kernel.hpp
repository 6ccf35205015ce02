// What a cell that may carry any letter adds to a board, one search for all letters.
//
// The board itself is searched once. Every path of it, of any length, may then step onto a free
// neighbour v that carries *any* letter the lexicon goes on with: these steps do not depend on
// which of its neighbours v is, so they are listed once (the *children*, by the cell they leave)
// and their nodes loaded once. For each v the children of the cells around it go through the
// filter, and what goes on is searched as ever, the letter of v carried along as a tag.
//
//   entry   as in paths_small.hpp, but bits 32-58 are the node and bits 59-63 the letter of v
#pragma once

#include "paths_small.hpp"

namespace lexigrid::small {

inline constexpr unsigned kTagShift = 59;
inline constexpr std::uint64_t kTagNodes = std::uint64_t{1} << 27;  // nodes that an entry has room for
inline constexpr std::uint64_t kTagMask = ~std::uint64_t{0} << kTagShift;
inline constexpr std::uint64_t kTagNodeMask = (kTagNodes - 1) << 32;
/// Steps onto a cell of any letter, over all paths of a board. The best 5x5 boards have 25,000.
inline constexpr std::size_t kMaxChildren = std::size_t{1} << 17;

/// Children that are searched together: the order is free, and short lists stay in the first cache.
inline constexpr std::size_t kBatch = 1'024;

/// The node an entry with a tag stands at.
[[nodiscard]] constexpr NodeId tagged_node(std::uint64_t entry) noexcept {
  return static_cast<NodeId>((entry & kTagNodeMask) >> 32);
}

/// The steps onto a cell of any letter; one set a thread, made when first asked for.
struct Children {
  Children();
  std::vector<Node> nodes;                 // of the lexicon, behind the step
  std::vector<std::uint64_t> entries;      // tag, node and the cells used before the step
  std::vector<std::uint64_t> paths;        // of the board: entries that some letter can continue
  std::uint32_t at[kMaxCells + 2];         // first child of each cell; the last row leaves no cell
};

/// Searches the board as it is: `lists.hits` are the entries of its words (words on one tile too),
/// `children` what may step on. False when a bound was passed.
using Collect = bool (*)(const Shape& shape, const PathTrie& trie, const std::uint8_t* letters, Tables& tables,
                         Lists& lists, Children& children);

/// Searches all paths over cell `wild`, whatever letter it has: `lists.hits` are the entries, with
/// tags, that end a word. The tables are those of `Collect`. False when a bound was passed.
using SearchWild = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                            const Children& children, unsigned wild);

struct ChangesKernel {
  Collect collect;
  SearchWild search;
};

[[nodiscard]] ChangesKernel changes_kernel_for(Isa isa) noexcept;

#if LEXIGRID_X86
[[nodiscard]] bool search_wild_avx2(const Shape&, const PathTrie&, const Tables&, Lists&, const Children&, unsigned);
[[nodiscard]] bool search_wild_avx512(const Shape&, const PathTrie&, const Tables&, Lists&, const Children&, unsigned);
#endif

}  // namespace lexigrid::small

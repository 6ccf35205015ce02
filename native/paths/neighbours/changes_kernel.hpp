// The data of a search over one *wild* cell, for all letters that it can have at once.
//
// The board itself is searched once. Every path of it, of any length, can then step onto a free
// neighbour that carries *any* letter that the trie has there. These steps do not depend on which of its
// neighbours that is, so they are listed once (the *children*, by the cell they leave), with their
// nodes. For each wild cell the children of the cells around it go through the filter, and what goes on
// is searched like any board, with the letter of the wild cell carried along as a tag. For exchanges of
// two cells, the paths over one of them that can step onto the other are noted on the way.
//
//   entry   as of the packed layout, but bits 32-58 are the node and bits 59-63 the tag
#pragma once

#include <vector>

#include "paths/levels/board.hpp"

namespace lexigrid::levels {

inline constexpr unsigned kTagShift = 59;
inline constexpr uint64_t kTagNodes = uint64_t{1} << 27;  // nodes that an entry can number
inline constexpr uint64_t kTaggedNodePart = (kTagNodes - 1) << 32;
/// Steps onto a cell of any letter, over all paths of a board. The best 5x5 boards have 25,000.
inline constexpr size_t kMaxChildren = size_t{1} << 17;
/// Children that are searched together: any order will do, and short lists stay in the first cache.
inline constexpr size_t kBatch = 1'024;

[[nodiscard]] constexpr NodeId tagged_node(uint64_t entry) noexcept {
  return static_cast<NodeId>((entry & kTaggedNodePart) >> 32);
}

/// The steps onto a cell of any letter, reused from board to board.
struct Children {
  std::vector<Node> nodes = std::vector<Node>(kMaxChildren + 64);            // behind the step
  std::vector<uint64_t> entries = std::vector<uint64_t>(kMaxChildren + 64);  // tag, node, cells used before
  std::vector<uint64_t> paths = std::vector<uint64_t>(kMaxHits + 64);  // of the board, that can be continued
  uint32_t at[kMaxPackedCells + 2];  // first child of each cell; the last row are steps from no cell
  std::vector<uint64_t> noted = std::vector<uint64_t>(kMaxHits + 64);  // see SearchNoting
  size_t noted_count = 0;
};

inline constexpr uint32_t kEveryLetter = ~uint32_t{0};

// All return false where a bound was passed.

/// Searches the board as it is: `lists.hits` become the entries of its words (words of one tile too),
/// `children` the steps onto a cell of one of the letters `allowed`, a bit each.
using Collect = bool (*)(const Shape& shape, const PathTrie& trie, const uint8_t* letters, uint32_t allowed,
                         Tables& tables, Lists& lists, Children& children);

/// Searches all paths over cell `wild`, whatever letter it has: `lists.hits` become the entries, with
/// tags, that end a word. The tables are those of `Collect`.
using SearchWild = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                            Children& children, unsigned wild);

/// The same; and notes in `children.noted` every entry over the wild cell that is next to a cell with
/// the letter of its tag and that `own`, the letter that the wild cell had, can continue.
using SearchNoting = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                              Children& children, unsigned wild, unsigned own);

/// Searches all paths that begin with the entries of `lists.codes[0 .. count)`, whose tags, of any
/// meaning, are kept. Words that these entries end count too.
using Follow = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                        size_t count);

}  // namespace lexigrid::levels

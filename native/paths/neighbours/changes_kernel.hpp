// Data of a search over one *wild* cell, which covers all its letters at once.
//
// The unchanged board is searched once. On the way, the steps from each path onto a free neighbour are listed
// for every letter with which the trie continues, whatever letter the neighbour has. These steps, the
// *children*, are grouped by the cell that they leave. For each wild cell, the children of its neighbours are
// filtered, and the search continues from those that remain as on any board; the letter of the wild cell is
// kept as a tag. For swaps of two cells, paths over the wild cell that can step onto the other cell are
// recorded as well.
//
//   entry   as in the packed layout, except that bits 32-58 are the node and bits 59-63 the tag
#pragma once

#include <array>
#include <span>
#include <vector>

#include "paths/levels/board.hpp"

namespace lexigrid::levels {

inline constexpr unsigned kTagShift = 59;
inline constexpr uint64_t kTagNodes = uint64_t{1} << 27;  // nodes that an entry can number
inline constexpr uint64_t kTaggedNodePart = (kTagNodes - 1) << 32;
/// The most children of a board. The best 5x5 boards have 25,000.
inline constexpr size_t kMaxChildren = size_t{1} << 17;
/// Children searched together. Their order does not matter; short lists stay in the first-level cache.
inline constexpr size_t kBatch = 1'024;

[[nodiscard]] constexpr NodeId tagged_node(uint64_t entry) noexcept {
  return static_cast<NodeId>((entry & kTaggedNodePart) >> 32);
}

/// The children of a board; the memory is reused from board to board.
struct Children {
  std::vector<Node> nodes = std::vector<Node>(kMaxChildren + 64);            // reached by the step
  std::vector<uint64_t> entries = std::vector<uint64_t>(kMaxChildren + 64);  // tag, node, cells used before
  std::vector<uint64_t> paths = std::vector<uint64_t>(kMaxHits + 64);  // of the board that can be continued
  uint32_t at[kMaxPackedCells + 2];  // first child of each cell, then of no cell, where words begin
  std::vector<uint64_t> noted = std::vector<uint64_t>(kMaxHits + 64);  // see SearchNoting
  size_t noted_count = 0;
};

inline constexpr uint32_t kEveryLetter = ~uint32_t{0};

// All functions return false if a bound was exceeded.

/// Searches the unchanged board. `lists.hits` receives the entries of its words, including those of one tile;
/// `children` receives the steps onto a cell with one of the letters `allowed` (one bit each).
using Collect = bool (*)(const Shape& shape, const PathTrie& trie, const uint8_t* letters, uint32_t allowed,
                         Tables& tables, Lists& lists, Children& children);

/// Searches all paths over cell `wild` for all its letters. `lists.hits` receives the tagged entries that
/// end a word. The tables are those of `Collect`.
using SearchWild = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                            Children& children, unsigned wild);

/// Does what `SearchWild` does. `children.noted` also receives every entry over the wild cell that is next to
/// a cell with the letter of its tag and that can continue with `own`, the original letter of the wild cell.
using SearchNoting = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                              Children& children, unsigned wild, unsigned own);

/// Searches all paths that begin with the entries of `lists.codes[0 .. count)` and keeps their tags, whatever
/// these mean. Words that end with these entries count too.
using Follow = bool (*)(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                        size_t count);

/// A set of words, one bit each.
inline constexpr unsigned kWordsInLine = 512;
struct alignas(64) Line {
  std::array<uint64_t, kWordsInLine / 64> bits;
};

/// Adds to the score of each pair the points of its words. Words of one line have the same points; line l of
/// pair p is `lines[l * pairs + p]`.
using AddPoints = void (*)(std::span<const uint64_t> points_of_line, const Line* lines, unsigned pairs,
                           uint64_t* scores);

}  // namespace lexigrid::levels

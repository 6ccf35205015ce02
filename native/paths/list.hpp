// Turns the hits of a board kernel into the words of the board, each once and in a chosen order.
#pragma once

#include <vector>

#include "base/growing_array.hpp"
#include "paths/workspace.hpp"

namespace lexigrid {

/// The order of the words of a board.
enum class BoardOrder : uint8_t {
  grid = 0,    // canonical: by first path
  tiles = 1,   // fewest tiles first, then canonical: as the kernels find them
  alpha = 2,   // by letters
  length = 3,  // most letters first, then by letters
  score = 4    // most points first, then by letters
};

/// Flat arrays that lists are appended to: words and, with paths, the number of tiles and the cells of each.
struct BoardWords {
  GrowingArray<WordId> words;
  GrowingArray<uint8_t> tiles;
  GrowingArray<uint8_t> cells;

  /// Keeps the first words and cells.
  void shrink(size_t word_count, size_t cell_count) noexcept {
    words.shrink(word_count);
    if (tiles.empty()) return;
    tiles.shrink(word_count);
    cells.shrink(cell_count);
  }
  /// Makes room for `more` words of up to `most_tiles` tiles, as lists are written without bounds checks.
  void reserve(size_t more, bool with_paths, unsigned most_tiles) {
    words.reserve(more);
    if (!with_paths) return;
    tiles.reserve(more);
    cells.reserve(more * most_tiles + 16);
  }
};

/// Must a kernel record path codes for such a list?
[[nodiscard]] constexpr bool needs_codes(bool with_paths, BoardOrder order) noexcept {
  return with_paths || order == BoardOrder::grid;
}

/// A word on one path: its path code, and its node << 32 | its number of tiles.
struct PathWord {
  uint64_t code;
  uint64_t node_and_tiles;

  [[nodiscard]] NodeId node() const noexcept { return static_cast<NodeId>(node_and_tiles >> 32); }
  [[nodiscard]] unsigned tiles() const noexcept { return static_cast<unsigned>(node_and_tiles); }
};

/// Scratch memory for the words of one board.
struct ListWorkspace {
  std::vector<PathWord> found;
  std::vector<PathWord> sorted;
};

/// Lists every path of every word that scores, in canonical order. The board must have been searched with
/// codes, and no word may have more tiles than a code holds. The result is valid until the next call on this
/// thread.
using ListEveryPath = std::span<const PathWord> (*)(const SearchedBoard& board);

/// Appends the distinct words of a searched board in the order `grid` or `tiles`, and returns their points.
/// The board must have been searched with codes if `needs_codes`. Not for tries with aliases, where a word
/// can have paths of several lengths.
using ListWords = uint64_t (*)(const SearchedBoard& board, bool with_paths, BoardOrder order,
                               BoardWords& out);

}  // namespace lexigrid

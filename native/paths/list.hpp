// Turns the hits of a board kernel into the words of the board, each once and in a chosen order.
#pragma once

#include <algorithm>
#include <vector>

#include "answer/paths.hpp"
#include "base/growing_array.hpp"
#include "paths/paths.hpp"
#include "paths/workspace.hpp"

namespace lexigrid {

/// Flat arrays that lists are appended to: words and, with paths, the number of tiles and the cells of each.
struct BoardWords {
  GrowingArray<WordId> words;
  GrowingArray<uint16_t> tiles;
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
  void append(const BoardWords& more) {
    std::copy(more.words.begin(), more.words.end(), words.extend(more.words.size()));
    std::copy(more.tiles.begin(), more.tiles.end(), tiles.extend(more.tiles.size()));
    std::copy(more.cells.begin(), more.cells.end(), cells.extend(more.cells.size()));
  }
  /// Appends an answer with at most one path per word, on a board of up to 256 cells.
  void append(const PathResult& answer);
  /// The lists of one board as an answer.
  [[nodiscard]] PathResult answer(uint64_t score, bool with_paths) const;
};

/// Must a kernel record path codes for such a list?
[[nodiscard]] constexpr bool needs_codes(bool with_paths, WordOrder order) noexcept {
  return with_paths || order == WordOrder::grid;
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
using ListWords = uint64_t (*)(const SearchedBoard& board, bool with_paths, WordOrder order, BoardWords& out);

}  // namespace lexigrid

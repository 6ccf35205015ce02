// From the hits of a board kernel to the words of the board: each once, in a chosen order.
#pragma once

#include <vector>

#include "paths/workspace.hpp"

namespace lexigrid {

/// The order of the words of a board.
enum class BoardOrder : uint8_t {
  grid = 0,    // canonical: as the grid spells them first
  tiles = 1,   // fewest tiles first, then canonical: as the kernels find them, at no cost
  alpha = 2,   // by letters
  length = 3,  // most letters first, then by letters
  score = 4    // most points first, then by letters
};

/// Flat arrays that lists are appended to: words, and with paths their numbers of tiles and, one word
/// after the other, their cells. The arrays are longer than what is in use.
struct BoardWords {
  std::vector<WordId> words;
  std::vector<uint8_t> tiles;
  std::vector<uint8_t> cells;
  size_t word_count = 0;  // in use
  size_t cell_count = 0;

  void clear() noexcept { word_count = cell_count = 0; }
  /// Makes room for `more` words of up to `most_tiles` tiles: lists are written without bounds checks.
  void reserve(size_t more, bool with_paths, unsigned most_tiles) {
    const auto grow = [](auto& array, size_t least) {
      if (array.size() < least) array.resize(least + least / 2);
    };
    grow(words, word_count + more);
    if (!with_paths) return;
    grow(tiles, word_count + more);
    grow(cells, cell_count + more * most_tiles + 16);
  }
};

/// Does a kernel have to note path codes for such a list?
[[nodiscard]] constexpr bool needs_codes(bool with_paths, BoardOrder order) noexcept {
  return with_paths || order == BoardOrder::grid;
}

/// A word on one path: its path code; its node << 32 | its number of tiles.
struct PathWord {
  uint64_t code;
  uint64_t node_and_tiles;

  [[nodiscard]] NodeId node() const noexcept { return static_cast<NodeId>(node_and_tiles >> 32); }
  [[nodiscard]] unsigned tiles() const noexcept { return static_cast<unsigned>(node_and_tiles); }
};

/// The words of one board on their way into a list.
struct ListWorkspace {
  std::vector<PathWord> found;
  std::vector<PathWord> sorted;
};

/// Lists every path of every word that scores, in canonical order of the paths, for a board that was
/// searched with codes and has no word of more tiles than they hold. Valid until the next call on this
/// thread.
using ListEveryPath = std::span<const PathWord> (*)(const SearchedBoard& board);

/// Appends the distinct words of a board that was searched, with codes where `needs_codes`, in the order
/// `grid` or `tiles`; returns their points. Not for tries with aliases, whose words have several lengths.
using ListWords = uint64_t (*)(const SearchedBoard& board, bool with_paths, BoardOrder order,
                               BoardWords& out);

}  // namespace lexigrid

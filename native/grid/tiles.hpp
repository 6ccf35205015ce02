// The tiles of a grid, in the letter codes of a lexicon or of a traced word.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>
#include <vector>

#include "base/types.hpp"

namespace lexigrid {

/// A letter of the grid that no word has. Used only if words have a wildcard; otherwise such a tile is dead.
inline constexpr LetterCode kOtherLetter = 0xFFFE;

/// What a tile can spell.
enum class TileKind : uint8_t {
  dead = 0,    // a hole, or a letter that the lexicon lacks: no line or path includes it
  letter = 1,  // exactly one letter: `letter[tile]`
  wild = 2,    // any one letter
  choice = 3   // any of its alternatives, each of one or more letters ("Qu" has only one)
};

/// The distinct tiles of a grid. The alternatives of tile t are `alternative_at[t] .. alternative_at[t + 1]`;
/// the letters of alternative a are `letters[letter_at[a]] .. letters[letter_at[a + 1]]`. Alternatives are
/// distinct, not empty, and in ascending order of their letters. The only alternative of a `choice` is never
/// a single letter.
struct TileTable {
  std::span<const TileKind> kind;
  std::span<const LetterCode> letter;  // kNoLetter unless kind is `letter`
  std::span<const uint32_t> alternative_at;
  std::span<const uint32_t> letter_at;
  std::span<const LetterCode> letters;

  [[nodiscard]] size_t size() const noexcept { return kind.size(); }
  [[nodiscard]] std::span<const LetterCode> alternative(uint32_t index) const noexcept {
    return letters.subspan(letter_at[index], letter_at[index + 1] - letter_at[index]);
  }
};

/// The tile ids of the cells in reading order, one or two bytes each. Every id is below the table size.
class Cells {
 public:
  Cells() = default;
  Cells(std::span<const uint8_t> narrow) noexcept : narrow_(narrow.data()), size_(narrow.size()) {}
  Cells(std::span<const uint16_t> wide) noexcept : wide_(wide.data()), size_(wide.size()) {}

  [[nodiscard]] size_t size() const noexcept { return size_; }
  [[nodiscard]] TileId operator[](size_t cell) const noexcept {
    assert(cell < size_);
    return narrow_ != nullptr ? narrow_[cell] : wide_[cell];
  }
  /// Null when the ids are two bytes wide.
  [[nodiscard]] const uint8_t* narrow() const noexcept { return narrow_; }
  [[nodiscard]] const uint16_t* wide() const noexcept { return wide_; }

 private:
  const uint8_t* narrow_ = nullptr;
  const uint16_t* wide_ = nullptr;
  size_t size_ = 0;
};

/// A rectangle of tiles.
struct GridView {
  uint32_t rows = 0;
  uint32_t columns = 0;
  Cells cells;
  TileTable table;
};

/// Does every cell have a tile id below `tiles`? Vectorized: cell by cell, it took 70 % of a trace over
/// 1000x1000 cells.
[[nodiscard]] bool has_tiles_below(const Cells& cells, size_t tiles) noexcept;

/// Can the tile spell anything but one fixed letter?
[[nodiscard]] constexpr bool is_complex(TileKind kind) noexcept {
  return kind == TileKind::wild || kind == TileKind::choice;
}

[[nodiscard]] inline std::vector<TileId> complex_tiles(const TileTable& table) {
  std::vector<TileId> tiles;
  for (size_t tile = 0; tile < table.size(); ++tile) {
    if (is_complex(table.kind[tile])) tiles.push_back(static_cast<TileId>(tile));
  }
  return tiles;
}

/// Is every tile on the grid dead or a single letter? The table of all bytes has a wild tile that most grids
/// do not use; one pass at memory speed finds out.
[[nodiscard]] inline bool has_plain_tiles(const GridView& grid) {
  constexpr size_t kPiece = size_t{1} << 14;  // stays in the cache from one tile to the next
  const std::vector<TileId> tiles = complex_tiles(grid.table);
  for (size_t begin = 0; begin < grid.cells.size() && !tiles.empty(); begin += kPiece) {
    const size_t count = std::min(kPiece, grid.cells.size() - begin);
    for (const TileId tile : tiles) {
      if (grid.cells.narrow() != nullptr) {
        if (std::memchr(grid.cells.narrow() + begin, static_cast<int>(tile), count) != nullptr) return false;
      } else {
        const uint16_t* const first = grid.cells.wide() + begin;
        if (std::find(first, first + count, tile) != first + count) return false;
      }
    }
  }
  return true;
}

}  // namespace lexigrid

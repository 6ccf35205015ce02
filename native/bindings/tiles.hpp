// Grids as Python passes them: the texts of the tiles, and the tile of each cell.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "grid/tile_set.hpp"

namespace lexigrid::bindings {

/// The texts of the distinct tiles of a grid. They are read once, and can then be encoded in the letters of
/// any number of lexicons, with one lookup per letter instead of one per tile.
class TileTexts {
 public:
  /// One element per tile: None for a hole, True for a wild tile, a str for one letter, or a tuple of
  /// alternatives, which are tuples of str.
  explicit TileTexts(const nb::list& tiles);

  /// The tiles in letter codes, which are indices into the sorted `faces`. A letter that is not in `faces`
  /// becomes `unknown`; if that is kNoLetter, its alternative is left out.
  [[nodiscard]] Tiles encode(const std::vector<std::string>& faces, LetterCode unknown) const;

  /// Unique in this process.
  [[nodiscard]] uint64_t id() const noexcept { return id_; }

 private:
  struct ComplexTile {
    bool is_wild = false;
    std::vector<std::vector<std::string>> alternatives;  // empty: dead
  };
  [[nodiscard]] std::span<const TileId> tiles_of(const std::string& letter) const noexcept;

  size_t size_ = 0;
  std::vector<std::pair<TileId, ComplexTile>> complex_;
  std::vector<TileId> ascii_tiles_;          // by letter
  std::array<uint32_t, 129> ascii_first_{};  // offsets into ascii_tiles_
  std::unordered_map<std::string, std::vector<TileId>> other_tiles_;
  std::vector<TileId> letter_tiles_;  // all tiles that are a single letter
  uint64_t id_;
};

/// The cells of a grid in a Python buffer, of one or two bytes each. Construct and destroy with the GIL held.
class CellBuffer {
 public:
  explicit CellBuffer(nb::handle codes);
  ~CellBuffer() { PyBuffer_Release(&buffer_); }
  CellBuffer(const CellBuffer&) = delete;
  CellBuffer& operator=(const CellBuffer&) = delete;

  /// The rows and columns of a read-only table of bytes; {0, 0} if it is another buffer.
  [[nodiscard]] std::pair<uint32_t, uint32_t> table_shape() const noexcept;

  /// A view of the grid. Checks the cells against the shape and the tile table, which must outlive the view.
  [[nodiscard]] GridView grid(uint32_t rows, uint32_t columns, const TileTable& table,
                              uint64_t max_cells = kMaxCells) const;

 private:
  Py_buffer buffer_{};
  Cells cells_;
};

}  // namespace lexigrid::bindings

// Tiles of grids as Python gives them: what they spell, and the cells that they are on.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "grid/tile_set.hpp"

namespace lexigrid::bindings {

/// What the distinct tiles of grids spell, as text: made once, and encoded in the letters of one lexicon
/// after the other, with one look-up per letter instead of one per tile.
class TileTexts {
 public:
  /// One element per tile: None is a hole, True is wild, a str is one letter, a tuple of tuples of str are
  /// the alternatives.
  explicit TileTexts(const nb::list& tiles);

  /// The tiles in codes that are indices of `faces`. A letter that is not among them counts as `unknown`;
  /// with kNoLetter, its alternative is left out.
  [[nodiscard]] Tiles encode(const std::vector<std::string>& faces, LetterCode unknown) const;

  /// Unique in this process.
  [[nodiscard]] uint64_t id() const noexcept { return id_; }

 private:
  struct ComplexTile {
    bool is_wild = false;
    std::vector<std::vector<std::string>> alternatives;  // none: dead
  };
  [[nodiscard]] std::span<const TileId> tiles_of(const std::string& letter) const noexcept;

  size_t size_ = 0;
  std::vector<std::pair<TileId, ComplexTile>> complex_;
  std::vector<TileId> ascii_tiles_;          // by letter
  std::array<uint32_t, 129> ascii_first_{};  // offsets into ascii_tiles_
  std::unordered_map<std::string, std::vector<TileId>> other_tiles_;
  std::vector<TileId> letter_tiles_;  // all tiles of one letter
  uint64_t id_;
};

/// Raises ValueError unless every letter of the tiles is below the count.
void check_letters(const Tiles& tiles, uint32_t letter_count);

/// The cells of a grid as a buffer of Python's, one or two bytes each. To be made and destroyed under the
/// GIL.
class CellBuffer {
 public:
  explicit CellBuffer(nb::handle codes);
  ~CellBuffer() { PyBuffer_Release(&buffer_); }
  CellBuffer(const CellBuffer&) = delete;
  CellBuffer& operator=(const CellBuffer&) = delete;

  /// A view after checking the cells against the shape and the tile table, both of which must outlive it.
  [[nodiscard]] GridView grid(uint32_t rows, uint32_t columns, const TileTable& table,
                              uint64_t max_cells = kMaxCells) const;

 private:
  Py_buffer buffer_{};
  Cells cells_;
};

}  // namespace lexigrid::bindings

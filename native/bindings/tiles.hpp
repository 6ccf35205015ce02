// Tiles of grids as Python gives them: what they spell, and the cells that they are on.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "grid/tiles.hpp"

namespace lexigrid::bindings {

/// A tile table with its memory.
class Tiles {
 public:
  /// One element per tile: None is dead, True is wild, an int is one letter, a list of non-empty lists of
  /// ints are the alternatives.
  explicit Tiles(const nb::list& tiles);
  /// Tiles of one letter each; kNoLetter is dead.
  explicit Tiles(std::vector<LetterCode> letters);
  Tiles() = default;

  [[nodiscard]] TileTable table() const noexcept {
    return {kind_, letter_, alternative_at_, letter_at_, letters_};
  }

  /// Appends a tile of one letter, or a dead one (kNoLetter).
  void add(LetterCode letter);
  /// Makes a dead tile wild.
  void set_wild(TileId tile);
  /// Gives a dead tile its alternatives, none of them empty. Later tiles must not have any yet.
  void set(TileId tile, std::vector<std::vector<LetterCode>> alternatives);
  /// Raises ValueError unless every letter is below the count.
  void check_letters(uint32_t letter_count) const;

 private:
  std::vector<TileKind> kind_;
  std::vector<LetterCode> letter_;
  std::vector<uint32_t> alternative_at_{0};
  std::vector<uint32_t> letter_at_{0};
  std::vector<LetterCode> letters_;
};

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

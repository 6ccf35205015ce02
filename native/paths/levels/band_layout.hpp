// How the window search reads a grid in bands of rows, and what the codes of its paths mean.
#pragma once

#include <array>

#include "paths/levels/window_levels.hpp"
#include "paths/paths.hpp"
#include "paths/symbols.hpp"

namespace lexigrid::window {

class BandLayout {
 public:
  /// Returns false for graphs of more than 64 cells or eight neighbours per cell, for rows too long for a
  /// band, and for a torus too large to be one band.
  [[nodiscard]] static bool serves(const PathQuery& query) noexcept;

  /// Writes bands to `band`, which a thread reuses.
  BandLayout(const PathQuery& query, const GridSymbols& symbols, Band& band);

  /// Rows searched together; the last band may have fewer.
  [[nodiscard]] uint32_t rows_of_band() const noexcept { return rows_of_band_; }

  /// Writes the rows that paths from rows `begin .. end` can reach, within a margin of dead cells.
  void load(uint32_t begin, uint32_t end);

  /// The number of a cell of the grid in the current band.
  [[nodiscard]] uint32_t in_band(CellId cell) const noexcept {
    if (is_graph_) return cell;
    return (cell / columns_ - band_row_ + 1) * band_.stride + cell % columns_ + 1;
  }
  [[nodiscard]] uint32_t symbols_at(CellId cell) const noexcept { return symbols_.at(query_.grid, cell); }

  /// Paths of up to this many tiles use no cell twice, because their entries remember all cells.
  [[nodiscard]] unsigned certain_tiles() const noexcept { return certain_tiles_; }

  /// Appends the cells of a path.
  template <class List>
  void append_cells(uint64_t code, unsigned tiles, List& cells) const {
    auto cell = static_cast<CellId>(code >> kStartShift);
    cells.push_back(cell);
    for (unsigned k = 1; k < tiles; ++k) {
      cell = cell_after(cell, static_cast<unsigned>(code >> (kStartShift - kStepBits * k) & (kWays - 1)));
      cells.push_back(cell);
    }
  }

  /// Returns whether the path of a code uses no cell twice.
  [[nodiscard]] bool is_path(uint64_t code, unsigned tiles) const;

 private:
  void load_graph();
  void list_neighbours(CellId cell);

  /// Are the steps from this cell numbered by rank?
  [[nodiscard]] bool is_ranked(CellId cell) const noexcept {
    if (is_graph_) return true;
    if (!is_torus_) return false;
    const uint32_t row = cell / columns_;
    const uint32_t column = cell % columns_;
    return row == 0 || row + 1 == rows_ || column == 0 || column + 1 == columns_;
  }
  [[nodiscard]] CellId cell_after(CellId cell, unsigned step) const noexcept {
    if (is_ranked(cell)) {
      Adjacency::Buffer buffer;
      return query_.adjacency.of(cell, buffer)[step];
    }
    return static_cast<CellId>(static_cast<int64_t>(cell) + kRowStep[step] * static_cast<int64_t>(columns_) +
                               kColumnStep[step]);
  }

  const PathQuery& query_;
  const GridSymbols& symbols_;
  Band& band_;
  const uint32_t rows_;
  const uint32_t columns_;
  const bool is_graph_;
  const bool is_torus_;
  uint32_t rows_of_band_ = 0;
  uint32_t band_row_ = 0;  // the row of the grid where the band begins
  unsigned certain_tiles_ = kCertainTiles;
  std::vector<uint32_t> bits_;  // symbols of the band's cells
};

}  // namespace lexigrid::window

// The ground of the search on grids of any size: how a grid is laid out in bands, and what the codes
// of its paths mean.
#pragma once

#include <array>

#include "paths/levels/window_kernel.hpp"
#include "paths/paths.hpp"
#include "paths/symbols.hpp"

namespace lexigrid::window {

class BandLayout {
 public:
  /// Does the search by levels serve such cells and neighbours? Not graphs of more than 64 cells or
  /// eight neighbours, rows too long for a band, a torus too large to be laid out as one.
  [[nodiscard]] static bool serves(const PathQuery& query) noexcept;

  /// `band` is where bands are laid out: one a thread, used again.
  BandLayout(const PathQuery& query, const GridSymbols& symbols, Band& band);

  /// Rows that are searched together; the last ones may be fewer.
  [[nodiscard]] uint32_t rows_of_band() const noexcept { return rows_of_band_; }

  /// Lays out the rows that paths from `begin .. end` reach, with a border of dead cells.
  void lay_out(uint32_t begin, uint32_t end);

  /// The number of a cell of the grid in the band laid out.
  [[nodiscard]] uint32_t in_band(CellId cell) const noexcept {
    if (is_graph_) return cell;
    return (cell / columns_ - band_row_ + 1) * band_.stride + cell % columns_ + 1;
  }
  [[nodiscard]] uint32_t symbols_at(CellId cell) const noexcept { return symbols_.at(query_.grid, cell); }

  /// Paths of so many tiles at most use no cell twice: entries know of all the cells they used.
  [[nodiscard]] unsigned sure_tiles() const noexcept { return sure_tiles_; }

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

  /// Does the path of a code use no cell twice?
  [[nodiscard]] bool is_path(uint64_t code, unsigned tiles) const;

 private:
  void lay_out_graph();
  void list_neighbours(CellId cell);

  /// Are the steps from a cell numbered by rank?
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
  uint32_t band_row_ = 0;  // of the grid, where the band begins
  unsigned sure_tiles_ = kSureTiles;
  std::vector<uint32_t> bits_;  // the symbols of the band's cells
};

}  // namespace lexigrid::window

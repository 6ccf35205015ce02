// A window of the grid as classes of letters, one byte per cell. It has margins, so walks along a line need
// no checks for edges, holes, wide tiles or the seam of a torus.
#pragma once

#include <vector>

#include "base/map_bytes.hpp"
#include "lines/bands.hpp"
#include "lines/trie_scan/index.hpp"

namespace lexigrid {

/// Cells that a walk of the trie can reach beyond its first cell.
inline constexpr uint32_t kWindowMargin = kTrieLetters;

class ClassWindow {
 public:
  ClassWindow(const LineQuery& query, const LineIndex& index, const ComplexTiles& complex);

  /// Loads `rows` rows from `top`, which may be negative on a torus, and `columns` columns from `left`. The
  /// margins are wrapped or kNoClass.
  void load(int64_t top, uint32_t rows, uint32_t left, uint32_t columns);

  /// Has any window so far had a complex tile?
  [[nodiscard]] bool has_complex_tile() const noexcept { return has_complex_tile_; }

  /// Returns the first cell of a row of the window. 64 bytes after the last cell are readable.
  [[nodiscard]] const uint8_t* row(uint32_t in_window) const noexcept {
    return classes_.data() + kGuard + size_t{in_window} * stride_ + kWindowMargin;
  }
  [[nodiscard]] ptrdiff_t stride() const noexcept { return static_cast<ptrdiff_t>(stride_); }

 private:
  void load_row(uint8_t* to, uint32_t row, int64_t left, uint32_t count);
  void copy(uint8_t* to, uint64_t from, uint32_t count);

  static constexpr size_t kGuard = 64;  // before the first row and after the last

  const LineQuery& query_;
  const ComplexTiles& complex_;
  const MapBytes map_bytes_;
  std::vector<uint8_t> class_of_;  // by tile; at least 256 elements
  size_t stride_ = 0;
  std::vector<uint8_t> classes_;
  bool has_complex_tile_ = false;
};

}  // namespace lexigrid

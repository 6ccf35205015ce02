// A window of the grid as classes of letters: one byte a cell, with a margin on three sides, so that
// no look along a line meets an edge, a hole, a wide tile or the seam of a torus.
#pragma once

#include <vector>

#include "base/map_bytes.hpp"
#include "lines/bands.hpp"
#include "lines/lines.hpp"
#include "lines/trie_scan/index.hpp"

namespace lexigrid {

/// Cells that a walk of the trie can reach beyond its first one.
inline constexpr uint32_t kPlaneMargin = kTrieLetters;

class ClassWindow {
 public:
  /// `odd` is told where a window has one of its tiles.
  ClassWindow(const LineQuery& query, const LineIndex& index, ComplexTiles& odd);

  /// Loads `rows` rows from `top` on (on a torus it may lie above the grid) and `columns` columns
  /// from `left` on; around them the margin, wrapped or kNoClass.
  void load(int64_t top, uint32_t rows, uint32_t left, uint32_t columns);

  /// The first cell of a row of the window. 64 bytes behind its last one can be read.
  [[nodiscard]] const uint8_t* row(uint32_t in_window) const noexcept {
    return classes_.data() + kGuard + size_t{in_window} * stride_ + kPlaneMargin;
  }
  [[nodiscard]] ptrdiff_t stride() const noexcept { return static_cast<ptrdiff_t>(stride_); }

 private:
  void load_row(uint8_t* to, uint32_t row, int64_t left, uint32_t count) const;
  void copy(uint8_t* to, uint64_t from, uint32_t count) const;

  static constexpr size_t kGuard = 64;  // before the first row and behind the last

  const LineQuery& query_;
  ComplexTiles& odd_;
  const MapBytes map_bytes_;
  std::vector<uint8_t> class_of_;  // by tile; at least 256
  size_t stride_ = 0;
  std::vector<uint8_t> classes_;
};

}  // namespace lexigrid

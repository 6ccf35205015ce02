// A window of the grid as classes of letters: one byte a cell, with a margin on three sides, so that
// no look along a line meets an edge, a hole, a wide tile or the seam of a torus.
#pragma once

#include <vector>

#include "lines.hpp"
#include "lines_bands.hpp"
#include "lines_index.hpp"
#include "map_bytes.hpp"

namespace lexigrid {

/// Cells that a walk of the trie can reach beyond its first one.
inline constexpr std::uint32_t kPlaneMargin = kTrieLetters;

class LinePlane {
 public:
  /// `odd` is told where a window has one of its tiles.
  LinePlane(const LineQuery& query, const LineIndex& index, OddTiles& odd);

  /// Loads `rows` rows from `top` on (on a torus it may lie above the grid) and `columns` columns
  /// from `left` on; around them the margin, wrapped or kNoClass.
  void load(std::int64_t top, std::uint32_t rows, std::uint32_t left, std::uint32_t columns);

  /// The first cell of a row of the window. 64 bytes behind its last one can be read.
  [[nodiscard]] const std::uint8_t* row(std::uint32_t in_window) const noexcept {
    return classes_.data() + kGuard + std::size_t{in_window} * stride_ + kPlaneMargin;
  }
  [[nodiscard]] std::ptrdiff_t stride() const noexcept { return static_cast<std::ptrdiff_t>(stride_); }

 private:
  void load_row(std::uint8_t* to, std::uint32_t row, std::int64_t left, std::uint32_t count) const;
  void copy(std::uint8_t* to, std::uint64_t from, std::uint32_t count) const;

  static constexpr std::size_t kGuard = 64;  // before the first row and behind the last

  const LineQuery& query_;
  OddTiles& odd_;
  const MapBytes map_bytes_;
  std::vector<std::uint8_t> class_of_;  // by tile; at least 256
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> classes_;
};

}  // namespace lexigrid

// The filter of Teddy: which cells may begin a fingerprint.
#pragma once

#include "lines/teddy/verifier.hpp"

namespace lexigrid::teddy {

/// Bucket masks by tile, for the four letters of a fingerprint.
struct Tables {
  /// By the low bits of a tile. Tiles that share them weaken the filter but never change the answer.
  alignas(64) uint8_t low[kFingerprintLetters][64] = {};
  /// Beyond the edge: the buckets with a pattern that ends before the letter. Every tile allows them too.
  uint8_t open[kFingerprintLetters] = {};
  /// Will many vectors of cells have candidates?
  bool is_dense = false;
};

/// A vector of cells with candidates. Bit i of an axis is the cell `first + i`; upwards, it is three rows
/// below.
struct Hit {
  uint64_t cells[kAxes];
  uint32_t first;  // as in Candidates, without an axis
};

/// Filters write a hit at each step and advance the end only if it is one.
struct Hits {
  static constexpr uint32_t kEnough = 128;
  static constexpr uint32_t kMore = 128;  // the most added between two checks: a row or a strip
  uint32_t count = 0;
  Hit at[kEnough + kMore];

  [[nodiscard]] bool are_enough() const noexcept { return count >= kEnough; }
};

/// Flags for what to watch for in cells, and for what their bits suggest: the only complex tile below 128,
/// and tiles above 127, any of which may be complex.
inline constexpr unsigned kComplexTile = 1;
inline constexpr unsigned kHighTile = 2;

/// Rows `first .. last` and `width` columns from `left`.
struct Window {
  const uint8_t* cells;  // the grid
  uint32_t rows;
  uint32_t columns;
  uint32_t first;
  uint32_t last;
  uint32_t left;
  uint32_t width;
  unsigned watched;      // kComplexTile, kHighTile
  uint8_t complex_tile;  // the tile that kComplexTile watches for
};

/// Must the cells be searched for the complex tile?
[[nodiscard]] inline bool is_suspected(const Window& window, unsigned suspected) noexcept {
  return (window.watched & kComplexTile) != 0 &&
         may_occur(window.complex_tile, (suspected & kComplexTile) != 0);
}

// The filter in rows keeps the masks of the last rows.
inline constexpr uint32_t kRowColumns = 1024;  // looked up at once
inline constexpr uint32_t kMargin = 64;        // columns on each side that are readable
inline constexpr uint32_t kRing = 4;           // rows that are kept

/// By row and letter of the fingerprint: the mask of column `left + i` of the grid is at `kMargin + i`.
struct MaskRows {
  static constexpr size_t kStride = kMargin + kRowColumns + kMargin;
  alignas(64) uint8_t of[kRing][kFingerprintLetters * kStride];
  using Joined = uint64_t[2][4][32];
  Joined joined;  // portable: two of the masks of a tile, by its place among four and its low bits
};

/// The state of a filter in a window.
struct Scan {
  uint32_t next = 0;  // row of the window, or column of a filter in strips
  bool has_complex_tile = false;
  Hits hits;
  MaskRows rows;
};

/// Appends the hits of a window until there are enough or it meets a watched tile. Returns whether anything
/// is left to filter.
using Filter = bool (*)(const Window& window, const Tables& tables, Scan& scan);

/// A filter and the largest window it accepts.
struct Kernel {
  Filter filter;
  uint32_t rows;
  uint32_t columns;
  unsigned tile_mask;  // the bits of a tile that it looks up
};

/// The kernel of the active target for a grid of this number of cells.
[[nodiscard]] Kernel best_kernel(uint64_t cells) noexcept;

}  // namespace lexigrid::teddy

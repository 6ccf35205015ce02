// Line search for few words on grids of plain one-byte tiles: a filter over rows, and an exact look
// at the few cells that pass.
//
// For each of the first four letters of the patterns a table says, for every tile, which of eight
// buckets of patterns allow it there. Each row is looked up once in all four tables; the four rows
// of bytes that come out stay in the first-level cache until three more rows are there. Then the
// AND of four of them, each a column or a row further, tells for every cell and axis whether some
// pattern may start there: thirteen loads and no look-up, whatever the vectors.
#pragma once

#include <memory>

#include "cpu.hpp"
#include "lines_patterns.hpp"

namespace lexigrid {

namespace rows {

inline constexpr std::uint32_t kWindow = 1u << kStartColumnBits;  // columns that are looked up at once
inline constexpr std::uint32_t kMargin = 64;    // columns beside them that a line may reach; 3 are needed
inline constexpr std::uint32_t kRing = 4;       // rows that are kept

/// Buckets by tile, for letters 0 to 3.
struct Tables {
  /// By the low bits of a tile (tiles that share them weaken the filter, never the answer).
  alignas(64) std::uint8_t low[kPatternLetters][64] = {};
  /// By tile, one byte a letter.
  std::uint8_t all[256][kPatternLetters] = {};
  /// Beyond the edge: a pattern without such a letter allows whatever is there.
  std::uint8_t open[kPatternLetters] = {};
};

/// Rows that were looked up, by letter: column `left + i` of the grid at `kMargin + i`.
struct Planes {
  static constexpr std::size_t kStride = kMargin + kWindow + kMargin;
  alignas(64) std::uint8_t of[kRing][kPatternLetters * kStride];
};

/// Cells where a pattern may start, by axis: row in the band * kWindow + column in the window.
struct Starts {
  static constexpr std::uint32_t kEnough = 4096;
  std::uint32_t count[kAxes];
  // A row may begin where there is room left, and its last vector writes some more.
  std::uint32_t at[kAxes][kEnough + kWindow + 64];

  [[nodiscard]] bool has_enough() const noexcept {
    return count[0] > kEnough || count[1] > kEnough || count[2] > kEnough || count[3] > kEnough;
  }
};

/// Rows `first .. last` and `width` columns from `left` on.
struct Window {
  const std::uint8_t* cells;  // the grid
  std::uint32_t rows;
  std::uint32_t columns;
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t left;
  std::uint32_t width;    // at most kWindow
  unsigned wanted;        // what is to be looked for on the way: kOddTile, kHighTile
  std::uint8_t odd_tile;  // the first of these
};
/// What a row has, as bits: the one odd tile, and tiles above 127, of which any may be odd.
inline constexpr unsigned kOddTile = 1;
inline constexpr unsigned kHighTile = 2;

/// Finds the starts of the rows from `row` on, until there are enough: returns the row that is
/// next. Begins with `row` = `first`; `planes` is then prepared (see `open_planes`).
using Filter = std::uint32_t (*)(const Window& window, const Tables& tables, std::uint32_t row, Planes& planes, Starts& starts,
                                 bool& has_odd_tile);

[[nodiscard]] std::uint32_t filter_portable(const Window&, const Tables&, std::uint32_t, Planes&, Starts&, bool&);
#if LEXIGRID_X86
[[nodiscard]] std::uint32_t filter_avx512(const Window&, const Tables&, std::uint32_t, Planes&, Starts&, bool&);
[[nodiscard]] std::uint32_t filter_avx2(const Window&, const Tables&, std::uint32_t, Planes&, Starts&, bool&);
#endif

/// The kernel of an instruction set.
[[nodiscard]] Filter filter_of(Isa isa) noexcept;

/// Fills what no row of the window writes: the columns beyond the edges of the grid.
void open_planes(const Window& window, const Tables& tables, Planes& planes) noexcept;

}  // namespace rows

/// For narrow tiles of one letter, not wrapped.
[[nodiscard]] std::unique_ptr<BandSearch> make_rows(const LineQuery& query, const LinePatterns& patterns, OddTiles& odd);

}  // namespace lexigrid

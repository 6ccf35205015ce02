// Line search for few words on grids of plain one-byte tiles: a filter says where the probe of some
// pattern may start, and the few cells that pass are looked at exactly.
//
// For each of the four letters of a probe a table says, for every tile, which of eight buckets of
// patterns allow it there. The AND of four looks, each a column or a row further, tells whether some
// probe may start at a cell. With AVX-512, where a look is one instruction, the cells
// are walked in strips (`lines/teddy/strips.hpp`); without, in rows (`lines/teddy/rows.hpp`).
#pragma once

#include <memory>

#include "cpu/cpu.hpp"
#include "lines/teddy/verifier.hpp"

namespace lexigrid {

namespace teddy {

/// Buckets by tile, for letters 0 to 3.
struct Tables {
  /// By the low bits of a tile (tiles that share them weaken the filter, never the answer).
  alignas(64) uint8_t low[kPatternLetters][64] = {};
  /// By tile, one byte a letter: for kernels without vectors, unset for others.
  uint8_t all[256][kPatternLetters];
  /// Beyond the edge: a pattern without such a letter allows whatever is there. Every tile allows it too.
  uint8_t open[kPatternLetters] = {};
  /// Will many vectors of cells have something that passes?
  bool is_dense = false;
};

/// A vector of cells in which patterns may start: bit i of an axis is the cell `first + i`.
struct Hit {
  uint64_t cells[kAxes];
  uint32_t first;  // as in StartCells, without an axis
};

/// What a filter has met. It writes one down at each step and moves the end on where it is one.
struct Hits {
  static constexpr uint32_t kEnough = 128;
  static constexpr uint32_t kMore = 128;  // what a filter adds before it looks: a row or a strip
  uint32_t count = 0;
  Hit at[kEnough + kMore];

  [[nodiscard]] bool is_enough() const noexcept { return count >= kEnough; }
};

/// Rows `first .. last` and `width` columns from `left` on.
struct Window {
  const uint8_t* cells;  // the grid
  uint32_t rows;
  uint32_t columns;
  uint32_t first;
  uint32_t last;
  uint32_t left;
  uint32_t width;
  unsigned wanted;   // what is to be looked for on the way: kOddTile, kHighTile
  uint8_t odd_tile;  // the first of these
};
/// What cells have, as bits: the one odd tile, and tiles above 127, of which any may be odd.
inline constexpr unsigned kOddTile = 1;
inline constexpr unsigned kHighTile = 2;

/// Is it to be looked at closely whether the odd tile is there?
[[nodiscard]] inline bool is_suspected(const Window& window, unsigned suspected) noexcept {
  return (window.wanted & kOddTile) != 0 && may_be_there(window.odd_tile, (suspected & kOddTile) != 0);
}

/// Rows that were looked up, which a filter by rows keeps.
struct Planes;

/// Writes down the hits of a window, from `next` (0 at first) on, until there are enough or an odd
/// tile that is wanted is met. False: nothing is left.
using Filter = bool (*)(const Window& window, const Tables& tables, uint32_t& next, Planes& planes,
                        Hits& hits, bool& has_odd_tile);

/// A filter and the largest window it takes.
struct Kernel {
  Filter filter;
  uint32_t rows;
  uint32_t columns;
};

/// The kernel of an instruction set for a grid of so many cells.
[[nodiscard]] Kernel kernel_of(CpuTarget isa, uint64_t cells) noexcept;

}  // namespace teddy

/// For narrow tiles of one letter, not wrapped.
[[nodiscard]] std::unique_ptr<BandSearch> make_buckets(const LineQuery& query, const LinePatterns& patterns,
                                                       ComplexTiles& odd);

}  // namespace lexigrid

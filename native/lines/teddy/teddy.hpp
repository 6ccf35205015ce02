// Line search for few words on grids of plain one-byte tiles, modelled on Teddy, the multi-literal matcher of
// Hyperscan (https://github.com/intel/hyperscan) and of the Rust crate aho-corasick (src/packed/teddy).
//
// The naive search compares every word, forward and reversed, at every cell along four axes. Teddy compares
// only four letters of each word, its fingerprint, but for all words at once:
//   1. Words are put into eight buckets. For each of the four places, a table gives for every tile a mask of
//      the buckets that have a word with that letter there.
//   2. The AND of the four masks along an axis says which buckets may have a fingerprint at a cell.
//      Vector shuffles look up 16 to 64 cells at once, and the ANDs are shared by the axes.
//   3. The few cells with a bit left are candidates: a verifier compares their letters with the words.
// Many words need several sets of buckets, each with its own pass over the grid.
//
// Where a look-up is one instruction (AVX-512), the grid is walked in strips of columns, otherwise in rows.
#pragma once

#include <memory>

#include "cpu/cpu.hpp"
#include "lines/teddy/verifier.hpp"

namespace lexigrid {

namespace teddy {

/// Bucket masks by tile, for the four letters of a fingerprint.
struct Tables {
  /// By the low bits of a tile. Tiles that share them weaken the filter but never change the answer.
  alignas(64) uint8_t low[kFingerprintLetters][64] = {};
  /// By tile, the four masks side by side. Set only for the portable filter.
  uint8_t all[256][kFingerprintLetters];
  /// Beyond the edge: the buckets with a pattern that ends before the letter. Every tile allows them too.
  uint8_t open[kFingerprintLetters] = {};
  /// Will many vectors of cells have candidates?
  bool is_dense = false;
};

/// A vector of cells with candidates. Bit i of an axis is the cell `first + i`.
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

/// The state of a filter in a window.
struct Scan;

/// Appends the hits of a window until there are enough or it meets a watched tile. Returns whether anything
/// is left to filter.
using Filter = bool (*)(const Window& window, const Tables& tables, Scan& scan);

/// A filter and the largest window it accepts.
struct Kernel {
  Filter filter;
  uint32_t rows;
  uint32_t columns;
  unsigned tile_mask;  // the bits of a tile that it looks up in Tables::low; 0: it uses Tables::all
};

[[nodiscard]] Kernel kernel_of(CpuTarget target, uint64_t cells) noexcept;

}  // namespace teddy

/// For grids that are not wrapped. Declines when it meets a complex tile.
[[nodiscard]] std::unique_ptr<BandSearch> make_teddy(const LineQuery& query, const LinePatterns& patterns,
                                                     const ComplexTiles& complex);

}  // namespace lexigrid

// Line search for few words on grids of plain one-byte tiles: a filter over strips of columns, and
// an exact look at the few cells that pass.
//
// For each of the first four letters of the patterns a table says, for every tile, which of eight
// buckets of patterns allow it there. Walking a strip of 64 (or 32) columns down the rows, the AND
// of four look-ups tells for each cell and axis whether some pattern may start there. Partial
// matches of the axes that go down are carried in registers from row to row.
#pragma once

#include <memory>

#include "cpu.hpp"
#include "lines_patterns.hpp"

namespace lexigrid {

namespace strips {

/// Buckets by tile (its low bits; tiles that share them weaken the filter, never the answer), for
/// letters 0 to 3. A pattern without such a letter allows every tile there.
struct Tables {
  alignas(64) std::uint8_t buckets[kPatternLetters][64];
};

/// Cells of one row and strip where a pattern may start, by axis: bit i is column `column + i`.
struct Hit {
  std::uint32_t row;
  std::uint32_t column;
  std::uint64_t starts[kAxes];
};

/// Rows `first .. last` of the grid; hits go to `hits` (bounded by the strip's rows, see kBandRows).
struct Band {
  const std::uint8_t* cells;
  std::uint32_t rows;
  std::uint32_t columns;
  std::uint32_t first;
  std::uint32_t last;
  std::uint8_t odd_tile;  // to be looked for on the way
};

struct Filtered {
  std::size_t hits;
  bool has_odd_tile;
};

/// Filters the columns from `column` on of a band; writes at most 2 * kBandRows + 8 hits.
using Filter = Filtered (*)(const Band& band, std::uint32_t column, const Tables& tables, Hit* hits);

#if LEXIGRID_X86
[[nodiscard]] Filtered filter_avx512(const Band&, std::uint32_t, const Tables&, Hit*);
[[nodiscard]] Filtered filter_avx2(const Band&, std::uint32_t, const Tables&, Hit*);
#endif

/// The kernel of the active instruction set; null where there is none.
[[nodiscard]] Filter filter_of(Isa isa) noexcept;

}  // namespace strips

/// For narrow tiles of one letter, not wrapped. A tile `odd_tile` that is not one is reported by
/// setting `has_odd_tile`, and the answer is worth nothing then.
struct OddTile {
  std::optional<TileId> tile;
  std::atomic<bool> is_there{false};
};
[[nodiscard]] std::unique_ptr<BandSearch> make_strips(const LineQuery& query, const LinePatterns& patterns, OddTile& odd);

}  // namespace lexigrid

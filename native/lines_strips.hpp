// Line search for few words on grids of plain one-byte tiles: a filter over strips of columns, and
// an exact look at the few cells that pass.
//
// For each of the first four letters of the patterns a table says, for every tile, which of eight
// buckets of patterns allow it there. Walking a strip of 64 (or 32) columns down the rows, the AND
// of four look-ups tells for each cell and axis whether some pattern may start there. Partial
// matches of the axes that go down are carried in registers from row to row.
#pragma once

#include <optional>

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
};

inline constexpr std::uint32_t kBandRows = 64;

/// Filters the columns from `column` on of a band; returns the number of hits written, at most
/// 2 * kBandRows + 8.
using Filter = std::size_t (*)(const Band& band, std::uint32_t column, const Tables& tables, Hit* hits);

#if LEXIGRID_X86
[[nodiscard]] std::size_t filter_avx512(const Band&, std::uint32_t, const Tables&, Hit*);
[[nodiscard]] std::size_t filter_avx2(const Band&, std::uint32_t, const Tables&, Hit*);
#endif

}  // namespace strips

/// Nothing where this does not serve: other tiles, wrap, wildcards, many words, a limit; or where
/// a grid makes the exact look too dear.
[[nodiscard]] std::optional<LineResult> find_lines_in_strips(const LineQuery& query, StopSignal& stop);

}  // namespace lexigrid

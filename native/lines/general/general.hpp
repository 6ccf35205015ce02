// The reference line search, which defines the answer. Takes any grid and any tiles, wrapped or not.
#pragma once

#include <span>
#include <vector>

#include "base/stop_token.hpp"
#include "lines/lines.hpp"

namespace lexigrid {

/// Walks the lexicon's trie from every cell in every direction, so it meets occurrences in canonical order.
[[nodiscard]] LineResult find_lines_general(const LineQuery& query, StopToken& stop);

/// Finds the lines through at least one of `cells`, which are ascending. The work grows with the number of
/// these cells, not with the size of the grid.
[[nodiscard]] LineResult find_lines_through(const LineQuery& query, std::span<const uint64_t> cells,
                                            StopToken& stop);

/// Returns the cells with a complex tile, ascending; stops after `most` + 1 of them.
[[nodiscard]] std::vector<uint64_t> find_complex_cells(const GridView& grid, size_t most);

}  // namespace lexigrid

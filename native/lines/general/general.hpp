// The line search that defines the meaning: any grid, any tiles, wrapped or not.
#pragma once

#include <span>
#include <vector>

#include "base/stop_token.hpp"
#include "lines/lines.hpp"

namespace lexigrid {

/// Walks the lexicon's trie from every cell in every direction, and so meets occurrences in canonical order.
[[nodiscard]] LineResult find_lines_general(const LineQuery& query, StopToken& stop);

/// Finds the lines through at least one of the cells, which ascend. Work grows with these cells, not with
/// the grid.
[[nodiscard]] LineResult find_lines_through(const LineQuery& query, std::span<const uint64_t> cells,
                                            StopToken& stop);

/// Cells with a complex tile, ascending; at most one more than `most`.
[[nodiscard]] std::vector<uint64_t> find_complex_cells(const GridView& grid, size_t most);

}  // namespace lexigrid

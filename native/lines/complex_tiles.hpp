// Line search on grids where a few tiles spell more than one letter, or any.
#pragma once

#include <span>
#include <vector>

#include "base/stop_token.hpp"
#include "lines/lines.hpp"

namespace lexigrid {

/// Cells with a wild tile or a choice, ascending; no more than one beyond `most`.
[[nodiscard]] std::vector<uint64_t> odd_cells(const GridView& grid, size_t most);

/// The lines through at least one of the cells, which ascend. Work grows with these cells, not with
/// the grid.
[[nodiscard]] LineResult find_lines_through(const LineQuery& query, std::span<const uint64_t> cells,
                                            StopToken& stop);

}  // namespace lexigrid

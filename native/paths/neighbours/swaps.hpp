// Scores all boards made by swapping the tiles of two cells of a given board.
#pragma once

#include "paths/neighbours/changes.hpp"

namespace lexigrid {

/// Writes to `scores[first * cells + second]` the score of the board with the tiles of these two cells
/// swapped. Holes are not swapped: pairs with a hole, and a cell with itself, get the score of the unchanged
/// board.
[[nodiscard]] Finish score_swaps(const ChangesQuery& query, std::span<uint64_t> scores, StopToken& stop);

}  // namespace lexigrid

// Scores of all boards in which two cells of one board have exchanged their tiles.
#pragma once

#include "paths/neighbours/changes.hpp"

namespace lexigrid {

/// Writes the score of the board with the tiles of two cells exchanged to `scores[first * cells + second]`.
/// Holes stay: their pairs, and a cell with itself, have the score of the unchanged board.
[[nodiscard]] Finish score_swaps(const ChangesQuery& query, std::span<uint64_t> scores, StopToken& stop);

}  // namespace lexigrid

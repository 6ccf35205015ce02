// All boards in which two cells of one board have exchanged their tiles, scored together.
#pragma once

#include "paths/neighbours/changes.hpp"

namespace lexigrid {

/// `scores[first * cells + second]` becomes the score of the board with the tiles of these two cells
/// exchanged. A hole stays one: its pairs, and a cell with itself, have the score of the board as it is.
[[nodiscard]] Finish score_swaps(const ChangesQuery& query, std::span<uint64_t> scores, StopToken& stop);

}  // namespace lexigrid

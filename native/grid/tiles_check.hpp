// Checks the tile ids of a grid.
#pragma once

#include "grid/tiles.hpp"

namespace lexigrid {

/// Does every cell have a tile id below `tiles`? Vectorized: cell by cell, it took 70 % of a trace over
/// 1000x1000 cells.
[[nodiscard]] bool has_tiles_below(const Cells& cells, size_t tiles) noexcept;

}  // namespace lexigrid

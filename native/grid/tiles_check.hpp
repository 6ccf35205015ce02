// Is every cell's tile in the table? Asked at the border, once a search, of every cell.
#pragma once

#include "grid/tiles.hpp"

namespace lexigrid {

/// Has every cell a tile id below `tiles`? At the speed of memory: byte after byte it took 70 % of a
/// trace over 1000x1000 cells.
[[nodiscard]] bool has_tiles_below(const Cells& cells, size_t tiles) noexcept;

}  // namespace lexigrid

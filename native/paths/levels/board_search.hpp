// Path search on one board of up to 64 cells by the level kernels.
#pragma once

#include "paths/strategies.hpp"

namespace lexigrid {

/// Up to 25 cells, one symbol per tile, no reuse of cells.
[[nodiscard]] bool serves_packed(PreparedQuery& query);

/// The same on 26 to 64 cells, and not every path.
[[nodiscard]] bool serves_bitset(PreparedQuery& query);

[[nodiscard]] PathOutcome search_board(PreparedQuery& query, StopToken& stop);

}  // namespace lexigrid

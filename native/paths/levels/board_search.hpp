// Path search on one board of up to 64 cells, with the level kernels.
#pragma once

#include "paths/strategies.hpp"

namespace lexigrid {

/// Serves up to 25 cells, one symbol per tile, without reuse of cells.
[[nodiscard]] bool serves_packed(PreparedQuery& query);

/// Serves the same on 26 to 64 cells, unless every path is wanted.
[[nodiscard]] bool serves_bitset(PreparedQuery& query);

[[nodiscard]] PathOutcome search_board(PreparedQuery& query, StopToken& stop);

}  // namespace lexigrid

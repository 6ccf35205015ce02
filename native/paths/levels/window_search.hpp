// Path search on grids of any size and any tiles, level by level.
#pragma once

#include "paths/strategies.hpp"

namespace lexigrid {

/// Serves all grids except graphs of more than 64 cells or eight neighbours per cell, rows too long for a
/// band, a torus too large to be one band, and tiles that no trie of 31 symbols has.
[[nodiscard]] bool serves_window(PreparedQuery& query);

/// Declines if complex tiles exceed its bounds; the general search follows all their symbols at once.
[[nodiscard]] PathOutcome search_window(PreparedQuery& query, StopToken& stop);

}  // namespace lexigrid

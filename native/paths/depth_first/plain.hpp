// The general search for tiles of one letter: one node per cell instead of a set.
#pragma once

#include "paths/strategies.hpp"

namespace lexigrid {

/// Serves grids whose tiles are single letters or dead, without reuse of cells.
[[nodiscard]] bool serves_plain(PreparedQuery& query);

[[nodiscard]] PathOutcome search_plain(PreparedQuery& query, StopToken& stop);

}  // namespace lexigrid

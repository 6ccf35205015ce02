// The path search that defines the meaning: any grid, any topology, any tiles.
#pragma once

#include "paths/strategies.hpp"

namespace lexigrid {

/// Searches depth first with neighbours ascending, so that words are found in canonical order.
[[nodiscard]] PathOutcome search_general(PreparedQuery& query, StopToken& stop);

}  // namespace lexigrid

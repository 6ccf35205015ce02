// The path search that defines the meaning: any grid, any topology, any tiles.
#pragma once

#include "paths/paths.hpp"

namespace lexigrid {

/// Depth first with neighbours ascending, so that words are met in canonical order.
[[nodiscard]] PathResult find_paths_general(const PathQuery& query, StopToken& stop);

}  // namespace lexigrid

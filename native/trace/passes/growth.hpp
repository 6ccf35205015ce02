// Large regions: grow a path from the rarest place both ways, the end with fewer ways first.
//
// From each cell of that place with a budget that doubles each round; a cell whose ways were all
// followed within it is done for good, and when none is left there is no path.
#pragma once

#include <memory>

#include "trace/engine.hpp"
#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// `pieces`: the cells that paths may use.
[[nodiscard]] std::unique_ptr<TraceEngine> make_growth(const TraceQuestion& question,
                                                       const ReachabilityTables& walks,
                                                       const std::vector<std::vector<CellId>>& pieces);

}  // namespace lexigrid

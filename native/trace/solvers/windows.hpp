// Windows for large regions with few cells for the rarest position: a small region around each of them.
//
// A path with a given cell at that position stays within the walks through it. Where these use no more
// cells than a region may have, the engines for regions decide the window, and so they remember failures
// that the bidirectional search would repeat.
#pragma once

#include <memory>

#include "trace/passes/reachability.hpp"
#include "trace/solvers/engine.hpp"

namespace lexigrid {

/// `components`: the cells that paths may use. Null where the rarest position has more than 256 cells.
[[nodiscard]] std::unique_ptr<TraceEngine> make_windows(const TraceQuestion& question,
                                                        const ReachabilityTables& reachability,
                                                        const std::vector<std::vector<CellId>>& components);

}  // namespace lexigrid

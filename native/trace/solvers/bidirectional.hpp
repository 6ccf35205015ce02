// Bidirectional search for large regions: extends a path from the rarest position of the word in both
// directions, always at the end with fewer choices.
//
// Each cell of that position is a start with a budget that doubles every round. A start whose branches
// were all followed within its budget is refuted; when none is left the word is absent.
#pragma once

#include <memory>

#include "trace/passes/reachability.hpp"
#include "trace/solvers/engine.hpp"

namespace lexigrid {

/// `components`: the cells that paths may use.
[[nodiscard]] std::unique_ptr<TraceEngine> make_bidirectional(
    const TraceQuestion& question, const ReachabilityTables& reachability,
    const std::vector<std::vector<CellId>>& components);

}  // namespace lexigrid

// Bidirectional search for large regions: extends a path from the rarest position of the word in both
// directions, always at the end with fewer choices.
//
// Each cell of that position is a start with a budget that doubles every round. A start is refuted once all
// its branches have been followed within the budget. When all starts are refuted, the word is absent.
#pragma once

#include <memory>

#include "trace/engines/engine.hpp"
#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// Paths may use the cells of `components`.
[[nodiscard]] std::unique_ptr<TraceEngine> make_bidirectional(
    const TraceQuestion& question, const ReachabilityTables& reachability,
    const std::vector<std::vector<CellId>>& components);

}  // namespace lexigrid

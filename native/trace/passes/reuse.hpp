// Paths that may reuse cells, decided and counted by narrow reachability tables.
#pragma once

#include <optional>

#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// Counts the walks through the tables, which must be narrow, so every cell in them is on a walk. Returns
/// nullopt if `stop` is due, if it takes more than `steps` additions of limbs, or if the numbers need too
/// much memory.
[[nodiscard]] std::optional<Number> count_walks(const TraceQuestion& question,
                                                const ReachabilityTables& reachability, uint64_t steps,
                                                StopToken& stop);

/// Answers a query whose paths may reuse cells.
[[nodiscard]] TraceResult trace_with_reuse(const TraceQuery& query, const TraceQuestion& question,
                                           StopToken& stop);

}  // namespace lexigrid

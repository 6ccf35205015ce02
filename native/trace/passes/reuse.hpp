// Paths that may use a cell again: narrow reachability tables decide and count them.
#pragma once

#include <optional>

#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// Counts the walks through the tables, which must be narrow: every cell of every table is on one. Empty
/// when `stop` ended it, it would take more than `steps` additions of limbs, or the numbers would not fit.
[[nodiscard]] std::optional<Number> count_walks(const TraceQuestion& question,
                                                const ReachabilityTables& reachability, uint64_t steps,
                                                StopToken& stop);

/// Answers a query that may use a cell again.
[[nodiscard]] TraceResult trace_with_reuse(const TraceQuery& query, const TraceQuestion& question,
                                           StopToken& stop);

}  // namespace lexigrid

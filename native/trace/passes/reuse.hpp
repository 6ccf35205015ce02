// Counting the paths of a word where cells may come again: one table after the other.
#pragma once

#include <optional>

#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// The number of walks through the tables, which must be narrow: every cell of every table is on
/// one. Nothing when `stop` ended it, when it would take more than `steps` (additions of limbs), or
/// when the numbers would not fit kMaxBytes.
[[nodiscard]] std::optional<Number> count_walks(const TraceQuestion& question,
                                                const ReachabilityTables& walks, uint64_t steps,
                                                StopToken& stop);

/// The whole answer where cells may come again: tables say whether, and count.
[[nodiscard]] TraceResult trace_with_reuse(const TraceQuery& query, const TraceQuestion& question,
                                           StopToken& stop);

}  // namespace lexigrid

// Paths that may reuse cells, decided and counted by narrow reachability tables.
#pragma once

#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// Answers a query whose paths may reuse cells.
[[nodiscard]] TraceResult trace_with_reuse(const TraceQuery& query, const TraceQuestion& question,
                                           StopToken& stop);

}  // namespace lexigrid

// One question on its way through the passes, the cheap ones first.
#pragma once

#include "trace/question.hpp"

namespace lexigrid {

/// Cells do not come again here (trace/passes/reuse.hpp).
[[nodiscard]] TraceResult trace_by_passes(const TraceQuery& query, const TraceQuestion& question,
                                          StopToken& stop);

}  // namespace lexigrid

// The passes on one question in symbols, cheapest first.
#pragma once

#include "trace/question.hpp"

namespace lexigrid {

/// Traces a word along paths that use each cell at most once.
[[nodiscard]] TraceResult trace_by_passes(const TraceQuery& query, const TraceQuestion& question,
                                          StopToken& stop);

}  // namespace lexigrid

// The passes of one question in symbols, the cheap ones first.
#pragma once

#include "trace/question.hpp"

namespace lexigrid {

/// Traces a word whose path uses each cell at most once.
[[nodiscard]] TraceResult trace_by_passes(const TraceQuery& query, const TraceQuestion& question,
                                          StopToken& stop);

}  // namespace lexigrid

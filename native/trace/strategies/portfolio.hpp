// A portfolio of passes and engines, cheapest first.
#pragma once

#include "trace/question.hpp"

namespace lexigrid {

/// Traces a word along paths that use each cell at most once. `questions` are all those of the query.
[[nodiscard]] TraceResult trace_by_portfolio(const TraceQuery& query, const TraceQuestions& questions,
                                             StopToken& stop);

}  // namespace lexigrid

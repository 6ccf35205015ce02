// The question as clauses over "cell c stands at place i", for the solver in trace_solver.hpp.
#pragma once

#include <memory>

#include "trace_engine.hpp"
#include "trace_regions.hpp"

namespace lexigrid {

inline constexpr std::size_t kMaxClauseVariables = 400'000;

/// Null where the question would have more than kMaxClauseVariables variables.
[[nodiscard]] std::unique_ptr<TraceEngine> make_clauses(const Region& region);

}  // namespace lexigrid

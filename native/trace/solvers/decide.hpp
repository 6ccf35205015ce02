// Decides what counts and tables leave open: a portfolio of engines that take turns, with growing budgets.
#pragma once

#include <memory>

#include "trace/passes/regions.hpp"
#include "trace/solvers/engine.hpp"

namespace lexigrid {

struct Decision {
  TraceStatus status = TraceStatus::undetermined;
  std::vector<CellId> path;  // where found
  size_t question = 0;       // that the path belongs to
  TracePass pass = TracePass::regions;
};

/// A question left open by counts and tables. What it refers to must outlive the decision.
struct OpenQuestion {
  const TraceQuestion& question;
  const ReachabilityTables& reachability;
  const Regions& regions;
};

/// Finds a path in any region of any question, or proves that none of them has one. Undetermined only when
/// `stop` ended the search or the query uses no engine.
[[nodiscard]] Decision decide(const TraceQuery& query, std::span<const OpenQuestion> questions,
                              StopToken& stop);

}  // namespace lexigrid

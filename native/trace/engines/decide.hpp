// Decides questions that counts and tables leave open. A portfolio of engines take turns with growing
// budgets.
#pragma once

#include "trace/engines/engine.hpp"
#include "trace/passes/regions.hpp"

namespace lexigrid {

struct Decision {
  TraceStatus status = TraceStatus::undetermined;
  std::vector<CellId> path;  // if found
  size_t question = 0;       // the question the path answers
  Part part = Part::regions;
};

/// A question left open by counts and tables. Everything it refers to must outlive the decision.
struct OpenQuestion {
  const TraceQuestion& question;
  const ReachabilityTables& reachability;
  const Regions& regions;
};

/// Finds a path in any region of any question, or proves that there is none. Undetermined only if `stop` is
/// due or the query skips the engines needed.
[[nodiscard]] Decision decide(std::span<const OpenQuestion> questions, StopToken& stop);

}  // namespace lexigrid

// Deciding what counting and tables leave open: engines side by side, in slices that grow.
#pragma once

#include <memory>

#include "trace_engine.hpp"
#include "trace_regions.hpp"

namespace lexigrid {

struct Decision {
  TraceStatus status = TraceStatus::undetermined;
  std::vector<CellId> path;       // where found
  TracePass pass = TracePass::paths;
};

/// Regions are independent: one path in one of them is enough, and "absent" is all of them absent.
/// Undetermined only when `stop` ended it, or the query switched every engine off.
[[nodiscard]] Decision decide(const TraceQuery& query, const TraceQuestion& question, const WalkTables& walks,
                              const Regions& regions, StopSignal& stop);

}  // namespace lexigrid

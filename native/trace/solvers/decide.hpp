// Deciding what counting and tables leave open: engines side by side, in slices that grow.
#pragma once

#include <memory>

#include "trace/engine.hpp"
#include "trace/passes/regions.hpp"

namespace lexigrid {

struct Decision {
  TraceStatus status = TraceStatus::undetermined;
  std::vector<CellId> path;  // where found
  size_t question = 0;       // that it is a path of
  TracePass pass = TracePass::paths;
};

/// A question that counting and tables left open. What it names lives longer.
struct OpenQuestion {
  const TraceQuestion& question;
  const ReachabilityTables& walks;
  const Regions& regions;
};

/// Regions are independent: one path in one of them is enough, and "absent" is all of them absent.
/// Undetermined only when `stop` ended it, or the query switched every engine off.
/// Several questions (the cuts of one word) are so, too.
[[nodiscard]] Decision decide(const TraceQuery& query, std::span<const OpenQuestion> questions,
                              StopToken& stop);

}  // namespace lexigrid

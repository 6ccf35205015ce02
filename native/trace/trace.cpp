#include "trace/trace.hpp"

#include <optional>

#include "trace/general.hpp"
#include "trace/passes/cuts.hpp"
#include "trace/passes/reuse.hpp"
#include "trace/portfolio.hpp"

namespace lexigrid {

TraceResult trace(const TraceQuery& query, StopToken& stop) {
  if (!query.reuse && query.uses(TracePass::general)) {
    if (const std::optional<TraceQuestion> question = question_of(query))
      return trace_by_passes(query, *question, stop);
  }
  const Adjacency adjacency = query.adjacency.tabled();
  TraceQuery tabled{.grid = query.grid, .adjacency = adjacency, .word = query.word};
  tabled.reuse = query.reuse;
  tabled.wanted = query.wanted;
  tabled.limit = query.limit;
  tabled.skip = query.skip;
  tabled.region_cells = query.region_cells;
  if (query.reuse && query.uses(TracePass::reuse)) {
    if (const std::optional<TraceQuestion> question = question_of(tabled))
      return trace_with_reuse(tabled, *question, stop);
  }
  if (!query.reuse && query.uses(TracePass::cuts)) {
    if (const std::optional<WordCuts> cuts = cuts_of(tabled, stop)) return trace_by_cuts(tabled, *cuts, stop);
  }
  return trace_general(tabled, stop);
}

}  // namespace lexigrid

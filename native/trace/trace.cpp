#include "trace/trace.hpp"

#include <optional>
#include <variant>

#include "trace/general.hpp"
#include "trace/passes/reuse.hpp"
#include "trace/passes/segmentation.hpp"
#include "trace/portfolio.hpp"

namespace lexigrid {
namespace {

using Outcome = std::variant<TraceResult, TraceDeclined>;

/// Runs `answer` on the query in symbols, unless question_of declines.
template <class Answer>
Outcome in_symbols(const TraceQuery& query, StopToken& stop, Answer&& answer) {
  const std::variant<TraceQuestion, TraceDeclined> question = question_of(query);
  if (const auto* reason = std::get_if<TraceDeclined>(&question)) return *reason;
  return answer(query, std::get<TraceQuestion>(question), stop);
}

Outcome run_portfolio(const TraceQuery& query, StopToken& stop) {
  return in_symbols(query, stop, trace_by_passes);
}

Outcome run_reuse(const TraceQuery& query, StopToken& stop) {
  return in_symbols(query, stop, trace_with_reuse);
}

Outcome run_segmentation(const TraceQuery& query, StopToken& stop) {
  const std::variant<Segmentations, TraceDeclined> made = segmentations_of(query, stop);
  if (const auto* reason = std::get_if<TraceDeclined>(&made)) return *reason;
  return trace_by_segmentations(query, std::get<Segmentations>(made), stop);
}

Outcome run_general(const TraceQuery& query, StopToken& stop) { return trace_general(query, stop); }

bool uses_cells_once(const TraceQuery& query) { return !query.reuse; }
bool may_reuse_cells(const TraceQuery& query) { return query.reuse; }
bool is_any(const TraceQuery&) { return true; }

struct Strategy {
  TracePass pass;
  bool (*serves)(const TraceQuery&);
  bool needs_neighbour_table;
  Outcome (*run)(const TraceQuery&, StopToken&);
};

/// The answer comes from the first strategy that serves the query and does not decline it.
constexpr Strategy kStrategies[] = {
    {TracePass::portfolio, uses_cells_once, false, run_portfolio},
    {TracePass::reuse, may_reuse_cells, true, run_reuse},
    {TracePass::segmentation, uses_cells_once, true, run_segmentation},
    {TracePass::general, is_any, true, run_general},
};

}  // namespace

TraceResult trace(const TraceQuery& query, StopToken& stop) {
  std::optional<Adjacency> table;
  for (const Strategy& strategy : kStrategies) {
    if (!query.uses(strategy.pass) || !strategy.serves(query)) continue;
    if (strategy.needs_neighbour_table && !table) table = query.adjacency.tabled();
    Outcome outcome = strategy.run(table ? query.with(*table) : query, stop);
    if (auto* result = std::get_if<TraceResult>(&outcome)) return std::move(*result);
  }
  return {};
}

}  // namespace lexigrid

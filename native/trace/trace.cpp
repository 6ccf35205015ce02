#include "trace/trace.hpp"

#include <variant>

#include "trace/strategies/general.hpp"
#include "trace/strategies/portfolio.hpp"

namespace lexigrid {
namespace {

using Answer = std::variant<TraceResult, TraceDeclined>;

Answer run_portfolio(const TraceQuery& query, StopToken& stop) {
  const auto questions = questions_of(query, stop);
  if (const auto* reason = std::get_if<TraceDeclined>(&questions)) return *reason;
  return trace_by_portfolio(query, std::get<TraceQuestions>(questions), stop);
}

Answer run_general(const TraceQuery& query, StopToken& stop) { return trace_general(query, stop); }

struct Strategy {
  Part part;
  bool (*serves)(const TraceQuery&);
  Answer (*run)(const TraceQuery&, StopToken&);
};

/// The answer comes from the first strategy that serves the query and does not decline it.
constexpr Strategy kStrategies[] = {
    // cells are used once
    {Part::portfolio, [](const TraceQuery& query) { return !query.reuse; }, run_portfolio},
    // cells may be used again, or the word can be divided among tiles in too many ways
    {Part::general, [](const TraceQuery&) { return true; }, run_general},
};

}  // namespace

TraceResult trace(const TraceQuery& query, StopToken& stop) {
  for (const Strategy& strategy : kStrategies) {
    if (!uses(strategy.part) || !strategy.serves(query)) continue;
    Answer answer = strategy.run(query, stop);
    if (auto* result = std::get_if<TraceResult>(&answer)) return std::move(*result);
  }
  return {};  // not reached: the last strategy never declines
}

}  // namespace lexigrid

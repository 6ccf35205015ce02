// Answers of single path strategies, for tests that compare them.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "paths/strategies.hpp"

namespace lexigrid::tests {

/// The answer of the first named strategy that serves the query; nullopt if none does or if it declines.
template <class... Names>
std::optional<PathResult> answer_of(const PathQuery& query, StopToken& stop, Names... names) {
  PreparedQuery prepared(query);
  for (const PathStrategy& strategy : path_strategies()) {
    if (((name_of(strategy.part) != names) && ...) || !strategy.serves(prepared)) continue;
    PathOutcome outcome = strategy.run(prepared, stop);
    if (auto* const result = std::get_if<PathResult>(&outcome)) return std::move(*result);
    return std::nullopt;
  }
  return std::nullopt;
}

/// The answer of the general search, which defines the correct one.
inline PathResult general_answer(const PathQuery& query, StopToken& stop) {
  return *answer_of(query, stop, "general");
}

inline bool same(const PathResult& a, const PathResult& b) {
  return a.words == b.words && a.path_of == b.path_of && a.cell_of == b.cell_of && a.cells == b.cells &&
         a.word_count == b.word_count && a.score == b.score && a.finish == b.finish;
}

/// The number of cells of the longest path.
inline size_t longest_path(const PathResult& result) {
  size_t longest = 0;
  for (size_t i = 0; i + 1 < result.cell_of.size(); ++i)
    longest = std::max(longest, static_cast<size_t>(result.cell_of[i + 1] - result.cell_of[i]));
  return longest;
}

}  // namespace lexigrid::tests

// The question in propositional logic, "cell c is at position i", for the solver in trace/solvers/cdcl.hpp.
#pragma once

#include <memory>

#include "trace/passes/regions.hpp"
#include "trace/solvers/engine.hpp"

namespace lexigrid {

inline constexpr size_t kMaxClauseVariables = 400'000;

/// Null where the question would need more than kMaxClauseVariables variables.
[[nodiscard]] std::unique_ptr<TraceEngine> make_clauses(const Region& region);

/// A proof that a word is absent, to be checked without trust in this library.
struct Refutation {
  Verdict verdict = Verdict::open;  // `absent`: proved
  /// Clauses separated by 0; a literal is 1 + position * cells + cell, negative where negated. Each clause
  /// follows by unit propagation from the rules of the question and the clauses before it (RUP, Goldberg
  /// and Novikov 2003). So does the empty clause at the end, which is not written.
  std::vector<int64_t> clauses;
};

inline constexpr size_t kMaxRefutedCells = 1024;

/// Serves grids of up to kMaxRefutedCells cells.
[[nodiscard]] Refutation refute(const TraceQuestion& question, StopToken& stop);

}  // namespace lexigrid

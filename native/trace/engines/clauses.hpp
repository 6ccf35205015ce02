// A question in propositional logic, with variables "cell c is at position i", for the solver in cdcl.hpp.
#pragma once

#include <memory>

#include "trace/engines/engine.hpp"
#include "trace/passes/regions.hpp"

namespace lexigrid {

inline constexpr size_t kMaxClauseVariables = 400'000;

/// Returns null if the question needs more than kMaxClauseVariables variables.
[[nodiscard]] std::unique_ptr<TraceEngine> make_clauses(const Region& region);

/// A proof that a word is absent, which can be checked without trusting this library.
struct Refutation {
  Verdict verdict = Verdict::open;  // `absent`: proved
  /// Clauses, each ended by 0. A literal is 1 + position * cells + cell, negative if negated. Each clause
  /// follows by unit propagation from the rules of the question and the clauses before it (RUP, Goldberg
  /// and Novikov 2003). So does the final empty clause, which is left out.
  std::vector<int64_t> clauses;
};

inline constexpr size_t kMaxRefutedCells = 1024;

/// The verdict stays `open` for grids of more than kMaxRefutedCells cells.
[[nodiscard]] Refutation refute(const TraceQuestion& question, StopToken& stop);

}  // namespace lexigrid

// The question as clauses over "cell c stands at place i", for the solver in trace/solvers/cdcl.hpp.
#pragma once

#include <memory>

#include "trace/engine.hpp"
#include "trace/passes/regions.hpp"

namespace lexigrid {

inline constexpr size_t kMaxClauseVariables = 400'000;

/// Null where the question would have more than kMaxClauseVariables variables.
[[nodiscard]] std::unique_ptr<TraceEngine> make_clauses(const Region& region);

/// A proof that a word is absent, which needs no trust in anything here.
struct Refutation {
  Verdict verdict = Verdict::open;  // `absent`: proved
  /// Clauses parted by 0; a literal is 1 + place * cells + cell, negative where negated. Each follows
  /// by unit propagation from the question's own rules and the clauses before it, and so does the
  /// empty one at the end, which is not written.
  std::vector<int64_t> clauses;
};

inline constexpr size_t kMaxRefutedCells = 1024;

/// Of grids of up to kMaxRefutedCells cells.
[[nodiscard]] Refutation refute(const TraceQuestion& question, StopToken& stop);

}  // namespace lexigrid

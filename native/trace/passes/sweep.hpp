// The sweep: from the rarest letter of the word both ways, with so many steps and no more.
//
// It decides the common question at the cost of one more look at the grid, and leaves the hard ones.
#pragma once

#include "trace/passes/letters.hpp"
#include "trace/question.hpp"

namespace lexigrid {

struct SweepResult {
  bool is_exhausted = false;               // every way was followed to its end
  Number count;                            // of the paths met
  std::vector<CellId> first;               // the first of them in canonical order; empty without one
  std::vector<std::vector<CellId>> paths;  // those met, sorted, at most kept; only where exhausted
};

/// `kept`: with more paths than that none is collected. `counts_on`: goes on counting after the
/// first path with all its steps, else with a few.
[[nodiscard]] SweepResult sweep(const TraceQuestion& question, const LetterCounts& counts, size_t kept,
                                bool counts_on, StopToken& stop);

/// The first path in canonical order, if it is met within so many steps; else nothing.
[[nodiscard]] std::vector<CellId> first_path(const TraceQuestion& question, uint64_t steps, StopToken& stop);

}  // namespace lexigrid

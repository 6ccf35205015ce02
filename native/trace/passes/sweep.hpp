// The sweep: a depth-first search from the rarest letter of the word in both directions, with a step limit.
//
// It decides easy questions at about the cost of reading the grid once more, and leaves the hard ones open.
#pragma once

#include "trace/passes/letters.hpp"
#include "trace/question.hpp"

namespace lexigrid {

struct SweepResult {
  bool is_exhausted = false;               // every branch was followed to its end
  Number count;                            // of paths found
  std::vector<CellId> first;               // the first of them in canonical order; empty if there is none
  std::vector<std::vector<CellId>> paths;  // sorted; empty if there are more than `kept` or not exhausted
};

/// Collects at most `kept` paths. After the first path, `counts_on` spends all remaining steps on counting
/// paths rather than only a few.
[[nodiscard]] SweepResult sweep(const TraceQuestion& question, const LetterCounts& counts, size_t kept,
                                bool counts_on, StopToken& stop);

/// The first path in canonical order, or an empty one if finding it takes more than `steps`.
[[nodiscard]] std::vector<CellId> first_path(const TraceQuestion& question, uint64_t steps, StopToken& stop);

}  // namespace lexigrid

// The sweep: a depth-first search from the rarest letter of the word in both directions, bounded in steps.
//
// It decides easy questions at about the cost of reading the grid once more, and leaves the hard ones open.
#pragma once

#include "trace/passes/letters.hpp"
#include "trace/question.hpp"

namespace lexigrid {

struct SweepResult {
  bool is_exhausted = false;               // every branch was followed to its end
  Number count;                            // of the paths found
  std::vector<CellId> first;               // of these in canonical order; empty if there is none
  std::vector<std::vector<CellId>> paths;  // sorted; none where not exhausted or more than `kept`
};

/// `kept`: the most paths to collect. `counts_on`: spends all steps on counting after the first path,
/// otherwise only a few.
[[nodiscard]] SweepResult sweep(const TraceQuestion& question, const LetterCounts& counts, size_t kept,
                                bool counts_on, StopToken& stop);

/// The first path in canonical order, or nothing if it takes more steps than these.
[[nodiscard]] std::vector<CellId> first_path(const TraceQuestion& question, uint64_t steps, StopToken& stop);

}  // namespace lexigrid

// The first pass: compares how often each letter is needed with how often the grid has it.
#pragma once

#include <vector>

#include "trace/question.hpp"

namespace lexigrid {

struct LetterCounts {
  std::vector<uint64_t> need;  // of each symbol in the word
  std::vector<uint64_t> have;  // cells that can spell it; of a sample where `is_sample`
  bool is_sample = false;
  bool is_enough = true;
  unsigned lacking = 0;  // a symbol with too few cells, where not enough
};

/// Samples large grids first: where the sample is enough, the rest is not read.
[[nodiscard]] LetterCounts count_letters(const TraceQuestion& question);

}  // namespace lexigrid

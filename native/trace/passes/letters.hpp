// Are there enough of each letter? The first pass: one look at the cells, or less.
#pragma once

#include <vector>

#include "trace/question.hpp"

namespace lexigrid {

struct LetterCounts {
  std::vector<uint64_t> need;  // of each symbol, in the word
  std::vector<uint64_t> have;  // cells that can spell it: at most; a sample where `is_sample`
  bool is_sample = false;
  bool is_enough = true;
  unsigned lacking = 0;  // a symbol of which there are too few, when not enough
};

/// Large grids are sampled first: where a sample has all that is needed, the rest need not be read.
[[nodiscard]] LetterCounts count_letters(const TraceQuestion& question);

}  // namespace lexigrid

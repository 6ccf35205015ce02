// The first pass: compares how often the word needs each letter with how often the grid has it.
#pragma once

#include <vector>

#include "trace/question.hpp"

namespace lexigrid {

struct LetterCounts {
  std::vector<uint64_t> need;  // [symbol]: its positions in the word
  std::vector<uint64_t> have;  // [symbol]: the cells that can spell it, possibly only of a sample
  bool is_enough = true;
};

/// Samples large grids first, and reads the rest only if the sample has too few cells.
[[nodiscard]] LetterCounts count_letters(const TraceQuestion& question);

}  // namespace lexigrid

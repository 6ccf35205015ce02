// Fills the cells that no word covers, without forming a word by accident.
#pragma once

#include <vector>

#include "base/rng.hpp"
#include "base/stop_token.hpp"
#include "layout/board.hpp"

namespace lexigrid {

struct FillQuery {
  uint32_t rows = 0;
  uint32_t columns = 0;
  std::span<const LetterCode> cells;    // of a layout: a letter, kEmptyCell or kHoleCell
  WordsView words;                      // must not occur a second time
  WordsView avoided;                    // must not occur at all
  std::span<const uint32_t> weights;    // by letter code; sum < 2^32
  std::span<const LetterCode> message;  // fills the first empty cells in reading order
  uint32_t decoys = 0;                  // the most near misses of words to place
  uint64_t seed = 0;
};

struct FillResult {
  std::vector<LetterCode> cells;
  uint32_t decoys = 0;       // placed
  bool is_complete = false;  // every cell has a letter, and no pattern occurs by accident
  Finish finish = Finish::complete;
};

[[nodiscard]] FillResult fill_cells(const FillQuery& query, StopToken& stop);

}  // namespace lexigrid

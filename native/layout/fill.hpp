// Filling the cells that no word covers, without making a word by accident.
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
  WordsView words;                      // must not come about again
  WordsView avoided;                    // must not come about at all
  std::span<const uint32_t> weights;    // a letter code: how often it is drawn; their sum < 2^32
  std::span<const LetterCode> message;  // fills the first empty cells in reading order
  uint32_t decoys = 0;                  // near misses of words to lay first, at most
  uint64_t seed = 0;
};

struct FillResult {
  std::vector<LetterCode> cells;
  uint32_t decoys = 0;    // laid
  bool is_whole = false;  // every cell has a letter, and no pattern came about
  Finish finish = Finish::complete;
};

[[nodiscard]] FillResult fill_cells(const FillQuery& query, StopToken& stop);

}  // namespace lexigrid

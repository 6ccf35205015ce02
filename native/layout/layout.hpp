// Laying words on a board: a search that loses no word unless there is no room for it.
//
// Reads constant views, writes to its result only; the same query gives the same layout everywhere.
#pragma once

#include <vector>

#include "base/stop_token.hpp"
#include "layout/board.hpp"

namespace lexigrid {

/// What is liked better, of the places where a word fits.
enum class Overlap : uint8_t { few = 0, some = 1, many = 2 };

struct LayoutQuery {
  uint32_t rows = 0;
  uint32_t columns = 0;
  std::span<const LetterCode> cells;    // kEmptyCell or kHoleCell, rows * columns of them
  WordsView words;                      // none is empty
  std::span<const uint8_t> directions;  // a word: bit d allows direction d
  WordsView avoided;                    // must not stand anywhere but inside a word's own line
  Overlap overlap = Overlap::some;
  int64_t leftover = -1;  // cells that no word may cover; -1: any number
  uint64_t seed = 0;
  uint64_t effort = 0;  // letters that may be compared before it gives up
};

struct LayoutResult {
  std::vector<uint32_t> place;  // a word: row * columns + column of its first letter, or kNowhere
  std::vector<uint8_t> direction;
  std::vector<LetterCode> cells;  // with the words' letters
  std::vector<uint8_t> has_room;  // a word: is any line of the empty board long enough?
  uint32_t placed = 0;
  uint32_t leftover = 0;  // empty cells
  uint32_t attempts = 0;
  Finish finish = Finish::complete;  // limited: the effort ended before all was as wanted
};

/// Places as many words as it can, all that have room at all if it finds how. Every cell that the result sets
/// belongs to a word; no word or avoided word stands anywhere except inside the line of a placed
/// word; no word covers only cells that others cover.
[[nodiscard]] LayoutResult make_layout(const LayoutQuery& query, StopToken& stop);

}  // namespace lexigrid

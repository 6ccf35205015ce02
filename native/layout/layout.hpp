// Places words on a board. A query gives the same layout on every machine.
#pragma once

#include <vector>

#include "base/stop_token.hpp"
#include "layout/board.hpp"

namespace lexigrid {

/// How strongly overlaps between words are preferred; with `none`, no two words share a cell.
enum class Overlap : uint8_t { few = 0, some = 1, many = 2, none = 3 };

struct LayoutQuery {
  uint32_t rows = 0;
  uint32_t columns = 0;
  std::span<const LetterCode> cells;    // rows * columns of kEmptyCell or kHoleCell
  WordsView words;                      // not empty, nor is any word
  std::span<const uint8_t> directions;  // by word: bit d allows direction d
  WordsView avoided;                    // must not occur outside the lines of words
  Overlap overlap = Overlap::some;
  int64_t leftover = -1;  // cells to leave uncovered; -1: any number
  uint64_t seed = 0;
  uint64_t effort = 0;  // letters compared before the search gives up

  [[nodiscard]] bool allows(uint32_t word, uint8_t direction) const noexcept {
    return (directions[word] >> direction & 1) != 0;
  }
};

struct LayoutResult {
  std::vector<uint32_t> place;  // by word: row * columns + column of its first letter, or kNowhere
  std::vector<uint8_t> direction;
  std::vector<LetterCode> cells;  // with the letters of the words
  std::vector<uint8_t> can_fit;   // by word: 1 if any line of the empty board is long enough
  uint32_t placed = 0;
  uint32_t leftover = 0;  // empty cells
  uint32_t attempts = 0;
  Finish finish = Finish::complete;  // limited: the effort was spent before the layout was complete
};

/// Places as many words as it can. Every letter in the result belongs to a word; no word or avoided word
/// occurs except inside the line of a placed word; no word was placed only on cells of earlier words.
[[nodiscard]] LayoutResult make_layout(const LayoutQuery& query, StopToken& stop);

}  // namespace lexigrid

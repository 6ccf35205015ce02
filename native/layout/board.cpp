#include "layout/board.hpp"

#include <algorithm>

#include "lines/lines.hpp"  // the steps of the eight directions

namespace lexigrid {

Board::Board(uint32_t rows, uint32_t columns, std::span<const LetterCode> cells)
    : rows_(rows),
      columns_(columns),
      letters_((size_t{rows} + 2) * (size_t{columns} + 2), kHoleCell) {
  for (size_t direction = 0; direction < 8; ++direction) {
    steps_[direction] = kRowStep[direction] * static_cast<int>(columns + 2) + kColumnStep[direction];
  }
  for (uint32_t place = 0; place < cells.size(); ++place) {
    letters_[cell_at(place)] = cells[place];
    empty_ += (cells[place] == kEmptyCell);
  }
}

bool Board::completes(uint32_t cell, const Patterns& patterns, const Spot& own,
                      uint32_t length) const noexcept {
  const int reach = static_cast<int>(patterns.longest()) - 1;
  const LetterCode* const here = letters_.data() + cell;
  // The axes E, SE, S and SW suffice, as the patterns include the reversed words.
  for (const uint8_t axis : {2, 3, 4, 5}) {
    const int step = steps_[axis];
    // The word's own line, as offsets from the cell along this axis; empty if it lies on another axis.
    int own_from = 1;
    int own_to = 0;
    if (length == 1) {
      own_from = 0;  // the single cell is on every axis
    } else if (length != 0 && (own.direction == axis || own.direction == (axis + 4) % 8)) {
      const int away = (static_cast<int>(own.cell) - static_cast<int>(cell)) / step;
      const int last =
          own.direction == axis ? away + static_cast<int>(length) - 1 : away - static_cast<int>(length) + 1;
      own_from = std::min(away, last);
      own_to = std::max(away, last);
    }
    int back = 0;
    while (back < reach && here[-(back + 1) * step] < kHoleCell) ++back;
    for (int from = -back; from <= 0; ++from) {
      uint32_t node = Patterns::kRoot;
      for (int at = from;; ++at) {
        const LetterCode letter = here[at * step];
        if (letter >= kHoleCell) break;
        node = patterns.child(node, letter);
        if (node == Patterns::kNone) break;
        if (at >= 0 && patterns.ends(node) && (from < own_from || at > own_to)) return true;
      }
    }
  }
  return false;
}

std::vector<LetterCode> Board::cells() const {
  std::vector<LetterCode> made;
  made.reserve(size_t{rows_} * columns_);
  for (uint32_t row = 0; row < rows_; ++row) {
    const LetterCode* const begin = letters_.data() + cell_at(row, 0);
    made.insert(made.end(), begin, begin + columns_);
  }
  return made;
}

}  // namespace lexigrid

// Where words fit, 64 cells at a time: sets of the cells with each letter, and of the empty ones.
#pragma once

#include <bit>
#include <vector>

#include "layout/board.hpp"

namespace lexigrid {

class LetterSets {
 public:
  /// Makes the sets of a board for words up to `longest` letters with codes below `letters`.
  void reset(const Board& board, uint32_t letters, uint32_t longest) {
    const uint32_t cells = (board.rows() + 2) * (board.columns() + 2);
    blocks_ = cells / 64 + 1;
    // A shifted block may lie before or behind the board, where no cell is in any set.
    padding_ = longest * (board.columns() + 3) / 64 + 2;
    sets_.assign(letters + size_t{1}, std::vector<uint64_t>(blocks_ + 2 * size_t{padding_}));
    for (uint32_t cell = 0; cell < cells; ++cell) set(cell, kHoleCell, board.letter(cell));
  }
  [[nodiscard]] bool is_used() const noexcept { return !sets_.empty(); }

  /// Moves a cell from the set of `before` to that of `after`.
  void set(uint32_t cell, LetterCode before, LetterCode after) noexcept {
    const uint64_t bit = uint64_t{1} << cell % 64;
    if (before != kHoleCell) set_of(before)[padding_ + cell / 64] &= ~bit;
    if (after != kHoleCell) set_of(after)[padding_ + cell / 64] |= bit;
  }

  /// Calls judge(cell) for the first cell of each line in steps of `step` on which every cell is empty or
  /// has the letter of the word. Returns the number of blocks read.
  template <class Judge>
  uint64_t for_each_fit(std::span<const LetterCode> word, int step, Judge&& judge) const {
    const uint64_t* const empty = sets_.back().data() + padding_;
    uint64_t read = 0;
    for (uint32_t block = 0; block < blocks_; ++block) {
      uint64_t fitting = ~uint64_t{0};
      ptrdiff_t offset = ptrdiff_t{block} * 64;
      for (size_t i = 0; i < word.size() && fitting != 0; ++i, offset += step, ++read) {
        const uint64_t* const letter = sets_[word[i]].data() + padding_;
        const ptrdiff_t at = offset >> 6;
        const int shift = static_cast<int>(offset & 63);
        const uint64_t low = letter[at] | empty[at];
        const uint64_t high = letter[at + 1] | empty[at + 1];
        fitting &= shift == 0 ? low : low >> shift | high << (64 - shift);
      }
      for (; fitting != 0; fitting &= fitting - 1)
        judge(block * 64 + static_cast<uint32_t>(std::countr_zero(fitting)));
    }
    return read;
  }

 private:
  [[nodiscard]] std::vector<uint64_t>& set_of(LetterCode letter) noexcept {
    return letter == kEmptyCell ? sets_.back() : sets_[letter];
  }

  uint32_t blocks_ = 0;
  uint32_t padding_ = 0;
  std::vector<std::vector<uint64_t>> sets_;  // by letter; the last: the empty cells
};

}  // namespace lexigrid

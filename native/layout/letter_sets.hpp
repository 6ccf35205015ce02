// Where words fit, 64 cells at a time: for each letter the cells that are empty or have it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "layout/board.hpp"

namespace lexigrid {

class LetterSets {
 public:
  /// Makes the sets of a board for these words.
  void reset(const Board& board, const WordsView& words) {
    const uint32_t cells = (board.rows() + 2) * (board.columns() + 2);
    uint32_t longest = 0;
    for (uint32_t word = 0; word < words.size(); ++word)
      longest = std::max(longest, static_cast<uint32_t>(words[word].size()));
    blocks_ = cells / 64 + 1;
    // A shifted group may lie before or behind the board, where no cell is in any set.
    padding_ = longest * (board.columns() + 3) / 64 + kGroup + 2;
    std::vector<uint32_t> counts(words.letters.empty() ? 0 : *std::ranges::max_element(words.letters) + 1u);
    for (const LetterCode letter : words.letters) ++counts[letter];
    sets_.assign(counts.size(), std::vector<uint64_t>(blocks_ + 2 * size_t{padding_}));
    for (uint32_t cell = 0; cell < cells; ++cell) {
      if (board.letter(cell) == kEmptyCell) clear(cell);
    }
    order_.assign(words.size(), {});
    for (uint32_t word = 0; word < words.size(); ++word) {
      const auto letters = words[word];
      for (uint32_t i = 0; i < letters.size(); ++i) order_[word].push_back({i, letters[i]});
      std::ranges::stable_sort(order_[word], {}, [&](const Letter& each) { return counts[each.code]; });
    }
    shifted_.resize(longest);
  }
  [[nodiscard]] bool is_used() const noexcept { return !sets_.empty(); }
  [[nodiscard]] size_t letters() const noexcept { return sets_.size(); }

  /// Puts a letter into an empty cell.
  void fill(uint32_t cell, LetterCode letter) noexcept {
    for (auto& set : sets_) set[padding_ + cell / 64] &= ~bit_of(cell);
    sets_[letter][padding_ + cell / 64] |= bit_of(cell);
  }
  void clear(uint32_t cell) noexcept {
    for (auto& set : sets_) set[padding_ + cell / 64] |= bit_of(cell);
  }

  /// Calls judge(cell) for the first cell of each line in steps of `step` on which every cell is empty or
  /// has the letter of the word, if that cell is in [from, to), and for some others. Returns the number of
  /// groups of blocks read.
  template <class Judge>
  uint64_t for_each_fit(uint32_t word, int step, uint32_t from, uint32_t to, Judge&& judge) {
    const std::vector<Letter>& order = order_[word];
    const size_t count = order.size();
    for (size_t i = 0; i < count; ++i) {
      const ptrdiff_t offset = ptrdiff_t{order[i].index} * step;
      const uint64_t* const set = sets_[order[i].code].data() + padding_ + (offset >> 6);
      shifted_[i] = {set, static_cast<int>(offset & 63)};
    }
    uint64_t read = 0;
    for (uint32_t block = from / 64; block * 64 < to; block += kGroup) {
      std::array<uint64_t, kGroup> fitting;
      fitting.fill(~uint64_t{0});
      size_t i = 0;
      while (i < count) {
        const auto [set, shift] = shifted_[i];
        for (uint32_t b = 0; b < kGroup; ++b)
          fitting[b] &= set[block + b] >> shift | set[block + b + 1] << 1 << (63 - shift);
        ++i;
        if (i >= kSure && (fitting[0] | fitting[1] | fitting[2] | fitting[3]) == 0) break;
      }
      read += i;
      for (uint32_t b = 0; b < kGroup; ++b) {
        for (uint64_t rest = fitting[b]; rest != 0; rest &= rest - 1)
          judge((block + b) * 64 + static_cast<uint32_t>(std::countr_zero(rest)));
      }
    }
    return read;
  }

 private:
  /// Blocks read at once: 1.5 times as fast as one by one. After fewer than kSure letters some line nearly
  /// always fits.
  static constexpr uint32_t kGroup = 4;
  static constexpr size_t kSure = 3;

  struct Letter {
    uint32_t index = 0;
    LetterCode code = 0;
  };
  struct Shifted {
    const uint64_t* set = nullptr;
    int shift = 0;
  };

  static uint64_t bit_of(uint32_t cell) noexcept { return uint64_t{1} << cell % 64; }

  uint32_t blocks_ = 0;
  uint32_t padding_ = 0;
  std::vector<std::vector<uint64_t>> sets_;  // by letter
  std::vector<std::vector<Letter>> order_;   // by word: its letters, the rarest first
  std::vector<Shifted> shifted_;             // by letter of the word in `for_each_fit`
};

}  // namespace lexigrid

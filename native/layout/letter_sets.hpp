// Finds where words fit, 64 cells at a time, from a set per letter of the cells that are empty or have it.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "base/bits.hpp"
#include "layout/board.hpp"

namespace lexigrid {

class LetterSets {
 public:
  /// Builds the sets of a board for these words.
  void reset(const Board& board, const WordsView& words) {
    const uint32_t cells = board.size();
    uint32_t longest = 0;
    for (uint32_t word = 0; word < words.size(); ++word)
      longest = std::max(longest, static_cast<uint32_t>(words[word].size()));
    blocks_ = cells / 64 + 1;
    // A shifted group may lie before or after the board, where all sets are empty.
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
    find_starts(board, words, longest);
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

  /// Calls judge(cell) for the first cell of each line in steps of `step` whose cells are all empty or have
  /// the letters of the word. Covers [from, to), rounded outwards. Returns the number of groups of blocks
  /// read.
  template <class Judge>
  uint64_t for_each_fit(uint32_t word, int step, uint32_t from, uint32_t to, Judge&& judge) {
    return scan<Fitting>(word, step, from, to, nullptr, judge);
  }

  /// Calls judge(cell) for the first cell of each line in this direction with at most three cells that have
  /// a different letter from the word. Returns the number of groups of blocks read.
  template <class Judge>
  uint64_t for_each_near_fit(uint32_t word, uint8_t direction, int step, Judge&& judge) {
    const uint64_t* const starts = starts_[order_[word].size() * 8 + direction].data();
    return scan<Near>(word, step, 0, blocks_ * 64, starts, judge);
  }

 private:
  /// Blocks read at once, 1.5 times as fast as one by one.
  static constexpr uint32_t kGroup = 4;

  /// A set of lines that are compared with a word, letter by letter. After fewer than kSure letters, it is
  /// nearly never empty.
  struct Fitting {
    static constexpr size_t kSure = 3;
    std::array<uint64_t, kGroup> left;

    void compare(uint32_t block, uint64_t agreeing) noexcept { left[block] &= agreeing; }
  };
  /// The same with a two-bit counter per line; a line is no longer near once its counter overflows.
  struct Near {
    static constexpr size_t kSure = 6;
    std::array<uint64_t, kGroup> left;
    std::array<uint64_t, kGroup> ones{};
    std::array<uint64_t, kGroup> twos{};

    void compare(uint32_t block, uint64_t agreeing) noexcept {
      const uint64_t carry = ones[block] & ~agreeing;
      ones[block] ^= ~agreeing;
      left[block] &= ~(twos[block] & carry);
      twos[block] ^= carry;
    }
  };

  /// Calls judge(cell) for the lines left of those that start in the blocks of [from, to), or at `starts`.
  template <class Lines, class Judge>
  uint64_t scan(uint32_t word, int step, uint32_t from, uint32_t to, const uint64_t* starts, Judge& judge) {
    const size_t count = shift_sets(word, step);
    uint64_t read = 0;
    for (uint32_t block = from / 64; block * 64 < to; block += kGroup) {
      Lines lines;
      for (uint32_t b = 0; b < kGroup; ++b)
        lines.left[b] = starts != nullptr ? starts[block + b] : ~uint64_t{0};
      size_t i = 0;
      while (i < count) {
        const auto [set, shift] = shifted_[i];
        for (uint32_t b = 0; b < kGroup; ++b)
          lines.compare(b, set[block + b] >> shift | set[block + b + 1] << 1 << (63 - shift));
        ++i;
        if (i >= Lines::kSure && (lines.left[0] | lines.left[1] | lines.left[2] | lines.left[3]) == 0) break;
      }
      read += i;
      for (uint32_t b = 0; b < kGroup; ++b)
        for_each_bit(lines.left[b], [&](uint32_t bit) { judge((block + b) * 64 + bit); });
    }
    return read;
  }

  struct Letter {
    uint32_t index = 0;
    LetterCode code = 0;
  };
  struct Shifted {
    const uint64_t* set = nullptr;
    int shift = 0;
  };

  /// Finds the set of each letter of the word, shifted to the first cell of a line. Returns their number.
  size_t shift_sets(uint32_t word, int step) noexcept {
    const std::vector<Letter>& order = order_[word];
    for (size_t i = 0; i < order.size(); ++i) {
      const ptrdiff_t offset = static_cast<ptrdiff_t>(order[i].index) * step;
      const uint64_t* const set = sets_[order[i].code].data() + padding_ + (offset >> 6);
      shifted_[i] = {set, static_cast<int>(offset & 63)};
    }
    return order.size();
  }

  void find_starts(const Board& board, const WordsView& words, uint32_t longest) {
    starts_.assign((size_t{longest} + 1) * 8, {});
    for (uint32_t word = 0; word < words.size(); ++word) {
      const auto length = static_cast<uint32_t>(words[word].size());
      if (!starts_[size_t{length} * 8].empty()) continue;
      for (uint8_t direction = 0; direction < 8; ++direction) {
        auto& starts = starts_[size_t{length} * 8 + direction];
        starts.resize(blocks_ + kGroup);
        for (uint32_t place = 0; place < board.rows() * board.columns(); ++place) {
          const uint32_t cell = board.cell_at(place);
          if (board.has_line({cell, direction}, length)) starts[cell / 64] |= bit_of(cell);
        }
      }
    }
  }

  static uint64_t bit_of(uint32_t cell) noexcept { return uint64_t{1} << cell % 64; }

  uint32_t blocks_ = 0;
  uint32_t padding_ = 0;
  std::vector<std::vector<uint64_t>> sets_;  // by letter
  std::vector<std::vector<Letter>> order_;   // by word: its letters, rarest first
  /// By length and direction: the first cells of lines on the board.
  std::vector<std::vector<uint64_t>> starts_;
  std::vector<Shifted> shifted_;  // set by `shift_sets`
};

}  // namespace lexigrid

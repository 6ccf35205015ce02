// The words of a list in the order of their letters.
#pragma once

#include <span>
#include <vector>

#include "lexicon/compile.hpp"

namespace lexigrid {

/// One word of a list. `head` holds its first letters, the first one highest, counted from 1 so that
/// a shorter word stands before the longer ones that begin with it: numbers compare as words do.
struct SortedWord {
  uint64_t head;
  uint32_t source;  // its place in the list
  uint16_t length;
  uint16_t common;  // letters that it shares with the word before it; kRepeat: all, and no more has either
  static constexpr uint16_t kRepeat = 0xFFFF;

  [[nodiscard]] bool repeats() const noexcept { return common == kRepeat; }
};
static_assert(kMaxWordLetters < SortedWord::kRepeat);

/// Letters in a head, and their bits.
struct HeadLayout {
  uint32_t letters;
  uint32_t bits;

  [[nodiscard]] uint32_t all_bits() const noexcept { return letters * bits; }
  /// The letter at a place of a head; only where the word has one there.
  [[nodiscard]] LetterCode letter(uint64_t head, uint32_t place) const noexcept {
    return static_cast<LetterCode>((head >> ((letters - 1 - place) * bits) & ((uint64_t{1} << bits) - 1)) -
                                   1);
  }
};

/// Twelve letters where there are at most 31, else eight, or four.
[[nodiscard]] HeadLayout head_layout(const WordList& list) noexcept;

/// Words of equal letters stand in the order of the list.
[[nodiscard]] std::vector<SortedWord> sort_words(const WordList& list);

}  // namespace lexigrid

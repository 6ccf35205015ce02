// Sorts words by their letters, and lines of text by their bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lexicon/compile.hpp"

namespace lexigrid {

/// A word of a list. `head` holds its first letters, the first in the highest bits, counted from 1 so that a
/// word precedes the longer words that start with it. Heads compare like words.
struct SortedWord {
  uint64_t head;
  uint32_t source;  // its index in the list
  uint16_t length;
  uint16_t common;  // length of the common prefix with the previous word; kRepeat if they are equal
  static constexpr uint16_t kRepeat = 0xFFFF;

  [[nodiscard]] bool repeats() const noexcept { return common == kRepeat; }
};
static_assert(kMaxWordLetters < SortedWord::kRepeat);

/// The number of letters in a head, and the bits of each.
struct HeadLayout {
  uint32_t letters;
  uint32_t bits;

  [[nodiscard]] uint32_t all_bits() const noexcept { return letters * bits; }
  /// The letter at a place of a head. The word must be long enough.
  [[nodiscard]] LetterCode letter(uint64_t head, uint32_t place) const noexcept {
    return static_cast<LetterCode>((head >> ((letters - 1 - place) * bits) & ((uint64_t{1} << bits) - 1)) -
                                   1);
  }
};

/// Twelve letters per head for alphabets of at most 31 letters, else eight or four.
[[nodiscard]] HeadLayout head_layout(const WordList& list) noexcept;

/// Words with the same letters keep the order of the list.
[[nodiscard]] std::vector<SortedWord> sort_words(const WordList& list);

/// The distinct lines of a text, sorted by their bytes: UTF-8 in code point order.
[[nodiscard]] std::string sort_lines(std::string_view text);

}  // namespace lexigrid

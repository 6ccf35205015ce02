// Palindromes: two readings of the same cells are one occurrence, the first in canonical order.
//
// The general search compares both readings of every line. The others list a palindrome as one pattern, and
// take it only where `is_first_reading` holds.
#pragma once

#include "lines/lines.hpp"

namespace lexigrid {

/// Does a word of `length` letters read the same from both ends?
[[nodiscard]] inline bool is_palindrome(const LexiconView& lexicon, WordId word, uint32_t length) noexcept {
  for (uint32_t i = 0; i < length / 2; ++i) {
    if (lexicon.letter_of(word, length, i) != lexicon.letter_of(word, length, length - 1 - i)) return false;
  }
  return true;
}

/// Does the reading from `start` to `end`, cells in reading order, come before the reading from the other
/// end, or is that one not allowed?
[[nodiscard]] constexpr bool is_first_reading(uint8_t directions, unsigned direction, uint64_t start,
                                              uint64_t end) noexcept {
  return start < end || (directions >> (direction + 4) % 8 & 1) == 0;
}

}  // namespace lexigrid

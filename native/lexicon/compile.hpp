// Compiles words into a lexicon image.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace lexigrid {

/// Letters that fit a byte, with one value left for the end of a word.
inline constexpr size_t kByteLetters = 254;

/// Words in the order given. The letters of word i are `letter_at[i] .. letter_at[i + 1]` of `bytes` if
/// there are at most kByteLetters letters, else of `letters`; the other is empty.
/// Its spelling (as the user wrote it, UTF-8) is `spellings[spelling_at[i] .. spelling_at[i + 1]]`;
/// both are empty where every word is written as the faces of its letters joined.
struct WordList {
  std::vector<uint8_t> bytes;
  std::vector<LetterCode> letters;
  std::vector<uint64_t> letter_at{0};
  std::string spellings;
  std::vector<uint64_t> spelling_at;
  std::vector<uint8_t> bands;            // empty, or one per word
  std::vector<std::string> faces;        // the letters in code order, UTF-8
  std::vector<std::string> punctuation;  // characters in spellings that are not letters
  bool is_lower = true;                  // ASCII words: only a to z so far

  [[nodiscard]] size_t size() const noexcept { return letter_at.size() - 1; }
};

/// A line that is not a word.
struct WordError : std::runtime_error {
  WordError(const std::string& message, size_t number) : std::runtime_error(message), line(number) {}
  size_t line;  // from 0
};

struct AsciiOptions {
  bool fold_case = true;
  bool is_file = true;    // skip blank lines and lines that start with #
  std::string_view keep;  // punctuation that counts as letters
};

[[nodiscard]] bool is_ascii(std::string_view text) noexcept;

/// Appends the lines of ASCII text as words. Until `number_letters`, `bytes` holds the folded characters.
/// Punctuation that is not kept is left out of the letters, unless the word has nothing else. Returns
/// false, with `list` unchanged, if a byte is above 127.
/// Throws WordError for a control character, a blank line unless `is_file`, a word that is too long.
[[nodiscard]] bool append_ascii(WordList& list, std::string_view text, const AsciiOptions& options);

/// The same for separate words. Returns false, with `list` in an unspecified state, if a word is not plain:
/// empty, too long, not ASCII, with a blank at its ends or a control character.
[[nodiscard]] bool append_ascii(WordList& list, const std::vector<std::string_view>& words,
                                const AsciiOptions& options);

/// Replaces characters by dense codes in code point order and fills `faces`; after `append_ascii`.
void number_letters(WordList& list);

/// Compiles the image. Words of equal letters become one word with all their spellings in the order given
/// and the smallest band. Sorted words take one pass, others a radix sort first.
/// Throws WordError beyond kMaxNodes.
[[nodiscard]] std::vector<std::byte> compile(const WordList& list, std::string_view meta);

}  // namespace lexigrid

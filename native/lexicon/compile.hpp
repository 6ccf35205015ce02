// Words in, lexicon image out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace lexigrid {

/// Letters that fit a byte, with one value left for the end of a word.
inline constexpr size_t kByteLetters = 254;

/// Words in the order given. The letters of word i stand at `letter_at[i] .. letter_at[i + 1]` of
/// `bytes` where there are at most kByteLetters letters, else of `letters`; the other is empty.
/// Its spelling (as the user wrote it, UTF-8) is `spellings[spelling_at[i] .. spelling_at[i + 1]]`;
/// both are empty where every word is written as the faces of its letters joined.
struct WordList {
  std::vector<uint8_t> bytes;
  std::vector<LetterCode> letters;
  std::vector<uint64_t> letter_at{0};
  std::string spellings;
  std::vector<uint64_t> spelling_at;
  std::vector<uint8_t> bands;            // empty, or one a word
  std::vector<std::string> faces;        // the letters in code order, UTF-8
  std::vector<std::string> punctuation;  // characters that words were spelled with but are no letters
  bool is_lower = true;                  // of ASCII words: nothing but a to z so far

  [[nodiscard]] size_t size() const noexcept { return letter_at.size() - 1; }
};

/// A line that cannot be a word.
struct WordError {
  std::string message;
  size_t line;  // from 0
};

struct AsciiOptions {
  bool fold_case = true;
  bool is_file = true;    // blank lines and lines that start with # are passed over
  std::string_view keep;  // punctuation that counts as letters
};

[[nodiscard]] bool is_ascii(std::string_view text) noexcept;

/// Reads the lines of ASCII text as words. What is in `bytes` are the folded characters until
/// `number_letters` makes them dense. Punctuation that is not kept is left out of the letters,
/// unless the word has nothing else. Returns false, with `list` unchanged, at a byte above 127.
/// Throws WordError: a control character, a blank line where no file is read, a word too long.
[[nodiscard]] bool append_ascii(WordList& list, std::string_view text, const AsciiOptions& options);

/// The same for words that stand in memory each by itself. Returns false, and `list` is of no more
/// use, where a word is not plain: empty, too long, not ASCII, a blank at its ends or a control
/// character in it.
[[nodiscard]] bool append_ascii(WordList& list, const std::vector<std::string_view>& words,
                                const AsciiOptions& options);

/// Makes the codes dense in code point order and fills `faces`: only after `append_ascii`.
void number_letters(WordList& list);

/// Compiles the image. Words of equal letters become one: all its spellings in the order given,
/// the smallest band. One pass for sorted words; others are sorted by radix first.
/// Throws WordError when a limit is passed (kMaxNodes, kMaxWordLetters).
[[nodiscard]] std::vector<std::byte> compile(const WordList& list, std::string_view meta);

}  // namespace lexigrid

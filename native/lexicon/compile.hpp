// Compiles words into a lexicon image.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace lexigrid {

/// The most letters that fit in a byte, with one value left for the end of a word.
inline constexpr size_t kByteLetters = 254;

/// Words in input order. The letters of word i are `letter_at[i] .. letter_at[i + 1]` of `bytes` if the
/// alphabet has at most kByteLetters letters, else of `letters`; the other is empty.
/// Its spelling (as the user wrote it, in UTF-8) is `spellings[spelling_at[i] .. spelling_at[i + 1]]`. Both
/// are empty if every word is spelled as the faces of its letters joined.
struct WordList {
  std::vector<uint8_t> bytes;
  std::vector<LetterCode> letters;
  std::vector<uint64_t> letter_at{0};
  std::string spellings;
  std::vector<uint64_t> spelling_at;
  std::vector<uint8_t> bands;            // empty, or one per word
  std::vector<std::string> faces;        // the letters in code order, UTF-8
  std::vector<std::string> punctuation;  // characters in spellings that are not letters
  bool is_lower = true;                  // ASCII words: all letters so far are a to z

  [[nodiscard]] size_t size() const noexcept { return letter_at.size() - 1; }
};

/// A line that is not a word.
struct WordError : std::runtime_error {
  WordError(const std::string& message, size_t number) : std::runtime_error(message), line(number) {}
  size_t line;  // counted from 0
};

struct AsciiOptions {
  bool fold_case = true;
  bool is_file = true;    // skips blank lines and lines that start with #
  std::string_view keep;  // punctuation that counts as letters
};

[[nodiscard]] bool is_ascii(std::string_view text) noexcept;

/// Appends the lines of ASCII text as words. Until `number_letters`, `bytes` holds the folded characters.
/// Punctuation that is not kept is left out of the letters, unless the word has nothing else. Returns
/// false, with `list` unchanged, if a byte is above 127.
/// Throws WordError for a control character, a word that is too long, or (unless `is_file`) a blank line.
[[nodiscard]] bool append_ascii(WordList& list, std::string_view text, const AsciiOptions& options);

/// The same for separate words. Returns false, with `list` in an unspecified state, if a word is empty, too
/// long or not ASCII, begins or ends with a blank, or has a control character.
[[nodiscard]] bool append_ascii(WordList& list, const std::vector<std::string_view>& words,
                                const AsciiOptions& options);

/// How characters are read that fold alike in any text and are letters of their own; all text is UTF-8.
struct CharacterFolds {
  std::string_view characters;
  std::vector<std::string> folds;  // one per character: its letters, a character each
  std::string_view omitted;        // letters that are left out of words which have others
  std::string_view blanks;         // characters that are removed from the ends of lines
};

/// Reads the lines of UTF-8 text, which must be valid, as words of an empty list, with codes and `faces`.
/// Returns false, with `list` in an unspecified state, if there are no words, or one has other characters, no
/// letters or too many.
[[nodiscard]] bool read_characters(WordList& list, std::string_view text, const CharacterFolds& folds,
                                   bool is_file);

/// Replaces characters by dense codes in code point order and fills `faces`. Call after `append_ascii`.
void number_letters(WordList& list);

/// Compiles the image. Words with the same letters become one word with the smallest band and all their
/// spellings in input order. Sorted words take one pass; others are sorted first.
/// Throws WordError if there are more than kMaxNodes nodes or 4 GiB of spellings.
[[nodiscard]] std::vector<std::byte> compile(const WordList& list, std::string_view meta);

}  // namespace lexigrid

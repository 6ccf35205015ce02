// Lexicons of ASCII words for tests.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lexicon/compile.hpp"
#include "lexicon/format.hpp"
#include "tests/check.hpp"

namespace lexigrid::tests {

/// A lexicon of the words in a text, one per line.
struct Lexicon {
  WordList list;
  std::vector<std::byte> image;
  LexiconView view;

  explicit Lexicon(const std::string& text) {
    CHECK(append_ascii(list, text, AsciiOptions{}));
    number_letters(list);
    image = compile(list, "{}");
    view = open_image(image);
  }
  /// The code of a letter; kNoLetter if no word has it.
  [[nodiscard]] LetterCode code(char letter) const {
    const auto at = std::find(list.faces.begin(), list.faces.end(), std::string(1, letter));
    return static_cast<LetterCode>(at == list.faces.end() ? kNoLetter : at - list.faces.begin());
  }
};

/// Each letter repeated three times or more, as a word, and words of random letters.
inline std::string random_words(Rng& rng, uint32_t letters, uint32_t count, uint32_t least, uint32_t most) {
  std::string text;
  for (uint32_t c = 0; c < letters; ++c)
    (text += std::string(least < 3 ? 3 : least, static_cast<char>('a' + c))) += "\n";
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t k = 0, length = least + rng.below(most - least + 1); k < length; ++k)
      text += static_cast<char>('a' + rng.below(letters));
    text += "\n";
  }
  return text;
}

}  // namespace lexigrid::tests

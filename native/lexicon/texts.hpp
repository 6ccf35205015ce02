// The words and letters of a lexicon as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lexicon/compile.hpp"
#include "lexicon/lexicon.hpp"

namespace lexigrid {

/// The lines of a text without line breaks.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

/// Reads the texts of a lexicon. The lexicon and its image must outlive it.
class LexiconTexts {
 public:
  LexiconTexts() = default;
  LexiconTexts(const LexiconView& view, std::span<const std::byte> image);

  /// The letters in code order.
  [[nodiscard]] const std::vector<std::string>& faces() const noexcept { return faces_; }
  /// Appends the faces of a word's letters in UTF-8.
  void append_letters(WordId word, std::string& text) const;
  /// Appends the first spelling of a word in UTF-8.
  void append(WordId word, std::string& text) const;
  /// All spellings of a word in UTF-8, separated by '\n'.
  [[nodiscard]] std::string spelling(WordId word) const;

 private:
  [[nodiscard]] std::string_view recorded(WordId word) const;

  const LexiconView* view_ = nullptr;
  std::vector<std::string> faces_;
  std::string bytes_;  // the faces, if each is one byte
};

/// Some words of a lexicon, with their spellings and bands, as input of `compile`. The letters keep their
/// codes, and their faces are empty.
[[nodiscard]] WordList select_words(const LexiconView& lexicon, std::span<const WordId> words);

}  // namespace lexigrid

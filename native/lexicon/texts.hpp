// The words and letters of a lexicon as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lexicon/lexicon.hpp"

namespace lexigrid {

/// The lines of a text without their line breaks.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

/// Reads a lexicon and its image, which must outlive it.
class LexiconTexts {
 public:
  LexiconTexts() = default;
  LexiconTexts(const LexiconView& view, std::span<const std::byte> image);

  /// The letters in code order.
  [[nodiscard]] const std::vector<std::string>& faces() const noexcept { return faces_; }
  /// The letters of a word joined, UTF-8.
  [[nodiscard]] std::string joined(WordId word) const;
  /// All spellings of a word, separated by '\n', UTF-8.
  [[nodiscard]] std::string spelling(WordId word) const;

 private:
  const LexiconView* view_ = nullptr;
  std::vector<std::string> faces_;
};

/// Begins a JSON object with the member "word", the first of the spellings of a word.
void append_word(std::string& json, std::string_view spellings);
/// Appends the member "spellings" if there are several.
void append_other_spellings(std::string& json, std::string_view spellings);

}  // namespace lexigrid

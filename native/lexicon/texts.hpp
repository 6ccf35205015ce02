// The words and letters of a lexicon as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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
  /// The faces of a word's letters joined, in UTF-8.
  [[nodiscard]] std::string joined(WordId word) const;
  /// All spellings of a word in UTF-8, separated by '\n'.
  [[nodiscard]] std::string spelling(WordId word) const;

 private:
  const LexiconView* view_ = nullptr;
  std::vector<std::string> faces_;
};

/// Begins a JSON object with the member "word": the first of a word's spellings.
void append_word(std::string& json, std::string_view spellings);
/// Appends the member "spellings" if there is more than one.
void append_other_spellings(std::string& json, std::string_view spellings);

}  // namespace lexigrid

#include "lexicon/texts.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "lexicon/format.hpp"

namespace lexigrid {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

LexiconTexts::LexiconTexts(const LexiconView& view, std::span<const std::byte> image)
    : view_(&view),
      faces_(lines_of(section_text(image, kFaces))) {
  faces_.resize(std::min<size_t>(faces_.size(), view.letter_count));  // the image may not be validated
}

std::string LexiconTexts::joined(WordId word) const {
  const uint32_t length = view_->length_of(word);
  std::string text;
  for (uint32_t i = 0; i < length; ++i) text += faces_[view_->letter_of(word, length, i)];
  return text;
}

std::string LexiconTexts::spelling(WordId word) const {
  const LexiconView& view = *view_;
  if (view.spelling_at.empty()) return joined(word);
  return std::string(
      view.spellings.substr(view.spelling_at[word], view.spelling_at[word + 1] - view.spelling_at[word]));
}

void append_word(std::string& json, std::string_view spellings) {
  json += "{\"word\": ";
  append_json_string(json, spellings.substr(0, spellings.find('\n')));
}

void append_other_spellings(std::string& json, std::string_view spellings) {
  if (spellings.find('\n') == spellings.npos) return;
  const char* separator = ", \"spellings\": [";
  for (const std::string& each : lines_of(spellings)) {
    json += separator;
    append_json_string(json, each);
    separator = ", ";
  }
  json += ']';
}

}  // namespace lexigrid

#include "lexicon/texts.hpp"

#include <algorithm>

#include "lexicon/format.hpp"

namespace lexigrid {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  lines.reserve(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
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
  for (const std::string& face : faces_) bytes_ += face;
  if (bytes_.size() != faces_.size()) bytes_.clear();
}

std::string_view LexiconTexts::recorded(WordId word) const {
  const auto at = view_->spelling_at;
  return at.empty() ? std::string_view() : view_->spellings.substr(at[word], at[word + 1] - at[word]);
}

void LexiconTexts::append_letters(WordId word, std::string& text) const {
  const uint32_t length = view_->length_of(word);
  if (bytes_.empty()) {
    for (uint32_t i = 0; i < length; ++i) text += faces_[view_->letter_of(word, length, i)];
    return;
  }
  text.resize(text.size() + length);
  char* const to = text.data() + text.size() - length;
  for (uint32_t i = 0; i < length; ++i) to[i] = bytes_[view_->letter_of(word, length, i)];
}

void LexiconTexts::append(WordId word, std::string& text) const {
  if (view_->spelling_at.empty()) return append_letters(word, text);
  const std::string_view spellings = recorded(word);
  text += spellings.substr(0, spellings.find('\n'));
}

std::string LexiconTexts::spelling(WordId word) const {
  std::string text(recorded(word));
  if (view_->spelling_at.empty()) append(word, text);
  return text;
}

WordList select_words(const LexiconView& lexicon, std::span<const WordId> words) {
  WordList list;
  list.faces.resize(lexicon.letter_count);
  const std::span<const uint32_t> at = lexicon.spelling_at;
  if (!at.empty()) list.spelling_at.push_back(0);
  for (const WordId word : words) {
    const uint32_t length = lexicon.length_of(word);
    std::vector<std::string> spellings(1);
    if (!at.empty()) spellings = lines_of(lexicon.spellings.substr(at[word], at[word + 1] - at[word]));
    for (const std::string& spelling : spellings) {
      for (uint32_t i = 0; i < length; ++i) {
        const LetterCode letter = lexicon.letter_of(word, length, i);
        if (lexicon.letter_count <= kByteLetters)
          list.bytes.push_back(static_cast<uint8_t>(letter));
        else
          list.letters.push_back(letter);
      }
      list.letter_at.push_back(list.letter_at.back() + length);
      if (!lexicon.bands.empty()) list.bands.push_back(lexicon.bands[word]);
      list.spellings += spelling;
      if (!at.empty()) list.spelling_at.push_back(list.spellings.size());
    }
  }
  return list;
}

}  // namespace lexigrid

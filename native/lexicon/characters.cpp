// Reads words of any script whose characters are letters of their own, without Python.
#include <algorithm>
#include <span>
#include <stdexcept>

#include "lexicon/compile.hpp"

namespace lexigrid {
namespace {

/// Takes the first character of UTF-8, which must be valid and not empty.
char32_t take_character(std::string_view& text) noexcept {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  char32_t code = size == 1 ? first : first & (0x7Fu >> size);
  for (size_t i = 1; i < size; ++i) code = code << 6 | (byte(i) & 0x3Fu);
  text.remove_prefix(size);
  return code;
}

std::u32string characters_of(std::string_view text) {
  std::u32string found;
  while (!text.empty()) found += take_character(text);
  return found;
}

std::string to_utf8(char32_t code) {
  const auto more = [&](unsigned shift) { return static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0 | code >> 6), more(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0 | code >> 12), more(6), more(0)};
  return {static_cast<char>(0xF0 | code >> 18), more(12), more(6), more(0)};
}

/// What characters are read as, by code point. Letters are numbered in code point order.
class CharacterTable {
 public:
  explicit CharacterTable(const CharacterFolds& folds) {
    const std::u32string from = characters_of(folds.characters);
    std::vector<std::u32string> to;
    for (const std::string& fold : folds.folds) {
      to.push_back(characters_of(fold));
      letters += to.back();
    }
    if (from.size() != to.size()) throw std::invalid_argument("the number of folds differs");
    std::sort(letters.begin(), letters.end());
    letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
    const std::u32string blanks = characters_of(folds.blanks);
    char32_t last = 0;
    for (const char32_t code : from + blanks) last = std::max(last, code);
    places_.resize(last + size_t{1});
    for (size_t i = 0; i < from.size(); ++i) {
      places_[from[i]] = {static_cast<uint32_t>(codes_.size()), static_cast<uint16_t>(to[i].size()), true};
      for (const char32_t letter : to[i]) codes_.push_back(code_of(letter));
    }
    for (const char32_t blank : blanks) places_[blank].is_blank = true;
    is_omitted.resize(letters.size());
    for (const char32_t letter : characters_of(folds.omitted)) {
      const LetterCode code = code_of(letter);
      if (code < letters.size()) is_omitted[code] = true;
    }
  }

  [[nodiscard]] bool is_blank(char32_t code) const noexcept {
    return code < places_.size() && places_[code].is_blank;
  }
  [[nodiscard]] bool is_known(char32_t code) const noexcept {
    return code < places_.size() && places_[code].is_known;
  }
  /// The letters of a known character.
  [[nodiscard]] std::span<const LetterCode> operator[](char32_t code) const noexcept {
    return {codes_.data() + places_[code].begin, places_[code].size};
  }

  std::u32string letters;
  std::vector<bool> is_omitted;  // by letter

 private:
  [[nodiscard]] LetterCode code_of(char32_t letter) const noexcept {
    return static_cast<LetterCode>(std::lower_bound(letters.begin(), letters.end(), letter) -
                                   letters.begin());
  }

  struct Place {
    uint32_t begin = 0;
    uint16_t size = 0;
    bool is_known = false;
    bool is_blank = false;
  };
  std::vector<Place> places_;
  std::vector<LetterCode> codes_;
};

/// A line without the blanks at its ends.
std::string_view trimmed(std::string_view line, const CharacterTable& table) noexcept {
  while (!line.empty()) {
    std::string_view rest = line;
    if (!table.is_blank(take_character(rest))) break;
    line = rest;
  }
  while (!line.empty()) {
    size_t last = line.size() - 1;
    while ((static_cast<unsigned char>(line[last]) & 0xC0) == 0x80) --last;
    std::string_view rest = line.substr(last);
    if (!table.is_blank(take_character(rest))) break;
    line = line.substr(0, last);
  }
  return line;
}

/// Replaces the letters by dense codes of those that are used, in code point order, and fills `faces` and
/// `punctuation`.
void number_letters(WordList& list, const CharacterTable& table, const std::vector<bool>& is_seen) {
  std::vector<LetterCode> code(table.letters.size());
  for (const LetterCode letter : list.letters) code[letter] = 1;
  for (size_t i = 0; i < code.size(); ++i) {
    if (is_seen[i] && table.is_omitted[i]) list.punctuation.push_back(to_utf8(table.letters[i]));
    if (code[i] == 0) continue;
    code[i] = static_cast<LetterCode>(list.faces.size());
    list.faces.push_back(to_utf8(table.letters[i]));
  }
  for (LetterCode& letter : list.letters) letter = code[letter];
  if (list.faces.size() > kByteLetters) return;
  list.bytes.resize(list.letters.size());
  std::transform(list.letters.begin(), list.letters.end(), list.bytes.begin(),
                 [](LetterCode letter) { return static_cast<uint8_t>(letter); });
  list.letters.clear();
}

}  // namespace

bool read_characters(WordList& list, std::string_view text, const CharacterFolds& folds, bool is_file) {
  const CharacterTable table(folds);
  if (table.letters.size() > kMaxLetters) return false;
  std::vector<bool> is_seen(table.letters.size());
  list.letters.reserve(text.size());
  list.spellings.reserve(text.size());
  list.spelling_at.assign(1, 0);
  std::vector<LetterCode> omitted;
  for (size_t at = 0; at <= text.size();) {
    const size_t line_end = std::min(text.find('\n', at), text.size());
    std::string_view word = trimmed(text.substr(at, line_end - at), table);
    at = line_end + 1;
    if (is_file && (word.empty() || word.front() == '#')) continue;
    list.spellings += word;
    omitted.clear();
    while (!word.empty()) {
      const char32_t code = take_character(word);
      if (!table.is_known(code)) return false;
      for (const LetterCode letter : table[code]) {
        (table.is_omitted[letter] ? omitted : list.letters).push_back(letter);
        is_seen[letter] = true;
      }
    }
    if (list.letters.size() == list.letter_at.back())  // a word of punctuation only keeps it
      list.letters.insert(list.letters.end(), omitted.begin(), omitted.end());
    const size_t length = list.letters.size() - list.letter_at.back();
    if (length == 0 || length > kMaxWordLetters) return false;
    list.letter_at.push_back(list.letters.size());
    list.spelling_at.push_back(list.spellings.size());
  }
  number_letters(list, table, is_seen);
  return list.size() != 0;
}

}  // namespace lexigrid

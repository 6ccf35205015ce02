// ASCII text -> words as letters: the fast way in, without Python's help.
#include <algorithm>
#include <array>

#include "lexicon_compile.hpp"

namespace lexigrid {
namespace {

constexpr bool is_ascii_punctuation(unsigned char c) noexcept {
  // Unicode categories P* and Z* within ASCII; the symbols $ + < = > ^ ` | ~ are letters.
  constexpr std::string_view kAll = " !\"#%&'()*,-./:;?@[\\]_{}";
  return kAll.find(static_cast<char>(c)) != std::string_view::npos;
}

std::string_view trimmed(std::string_view line) noexcept {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

enum CharacterKind : std::uint8_t { kLetter, kPunct, kControl };

struct CharacterTable {
  std::array<std::uint8_t, 128> kind{};
  std::array<std::uint8_t, 128> folded{};

  explicit CharacterTable(const AsciiOptions& options) {
    for (unsigned c = 0; c < 128; ++c) {
      const bool is_upper = c >= 'A' && c <= 'Z';
      folded[c] = static_cast<std::uint8_t>(options.fold_case && is_upper ? c + 32 : c);
      kind[c] = c < 32 || c == 127 ? kControl : is_ascii_punctuation(static_cast<unsigned char>(c)) ? kPunct : kLetter;
    }
    for (const char c : options.keep) {
      if (static_cast<unsigned char>(c) < 128) kind[static_cast<unsigned char>(c)] = kLetter;
    }
  }
};

}  // namespace

bool append_ascii(WordList& list, std::string_view text, const AsciiOptions& options) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) > 127) return false;
  }
  const CharacterTable table(options);
  std::array<bool, 128> skipped{};
  list.letters.reserve(list.letters.size() + text.size());
  list.spellings.reserve(list.spellings.size() + text.size());
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  list.letter_at.reserve(list.letter_at.size() + lines);
  list.spelling_at.reserve(list.spelling_at.size() + lines);
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    if (options.is_file && (line.empty() || line.front() == '#')) continue;
    if (line.empty()) throw WordError{"is empty", number};
    const std::size_t first = list.letters.size();
    for (const char c : line) {
      const auto byte = static_cast<unsigned char>(c);
      if (table.kind[byte] == kLetter) {
        list.letters.push_back(table.folded[byte]);
      } else if (table.kind[byte] == kControl) {
        throw WordError{"has the control character " + std::to_string(byte), number};
      } else {
        skipped[byte] = true;
      }
    }
    if (list.letters.size() == first) {  // nothing but punctuation: then that is the word
      for (const char c : line) list.letters.push_back(static_cast<unsigned char>(c));
    }
    if (list.letters.size() - first > kMaxWordLetters) {
      throw WordError{"has " + std::to_string(list.letters.size() - first) + " letters, at most " +
                          std::to_string(kMaxWordLetters) + " are allowed",
                      number};
    }
    list.letter_at.push_back(list.letters.size());
    list.spellings += line;
    list.spelling_at.push_back(list.spellings.size());
  }
  for (unsigned c = 0; c < 128; ++c) {
    const std::string face(1, static_cast<char>(c));
    if (skipped[c] && std::find(list.punctuation.begin(), list.punctuation.end(), face) == list.punctuation.end()) {
      list.punctuation.push_back(face);
    }
  }
  return true;
}

void number_letters(WordList& list) {
  std::array<bool, 128> is_used{};
  for (const LetterCode c : list.letters) is_used[c] = true;
  std::array<LetterCode, 128> code{};
  list.faces.clear();
  for (unsigned c = 0; c < 128; ++c) {
    if (!is_used[c]) continue;
    code[c] = static_cast<LetterCode>(list.faces.size());
    list.faces.emplace_back(1, static_cast<char>(c));
  }
  for (LetterCode& c : list.letters) c = code[c];
}

}  // namespace lexigrid

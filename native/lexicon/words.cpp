// Reads words from ASCII text, without Python.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "base/bits.hpp"
#include "base/map_bytes.hpp"
#include "lexicon/compile.hpp"

namespace lexigrid {
namespace {

constexpr bool is_ascii_punctuation(unsigned char c) noexcept {
  // Unicode categories P* and Z* within ASCII; the symbols $ + < = > ^ ` | ~ count as letters.
  constexpr std::string_view kAll = " !\"#%&'()*,-./:;?@[\\]_{}";
  return kAll.find(static_cast<char>(c)) != std::string_view::npos;
}

std::string_view trimmed(std::string_view line) noexcept {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

enum CharacterKind : uint8_t { kLetter, kPunct, kControl };

struct CharacterTable {
  std::array<uint8_t, 128> kind{};
  std::array<uint8_t, 128> folded{};

  explicit CharacterTable(const AsciiOptions& options) noexcept {
    static constexpr std::array<uint8_t, 128> kKinds = [] {
      std::array<uint8_t, 128> kinds{};
      for (unsigned c = 0; c < 128; ++c) {
        kinds[c] = c < 32 || c == 127                                    ? kControl
                   : is_ascii_punctuation(static_cast<unsigned char>(c)) ? kPunct
                                                                         : kLetter;
      }
      return kinds;
    }();
    kind = kKinds;
    for (const char c : options.keep) {
      if (static_cast<unsigned char>(c) < 128) kind[static_cast<unsigned char>(c)] = kLetter;
    }
    for (unsigned c = 0; c < 128; ++c) {
      const bool is_upper = c >= 'A' && c <= 'Z';
      folded[c] = static_cast<uint8_t>(options.fold_case && is_upper ? c + 32 : c);
    }
  }
};

/// Appends words to a list.
class AsciiWords {
 public:
  /// `characters` and `words` are upper bounds.
  AsciiWords(WordList& list, const AsciiOptions& options, size_t characters, size_t words)
      : list_(list),
        table_(options),
        end_(list.bytes.size()) {
    list.bytes.resize(end_ + characters + kStep);
    list.letter_at.reserve(list.letter_at.size() + words);
  }
  AsciiWords(const AsciiWords&) = delete;
  AsciiWords& operator=(const AsciiWords&) = delete;

  ~AsciiWords() { list_.bytes.resize(list_.letter_at.back()); }

  /// Copies leading letters a to z, eight at a time, for `finish_plain` to turn into a word. Most words have
  /// no other characters, and so take 5 ns instead of 12.
  const char* copy_lower(const char* from, const char* end) noexcept {
    uint8_t* to = list_.bytes.data() + end_;
    while (end - from >= kStep) {
      uint64_t eight = 0;
      std::memcpy(&eight, from, kStep);
      std::memcpy(to, &eight, kStep);
      // Adding 0x1F sets the high bit of 'a' and above; adding 5, that of characters above 'z'.
      constexpr uint64_t kOnes = 0x0101010101010101u;
      const uint64_t others = ((eight + kOnes * 5) | ~(eight + kOnes * 0x1F) | eight) & (kOnes * 0x80);
      if (others != 0) {
        const int more = std::countr_zero(others) / 8;
        copied_ = to + more;
        return from + more;
      }
      from += kStep;
      to += kStep;
    }
    while (from != end && *from >= 'a' && *from <= 'z') *to++ = static_cast<uint8_t>(*from++);
    copied_ = to;
    return from;
  }

  /// Appends the copied word. Returns false if it has no letters or too many.
  [[nodiscard]] bool finish_plain() {
    const auto last = static_cast<size_t>(copied_ - list_.bytes.data());
    if (last == end_ || last - end_ > kMaxWordLetters) return false;
    if (!list_.spelling_at.empty())
      add_spelling({reinterpret_cast<const char*>(list_.bytes.data()) + end_, last - end_});
    end_ = last;
    list_.letter_at.push_back(end_);
    return true;
  }

  /// Appends a word without blanks at its ends, unless its `length()` is too great or it has a control
  /// character, which is returned.
  [[nodiscard]] std::optional<unsigned char> add(std::string_view word) {
    uint8_t* const first = list_.bytes.data() + end_;
    uint8_t* to = first;
    bool is_plain = true;
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      if (table_.kind[byte] == kLetter) {
        const uint8_t folded = table_.folded[byte];
        is_plain = is_plain && folded == byte;
        *to++ = folded;
      } else if (table_.kind[byte] == kControl) {
        return byte;
      } else {
        skipped_[byte] = true;
        is_plain = false;
      }
    }
    if (to == first) {  // a word of nothing but punctuation keeps it
      for (const char c : word) *to++ = static_cast<unsigned char>(c);
      is_plain = true;
    }
    length_ = static_cast<size_t>(to - first);
    if (length_ > kMaxWordLetters) return std::nullopt;
    if (!is_plain && list_.spelling_at.empty()) start_spellings();
    if (!list_.spelling_at.empty()) add_spelling(word);
    list_.is_lower = list_.is_lower && std::all_of(first, to, [](uint8_t c) { return c >= 'a' && c <= 'z'; });
    end_ += length_;
    list_.letter_at.push_back(end_);
    return std::nullopt;
  }
  [[nodiscard]] size_t length() const noexcept { return length_; }

  /// Adds the punctuation that was left out of words to the list.
  void list_punctuation() {
    for (unsigned c = 0; c < 128; ++c) {
      if (!skipped_[c]) continue;
      const std::string face(1, static_cast<char>(c));
      if (std::find(list_.punctuation.begin(), list_.punctuation.end(), face) == list_.punctuation.end()) {
        list_.punctuation.push_back(face);
      }
    }
  }

 private:
  /// Records the spellings of the words so far, which are their letters.
  void start_spellings() {
    list_.spellings.assign(reinterpret_cast<const char*>(list_.bytes.data()), end_);
    list_.spelling_at = list_.letter_at;
  }
  void add_spelling(std::string_view spelling) {
    list_.spellings += spelling;
    list_.spelling_at.push_back(list_.spellings.size());
  }

  static constexpr ptrdiff_t kStep = 8;
  WordList& list_;
  CharacterTable table_;
  std::array<bool, 128> skipped_{};
  size_t end_;  // of the appended letters
  uint8_t* copied_ = nullptr;
  size_t length_ = 0;
};

}  // namespace

bool is_ascii(std::string_view text) noexcept {
  uint64_t seen = 0;
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t eight = 0;
    std::memcpy(&eight, text.data() + i, 8);
    seen |= eight;
  }
  for (; i < text.size(); ++i) seen |= static_cast<unsigned char>(text[i]);
  return (seen & 0x8080808080808080u) == 0;
}

bool append_ascii(WordList& list, std::string_view text, const AsciiOptions& options) {
  if (!is_ascii(text)) return false;
  AsciiWords words(list, options, text.size(),
                   static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  const char* const end = text.data() + text.size();
  size_t number = 0;
  for (const char* at = text.data(); at < end; ++number) {
    const char* const stop = words.copy_lower(at, end);
    const bool is_crlf = end - stop > 1 && stop[0] == '\r' && stop[1] == '\n';
    if ((stop == end || *stop == '\n' || is_crlf) && words.finish_plain()) {
      at = stop + (is_crlf ? 2 : 1);
      continue;
    }
    const char* const line_end = std::find(stop, end, '\n');
    const std::string_view line = trimmed({at, static_cast<size_t>(line_end - at)});
    at = line_end + 1;
    if (options.is_file && (line.empty() || line.front() == '#')) continue;
    if (line.empty()) throw WordError{"is empty", number};
    if (const auto control = words.add(line)) {
      throw WordError{"has the control character " + std::to_string(*control), number};
    }
    if (words.length() > kMaxWordLetters) {
      throw WordError{"has " + std::to_string(words.length()) + " letters, at most " +
                          std::to_string(kMaxWordLetters) + " are allowed",
                      number};
    }
  }
  words.list_punctuation();
  return true;
}

bool append_ascii(WordList& list, const std::vector<std::string_view>& given, const AsciiOptions& options) {
  size_t characters = 0;
  for (const std::string_view word : given) characters += word.size();
  AsciiWords words(list, options, characters, given.size());
  for (const std::string_view word : given) {
    const char* const end = word.data() + word.size();
    if (words.copy_lower(word.data(), end) == end && words.finish_plain()) continue;
    if (word.empty() || !is_ascii(word) || word.front() <= ' ' || word.back() <= ' ') return false;
    if (words.add(word) || words.length() > kMaxWordLetters) return false;
  }
  words.list_punctuation();
  return true;
}

void number_letters(WordList& list) {
  std::array<uint64_t, 2> used{};               // bit c: the ASCII character c occurs
  const size_t all = list.is_lower ? 26 : 128;  // upper bound
  constexpr size_t kAtOnce = 1 << 12;
  for (size_t at = 0; at < list.bytes.size(); ++at) {
    const uint8_t c = list.bytes[at];
    used[c / 64 % 2] |= uint64_t{1} << c % 64;
    if (at % kAtOnce == 0 && count_bits(used) == all) break;
  }
  std::array<uint8_t, 256> code{};
  list.faces.clear();
  list.faces.reserve(count_bits(used));
  for_each_bit(used, [&](size_t c) {
    code[c] = static_cast<uint8_t>(list.faces.size());
    list.faces.emplace_back(1, static_cast<char>(c));
  });
  best_map_bytes()(code.data(), list.bytes.data(), list.bytes.data(), list.bytes.size());
}

}  // namespace lexigrid

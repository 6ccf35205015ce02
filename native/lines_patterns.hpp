// The words of a search for few words as patterns: each word once as it is and once reversed.
//
// A pattern is looked for on four axes only, E SE S SW: a reversed word that starts at a cell is
// the word read towards that cell. An axis has its patterns apart, as directions may be forbidden.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "lines_bands.hpp"
#include "lines_probes.hpp"

namespace lexigrid {

inline constexpr std::size_t kMaxPatternWords = 256;
inline constexpr std::uint32_t kMaxPatternLength = 255;

struct Pattern {
  WordId word;
  std::uint32_t letters_at;  // in LinePatterns::letters
  std::uint16_t length;
  std::uint8_t probe;          // letters before the four that the filters look at
  std::uint8_t set;
  std::uint8_t bucket;         // of its set
  std::uint8_t axes_forward;   // bit a: look for it on axis a; then the word reads along the axis
  std::uint8_t axes_backward;  // likewise; then the word reads against it
  bool has_any;                // some letter of it stands for any one letter
};

class LinePatterns {
 public:
  /// Can these words be looked for as patterns? Not too many, none of one letter, none too long.
  [[nodiscard]] static bool fits(const LexiconView& lexicon) noexcept;

  LinePatterns(const LexiconView& lexicon, std::uint8_t directions, LetterCode any_letter);

  [[nodiscard]] const std::vector<Pattern>& patterns() const noexcept { return patterns_; }
  [[nodiscard]] const LetterCode* letters_of(const Pattern& pattern) const noexcept {
    return letters_.data() + pattern.letters_at;
  }
  /// Does a letter of the grid stand where a pattern has `wanted`?
  [[nodiscard]] bool fits_letter(LetterCode wanted, LetterCode letter) const noexcept {
    return wanted == letter || (wanted == any_letter_ && letter != kNoLetter);
  }
  /// Passes of the filter: the more patterns, the more buckets they take to tell them apart.
  [[nodiscard]] unsigned sets() const noexcept { return sets_; }
  /// What they let through all together, of random cells and one axis.
  [[nodiscard]] double pass() const noexcept { return pass_; }
  /// Rows that a pattern may begin above its probe.
  [[nodiscard]] std::uint32_t reach() const noexcept { return reach_; }
  /// Buckets of a set that allow a letter at one of the four places of a probe.
  [[nodiscard]] std::uint8_t buckets_at(unsigned set, unsigned place, LetterCode letter) const noexcept {
    if (letter == kNoLetter) return open_[set][place];
    const std::size_t at = (std::size_t{set} * kPatternLetters + place) * letter_count_ + letter;
    return static_cast<std::uint8_t>(any_[set][place] | (letter < letter_count_ ? buckets_[at] : 0));
  }
  /// Is a search of so many cells by buckets faster than one by an index that has to be built?
  [[nodiscard]] bool serve(std::uint64_t cells) const noexcept;
  /// From so many patterns on most starts are none, and their letters are looked at before.
  static constexpr std::size_t kManyPatterns = 32;
  [[nodiscard]] bool has_sketch() const noexcept { return !sketch_.empty(); }
  /// Would it not be, by the number of words alone? Spares making the patterns.
  [[nodiscard]] static bool are_too_many(std::uint32_t words) noexcept;

  /// May these four letters be the probe of a pattern? A pattern that is shorter takes any behind it.
  [[nodiscard]] std::uint8_t may_start(std::uint32_t letters) const noexcept {
    const std::uint32_t a = letters & kClassMask;
    const std::uint32_t b = letters >> 8 & kClassMask;
    const std::uint32_t c = letters >> 16 & kClassMask;
    return static_cast<std::uint8_t>(sketch_[fold(a, b, c)] >> (letters >> 24 & kClassMask));
  }
  static constexpr std::uint32_t kClassMask = 31;  // of a letter code

  /// The probe of a pattern, a byte a letter, and which of them it has. Two letters with one byte are
  /// only told apart afterwards (`has_exact_keys`).
  struct Key {
    std::uint32_t letters;
    std::uint32_t mask;
  };
  [[nodiscard]] static std::uint8_t byte_of(LetterCode letter) noexcept { return static_cast<std::uint8_t>(letter); }
  [[nodiscard]] const Key& key(std::uint16_t pattern) const noexcept { return keys_[pattern]; }
  /// No two letters share a byte, and none has that of a tile without a letter.
  [[nodiscard]] bool has_exact_keys() const noexcept { return letter_count_ < 254; }

  /// Patterns whose probe may start with these two bytes of letters: first index, kNone at the end of
  /// the chain.
  static constexpr std::uint16_t kNone = 0xFFFF;
  [[nodiscard]] std::uint16_t first(std::uint8_t a, std::uint8_t b) const noexcept { return heads_[slot(a, b)]; }
  /// Those that have any letter among their first two.
  [[nodiscard]] std::uint16_t first_of_any() const noexcept { return heads_[kSlots]; }
  [[nodiscard]] std::uint16_t next(std::uint16_t pattern) const noexcept { return next_[pattern]; }

 private:
  static std::size_t slot(std::uint8_t a, std::uint8_t b) noexcept { return (a * 37u + b) % kSlots; }
  void add(WordId word, const std::vector<LetterCode>& letters, std::uint8_t forward, std::uint8_t backward);
  [[nodiscard]] const LetterCode* probe_of(const Pattern& pattern) const noexcept { return letters_of(pattern) + pattern.probe; }
  /// Letters of the probe; any behind them.
  [[nodiscard]] static unsigned probe_length(const Pattern& pattern) noexcept { return std::min<unsigned>(kPatternLetters, pattern.length); }
  void chain();
  void choose_probes();
  void fill_tables();
  void fill_sketch();
  static std::size_t fold(std::uint32_t a, std::uint32_t b, std::uint32_t c) noexcept { return ((a >> 2) ^ (a << 10 | b << 5 | c)) & (kSketch - 1); }
  [[nodiscard]] double pass_rate() const noexcept;

  static constexpr std::size_t kSlots = 1024;
  static constexpr std::size_t kSketch = 4096;
  LetterCode any_letter_;
  std::uint32_t letter_count_;
  std::vector<Pattern> patterns_;
  std::vector<LetterCode> letters_;
  std::vector<Key> keys_;
  unsigned sets_ = 1;
  std::uint32_t reach_ = 0;
  double pass_ = 1;  // what all sets let through, of cells and axes
  std::vector<std::uint8_t> buckets_;                     // by set, place and letter
  std::uint8_t any_[kMaxSets][kPatternLetters] = {};      // buckets that allow any letter
  std::uint8_t open_[kMaxSets][kPatternLetters] = {};     // buckets of patterns that have no such place
  std::vector<std::uint32_t> sketch_;  // empty where there are few patterns
  std::array<std::uint16_t, kSlots + 1> heads_;
  std::vector<std::uint16_t> next_;
};

}  // namespace lexigrid

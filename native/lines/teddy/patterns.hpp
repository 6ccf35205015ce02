// The words of a search for few words as patterns: each word once as it is and once reversed.
//
// A pattern is looked for on four axes only, E SE S SW: a reversed word that starts at a cell is
// the word read towards that cell. An axis has its patterns apart, as directions may be forbidden.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "lines/bands.hpp"
#include "lines/teddy/fingerprints.hpp"

namespace lexigrid {

inline constexpr size_t kMaxPatternWords = 256;
inline constexpr uint32_t kMaxPatternLength = 255;

struct Pattern {
  WordId word;
  uint32_t letters_at;  // in LinePatterns::letters
  uint16_t length;
  uint8_t probe;  // letters before the four that the filters look at
  uint8_t set;
  uint8_t bucket;         // of its set
  uint8_t axes_forward;   // bit a: look for it on axis a; then the word reads along the axis
  uint8_t axes_backward;  // likewise; then the word reads against it
  bool has_any;           // some letter of it stands for any one letter
};

class LinePatterns {
 public:
  /// Can these words be looked for as patterns? Not too many, none of one letter, none too long.
  [[nodiscard]] static bool fits(const LexiconView& lexicon) noexcept;

  LinePatterns(const LexiconView& lexicon, uint8_t directions, LetterCode any_letter);

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
  [[nodiscard]] uint32_t reach() const noexcept { return reach_; }
  /// Buckets of a set that allow a letter at one of the four places of a probe.
  [[nodiscard]] uint8_t buckets_at(unsigned set, unsigned place, LetterCode letter) const noexcept {
    if (letter == kNoLetter) return open_[set][place];
    const size_t at = (size_t{set} * kPatternLetters + place) * letter_count_ + letter;
    return static_cast<uint8_t>(any_[set][place] | (letter < letter_count_ ? buckets_[at] : 0));
  }
  /// Is a search of so many cells by buckets faster than one by an index that has to be built?
  [[nodiscard]] bool serve(uint64_t cells) const noexcept;
  /// From so many patterns on most starts are none, and their letters are looked at before.
  static constexpr size_t kManyPatterns = 32;
  [[nodiscard]] bool has_sketch() const noexcept { return !sketch_.empty(); }
  /// Would it not be, by the number of words alone? Spares making the patterns.
  [[nodiscard]] static bool are_too_many(uint32_t words) noexcept;

  /// May these four letters be the probe of a pattern? A pattern that is shorter takes any behind it.
  [[nodiscard]] uint8_t may_start(uint32_t letters) const noexcept {
    const uint32_t a = letters & kClassMask;
    const uint32_t b = letters >> 8 & kClassMask;
    const uint32_t c = letters >> 16 & kClassMask;
    return static_cast<uint8_t>(sketch_[fold(a, b, c)] >> (letters >> 24 & kClassMask));
  }
  static constexpr uint32_t kClassMask = 31;  // of a letter code

  /// The probe of a pattern, a byte a letter, and which of them it has. Two letters with one byte are
  /// only told apart afterwards (`has_exact_keys`).
  struct Key {
    uint32_t letters;
    uint32_t mask;
  };
  [[nodiscard]] static uint8_t byte_of(LetterCode letter) noexcept { return static_cast<uint8_t>(letter); }
  [[nodiscard]] const Key& key(uint16_t pattern) const noexcept { return keys_[pattern]; }
  /// No two letters share a byte, and none has that of a tile without a letter.
  [[nodiscard]] bool has_exact_keys() const noexcept { return letter_count_ < 254; }

  /// Patterns whose probe may start with these two bytes of letters: first index, kNone at the end of
  /// the chain.
  static constexpr uint16_t kNone = 0xFFFF;
  [[nodiscard]] uint16_t first(uint8_t a, uint8_t b) const noexcept { return heads_[slot(a, b)]; }
  /// Those that have any letter among their first two.
  [[nodiscard]] uint16_t first_of_any() const noexcept { return heads_[kSlots]; }
  [[nodiscard]] uint16_t next(uint16_t pattern) const noexcept { return next_[pattern]; }

 private:
  static size_t slot(uint8_t a, uint8_t b) noexcept { return (a * 37u + b) % kSlots; }
  void add(WordId word, const std::vector<LetterCode>& letters, uint8_t forward, uint8_t backward);
  [[nodiscard]] const LetterCode* probe_of(const Pattern& pattern) const noexcept {
    return letters_of(pattern) + pattern.probe;
  }
  /// Letters of the probe; any behind them.
  [[nodiscard]] static unsigned probe_length(const Pattern& pattern) noexcept {
    return std::min<unsigned>(kPatternLetters, pattern.length);
  }
  void chain();
  void choose_probes();
  void fill_tables();
  void fill_sketch();
  static size_t fold(uint32_t a, uint32_t b, uint32_t c) noexcept {
    return ((a >> 2) ^ (a << 10 | b << 5 | c)) & (kSketch - 1);
  }
  [[nodiscard]] double pass_rate() const noexcept;

  static constexpr size_t kSlots = 1024;
  static constexpr size_t kSketch = 4096;
  LetterCode any_letter_;
  uint32_t letter_count_;
  std::vector<Pattern> patterns_;
  std::vector<LetterCode> letters_;
  std::vector<Key> keys_;
  unsigned sets_ = 1;
  uint32_t reach_ = 0;
  double pass_ = 1;                               // what all sets let through, of cells and axes
  std::vector<uint8_t> buckets_;                  // by set, place and letter
  uint8_t any_[kMaxSets][kPatternLetters] = {};   // buckets that allow any letter
  uint8_t open_[kMaxSets][kPatternLetters] = {};  // buckets of patterns that have no such place
  std::vector<uint32_t> sketch_;                  // empty where there are few patterns
  std::array<uint16_t, kSlots + 1> heads_;
  std::vector<uint16_t> next_;
};

}  // namespace lexigrid

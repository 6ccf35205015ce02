// The words of a search for few words as patterns: each word forward and reversed, so that four axes are
// enough. Each pattern has its own set of axes, because directions may be forbidden.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "lines/bands.hpp"
#include "lines/teddy/fingerprints.hpp"

namespace lexigrid {

/// The axes of Teddy. On three of them, each letter is one column further than the one before, so that they
/// share look-ups.
inline constexpr uint8_t kTeddyDirection[kAxes] = {2, 3, 4, 1};  // E SE S NE
inline constexpr unsigned kUpward = 3;                           // the axis on which a line goes up

inline constexpr size_t kMaxPatternWords = 256;
inline constexpr uint32_t kMaxPatternLength = 255;

struct Pattern {
  WordId word;
  uint32_t letters_at;  // in LinePatterns::letters
  uint16_t length;
  uint8_t offset;  // letters before its fingerprint
  uint8_t set;
  uint8_t bucket;         // of its set
  uint8_t axes_forward;   // bit a: allowed on axis a, where the word reads along the axis
  uint8_t axes_backward;  // likewise, where the word reads against it
  bool has_any;           // one of its letters matches any letter
};

class LinePatterns {
 public:
  /// Can these words be patterns? They must not be too many or too long, and none may have a single letter.
  [[nodiscard]] static bool fits(const LexiconView& lexicon) noexcept;

  /// Choosing the best fingerprints takes longer than a search of a small grid, so they are chosen only if
  /// that pays for this number of cells.
  LinePatterns(const LexiconView& lexicon, uint8_t directions, LetterCode any_letter, uint64_t cells);
  /// Are these patterns fast enough for a search of this many cells?
  [[nodiscard]] bool suit(uint64_t cells) const noexcept { return are_chosen_ || !pays_to_choose(cells); }

  [[nodiscard]] const std::vector<Pattern>& patterns() const noexcept { return patterns_; }
  [[nodiscard]] const LetterCode* letters_of(const Pattern& pattern) const noexcept {
    return letters_.data() + pattern.letters_at;
  }
  /// Does `wanted`, a letter of a pattern, match a letter of the grid?
  [[nodiscard]] bool matches_letter(LetterCode wanted, LetterCode letter) const noexcept {
    return wanted == letter || (wanted == any_letter_ && letter != kNoLetter);
  }
  /// The number of passes of the filter: the more patterns, the more buckets they need.
  [[nodiscard]] unsigned sets() const noexcept { return sets_; }
  /// The fraction of random cells that pass along one axis, over all sets.
  [[nodiscard]] double pass_rate() const noexcept { return pass_rate_; }
  /// How many rows a word may begin above its fingerprint.
  [[nodiscard]] uint32_t reach() const noexcept { return reach_; }
  /// The buckets of a set that allow a letter at one of the four places of a fingerprint.
  [[nodiscard]] uint8_t buckets_at(unsigned set, unsigned place, LetterCode letter) const noexcept {
    if (letter == kNoLetter) return open_[set][place];
    const size_t at = (size_t{set} * kFingerprintLetters + place) * letter_count_ + letter;
    return static_cast<uint8_t>(any_[set][place] | (letter < letter_count_ ? buckets_[at] : 0));
  }
  /// Is a search of this many cells by Teddy faster than building an index and searching with it?
  [[nodiscard]] bool beats_index(uint64_t cells) const noexcept;
  /// Returns true if Teddy is slower for any list of this length. Call before building the patterns.
  [[nodiscard]] static bool are_too_many(uint32_t words) noexcept;

  /// With this many patterns most candidates are false, and `may_be_fingerprint` rejects them first.
  static constexpr size_t kManyPatterns = 32;
  [[nodiscard]] bool has_signature() const noexcept { return !signature_.empty(); }
  /// May these four letters, one byte each, be a fingerprint? The answer is in the lowest bit. After a
  /// shorter fingerprint, any letters may follow.
  [[nodiscard]] uint8_t may_be_fingerprint(uint32_t letters) const noexcept {
    const uint32_t a = letters & kClassMask;
    const uint32_t b = letters >> 8 & kClassMask;
    const uint32_t c = letters >> 16 & kClassMask;
    return static_cast<uint8_t>(signature_[fold(a, b, c)] >> (letters >> 24 & kClassMask));
  }
  static constexpr uint32_t kClassMask = 31;  // of a letter code

  /// The fingerprint of a pattern, one byte per letter, and a mask of the bytes that count. Letters that
  /// share a byte (see `has_exact_keys`) are compared later.
  struct Key {
    uint32_t letters;
    uint32_t mask;
  };
  [[nodiscard]] static uint8_t byte_of(LetterCode letter) noexcept { return static_cast<uint8_t>(letter); }
  [[nodiscard]] const Key& key(uint16_t pattern) const noexcept { return keys_[pattern]; }
  /// Does every letter have its own byte, different from the byte of a tile without a letter?
  [[nodiscard]] bool has_exact_keys() const noexcept { return letter_count_ < 254; }

  /// The first of a chain of patterns whose fingerprint may start with these two bytes; kNone ends the chain.
  static constexpr uint16_t kNone = 0xFFFF;
  [[nodiscard]] uint16_t first(uint8_t a, uint8_t b) const noexcept { return heads_[slot(a, b)]; }
  /// The first pattern that matches any letter at one of these two places.
  [[nodiscard]] uint16_t first_of_any() const noexcept { return heads_[kSlots]; }
  [[nodiscard]] uint16_t next(uint16_t pattern) const noexcept { return next_[pattern]; }

 private:
  static size_t slot(uint8_t a, uint8_t b) noexcept { return (a * 37u + b) % kSlots; }
  void add(WordId word, const std::vector<LetterCode>& letters, uint8_t forward, uint8_t backward);
  [[nodiscard]] const LetterCode* fingerprint_of(const Pattern& pattern) const noexcept {
    return letters_of(pattern) + pattern.offset;
  }
  /// Does the pattern match any letter at this place of its fingerprint, or end before it?
  [[nodiscard]] bool is_free(const Pattern& pattern, unsigned place) const noexcept {
    return place >= pattern.length || fingerprint_of(pattern)[place] == any_letter_;
  }
  [[nodiscard]] bool pays_to_choose(uint64_t cells) const noexcept;
  void deal_buckets();
  void choose_fingerprints();
  void measure_reach();
  void fill_tables();
  void fill_signature();
  void chain();
  static size_t fold(uint32_t a, uint32_t b, uint32_t c) noexcept {
    return ((a >> 2) ^ (a << 10 | b << 5 | c)) & (kSignature - 1);
  }

  static constexpr size_t kSlots = 1024;
  static constexpr size_t kSignature = 4096;
  LetterCode any_letter_;
  uint32_t letter_count_;
  std::vector<Pattern> patterns_;
  std::vector<LetterCode> letters_;
  std::vector<Key> keys_;
  bool are_chosen_ = false;
  unsigned sets_ = 1;
  uint32_t reach_ = 0;
  double pass_rate_ = 1;
  std::vector<uint8_t> buckets_;                      // by set, place and letter
  uint8_t any_[kMaxSets][kFingerprintLetters] = {};   // buckets that allow any letter
  uint8_t open_[kMaxSets][kFingerprintLetters] = {};  // buckets of patterns that end before the place
  std::vector<uint32_t> signature_;                   // empty for few patterns
  std::array<uint16_t, kSlots + 1> heads_;
  std::vector<uint16_t> next_;
};

}  // namespace lexigrid

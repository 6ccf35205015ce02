// The words of a search for few words as patterns: each word once as it is and once reversed.
//
// A pattern is looked for on four axes only, E SE S SW: a reversed word that starts at a cell is
// the word read towards that cell. An axis has its patterns apart, as directions may be forbidden.
#pragma once

#include <array>
#include <vector>

#include "lines_bands.hpp"

namespace lexigrid {

inline constexpr unsigned kPatternLetters = 4;   // letters that the filters look at
inline constexpr unsigned kBuckets = 8;          // bits of a byte: of one set
inline constexpr unsigned kMaxSets = 4;          // of buckets; each is a pass of the filter
inline constexpr std::size_t kMaxPatternWords = 128;
inline constexpr std::uint32_t kMaxPatternLength = 255;

struct Pattern {
  WordId word;
  std::uint32_t letters_at;  // in LinePatterns::letters
  std::uint16_t length;
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
  /// Buckets of a set that allow a letter at one of the first four places.
  [[nodiscard]] std::uint8_t buckets_at(unsigned set, unsigned place, LetterCode letter) const noexcept {
    if (letter == kNoLetter) return open_[set][place];
    const std::size_t at = (std::size_t{set} * kPatternLetters + place) * letter_count_ + letter;
    return static_cast<std::uint8_t>(any_[set][place] | (letter < letter_count_ ? buckets_[at] : 0));
  }
  /// What a search by filters costs beside a scan of the four-letter beginnings: less than 1 where
  /// it is the better way.
  [[nodiscard]] double cost() const noexcept { return cost_; }

  /// May a pattern start with four letters of these classes? One that is shorter starts with all.
  [[nodiscard]] std::uint8_t may_start(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const noexcept {
    return static_cast<std::uint8_t>(sketch_[fold(a, b, c)] >> d);
  }
  static constexpr std::uint32_t kClassMask = 31;  // of a letter code

  /// Patterns that may start with these two letters: first index, kNone at the end of the chain.
  static constexpr std::uint16_t kNone = 0xFFFF;
  [[nodiscard]] std::uint16_t first(LetterCode a, LetterCode b) const noexcept { return heads_[slot(a, b)]; }
  /// Those that have any letter among their first two.
  [[nodiscard]] std::uint16_t first_of_any() const noexcept { return heads_[kSlots]; }
  [[nodiscard]] std::uint16_t next(std::uint16_t pattern) const noexcept { return next_[pattern]; }

 private:
  static std::size_t slot(LetterCode a, LetterCode b) noexcept { return (a * 37u + b) % kSlots; }
  void add(WordId word, const std::vector<LetterCode>& letters, std::uint8_t forward, std::uint8_t backward);
  void chain();
  void fill_buckets();
  void fill_tables();
  void fill_sketch();
  static std::size_t fold(std::uint32_t a, std::uint32_t b, std::uint32_t c) noexcept { return ((a >> 2) ^ (a << 10 | b << 5 | c)) & (kSketch - 1); }
  [[nodiscard]] double pass_rate() const noexcept;

  static constexpr std::size_t kSlots = 1024;
  static constexpr std::size_t kSketch = 4096;
  static constexpr std::size_t kMaxGroups = 64;  // to be merged; more are taken together before
  LetterCode any_letter_;
  std::uint32_t letter_count_;
  std::vector<Pattern> patterns_;
  std::vector<LetterCode> letters_;
  unsigned sets_ = 1;
  double cost_ = 0;
  std::vector<std::uint8_t> buckets_;                     // by set, place and letter
  std::uint8_t any_[kMaxSets][kPatternLetters] = {};      // buckets that allow any letter
  std::uint8_t open_[kMaxSets][kPatternLetters] = {};     // buckets of patterns that have no such place
  std::array<std::uint32_t, kSketch> sketch_{};
  std::array<std::uint16_t, kSlots + 1> heads_;
  std::vector<std::uint16_t> next_;
};

/// Finds what the words of a start cell and axis really are: exact, whatever a filter let through.
class LineResolver {
 public:
  LineResolver(const LineQuery& query, const LinePatterns& patterns, Budget& budget)
      : query_(query), patterns_(patterns), budget_(budget), cells_(query.grid.cells.narrow()),
        letter_(query.grid.table.letter.data()) {}

  /// Tries the patterns of one set, or of all.
  static constexpr unsigned kAllSets = 0xFF;
  void resolve(std::uint32_t row, std::uint32_t column, unsigned axis, unsigned set, LineCollector& found);

 private:
  struct Start {
    const std::uint8_t* cell;
    std::int64_t step;
    std::uint32_t room;  // cells to the edge
    std::uint32_t row;
    std::uint32_t column;
    unsigned axis;
    unsigned set;
  };
  void try_chain(std::uint16_t i, const Start& start, LineCollector& found);
  [[nodiscard]] bool reads_forward_too(const Pattern& pattern, const Start& start) const noexcept;
  void take(const Pattern& pattern, const Start& start, LineCollector& found) const;

  const LineQuery& query_;
  const LinePatterns& patterns_;
  Budget& budget_;
  const std::uint8_t* cells_;
  const LetterCode* letter_;
};

}  // namespace lexigrid

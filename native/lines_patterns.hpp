// The words of a line search as patterns: each word once as it is and once reversed.
//
// A pattern is looked for on four axes only, E SE S SW: a reversed word that starts at a cell is
// the word read towards that cell. An axis has its patterns apart, as directions may be forbidden.
#pragma once

#include <array>
#include <vector>

#include "lines.hpp"

namespace lexigrid {

inline constexpr unsigned kAxes = 4;
inline constexpr std::uint8_t kAxisDirection[kAxes] = {2, 3, 4, 5};  // E SE S SW
inline constexpr unsigned kPatternLetters = 4;   // letters that the filters look at
inline constexpr unsigned kBuckets = 8;          // bits of a byte
inline constexpr std::size_t kMaxPatternWords = 128;
inline constexpr std::uint32_t kMaxPatternLength = 255;

struct Pattern {
  WordId word;
  std::uint32_t letters_at;  // in LinePatterns::letters
  std::uint16_t length;
  std::uint8_t bucket;
  std::uint8_t axes_forward;   // bit a: look for it on axis a; then the word reads along the axis
  std::uint8_t axes_backward;  // likewise; then the word reads against it
};

class LinePatterns {
 public:
  /// Can these words be looked for as patterns? Not too many, none of one letter, none too long.
  [[nodiscard]] static bool fits(const LexiconView& lexicon) noexcept;

  LinePatterns(const LexiconView& lexicon, std::uint8_t directions);

  [[nodiscard]] const std::vector<Pattern>& patterns() const noexcept { return patterns_; }
  [[nodiscard]] const LetterCode* letters_of(const Pattern& pattern) const noexcept {
    return letters_.data() + pattern.letters_at;
  }

  /// Patterns that may start with these two letters: first index, kNone at the end of the chain.
  static constexpr std::uint16_t kNone = 0xFFFF;
  [[nodiscard]] std::uint16_t first(LetterCode a, LetterCode b) const noexcept { return heads_[slot(a, b)]; }
  [[nodiscard]] std::uint16_t next(std::uint16_t pattern) const noexcept { return next_[pattern]; }

 private:
  static std::size_t slot(LetterCode a, LetterCode b) noexcept { return (a * 37u + b) % kSlots; }
  void add(WordId word, std::vector<LetterCode> letters, std::uint8_t forward, std::uint8_t backward);
  void chain();
  void fill_buckets();
  void merge_buckets();

  static constexpr std::size_t kSlots = 1024;
  static constexpr std::size_t kMaxMerged = 24;
  std::vector<Pattern> patterns_;
  std::vector<LetterCode> letters_;
  std::array<std::uint16_t, kSlots> heads_;
  std::vector<std::uint16_t> next_;
};

/// Finds what the words of a start cell and axis really are: exact, whatever a filter let through.
class LineResolver {
 public:
  LineResolver(const LineQuery& query, const LinePatterns& patterns, LineResult& result, StopSignal& stop)
      : query_(query), patterns_(patterns), result_(result), stop_(stop), cells_(query.grid.cells.narrow()),
        letter_(query.grid.table.letter.data()) {}

  void resolve(std::uint32_t row, std::uint32_t column, unsigned axis);

  /// Allows so many more letters to be compared: the guard against grids on which every cell is a
  /// near miss.
  void allow(std::uint64_t letters) noexcept { allowed_ += letters; }
  [[nodiscard]] bool is_too_dear() const noexcept { return compared_ > allowed_; }
  [[nodiscard]] bool is_full() const noexcept { return is_full_; }
  /// Nothing more is looked at: too dear, full, or stopped.
  [[nodiscard]] bool is_over() const noexcept { return is_full_ || is_too_dear() || stop_.reason() != Finish::complete; }

 private:
  void take(const Pattern& pattern, std::uint32_t row, std::uint32_t column, unsigned axis);

  const LineQuery& query_;
  const LinePatterns& patterns_;
  LineResult& result_;
  StopSignal& stop_;
  const std::uint8_t* cells_;
  const LetterCode* letter_;
  static constexpr std::uint64_t kLookEvery = 1 << 18;  // letters compared: well under a millisecond

  std::uint64_t compared_ = 0;
  std::uint64_t allowed_ = 1 << 16;
  std::uint64_t next_look_ = kLookEvery;
  bool is_full_ = false;
};

}  // namespace lexigrid

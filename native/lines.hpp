// Line search: every straight line of the grid that spells a word of the lexicon.
//
// Reads constant views, writes to its result only; safe on many threads at once.
#pragma once

#include <vector>

#include "lexicon.hpp"
#include "stop.hpp"
#include "tiles.hpp"

namespace lexigrid {

inline constexpr std::uint8_t kNoDirection = 8;  // a word on a single cell
inline constexpr std::uint8_t kAllDirections = 0xFF;

/// Row and column steps of N NE E SE S SW W NW.
inline constexpr int kRowStep[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
inline constexpr int kColumnStep[8] = {0, 1, 1, 1, 0, -1, -1, -1};

struct LineQuery {
  const LexiconView& lexicon;
  const GridView& grid;
  std::uint8_t directions = kAllDirections;  // bit d: direction d is allowed
  bool wrap = false;
  bool first_only = false;         // only the first occurrence of each word
  bool count_only = false;
  LetterCode any_letter = kNoLetter;  // this letter of the lexicon stands for any one letter
  std::uint64_t limit = kNoLimit;  // stop after this many occurrences, in canonical order
  std::uint64_t max_stored = std::uint64_t{1} << 28;  // occurrences; beyond: overflow
  unsigned threads = 1;
};

/// 16 bytes. `length` counts cells.
struct LineOccurrence {
  WordId word;
  std::uint32_t row;
  std::uint32_t column;
  std::uint16_t length;
  std::uint8_t direction;  // kNoDirection on a single cell
  std::uint8_t unused;
};

struct LineResult {
  std::vector<LineOccurrence> occurrences;  // canonical: cell, none before N .. NW, length, letters
  std::vector<std::uint64_t> seen;          // bit w: word w occurs (at least once)
  std::uint64_t count = 0;
  Finish finish = Finish::complete;
};

[[nodiscard]] LineResult find_lines(const LineQuery& query, StopSignal& stop);

}  // namespace lexigrid

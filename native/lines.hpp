// Line search: every straight line of the grid that spells a word of the lexicon.
//
// Reads constant views, writes to its result only; safe on many threads at once.
#pragma once

#include <atomic>
#include <vector>

#include "lexicon.hpp"
#include "occurrences.hpp"
#include "stop.hpp"
#include "tiles.hpp"

namespace lexigrid {

inline constexpr std::uint8_t kNoDirection = 8;  // a word on a single cell
inline constexpr std::uint8_t kAllDirections = 0xFF;

/// Row and column steps of N NE E SE S SW W NW.
inline constexpr int kRowStep[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
inline constexpr int kColumnStep[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/// The fast searches go along four axes and read words both ways.
inline constexpr unsigned kAxes = 4;
inline constexpr std::uint8_t kAxisDirection[kAxes] = {2, 3, 4, 5};  // E SE S SW

class LineMemory;

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
  std::span<const std::uint64_t> through;  // not empty: only lines through one of these cells
  LineMemory* memory = nullptr;    // of the lexicon, where searches are to share their preparation
  std::atomic<std::uint64_t>* rows_done = nullptr;  // counts rows of the grid, for who waits
};

struct LineResult {
  Occurrences occurrences;                  // canonical: cell, none before N .. NW, length, letters
  std::vector<std::uint64_t> seen;          // bit w: word w occurs (at least once)
  std::uint64_t count = 0;
  Finish finish = Finish::complete;
};

[[nodiscard]] LineResult find_lines(const LineQuery& query, StopSignal& stop);

}  // namespace lexigrid

// Line search: finds every straight line of the grid that spells a word of the lexicon.
//
// A search reads constant views and writes only to its result, so it is safe to run on many threads.
#pragma once

#include <atomic>
#include <vector>

#include "base/bits.hpp"
#include "base/growing_array.hpp"
#include "base/stop_token.hpp"
#include "grid/tiles.hpp"
#include "lexicon/lexicon.hpp"

namespace lexigrid {

inline constexpr uint8_t kNoDirection = 8;  // a word on a single cell
inline constexpr uint8_t kAllDirections = 0xFF;

/// Row and column steps of N NE E SE S SW W NW.
inline constexpr int kRowStep[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
inline constexpr int kColumnStep[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/// The fast searches go along four axes and read words in both directions.
inline constexpr unsigned kAxes = 4;
inline constexpr uint8_t kAxisDirection[kAxes] = {2, 3, 4, 5};  // E SE S SW

/// Returns the row (or column) of a torus that `at`, which may be beyond its edges, refers to.
[[nodiscard]] constexpr int64_t wrapped(int64_t at, int64_t size) noexcept {
  return (at % size + size) % size;
}

class LineCache;

struct LineQuery {
  const LexiconView& lexicon;
  const GridView& grid;
  uint8_t directions = kAllDirections;  // bit d: direction d is allowed
  bool wrap = false;
  bool first_only = false;  // only the first occurrence of each word
  bool count_only = false;
  bool sees_all = false;                    // search on beyond the limit, to see which words occur
  LetterCode any_letter = kNoLetter;        // this letter of the lexicon matches any single letter
  uint64_t limit = kNoLimit;                // stop after this many occurrences, in canonical order
  uint64_t max_stored = uint64_t{1} << 28;  // occurrences; more are an overflow
  unsigned threads = 1;
  std::span<const uint64_t> through;  // unless empty, finds only lines through one of these cells
  LineCache* cache = nullptr;         // of the lexicon, for searches that share preparation; may be null
  std::atomic<uint64_t>* rows_done = nullptr;  // counts the rows searched, for progress reports
};

/// `length` is the number of cells.
struct LineOccurrence {
  WordId word;
  uint32_t row;
  uint32_t column;
  uint16_t length;
  uint8_t direction;  // kNoDirection on a single cell
  uint8_t unused;
};
static_assert(sizeof(LineOccurrence) == 16);

using Occurrences = GrowingArray<LineOccurrence>;

struct LineResult {
  Occurrences occurrences;     // canonical order: cell, direction (none, N .. NW), length, letters
  std::vector<uint64_t> seen;  // bit w: word w occurs
  uint64_t count = 0;
  Finish finish = Finish::complete;

  [[nodiscard]] bool saw(WordId word) const noexcept {
    return word / 64 < seen.size() && has_bit(seen, word);
  }
  /// The words that were not seen, each once, in the order of `words`.
  [[nodiscard]] std::vector<WordId> missing(std::span<const WordId> words) const;
};

[[nodiscard]] LineResult find_lines(const LineQuery& query, StopToken& stop);

}  // namespace lexigrid

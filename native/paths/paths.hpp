// Path search: finds the words of a lexicon that can be spelled along paths of neighbouring cells.
//
// A search reads constant views and writes only to its result, so it is safe to run on many threads.
#pragma once

#include <vector>

#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"
#include "grid/tiles.hpp"
#include "lexicon/lexicon.hpp"

namespace lexigrid {

/// What to store of each word found.
enum class PathsWanted : uint8_t { count = 0, words = 1, one = 2, all = 3 };

class PathTries;

struct PathQuery {
  const LexiconView& lexicon;
  const GridView& grid;
  const Adjacency& adjacency;
  bool reuse = false;       // a cell may be used again, though never twice in a row
  uint32_t min_length = 1;  // letters
  PathsWanted wanted = PathsWanted::one;
  bool count_paths = false;                 // count every path, even if none is stored
  uint64_t limit = kNoLimit;                // stop after this many words, in canonical order
  uint64_t max_stored = uint64_t{1} << 24;  // cells of all stored paths; more are an overflow
  const PathTries* tries = nullptr;         // of the lexicon; without these no kernel serves
  std::span<const uint32_t> points{};       // per number of letters, at least max_length + 1
};

/// Words in canonical order (that of their first paths). The paths of word i, also in canonical order, are
/// `path_of[i] .. path_of[i + 1]` (empty for `count` and `words`).
/// The cells of path p are `cells[cell_of[p] .. cell_of[p + 1]]`.
struct PathResult {
  std::vector<WordId> words;
  std::vector<uint64_t> path_of;
  std::vector<uint64_t> cell_of;
  std::vector<CellId> cells;
  uint64_t word_count = 0;
  uint64_t path_count = 0;     // with count_paths or `all`
  bool paths_counted = false;  // set by `answer_paths`: is path_count meaningful?
  uint64_t score = 0;
  uint64_t total = 0;  // of all words, if `answer_paths` found them before it cut the answer
  Finish finish = Finish::complete;

  /// The first path of word `i`, and after the last word the number of paths; 0 if none are stored.
  [[nodiscard]] uint64_t paths_begin(size_t i) const noexcept { return path_of.empty() ? 0 : path_of[i]; }
  [[nodiscard]] std::span<const CellId> path(uint64_t number) const {
    const auto begin = static_cast<size_t>(cell_of[static_cast<size_t>(number)]);
    return std::span(cells).subspan(begin,
                                    static_cast<size_t>(cell_of[static_cast<size_t>(number) + 1]) - begin);
  }
};

[[nodiscard]] PathResult find_paths(const PathQuery& query, StopToken& stop);

}  // namespace lexigrid

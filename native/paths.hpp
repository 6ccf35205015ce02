// Path search: every word of a lexicon that touching cells spell, no cell twice.
//
// Reads constant views, writes to its result only; safe on many threads at once.
#pragma once

#include <vector>

#include "adjacency.hpp"
#include "lexicon.hpp"
#include "stop.hpp"
#include "tiles.hpp"

namespace lexigrid {

/// What is stored of each word found.
enum class PathsWanted : std::uint8_t { count = 0, words = 1, one = 2, all = 3 };

class PathTries;

struct PathQuery {
  const LexiconView& lexicon;
  const GridView& grid;
  const Adjacency& adjacency;
  bool reuse = false;              // a cell may come again, though never twice in a row
  std::uint32_t min_length = 1;    // letters
  PathsWanted wanted = PathsWanted::one;
  bool count_paths = false;        // count every path, also where none is stored
  std::uint64_t limit = kNoLimit;  // stop after this many words, in canonical order
  std::uint64_t max_stored = std::uint64_t{1} << 24;  // cells of all stored paths; beyond: overflow
  const PathTries* tries = nullptr;  // of the lexicon; without them no fast kernel
  std::span<const std::uint32_t> points{};  // per number of letters, at least max_length + 1
};

/// Words in canonical order (as the grid spells them first). The paths of word i are
/// `path_of[i] .. path_of[i + 1]` (empty for `count` and `words`), the cells of path p are
/// `cells[cell_of[p] .. cell_of[p + 1]]`; the paths of one word stand in canonical order.
struct PathResult {
  std::vector<WordId> words;
  std::vector<std::uint64_t> path_of;
  std::vector<std::uint64_t> cell_of;
  std::vector<CellId> cells;
  std::uint64_t word_count = 0;
  std::uint64_t path_count = 0;   // with count_paths or `all`
  bool paths_counted = false;     // for the border: path_count means something
  std::uint64_t score = 0;
  Finish finish = Finish::complete;
};

[[nodiscard]] PathResult find_paths(const PathQuery& query, StopSignal& stop);

}  // namespace lexigrid

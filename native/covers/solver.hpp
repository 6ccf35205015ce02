// Covers of a board: words whose paths use every cell exactly once.
#pragma once

#include <vector>

#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"

namespace lexigrid {

struct CoversQuery {
  const Adjacency& adjacency;  // king, rook or hex, not wrapped
  uint32_t rows = 0;
  uint32_t columns = 0;
  std::span<const uint8_t> is_open;  // by cell
  std::span<const uint32_t> cells;   // of all paths
  std::span<const uint64_t> first;   // the first cell of each path, and the end of the last
  std::span<const uint32_t> words;   // by path: the number of its word, equal for paths of one word
  std::span<const uint8_t> roles;    // by path, bits: 1 a word of its own, 2 part of a spanning phrase
  std::span<const uint32_t> needed;  // numbers of words that the cover must have
  bool spans = true;                 // a path touches two opposite sides
  uint32_t least = 1;                // words of a cover
  uint32_t most = 0;
  uint64_t limit = kNoLimit;   // covers
  uint64_t effort = kNoLimit;  // options looked at before the search gives up; the same on every machine
};

/// Words with the same cells and crossings are one option.
struct FoundCovers {
  std::vector<uint32_t> options;     // of all covers
  std::vector<uint64_t> first{0};    // of the options of each cover, and the end of the last
  std::vector<uint32_t> paths;       // of all options: a path for each of its words, a phrase with two
  std::vector<uint64_t> path_at{0};  // of the paths of each option, and the end of the last
  std::vector<uint8_t> is_phrase;    // by option
  uint32_t searched = 0;             // all covers of at most this many words are found
  Finish finish = Finish::complete;  // limited: by the limit; overflow: by the effort
};

/// Finds the covers of `least` to `most` words, those of the fewest words first, in a fixed order. Distinct
/// options may have equal words.
[[nodiscard]] FoundCovers find_covers(const CoversQuery& query, StopToken& stop);

}  // namespace lexigrid

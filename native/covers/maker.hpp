// Makes boards that the paths of words cover.
#pragma once

#include <vector>

#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"
#include "layout/patterns.hpp"

namespace lexigrid {

struct CoverQuery {
  const Adjacency& adjacency;  // king, rook or hex, not wrapped
  uint32_t rows = 0;
  uint32_t columns = 0;
  std::span<const uint8_t> is_open;  // by cell; as many are 1 as the words have letters
  WordsView words;                   // distinct
  WordsView forbidden;               // no path may spell them, except inside the path of a word
  bool spans = true;                 // the first word touches two opposite sides
  bool is_trail = false;             // each word begins next to the end of the one before it
  bool is_unique = true;             // each word has exactly one path on the board
  uint64_t seed = 0;
  uint64_t effort = 0;  // steps of paths before the search gives up
};

struct MadeCover {
  std::vector<uint32_t> cells;       // of the words in their order; empty if there is no board
  std::vector<uint32_t> order;       // of a trail: the words from start to goal
  uint64_t effort = 0;               // steps that it took
  Finish finish = Finish::complete;  // limited: the effort is spent
};

/// Lays out the words so that each cell is in exactly one path, no two diagonal steps cross, and each word
/// can be traced only along its own path; the path of a palindrome counts once with its reverse. The same
/// query gives the same board on every machine.
[[nodiscard]] MadeCover make_cover(const CoverQuery& query, StopToken& stop);

}  // namespace lexigrid

// Answers of path searches: words in the order asked for, cut to the limit, and their totals.
#pragma once

#include <span>

#include "paths/paths.hpp"

namespace lexigrid {

enum class WordOrder : uint8_t {
  grid = 0,    // canonical: by first path
  tiles = 1,   // fewest tiles first, then canonical: as the board kernels find them
  alpha = 2,   // by letters
  length = 3,  // most letters first, then by letters
  score = 4    // most points first, then by letters
};

/// Sorts the words of an answer that is in canonical order, with at most one path each if they are sorted by
/// tiles, keeps the first `limit` of them, and counts again.
[[nodiscard]] PathResult arranged(PathResult found, const LexiconView& lexicon,
                                  std::span<const uint32_t> points, WordOrder order, uint64_t limit);

/// Finds words like `find_paths`, in any order: `query.limit` keeps the first words of that order, and the
/// totals are those of the words kept. If paths are counted but not wanted, they are those of these words
/// too.
[[nodiscard]] PathResult answer_paths(const PathQuery& query, WordOrder order, StopToken& stop);

}  // namespace lexigrid

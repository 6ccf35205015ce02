// Line search for any number of words: a table of beginnings finds the few cells where a pattern may start,
// and walks of the packed trie find the patterns there.
#pragma once

#include <memory>

#include "lines/bands.hpp"
#include "lines/trie_scan/index.hpp"

namespace lexigrid {

namespace scan {

/// A cell where four classes begin a pattern that either ends or goes on with the fifth.
struct Candidate {
  uint32_t at;    // columns from the first cell of the run
  uint32_t node;  // of the trie, after four classes; with kShort, after three that end a pattern
};

inline constexpr uint32_t kShort = 0x80000000;

struct Run {
  const uint8_t* first;  // classes; cells after the run are readable
  uint32_t count;        // at most kMaxRun
  ptrdiff_t step;        // to the next cell along the axis
};

inline constexpr uint32_t kMaxRun = 1024;
inline constexpr uint32_t kMaxCandidates = 2 * kMaxRun + 16;

/// Writes the candidates of a run in ascending order, at most two per cell; `out` has room for
/// kMaxCandidates.
using Kernel = uint32_t (*)(const LineIndex& index, const Run& run, Candidate* out);

/// The kernel of the active target.
[[nodiscard]] Kernel best_kernel() noexcept;

}  // namespace scan

/// For any plain tiles; wrapped only if no word is as long as a side. Declines when it meets a complex tile.
[[nodiscard]] std::unique_ptr<BandSearch> make_trie_scan(const LineQuery& query, const LineIndex& index,
                                                         const ComplexTiles& complex);

}  // namespace lexigrid

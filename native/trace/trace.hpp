// Tracing: whether a word can be spelled along a path, where, and in how many ways.
//
// A trace reads constant views and writes only to its result, so several threads can trace at once.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/growing_array.hpp"
#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"
#include "grid/tiles.hpp"
#include "trace/number.hpp"

namespace lexigrid {

enum class TraceWanted : uint8_t { one = 0, all = 1, count = 2 };
enum class TraceStatus : uint8_t { found = 0, absent = 1, undetermined = 2 };

/// Everything that can decide a trace. Tables in trace.cpp (strategies), portfolio.cpp (passes) and
/// solvers/decide.cpp (engines) set the order in which they run.
enum class TracePass : uint8_t {
  general,        // depth-first search for any tiles; defines the answers of all others
  portfolio,      // the passes below, for tiles that spell one letter each
  reuse,          // tables for paths that may use a cell more than once
  segmentation,   // tiles of several letters: one question for each way to divide the word
  spelling,       // tables of cells and letters that prune the general search
  letters,        // compares the letters needed with those on the grid
  sweep,          // bounded search from the rarest letter in both directions
  runs,           // a run of k equal letters needs a connected component of k such cells
  reachability,   // the cells that a walk can use at each position
  regions,        // connected components, two-colouring and counts of classes
  bidirectional,  // large regions: search from the rarest position in both directions
  backward,       // search with nogood learning, from the end of the word
  forward,        // the same, from the start of the word
  clauses,        // conflict-driven clause learning
  paths           // depth-first enumeration in canonical order
};
inline constexpr std::string_view kTracePassNames[] = {
    "general",      "portfolio", "reuse",         "segmentation", "spelling", "letters", "sweep", "runs",
    "reachability", "regions",   "bidirectional", "backward",     "forward",  "clauses", "paths"};
static_assert(std::size(kTracePassNames) == static_cast<size_t>(TracePass::paths) + 1);

struct TraceQuery {
  const GridView& grid;        // its tile table uses the letter codes of `word`
  const Adjacency& adjacency;  // may be a sketch
  std::span<const LetterCode> word;
  bool reuse = false;
  TraceWanted wanted = TraceWanted::one;
  uint64_t limit = kNoLimit;   // the most paths to store
  uint32_t skip = 0;           // bit 1 << pass disables a pass; affects the time but not the answer
  size_t region_cells = 1024;  // components with more cells are large; at most Region::kMaxCells

  /// The general search and the enumeration cannot be skipped, so every query has an answer.
  [[nodiscard]] bool uses(TracePass pass) const noexcept {
    return pass == TracePass::general || pass == TracePass::paths ||
           (skip >> static_cast<unsigned>(pass) & 1) == 0;
  }
  /// The most paths to store, given what is wanted.
  [[nodiscard]] uint64_t max_paths() const noexcept {
    if (wanted == TraceWanted::count) return 0;
    return wanted == TraceWanted::one ? std::min<uint64_t>(1, limit) : limit;
  }
  [[nodiscard]] TraceQuery with(const Adjacency& other) const noexcept {
    return {grid, other, word, reuse, wanted, limit, skip, region_cells};
  }
};

/// The cells of path p are `cells[cell_of[p] .. cell_of[p + 1]]`; paths are in canonical order.
struct TraceResult {
  TraceStatus status = TraceStatus::undetermined;
  GrowingArray<uint64_t> cell_of{0};
  GrowingArray<CellId> cells;
  Number count;       // of paths
  bool exact = true;  // false: the count is a lower bound
  Finish finish = Finish::complete;
  TracePass pass = TracePass::general;  // decided the status

  void add_path(std::span<const CellId> path) {
    cells.append(path);
    cell_of.push_back(cells.size());
  }
  void clear_paths() noexcept {
    cells.shrink(0);
    cell_of.shrink(1);
  }
  [[nodiscard]] size_t paths() const noexcept { return cell_of.size() - 1; }
  [[nodiscard]] std::span<const CellId> path(size_t p) const noexcept {
    return {cells.data() + cell_of[p], static_cast<size_t>(cell_of[p + 1] - cell_of[p])};
  }
};

/// Why a strategy did not answer a query.
enum class TraceDeclined : uint8_t {
  several_letters,         // a tile on the grid spells several letters of the word at once
  too_many_symbols,        // more distinct letters or segments than kMaxSymbols
  too_many_segmentations,  // more than Segmentations::kMax ways to divide the word
  stopped                  // the stop token became due during preparation
};

/// If one path is wanted, returns the first in canonical order if the count is exact or finding it is cheap,
/// else any path. Lists of paths are always in canonical order.
[[nodiscard]] TraceResult trace(const TraceQuery& query, StopToken& stop);

}  // namespace lexigrid

// Tracing: whether a word can be spelled along a path, where, and in how many ways.
//
// A trace reads constant views and writes only to its result, so several threads can trace at once.
#pragma once

#include <algorithm>
#include <vector>

#include "base/growing_array.hpp"
#include "base/parts.hpp"
#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"
#include "grid/tiles.hpp"
#include "trace/number.hpp"

namespace lexigrid {

enum class TraceWanted : uint8_t { one = 0, all = 1, count = 2 };
enum class TraceStatus : uint8_t { found = 0, absent = 1, undetermined = 2 };

struct TraceQuery {
  const GridView& grid;        // its tile table uses the letter codes of `word`
  const Adjacency& adjacency;  // may be a sketch
  std::span<const LetterCode> word;
  bool reuse = false;
  TraceWanted wanted = TraceWanted::one;
  uint64_t limit = kNoLimit;   // the most paths to store
  size_t region_cells = 1024;  // components with more cells are large; at most Region::kMaxCells

  /// The most paths to store, given what is wanted.
  [[nodiscard]] uint64_t max_paths() const noexcept {
    if (wanted == TraceWanted::count) return 0;
    return wanted == TraceWanted::one ? std::min<uint64_t>(1, limit) : limit;
  }
  [[nodiscard]] TraceQuery with(const Adjacency& other) const noexcept {
    return {grid, other, word, reuse, wanted, limit, region_cells};
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
  Part decided_by = Part::general;

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
  too_many_symbols,        // more distinct letters and segments than kMaxSymbols
  too_many_segmentations,  // more ways to divide the word among tiles than TraceQuestions::kMax
  stopped                  // the stop token became due during preparation
};

/// If one path is wanted, returns the first in canonical order if the count is exact or finding it is cheap,
/// else any path. Lists of paths are always in canonical order.
[[nodiscard]] TraceResult trace(const TraceQuery& query, StopToken& stop);

}  // namespace lexigrid

// Tracing: can one word be spelled along a path (or a line), how, and in how many ways?
//
// Reads constant views, writes to its result only; safe on many threads at once.
#pragma once

#include <vector>

#include "adjacency.hpp"
#include "stop.hpp"
#include "tiles.hpp"

namespace lexigrid {

enum class TraceWanted : std::uint8_t { one = 0, all = 1, count = 2 };
enum class TraceStatus : std::uint8_t { found = 0, absent = 1, undetermined = 2 };

struct TraceQuery {
  const GridView& grid;            // its tile table is in the codes of `word`
  const Adjacency& adjacency;
  std::span<const LetterCode> word;
  bool reuse = false;
  TraceWanted wanted = TraceWanted::one;
  std::uint64_t limit = kNoLimit;  // paths stored
};

/// The cells of path p are `cells[cell_of[p] .. cell_of[p + 1]]`, paths in canonical order.
struct TraceResult {
  TraceStatus status = TraceStatus::undetermined;
  std::vector<std::uint64_t> cell_of;
  std::vector<CellId> cells;
  std::uint64_t count_low = 0;     // number of paths: count_high * 2^64 + count_low
  std::uint64_t count_high = 0;
  bool exact = true;               // the count is the number, not a lower bound
  Finish finish = Finish::complete;
};

[[nodiscard]] TraceResult trace(const TraceQuery& query, StopSignal& stop);

}  // namespace lexigrid

// Tracing: can one word be spelled along a path (or a line), how, and in how many ways?
//
// Reads constant views, writes to its result only; safe on many threads at once.
#pragma once

#include <string_view>
#include <vector>

#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"
#include "grid/tiles.hpp"
#include "trace/number.hpp"

namespace lexigrid {

enum class TraceWanted : uint8_t { one = 0, all = 1, count = 2 };
enum class TraceStatus : uint8_t { found = 0, absent = 1, undetermined = 2 };

/// What works on a question, one after the other. Each can be switched off, the first and the last
/// excepted; the answer must never change by it, only the time.
enum class TracePass : uint8_t {
  general = 0,    // the search that defines the meaning, for any tiles
  letters = 1,    // are there enough of each letter?
  sweep = 2,      // from the rarest letter both ways, so many steps and no more
  walks = 3,      // places that a walk (cells may come again) can reach
  runs = 4,       // a run of equal letters needs that many cells in one piece
  regions = 5,    // pieces, colours and classes
  growth = 6,     // large regions: from the rarest place, the end with fewer ways first
  forward = 7,    // search that learns from failure
  backward = 8,   // the same from the word's end
  clauses = 9,    // clause learning over "cell c at place i"
  paths = 10,     // depth first in canonical order: always there, decides all in the end
  reuse = 11,     // cells may come again: exact by tables
  cuts = 12,      // tiles of several letters: each way of cutting the word is a question of its own
  spelling = 13,  // what is left of the general search after tables of cells and places have pruned it
  windows = 14    // large regions: a small region round each cell of the rarest place
};
inline constexpr std::string_view kTracePassNames[] = {
    "general",  "letters", "sweep", "walks", "runs", "regions",  "growth", "forward",
    "backward", "clauses", "paths", "reuse", "cuts", "spelling", "windows"};

struct TraceQuery {
  const GridView& grid;        // its tile table is in the codes of `word`
  const Adjacency& adjacency;  // a sketch does
  std::span<const LetterCode> word;
  bool reuse = false;
  TraceWanted wanted = TraceWanted::one;
  uint64_t limit = kNoLimit;   // paths stored
  uint32_t skip = 0;           // passes switched off: bit 1 << pass
  size_t region_cells = 1024;  // larger pieces are for growth; at most Region::kMaxCells

  [[nodiscard]] bool uses(TracePass pass) const noexcept {
    return (skip >> static_cast<unsigned>(pass) & 1) == 0;
  }
};

/// The cells of path p are `cells[cell_of[p] .. cell_of[p + 1]]`, paths in canonical order.
struct TraceResult {
  TraceStatus status = TraceStatus::undetermined;
  std::vector<uint64_t> cell_of{0};
  std::vector<CellId> cells;
  Number count;       // of paths
  bool exact = true;  // the count is the number, not a lower bound
  Finish finish = Finish::complete;
  TracePass pass = TracePass::general;  // the pass that decided the status

  void add_path(std::span<const CellId> path) {
    cells.insert(cells.end(), path.begin(), path.end());
    cell_of.push_back(cells.size());
  }
  [[nodiscard]] size_t paths() const noexcept { return cell_of.size() - 1; }
};

/// With one path wanted it is the first in canonical order where that was cheap to tell (always when
/// the count is exact); all paths are always listed in canonical order.
[[nodiscard]] TraceResult trace(const TraceQuery& query, StopToken& stop);

}  // namespace lexigrid

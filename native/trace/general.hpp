// The general search: any grid, topology and tiles. It defines the meaning of a trace.
#pragma once

#include <optional>
#include <vector>

#include "trace/solvers/engine.hpp"
#include "trace/spelling_tables.hpp"
#include "trace/trace.hpp"

namespace lexigrid {

/// Depth-first search with neighbours ascending, so that paths come in canonical order. Tiles can spell
/// different letters along the same cells, so each level has a set of positions in the word; with tables,
/// positions from which no walk spells the rest are dropped.
class GeneralSearch {
 public:
  explicit GeneralSearch(const TraceQuery& query, const SpellingTables* tables = nullptr);

  /// `found`: the next path is in `path()`. `absent`: there is none left. `open`: the number of steps or
  /// `stop` ended the search, and it can be continued.
  [[nodiscard]] Verdict next(uint64_t steps, StopToken& stop);
  [[nodiscard]] const std::vector<CellId>& path() const noexcept { return path_; }

 private:
  struct Level {
    size_t begin, end;  // possible numbers of letters spelled: a range of positions_
    uint32_t next;      // the neighbour to try next
  };

  [[nodiscard]] bool advance();
  [[nodiscard]] bool enter(CellId cell, size_t begin, size_t end);

  const TraceQuery& query_;
  const SpellingTables* tables_;
  std::vector<uint8_t> can_start_;  // of each tile
  std::vector<uint8_t> is_used_;    // not read where cells may be used again
  std::vector<Level> levels_;
  std::vector<CellId> path_;
  std::vector<size_t> positions_;  // of all levels, concatenated
  CellId next_start_ = 0;
};

/// `steps`: the limit for the first path.
[[nodiscard]] TraceResult trace_general(const TraceQuery& query, StopToken& stop, uint64_t steps = kNoLimit);

/// Do the tiles along these cells spell the word?
[[nodiscard]] bool can_spell(const TraceQuery& query, std::span<const CellId> path);

/// False when the grid has too few of some letter, so the word is absent. A tile counts for every letter
/// that it can spell.
[[nodiscard]] bool has_enough_letters(const TraceQuery& query);

}  // namespace lexigrid

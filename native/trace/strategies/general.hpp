// The general search, for any grid, topology and tiles. It defines the correct answer to a trace.
#pragma once

#include <optional>
#include <vector>

#include "trace/engines/engine.hpp"
#include "trace/strategies/walk_tables.hpp"
#include "trace/trace.hpp"

namespace lexigrid {

/// Depth-first search that tries neighbours in ascending order, which yields paths in canonical order. Tiles
/// can spell different letters along the same cells, so each level has a set of positions in the word. With
/// tables, positions from which no walk spells the rest are dropped.
class GeneralSearch {
 public:
  explicit GeneralSearch(const TraceQuery& query, const WalkTables* tables = nullptr);

  /// `found`: the next path is in `path()`. `absent`: there are no more. `open`: `stop` is due or the steps,
  /// which are counted down, are spent; call again to continue.
  [[nodiscard]] Verdict next(uint64_t& steps, StopToken& stop);
  [[nodiscard]] const std::vector<CellId>& path() const noexcept { return path_; }

 private:
  struct Level {
    size_t begin, end;  // range of positions_: how many letters may be spelled
    uint32_t next;      // index of the neighbour to try next
  };

  [[nodiscard]] bool advance();
  [[nodiscard]] bool enter(CellId cell, size_t begin, size_t end);

  const TraceQuery& query_;
  const WalkTables* tables_;
  std::vector<uint8_t> can_start_;  // [tile]
  std::vector<uint8_t> is_used_;    // [cell]; ignored if cells may be reused
  std::vector<Level> levels_;
  std::vector<CellId> path_;
  std::vector<size_t> positions_;  // of all levels, concatenated
  CellId next_start_ = 0;
};

/// Searches for the first path for at most `steps` steps.
[[nodiscard]] TraceResult trace_general(const TraceQuery& query, StopToken& stop, uint64_t steps = kNoLimit);

/// True if the tiles along these cells spell the word.
[[nodiscard]] bool can_spell(const TraceQuery& query, std::span<const CellId> path);

/// False if the grid has too few of some letter, which proves the word absent. A tile counts towards every
/// letter it can spell.
[[nodiscard]] bool has_enough_letters(const TraceQuery& query);

}  // namespace lexigrid

// The trace that defines the meaning: any grid, any topology, any tiles.
#pragma once

#include <optional>
#include <vector>

#include "trace/engine.hpp"
#include "trace/spelling.hpp"
#include "trace/trace.hpp"

namespace lexigrid {

/// Depth first with neighbours ascending, so that paths are met in canonical order. Because wild and
/// choice tiles can spell several things along the same cells, it carries a set of places; those from
/// which no walk spells the rest are dropped where there are tables of them.
class GeneralWalk {
 public:
  explicit GeneralWalk(const TraceQuery& query, const SpellingTables* tables = nullptr);

  /// `found`: the next path is in `path()`. `absent`: there is none left. `open`: so many steps are
  /// done, or `stop` ended it; it can be asked again.
  [[nodiscard]] Verdict next(uint64_t steps, StopToken& stop);
  [[nodiscard]] const std::vector<CellId>& path() const noexcept { return path_; }

 private:
  struct Level {
    size_t begin, end;  // how many letters may be spelled here: a range of places_
    uint32_t next;      // the neighbour to try next
  };

  [[nodiscard]] bool advance();
  [[nodiscard]] bool enter(CellId cell, size_t begin, size_t end);

  const TraceQuery& query_;
  const SpellingTables* tables_;
  std::vector<uint8_t> can_start_;  // of each tile
  std::vector<uint8_t> is_used_;    // not looked at where cells may come again
  std::vector<Level> levels_;
  std::vector<CellId> path_;
  std::vector<size_t> places_;  // of all levels, one behind the other
  CellId next_start_ = 0;
};

/// `steps`: spent on the first path.
[[nodiscard]] TraceResult trace_general(const TraceQuery& query, StopToken& stop, uint64_t steps = kNoLimit);

/// Can these cells be read as the word? Looks at the tiles alone.
[[nodiscard]] bool can_spell(const TraceQuery& query, std::span<const CellId> path);

/// False when the grid has too few of some letter: then the word is absent. Every tile counts for
/// all letters that it could spell, so this is right for wild and choice tiles too.
[[nodiscard]] bool has_letters_enough(const TraceQuery& query);

}  // namespace lexigrid

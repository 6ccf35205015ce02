// Reachability tables for tiles that spell several letters: by letters spelled, not by cells used.
//
// They contain the cells from which walks spell the rest of the word. Where paths may use a cell again they
// are exact: each cell of a table is on a path.
#pragma once

#include <optional>

#include "trace/bit_grid.hpp"
#include "trace/segments.hpp"

namespace lexigrid {

class SpellingTables {
 public:
  static constexpr size_t kMaxBytes = size_t{256} << 20;

  SpellingTables(const TraceQuery& query, StopToken& stop);

  /// False where the tables would not fit or `stop` ended it; nothing else is valid then.
  [[nodiscard]] bool is_ready() const noexcept { return is_ready_; }
  /// Does no walk spell the word?
  [[nodiscard]] bool is_absent() const noexcept { return is_absent_; }
  /// Can a walk be read in two ways?
  [[nodiscard]] bool is_ambiguous() const noexcept { return segments_.is_ambiguous; }

  /// Is this cell on a walk that spells the word, with this many letters (from 1) spelled up to it?
  [[nodiscard]] bool has(size_t letters, CellId cell) const noexcept {
    return bit_grid_.has(table(letters), cell);
  }

  /// Counts the walks, where they are not ambiguous. Empty when `stop` ended it or it would take more than
  /// this number of additions.
  [[nodiscard]] std::optional<Number> count(uint64_t steps, StopToken& stop) const;

 private:
  [[nodiscard]] BitGrid::Bits table(size_t letters) const noexcept {
    return BitGrid::Bits(tables_).subspan((letters - 1) * bit_grid_.words(), bit_grid_.words());
  }
  [[nodiscard]] std::span<uint64_t> table(size_t letters) noexcept {
    return std::span(tables_).subspan((letters - 1) * bit_grid_.words(), bit_grid_.words());
  }
  void find_cells();
  [[nodiscard]] bool go_forward(StopToken& stop);
  [[nodiscard]] bool go_back(StopToken& stop);

  const TraceQuery& query_;
  WordSegments segments_;
  BitGrid bit_grid_;
  std::vector<std::vector<uint64_t>> cells_of_;  // of each segment
  std::vector<uint64_t> tables_;                 // of 1 letter, 2 letters ...
  bool is_ready_ = false;
  bool is_absent_ = false;
};

}  // namespace lexigrid

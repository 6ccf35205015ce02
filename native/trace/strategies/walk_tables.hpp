// Tables of walks: for each number of letters spelled, the cells where a walk that spells the word can be.
//
// Unlike the reachability tables of a question, they are indexed by letters, not by cells used, so one set of
// tables covers all ways to divide the word among tiles. A walk may reuse cells. If paths may too, the tables
// are exact: each cell in them is on a path.
#pragma once

#include <optional>

#include "trace/bit_grid.hpp"
#include "trace/question.hpp"

namespace lexigrid {

class WalkTables {
 public:
  static constexpr size_t kMaxBytes = size_t{256} << 20;

  WalkTables(const TraceQuery& query, StopToken& stop);

  /// If false, no walk spells the word, the tables do not fit, or `stop` is due. Then only is_absent is
  /// valid.
  [[nodiscard]] bool is_ready() const noexcept { return is_ready_; }
  /// True if no walk spells the word.
  [[nodiscard]] bool is_absent() const noexcept { return is_absent_; }
  /// True if a walk may be read in two ways.
  [[nodiscard]] bool is_ambiguous() const noexcept { return symbols_.is_ambiguous; }

  /// True if this cell is on a walk that spells the word, as the cell that completes this number of letters.
  [[nodiscard]] bool has(size_t letters, CellId cell) const noexcept {
    return bit_grid_.has(table(letters), cell);
  }

  /// Counts the walks, which must not be ambiguous. Returns nullopt if `stop` is due or if it takes more than
  /// this number of additions.
  [[nodiscard]] std::optional<Number> count(uint64_t steps, StopToken& stop) const;

 private:
  [[nodiscard]] BitGrid::Bits table(size_t letters) const noexcept {
    return BitGrid::Bits(tables_).subspan((letters - 1) * bit_grid_.words(), bit_grid_.words());
  }
  [[nodiscard]] std::span<uint64_t> table(size_t letters) noexcept {
    return std::span(tables_).subspan((letters - 1) * bit_grid_.words(), bit_grid_.words());
  }
  [[nodiscard]] bool go_forward(StopToken& stop);
  [[nodiscard]] bool go_back(StopToken& stop);

  const TraceQuery& query_;
  WordSymbols symbols_;
  BitGrid bit_grid_;
  std::vector<std::vector<uint64_t>> cells_of_;  // [symbol]
  std::vector<uint64_t> tables_;                 // one per number of letters, from 1
  bool is_ready_ = false;
  bool is_absent_ = false;
};

}  // namespace lexigrid

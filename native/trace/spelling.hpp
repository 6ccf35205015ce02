// Tables for tiles that spell several letters: from which cells walks spell the rest of the word.
//
// As ReachabilityTables, but by letters spelled instead of by cells walked. Where cells may come again they
// are exact: a cell in a table is on a path.
#pragma once

#include <optional>

#include "trace/bit_grid.hpp"
#include "trace/pieces.hpp"

namespace lexigrid {

class SpellingTables {
 public:
  static constexpr size_t kMaxBytes = size_t{256} << 20;

  SpellingTables(const TraceQuery& query, StopToken& stop);

  /// False where the tables would not fit, or `stop` ended it: nothing else holds then.
  [[nodiscard]] bool is_ready() const noexcept { return is_ready_; }
  /// No walk spells the word.
  [[nodiscard]] bool is_absent() const noexcept { return is_absent_; }
  /// Can a walk be read in two ways?
  [[nodiscard]] bool is_ambiguous() const noexcept { return pieces_.is_ambiguous; }

  /// Does a walk spell the word of which so many letters (from 1) are spelled up to this cell?
  [[nodiscard]] bool has(size_t letters, CellId cell) const noexcept {
    return plane_.has(table(letters), cell);
  }

  /// The number of walks, where they are not ambiguous. Nothing when `stop` ended it, or it would take
  /// more than so many additions.
  [[nodiscard]] std::optional<Number> count(uint64_t steps, StopToken& stop) const;

 private:
  [[nodiscard]] BitGrid::Bits table(size_t letters) const noexcept {
    return BitGrid::Bits(tables_).subspan((letters - 1) * plane_.words(), plane_.words());
  }
  [[nodiscard]] std::span<uint64_t> table(size_t letters) noexcept {
    return std::span(tables_).subspan((letters - 1) * plane_.words(), plane_.words());
  }
  void find_cells();
  [[nodiscard]] bool go_forward(StopToken& stop);
  [[nodiscard]] bool go_back(StopToken& stop);

  const TraceQuery& query_;
  WordPieces pieces_;
  BitGrid plane_;
  std::vector<std::vector<uint64_t>> cells_of_;  // of each piece
  std::vector<uint64_t> tables_;                 // of 1 letter, 2 letters ...
  bool is_ready_ = false;
  bool is_absent_ = false;
};

}  // namespace lexigrid

// Tables for tiles that spell several letters: from which cells walks spell the rest of the word.
//
// As WalkTables, but by letters spelled instead of by cells walked. Where cells may come again they
// are exact: a cell in a table is on a path.
#pragma once

#include <optional>

#include "trace_pieces.hpp"
#include "trace_plane.hpp"

namespace lexigrid {

class SpellingTables {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  SpellingTables(const TraceQuery& query, StopSignal& stop);

  /// False where the tables would not fit, or `stop` ended it: nothing else holds then.
  [[nodiscard]] bool is_ready() const noexcept { return is_ready_; }
  /// No walk spells the word.
  [[nodiscard]] bool is_absent() const noexcept { return is_absent_; }
  /// Can a walk be read in two ways?
  [[nodiscard]] bool is_ambiguous() const noexcept { return pieces_.is_ambiguous; }

  /// Does a walk spell the word of which so many letters (from 1) are spelled up to this cell?
  [[nodiscard]] bool has(std::size_t letters, CellId cell) const noexcept { return plane_.has(table(letters), cell); }

  /// The number of walks, where they are not ambiguous. Nothing when `stop` ended it, or it would take
  /// more than so many additions.
  [[nodiscard]] std::optional<Number> count(std::uint64_t steps, StopSignal& stop) const;

 private:
  [[nodiscard]] Plane::Bits table(std::size_t letters) const noexcept {
    return Plane::Bits(tables_).subspan((letters - 1) * plane_.words(), plane_.words());
  }
  [[nodiscard]] std::span<std::uint64_t> table(std::size_t letters) noexcept {
    return std::span(tables_).subspan((letters - 1) * plane_.words(), plane_.words());
  }
  void find_cells();
  [[nodiscard]] bool go_forward(StopSignal& stop);
  [[nodiscard]] bool go_back(StopSignal& stop);

  const TraceQuery& query_;
  WordPieces pieces_;
  Plane plane_;
  std::vector<std::vector<std::uint64_t>> cells_of_;  // of each piece
  std::vector<std::uint64_t> tables_;                 // of 1 letter, 2 letters ...
  bool is_ready_ = false;
  bool is_absent_ = false;
};

}  // namespace lexigrid

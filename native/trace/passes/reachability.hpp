// Reachability tables: for each position of the word, the cells where a walk that spells the word can be.
//
// Unlike a path, a walk may reuse cells, so the tables contain the cells of all paths and more. A forward and
// a backward pass make them exact for walks (layered arc consistency).
#pragma once

#include "trace/bit_grid.hpp"
#include "trace/question.hpp"

namespace lexigrid {

class ReachabilityTables {
 public:
  static constexpr size_t kMaxBytes = size_t{256} << 20;  // of all tables

  /// Initially, every position has all cells that can spell its symbol.
  explicit ReachabilityTables(const TraceQuestion& question, size_t max_bytes = kMaxBytes);

  /// For each run of equal letters, removes from its positions the connected components of that letter that
  /// are smaller than the run. Call before `narrow`.
  void drop_small_components(StopToken& stop);

  /// Narrows all tables. Returns false if a position has no cell left, so the word is absent. Leaves the
  /// tables unchanged if `stop` is due or they would exceed `max_bytes`.
  [[nodiscard]] bool narrow(StopToken& stop);

  [[nodiscard]] const BitGrid& bit_grid() const noexcept { return bit_grid_; }
  [[nodiscard]] BitGrid::Bits at(size_t position) const noexcept {
    return is_narrow_ ? BitGrid::Bits(tables_).subspan(position * bit_grid_.words(), bit_grid_.words())
                      : letters_at(position);
  }
  [[nodiscard]] bool has(size_t position, CellId cell) const noexcept {
    return bit_grid_.has(at(position), cell);
  }
  [[nodiscard]] size_t size(size_t position) const noexcept;
  /// The position with the fewest cells; the first if there are several.
  [[nodiscard]] size_t rarest_position() const;
  [[nodiscard]] bool is_narrow() const noexcept { return is_narrow_; }

 private:
  [[nodiscard]] BitGrid::Bits letters_at(size_t position) const noexcept {
    return BitGrid::Bits(sets_[set_of_[position]]);
  }
  [[nodiscard]] bool reaches_the_end(StopToken& stop);

  const TraceQuestion& question_;
  BitGrid bit_grid_;
  std::vector<std::vector<uint64_t>> sets_;  // distinct sets of letters_at
  std::vector<uint32_t> set_of_;             // [position]: index into sets_
  std::vector<uint64_t> tables_;             // by position
  size_t max_bytes_;
  bool is_narrow_ = false;
};

}  // namespace lexigrid

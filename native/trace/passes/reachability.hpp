// Walk tables: for each place of the word the cells through which a walk can spell it.
//
// A walk may use a cell again, so that the tables hold a little too much, never too little. One pass
// from the front and one from the back make them as narrow as walks allow.
#pragma once

#include "trace/bit_grid.hpp"
#include "trace/question.hpp"

namespace lexigrid {

class ReachabilityTables {
 public:
  static constexpr size_t kMaxBytes = size_t{256} << 20;  // of all tables

  /// Only the letters as yet: every place has all cells that spell its letter.
  explicit ReachabilityTables(const TraceQuestion& question, size_t most_bytes = kMaxBytes);

  /// Takes from the places of each run of equal letters the pieces of such cells that are smaller
  /// than the run. Call before `narrow`.
  void drop_small_pieces(StopToken& stop);

  /// Narrows all tables. False when some place is left without a cell, and so no path can be;
  /// `empty_place` is then the first that no walk from the front reaches. When `stop` ended it, or
  /// all tables would not fit the bytes, they stay as wide as they were.
  [[nodiscard]] bool narrow(StopToken& stop);

  [[nodiscard]] const BitGrid& plane() const noexcept { return plane_; }
  [[nodiscard]] BitGrid::Bits at(size_t place) const noexcept {
    return is_narrow_ ? BitGrid::Bits(tables_).subspan(place * plane_.words(), plane_.words())
                      : letters_at(place);
  }
  [[nodiscard]] bool has(size_t place, CellId cell) const noexcept { return plane_.has(at(place), cell); }
  [[nodiscard]] size_t size(size_t place) const noexcept;
  /// The place with the fewest cells, the first of them.
  [[nodiscard]] size_t rarest_place() const;
  [[nodiscard]] bool is_narrow() const noexcept { return is_narrow_; }
  [[nodiscard]] size_t empty_place() const noexcept { return empty_place_; }

 private:
  [[nodiscard]] BitGrid::Bits letters_at(size_t place) const noexcept {
    return BitGrid::Bits(sets_[set_of_[place]]);
  }
  [[nodiscard]] bool reaches_the_end(StopToken& stop);

  const TraceQuestion& question_;
  BitGrid plane_;
  std::vector<std::vector<uint64_t>> sets_;  // distinct sets of letters_at
  std::vector<uint32_t> set_of_;             // of each place
  std::vector<uint64_t> tables_;             // place after place
  size_t most_bytes_;
  bool is_narrow_ = false;
  size_t empty_place_ = 0;
};

}  // namespace lexigrid

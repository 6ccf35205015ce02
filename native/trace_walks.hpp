// Walk tables: for each place of the word the cells through which a walk can spell it.
//
// A walk may use a cell again, so that the tables hold a little too much, never too little. One pass
// from the front and one from the back make them as narrow as walks allow.
#pragma once

#include "trace_plane.hpp"
#include "trace_question.hpp"

namespace lexigrid {

class WalkTables {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;  // of all tables

  /// Only the letters as yet: every place has all cells that spell its letter.
  explicit WalkTables(const TraceQuestion& question, std::size_t most_bytes = kMaxBytes);

  /// Takes from the places of each run of equal letters the pieces of such cells that are smaller
  /// than the run. Call before `narrow`.
  void drop_small_pieces(StopSignal& stop);

  /// Narrows all tables. False when some place is left without a cell, and so no path can be;
  /// `empty_place` is then the first that no walk from the front reaches. When `stop` ended it, or
  /// all tables would not fit the bytes, they stay as wide as they were.
  [[nodiscard]] bool narrow(StopSignal& stop);

  [[nodiscard]] const Plane& plane() const noexcept { return plane_; }
  [[nodiscard]] Plane::Bits at(std::size_t place) const noexcept {
    return is_narrow_ ? Plane::Bits(tables_).subspan(place * plane_.words(), plane_.words()) : letters_at(place);
  }
  [[nodiscard]] bool has(std::size_t place, CellId cell) const noexcept { return plane_.has(at(place), cell); }
  [[nodiscard]] std::size_t size(std::size_t place) const noexcept;
  /// The place with the fewest cells, the first of them.
  [[nodiscard]] std::size_t rarest_place() const;
  [[nodiscard]] bool is_narrow() const noexcept { return is_narrow_; }
  [[nodiscard]] std::size_t empty_place() const noexcept { return empty_place_; }

 private:
  [[nodiscard]] Plane::Bits letters_at(std::size_t place) const noexcept {
    return Plane::Bits(sets_[set_of_[place]]);
  }
  [[nodiscard]] bool reaches_the_end(StopSignal& stop);

  const TraceQuestion& question_;
  Plane plane_;
  std::vector<std::vector<std::uint64_t>> sets_;  // distinct sets of letters_at
  std::vector<std::uint32_t> set_of_;             // of each place
  std::vector<std::uint64_t> tables_;             // place after place
  std::size_t most_bytes_;
  bool is_narrow_ = false;
  std::size_t empty_place_ = 0;
};

}  // namespace lexigrid

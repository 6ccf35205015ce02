// A line search in bands of rows: how the rows are shared among threads, and how it ends early.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/stop_token.hpp"
#include "lines/collect.hpp"

namespace lexigrid {

inline constexpr uint32_t kBandRows = 64;

/// Guards against grids on which every cell is a near miss: a search that compares far more letters
/// than it has cells and answers is given up, and one whose cost is bounded takes over.
class Budget {
 public:
  static constexpr uint64_t kLettersPerCell = 50;

  void allow(uint64_t cells) noexcept { left_ += static_cast<int64_t>(cells * kLettersPerCell); }
  void spend(uint64_t letters) noexcept { left_ -= static_cast<int64_t>(letters); }
  /// For good: nothing that is allowed afterwards makes up for it.
  void exhaust() noexcept { left_ = std::numeric_limits<int64_t>::min() / 2; }
  [[nodiscard]] bool is_spent() const noexcept { return left_ < 0; }

 private:
  int64_t left_ = 1 << 16;
};

/// A bit that the codes of Latin letters have and '?' has not: that tile is suspected to be there where some
/// cell lacks it, which costs less than a comparison.
inline constexpr uint8_t kLetterBit = 0x40;

/// May a tile below 128 be among cells of which some lack that bit, or none?
[[nodiscard]] constexpr bool may_be_there(TileId tile, bool some_lack_bit) noexcept {
  return some_lack_bit || (tile & kLetterBit) != 0;
}

/// Tiles of the table that are not one letter, which a search looks for on its way over the grid.
struct ComplexTiles {
  std::vector<TileId> all;             // exactly these
  std::optional<TileId> low;           // or, by a coarser look: the only one below 128
  bool has_high = false;               // and any above
  std::atomic<bool> are_there{false};  // then the answer is worth nothing

  /// May one of them be among cells that have `all` these bits in common and `some` in any?
  [[nodiscard]] bool may_be_in(uint8_t all, uint8_t some) const noexcept {
    return (has_high && some >= 0x80) || (low && may_be_there(*low, (all & kLetterBit) == 0));
  }
};

/// Finds the patterns that begin in a band of rows: one kernel with its own scratch memory.
class BandSearch {
 public:
  virtual ~BandSearch() = default;

  /// All patterns that rows `first .. last` find, at most kBandRows: by their topmost cell, or one up to
  /// `reach` rows below it; on a torus
  /// `first` may be negative. Returns early when `stop` says so, `found` is full, or the budget is
  /// spent.
  virtual void search(int64_t first, int64_t last, LineCollector& found, StopToken& stop) = 0;

  /// Rows that a pattern may begin above the row by which it is found.
  [[nodiscard]] virtual uint32_t reach() const noexcept { return 0; }

  [[nodiscard]] const Budget& budget() const noexcept { return budget_; }

 protected:
  Budget budget_;
};

/// Runs searches of one kind over all rows; nothing where a budget was spent.
[[nodiscard]] std::optional<LineResult> search_in_bands(
    const LineQuery& query, const std::function<std::unique_ptr<BandSearch>()>& make, StopToken& stop);

}  // namespace lexigrid

// Runs a line search on bands of rows, on several threads, and lets it decline.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "base/stop_token.hpp"
#include "lines/collect.hpp"

namespace lexigrid {

inline constexpr uint32_t kBandRows = 64;

/// Why a search gave no answer, so that another one must.
enum class LineDeclined : uint8_t {
  slower_here,   // another search is faster for this grid
  over_budget,   // too many near misses
  complex_tile,  // the grid has, or may have, a tile that the search cannot read
  too_many_complex_tiles,
  unseen_cells  // the search ended before it had looked at every cell
};

using LineOutcome = std::variant<LineResult, LineDeclined>;

/// Guards against grids on which every cell is a near miss. A search that compares far more letters than the
/// grid has cells and occurrences declines, and a search with bounded cost takes over.
class Budget {
 public:
  static constexpr uint64_t kLettersPerCell = 50;

  void allow(uint64_t cells) noexcept { left_ += static_cast<int64_t>(cells * kLettersPerCell); }
  void spend(uint64_t letters) noexcept { left_ -= static_cast<int64_t>(letters); }
  [[nodiscard]] bool is_spent() const noexcept { return left_ < 0; }

 private:
  int64_t left_ = 1 << 16;
};

/// A bit that is set in the codes of Latin letters but not in that of '?'. If every cell has it set, '?'
/// cannot be present, and testing the bit is cheaper than searching for the tile.
inline constexpr uint8_t kLetterBit = 0x40;

/// Can a tile below 128 be present, given whether some cells lack kLetterBit?
[[nodiscard]] constexpr bool may_occur(TileId tile, bool some_lack_bit) noexcept {
  return some_lack_bit || (tile & kLetterBit) != 0;
}

/// The complex tiles of a table: wild tiles and tiles with several readings. Searches that cannot read them
/// watch for them while they scan the grid.
struct ComplexTiles {
  ComplexTiles() = default;
  explicit ComplexTiles(const TileTable& table);

  std::vector<TileId> all;
  size_t low_count = 0;       // complex tiles below 128
  std::optional<TileId> low;  // the first of them
  bool has_high = false;      // some complex tile is above 127

  /// Can one of them be among cells whose bitwise AND is `all_bits` and whose bitwise OR is `any_bits`?
  [[nodiscard]] bool may_occur_in(uint8_t all_bits, uint8_t any_bits) const noexcept {
    return (has_high && any_bits >= 0x80) || (low && may_occur(*low, (all_bits & kLetterBit) == 0));
  }
};

/// Finds the patterns that begin in a band of rows. Each object has its own scratch memory.
class BandSearch {
 public:
  virtual ~BandSearch() = default;

  /// Searches rows `first .. last`, at most kBandRows of them, for all patterns that have their topmost cell
  /// there or up to `reach` rows above. On a torus `first` may be negative. Returns early when `stop` is due,
  /// `found` is full, or the search declines.
  virtual void search(int64_t first, int64_t last, LineCollector& found, StopToken& stop) = 0;

  /// How many rows a pattern may begin above the row in which it is found.
  [[nodiscard]] virtual uint32_t reach() const noexcept { return 0; }

  [[nodiscard]] std::optional<LineDeclined> declined() const noexcept {
    if (has_complex_tile_) return LineDeclined::complex_tile;
    return budget_.is_spent() ? std::optional(LineDeclined::over_budget) : std::nullopt;
  }

 protected:
  Budget budget_;
  bool has_complex_tile_ = false;
};

/// Runs the searches that `make` returns over all rows.
[[nodiscard]] LineOutcome search_in_bands(const LineQuery& query,
                                          const std::function<std::unique_ptr<BandSearch>()>& make,
                                          StopToken& stop);

}  // namespace lexigrid

#include "lines_strips.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "collect_bytes.hpp"

namespace lexigrid {
namespace strips {
namespace {

/// Cells that the plain scan takes between two looks at the clock.
constexpr std::uint32_t kScanned = 1 << 16;

/// Buckets of patterns that allow a tile at a place.
Tables make_tables(const LinePatterns& patterns, unsigned set, const TileTable& table, unsigned tile_bits) {
  Tables made{};
  const unsigned mask = (1u << tile_bits) - 1;
  for (unsigned place = 0; place < kPatternLetters; ++place) {
    for (std::size_t tile = 0; tile < table.size(); ++tile) {
      made.buckets[place][tile & mask] |= patterns.buckets_at(set, place, table.letter[tile]);
    }
  }
  return made;
}

/// The plain filter: which two tiles may begin a pattern.
struct PairTable {
  std::array<std::uint64_t, 64> follows{};  // bit b of follows[a]: tiles a, b (low six bits)

  PairTable(const LinePatterns& patterns, const TileTable& table) {
    for (const Pattern& pattern : patterns.patterns()) {
      const LetterCode* const letters = patterns.letters_of(pattern);
      std::uint64_t seconds = 0;
      for (std::size_t tile = 0; tile < table.size(); ++tile) {
        if (patterns.fits_letter(letters[1], table.letter[tile])) seconds |= std::uint64_t{1} << (tile & 63);
      }
      for (std::size_t tile = 0; tile < table.size(); ++tile) {
        if (patterns.fits_letter(letters[0], table.letter[tile])) follows[tile & 63] |= seconds;
      }
    }
  }
};

class StripSearch final : public BandSearch {
 public:
  StripSearch(const LineQuery& query, const LinePatterns& patterns, OddTile& odd)
      : query_(query), patterns_(patterns), odd_(odd), resolver_(query, patterns, budget_), filter_(filter_of(active_isa())) {
    if (filter_ == nullptr) {
      pairs_.emplace(patterns, query.grid.table);
    } else {
      width_ = active_isa() == Isa::avx512 ? 64 : 32;
      const unsigned tile_bits = active_isa() == Isa::avx512 ? 6 : 5;
      for (std::size_t tile = 0; tile < query.grid.table.size() && tile < class_of_.size(); ++tile) {
        class_of_[tile] = static_cast<std::uint8_t>(query.grid.table.letter[tile] & LinePatterns::kClassMask);
      }
      for (unsigned set = 0; set < patterns.sets(); ++set) tables_.push_back(make_tables(patterns, set, query.grid.table, tile_bits));
    }
  }

  void search(std::int64_t first, std::int64_t last, LineCollector& found, StopSignal& stop) override {
    const auto begin = static_cast<std::uint32_t>(first);
    const auto end = static_cast<std::uint32_t>(last);
    if (filter_ == nullptr) {
      scan_band(begin, end, found, stop);
    } else {
      filter_band(begin, end, found, stop);
    }
  }

 private:
  void filter_band(std::uint32_t begin, std::uint32_t end, LineCollector& found, StopSignal& stop) {
    std::array<Hit, 2 * kBandRows + 8> hits;
    const Band band{query_.grid.cells.narrow(), query_.grid.rows, query_.grid.columns, begin, end,
                    static_cast<std::uint8_t>(odd_.tile.value_or(0))};
    for (std::uint32_t column = 0, strip = 0; column < band.columns; column += width_, ++strip) {
      // A look at the clock costs a tenth of an empty strip.
      if ((strip % 64 == 63 && stop.look()) || budget_.is_spent()) return;
      const std::uint32_t left = band.columns - column;  // lanes beyond belong to the next row
      budget_.allow(std::uint64_t{end - begin} * std::min(width_, left));
      for (unsigned set = 0; set < tables_.size(); ++set) {
        const Filtered filtered = filter_(band, column, tables_[set], hits.data());
        if (filtered.has_odd_tile && odd_.tile) {
          odd_.is_there = true;
          budget_.exhaust();
          return;
        }
        const std::uint64_t lanes = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
        for (unsigned axis = 0; axis < kAxes; ++axis) {
          resolve(list(hits.data(), filtered.hits, begin, axis, lanes), begin, column, axis, set, found);
        }
      }
    }
  }

  /// Writes the cells of all hits of one axis into `places_`: their row in the band, and lane. At
  /// once, without looking at them: verifying each where it is met costs four times as much.
  [[nodiscard]] std::uint32_t list(const Hit* hits, std::size_t count, std::uint32_t begin, unsigned axis, std::uint64_t lanes) noexcept {
    std::uint32_t some = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t rest = hits[i].starts[axis] & lanes;
      const std::uint32_t row = (hits[i].row - begin) * kLanes;
      const auto here = static_cast<std::uint32_t>(std::popcount(rest));
      // Nearly always there are four or fewer: as many are written, whatever there is.
      for (std::uint32_t k = 0; k < here; k += 4) {
        for (std::uint32_t j = 0; j < 4; ++j, rest &= rest - 1) {
          places_[some + k + j] = static_cast<std::uint16_t>(row + (static_cast<std::uint32_t>(std::countr_zero(rest)) & (kLanes - 1)));
        }
      }
      some += here;
    }
    return some;
  }

  void resolve(std::uint32_t count, std::uint32_t begin, std::uint32_t column, unsigned axis, unsigned set, LineCollector& found) {
    const std::uint8_t* const cells = query_.grid.cells.narrow();
    const std::uint64_t columns = query_.grid.columns;
    const std::uint64_t last = query_.grid.cells.size() - 1;
    const unsigned direction = kAxisDirection[axis];
    const auto step = static_cast<std::uint64_t>(static_cast<std::int64_t>(columns) * kRowStep[direction] + kColumnStep[direction]);
    const std::uint64_t corner = std::uint64_t{begin} * columns + column;
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint64_t at = corner + places_[k] / kLanes * columns + places_[k] % kLanes;
      // Beyond the grid any letter will do: only patterns that are shorter can stand here.
      const std::uint8_t a = class_of_[cells[at]];
      const std::uint8_t b = class_of_[cells[std::min(at + step, last)]];
      const std::uint8_t c = class_of_[cells[std::min(at + 2 * step, last)]];
      const std::uint8_t d = class_of_[cells[std::min(at + 3 * step, last)]];
      may_[k] = patterns_.may_start(a, b, c, d);
    }
    const std::uint32_t some = collect(may_.data(), count, kept_.data());
    for (std::uint32_t k = 0; k < some; ++k) {
      const std::uint16_t place = places_[kept_[k]];
      resolver_.resolve(begin + place / kLanes, column + place % kLanes, axis, set, found);
    }
  }

  /// The same without vectors: the first two letters, on the four axes of each cell.
  void scan_band(std::uint32_t begin, std::uint32_t end, LineCollector& found, StopSignal& stop) {
    const std::uint8_t* const cells = query_.grid.cells.narrow();
    const std::uint32_t columns = query_.grid.columns;
    const std::uint64_t* const pairs = pairs_->follows.data();
    for (std::uint32_t row = begin; row < end; ++row) {
      const std::uint8_t* const here = cells + std::uint64_t{row} * columns;
      const std::uint8_t* const under = row + 1 < query_.grid.rows ? here + columns : nullptr;
      for (std::uint32_t column = 0; column < columns; ++column) {
        if (column % kScanned == 0) {
          if ((column != 0 && stop.look()) || budget_.is_spent()) return;
          budget_.allow(std::min(kScanned, columns - column));
        }
        if (odd_.tile && here[column] == *odd_.tile) {
          odd_.is_there = true;
          budget_.exhaust();
          return;
        }
        const std::uint64_t follows = pairs[here[column] & 63];
        if (follows == 0) continue;
        if (column + 1 < columns && (follows >> (here[column + 1] & 63) & 1) != 0) resolver_.resolve(row, column, 0, LineResolver::kAllSets, found);
        if (under == nullptr) continue;
        if (column + 1 < columns && (follows >> (under[column + 1] & 63) & 1) != 0) resolver_.resolve(row, column, 1, LineResolver::kAllSets, found);
        if ((follows >> (under[column] & 63) & 1) != 0) resolver_.resolve(row, column, 2, LineResolver::kAllSets, found);
        if (column > 0 && (follows >> (under[column - 1] & 63) & 1) != 0) resolver_.resolve(row, column, 3, LineResolver::kAllSets, found);
      }
    }
  }

  static constexpr std::uint32_t kLanes = 64;

  const LineQuery& query_;
  const LinePatterns& patterns_;
  OddTile& odd_;
  LineResolver resolver_;
  const Filter filter_;
  std::uint32_t width_ = 64;
  std::optional<PairTable> pairs_;
  std::vector<Tables> tables_;  // by set
  std::array<std::uint8_t, 256> class_of_{};  // by tile
  // Candidates of one strip and axis.
  std::array<std::uint16_t, kBandRows * kLanes + 8> places_;
  std::array<std::uint8_t, kBandRows * kLanes + 8> may_;
  std::array<std::uint16_t, kBandRows * kLanes + 8> kept_;
};

}  // namespace

Filter filter_of(Isa isa) noexcept {
#if LEXIGRID_X86
  if (isa == Isa::avx512) return filter_avx512;
  if (isa == Isa::avx2) return filter_avx2;
#endif
  (void)isa;
  return nullptr;
}

}  // namespace strips

std::unique_ptr<BandSearch> make_strips(const LineQuery& query, const LinePatterns& patterns, OddTile& odd) {
  return std::make_unique<strips::StripSearch>(query, patterns, odd);
}

}  // namespace lexigrid

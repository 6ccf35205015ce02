#include "lines_strips.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace lexigrid {
namespace strips {
namespace {

/// Cells that the plain scan takes between two looks at the clock.
constexpr std::uint32_t kScanned = 1 << 16;

/// Buckets of patterns that allow a tile at a place.
Tables make_tables(const LinePatterns& patterns, const TileTable& table, unsigned tile_bits) {
  Tables made{};
  const unsigned mask = (1u << tile_bits) - 1;
  for (unsigned place = 0; place < kPatternLetters; ++place) {
    for (std::size_t tile = 0; tile < table.size(); ++tile) {
      made.buckets[place][tile & mask] |= patterns.buckets_at(place, table.letter[tile]);
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
      : query_(query), odd_(odd), resolver_(query, patterns, budget_), filter_(filter_of(active_isa())) {
    if (filter_ == nullptr) {
      pairs_.emplace(patterns, query.grid.table);
    } else {
      width_ = active_isa() == Isa::avx512 ? 64 : 32;
      tables_ = make_tables(patterns, query.grid.table, active_isa() == Isa::avx512 ? 6 : 5);
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
      const Filtered filtered = filter_(band, column, tables_, hits.data());
      if (filtered.has_odd_tile && odd_.tile) {
        odd_.is_there = true;
        budget_.exhaust();
        return;
      }
      const std::uint64_t lanes = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
      for (std::size_t i = 0; i < filtered.hits; ++i) {
        for (unsigned axis = 0; axis < kAxes; ++axis) {
          for (std::uint64_t rest = hits[i].starts[axis] & lanes; rest != 0; rest &= rest - 1) {
            resolver_.resolve(hits[i].row, column + static_cast<std::uint32_t>(std::countr_zero(rest)), axis, found);
          }
        }
      }
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
        if (column + 1 < columns && (follows >> (here[column + 1] & 63) & 1) != 0) resolver_.resolve(row, column, 0, found);
        if (under == nullptr) continue;
        if (column + 1 < columns && (follows >> (under[column + 1] & 63) & 1) != 0) resolver_.resolve(row, column, 1, found);
        if ((follows >> (under[column] & 63) & 1) != 0) resolver_.resolve(row, column, 2, found);
        if (column > 0 && (follows >> (under[column - 1] & 63) & 1) != 0) resolver_.resolve(row, column, 3, found);
      }
    }
  }

  const LineQuery& query_;
  OddTile& odd_;
  LineResolver resolver_;
  const Filter filter_;
  std::uint32_t width_ = 64;
  std::optional<PairTable> pairs_;
  Tables tables_{};
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

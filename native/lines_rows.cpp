#include "lines_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "append_places.hpp"
#include "collect_bytes.hpp"

namespace lexigrid {
namespace rows {
namespace {

#define LEXIGRID_ROWS_TARGET

/// Sixteen bytes as the compiler likes them: SSE2 or NEON where there is nothing else to be known.
struct Vector {
  struct Type {
    std::uint64_t half[2];
  };
  static constexpr std::uint32_t kWidth = 16;
  static Type load(const std::uint8_t* at) noexcept {
    Type bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
  }
  static Type both(Type a, Type b) noexcept { return {{a.half[0] & b.half[0], a.half[1] & b.half[1]}}; }
  static Type all_of(Type a, Type b, Type c) noexcept { return both(both(a, b), c); }
  static Type or_both(Type any, Type a, Type b) noexcept {
    return {{any.half[0] | (a.half[0] & b.half[0]), any.half[1] | (a.half[1] & b.half[1])}};
  }
  static bool none(Type a) noexcept { return (a.half[0] | a.half[1]) == 0; }
  static std::uint64_t starts(Type a) noexcept { return starts_of(a.half[0]) | starts_of(a.half[1]) << 8; }
  static std::uint32_t* append(std::uint32_t* out, std::uint64_t lanes, std::uint32_t base) noexcept {
    return append_places_portable(out, lanes, base);
  }

 private:
  /// Bit i: byte i is not zero.
  static std::uint64_t starts_of(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t kRest = 0x7F7F7F7F7F7F7F7Fu;
    const std::uint64_t set = ((((bytes & kRest) + kRest) | bytes) & ~kRest) >> 7;
    return set * 0x0102040810204080u >> 56;
  }
};

inline unsigned look_up_row(const std::uint8_t* cells, std::uint32_t count, const std::uint8_t*, const Tables& tables, std::uint8_t odd_tile,
                        std::uint8_t* p0) {
  std::uint8_t* const p1 = p0 + Planes::kStride;
  std::uint8_t* const p2 = p1 + Planes::kStride;
  std::uint8_t* const p3 = p2 + Planes::kStride;
  std::uint8_t any = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    any |= cells[i];
    std::uint32_t four = 0;  // one load for all four letters
    std::memcpy(&four, tables.all[cells[i]], sizeof four);
    p0[i] = static_cast<std::uint8_t>(four);
    p1[i] = static_cast<std::uint8_t>(four >> 8);
    p2[i] = static_cast<std::uint8_t>(four >> 16);
    p3[i] = static_cast<std::uint8_t>(four >> 24);
  }
  return (std::memchr(cells, odd_tile, count) != nullptr ? kOddTile : 0) | (any >= 0x80 ? kHighTile : 0);
}

#include "lines_rows_kernel.inc"
#undef LEXIGRID_ROWS_TARGET

/// Buckets of patterns that allow a tile at a place.
Tables make_tables(const LinePatterns& patterns, unsigned set, const TileTable& table, unsigned tile_bits) {
  Tables made;
  const unsigned mask = (1u << tile_bits) - 1;
  for (unsigned place = 0; place < kPatternLetters; ++place) made.open[place] = patterns.buckets_at(set, place, kNoLetter);
  // What is allowed beyond the edge is allowed on every tile; most of 256 tiles allow nothing more.
  for (unsigned place = 0; place < kPatternLetters; ++place) std::memset(made.low[place], made.open[place], sizeof made.low[place]);
  for (auto& four : made.all) std::memcpy(four, made.open, sizeof four);
  for (std::size_t tile = 0; tile < table.size(); ++tile) {
    if (table.letter[tile] == kNoLetter) continue;
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      const std::uint8_t buckets = patterns.buckets_at(set, place, table.letter[tile]);
      made.low[place][tile & mask] |= buckets;
      made.all[tile][place] = buckets;
    }
  }
  return made;
}

class RowSearch final : public BandSearch {
 public:
  RowSearch(const LineQuery& query, const LinePatterns& patterns, OddTiles& odd)
      : query_(query), patterns_(patterns), odd_(odd), resolver_(query, patterns, budget_), filter_(filter_of(active_isa())) {
    const TileTable& table = query.grid.table;
    for (std::size_t tile = 0; tile < table.size() && tile < class_of_.size(); ++tile) {
      class_of_[tile] = static_cast<std::uint8_t>(table.letter[tile] & LinePatterns::kClassMask);
    }
    const unsigned tile_bits = active_isa() == Isa::avx512 ? 6 : 5;
    for (unsigned set = 0; set < patterns.sets(); ++set) tables_.push_back(make_tables(patterns, set, table, tile_bits));
  }

  void search(std::int64_t first, std::int64_t last, LineCollector& found, StopSignal& stop) override {
    const GridView& grid = query_.grid;
    Window window{grid.cells.narrow(), grid.rows, grid.columns, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), 0, 0,
                  (odd_.low.has_value() ? kOddTile : 0) | (odd_.has_high ? kHighTile : 0),
                  static_cast<std::uint8_t>(odd_.low.value_or(0))};
    for (; window.left < grid.columns; window.left += window.width) {
      window.width = std::min(kWindow, grid.columns - window.left);
      budget_.allow(std::uint64_t{window.last - window.first} * window.width);
      for (unsigned set = 0; set < tables_.size(); ++set) {
        if (stop.look() || budget_.is_spent()) return;
        search_window(window, set, found);
      }
      if (grid.columns - window.left == window.width) return;  // the sum may be beyond 32 bits
    }
  }

 private:
  void search_window(const Window& window, unsigned set, LineCollector& found) {
    open_planes(window, tables_[set], planes_);
    for (std::uint32_t row = window.first; row < window.last;) {
      std::fill_n(starts_.count, kAxes, 0);
      bool has_odd_tile = false;
      row = filter_(window, tables_[set], row, planes_, starts_, has_odd_tile);
      if (has_odd_tile) {
        odd_.are_there = true;
        budget_.exhaust();
        return;
      }
      for (unsigned axis = 0; axis < kAxes; ++axis) {
        if (patterns_.has_sketch()) leave_out(window, axis);
        const StartCells starts{window.first, window.left, window.last - window.first, window.width, {starts_.at[axis], starts_.count[axis]}};
        resolver_.resolve(starts, axis, set, found);
        if (budget_.is_spent()) return;
      }
    }
  }

  /// Leaves out starts whose four letters begin no pattern. At once, without a branch on any of them.
  void leave_out(const Window& window, unsigned axis) noexcept {
    std::uint32_t* const starts = starts_.at[axis];
    const std::uint32_t count = starts_.count[axis];
    const std::uint64_t columns = window.columns;
    const unsigned direction = kAxisDirection[axis];
    const auto step = static_cast<std::uint64_t>(static_cast<std::int64_t>(columns) * kRowStep[direction] + kColumnStep[direction]);
    const std::uint64_t corner = std::uint64_t{window.first} * columns + window.left;
    const std::uint64_t last = query_.grid.cells.size() - 1;
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint64_t at = corner + starts[k] / kWindow * columns + starts[k] % kWindow;
      // Beyond the grid any letter will do: only patterns that are shorter can stand here.
      const std::uint8_t a = class_of_[window.cells[at]];
      const std::uint8_t b = class_of_[window.cells[std::min(at + step, last)]];
      const std::uint8_t c = class_of_[window.cells[std::min(at + 2 * step, last)]];
      const std::uint8_t d = class_of_[window.cells[std::min(at + 3 * step, last)]];
      may_[k] = patterns_.may_start(a, b, c, d);
    }
    const std::uint32_t some = collect(may_.data(), count, kept_.data());
    for (std::uint32_t k = 0; k < some; ++k) starts[k] = starts[kept_[k]];
    starts_.count[axis] = some;
  }

  const LineQuery& query_;
  const LinePatterns& patterns_;
  OddTiles& odd_;
  LineResolver resolver_;
  const Filter filter_;
  std::vector<Tables> tables_;  // by set
  std::array<std::uint8_t, 256> class_of_{};  // by tile
  Planes planes_;
  Starts starts_;
  std::array<std::uint8_t, Starts::kEnough + kWindow + 64> may_;
  std::array<std::uint16_t, Starts::kEnough + kWindow + 64> kept_;
};

}  // namespace

std::uint32_t filter_portable(const Window& window, const Tables& tables, std::uint32_t row, Planes& planes, Starts& starts, bool& has_odd_tile) {
  return filter(window, tables, row, planes, starts, has_odd_tile);
}

Filter filter_of(Isa isa) noexcept {
#if LEXIGRID_X86
  if (isa == Isa::avx512) return filter_avx512;
  if (isa == Isa::avx2) return filter_avx2;
#endif
  (void)isa;
  return filter_portable;
}

void open_planes(const Window& window, const Tables& tables, Planes& planes) noexcept {
  for (auto& row : planes.of) {
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      std::uint8_t* const plane = row + place * Planes::kStride;
      std::memset(plane, tables.open[place], kMargin);
      std::memset(plane + kMargin + window.width, tables.open[place], kMargin);
    }
  }
}

}  // namespace rows

std::unique_ptr<BandSearch> make_rows(const LineQuery& query, const LinePatterns& patterns, OddTiles& odd) {
  return std::make_unique<rows::RowSearch>(query, patterns, odd);
}

}  // namespace lexigrid

#include "lines/teddy/teddy.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "lines/teddy/rows.hpp"
#include "lines/teddy/strips.hpp"

namespace lexigrid {
namespace teddy {
namespace {

/// Buckets of patterns that allow a tile at a place.
Tables make_tables(const LinePatterns& patterns, unsigned set, const TileTable& table, CpuTarget isa) {
  Tables made;
  const unsigned mask = isa == CpuTarget::avx512 ? 63 : 31;
  const bool has_vectors = isa >= CpuTarget::avx2;
  for (unsigned place = 0; place < kPatternLetters; ++place)
    made.open[place] = patterns.buckets_at(set, place, kNoLetter);
  // What is allowed beyond the edge is allowed on every tile; most of 256 tiles allow nothing more.
  for (unsigned place = 0; place < kPatternLetters; ++place)
    std::memset(made.low[place], made.open[place], sizeof made.low[place]);
  for (size_t tile = 0; !has_vectors && tile < std::size(made.all); ++tile)
    std::memcpy(made.all[tile], made.open, sizeof made.open);
  for (size_t tile = 0; tile < table.size(); ++tile) {
    if (table.letter[tile] == kNoLetter) continue;
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      const uint8_t buckets = patterns.buckets_at(set, place, table.letter[tile]);
      made.low[place][tile & mask] |= buckets;
      if (!has_vectors) made.all[tile][place] = buckets;
    }
  }
  constexpr double kManyVectors = 0.2;
  made.is_dense = patterns.pass() / patterns.sets() * kAxes * 64 > kManyVectors;
  return made;
}

/// Starts that are looked at together, as in StartCells.
struct Starts {
  static constexpr uint32_t kEnough = 2048;
  uint32_t count = 0;
  uint32_t at[kEnough + kAxes * 64];

  /// Nearly always a vector has one start on one axis, and which cannot be foretold: one is written for
  /// each axis, and the end moved on where it is one.
  void add(const Hit& hit) noexcept {
    uint32_t* end = at + count;
    uint64_t more = 0;
    for (uint32_t axis = 0; axis < kAxes; ++axis) {
      const uint64_t cells = hit.cells[axis];
      // Of no cell the last one, as compilers ask about zero otherwise.
      *end = (axis << kStartAxisBit) + hit.first +
             static_cast<uint32_t>(std::countr_zero(cells | uint64_t{1} << 63));
      end += cells != 0 ? 1 : 0;
      more |= cells & (cells - 1);
    }
    if (more != 0) [[unlikely]] {
      for (uint32_t axis = 0; axis < kAxes; ++axis) {
        for (uint64_t cells = hit.cells[axis] & (hit.cells[axis] - 1); cells != 0; cells &= cells - 1) {
          *end++ = (axis << kStartAxisBit) + hit.first + static_cast<uint32_t>(std::countr_zero(cells));
        }
      }
    }
    count = static_cast<uint32_t>(end - at);
  }
};

class BucketSearch final : public BandSearch {
 public:
  BucketSearch(const LineQuery& query, const LinePatterns& patterns, ComplexTiles& odd)
      : query_(query),
        patterns_(patterns),
        odd_(odd),
        resolver_(query, patterns, budget_),
        kernel_(kernel_of(active_cpu_target(), query.grid.cells.size())) {
    const TileTable& table = query.grid.table;
    tables_.reserve(patterns.sets());
    for (unsigned set = 0; set < patterns.sets(); ++set)
      tables_.push_back(make_tables(patterns, set, table, active_cpu_target()));
  }

  void search(int64_t first, int64_t last, LineCollector& found, StopToken& stop) override {
    const GridView& grid = query_.grid;
    const auto end = static_cast<uint32_t>(last);
    Window window{grid.cells.narrow(),
                  grid.rows,
                  grid.columns,
                  static_cast<uint32_t>(first),
                  0,
                  0,
                  0,
                  (odd_.low.has_value() ? kOddTile : 0) | (odd_.has_high ? kHighTile : 0),
                  static_cast<uint8_t>(odd_.low.value_or(0))};
    for (; window.first < end; window.first = window.last) {
      window.last = window.first + std::min(kernel_.rows, end - window.first);
      for (window.left = 0;; window.left += window.width) {
        window.width = std::min(kernel_.columns, grid.columns - window.left);
        budget_.allow(uint64_t{window.last - window.first} * window.width);
        for (unsigned set = 0; set < tables_.size(); ++set) {
          if (budget_.is_spent()) return;
          search_window(window, set, found, stop);
        }
        if (grid.columns - window.left == window.width) break;  // the sum may be beyond 32 bits
      }
    }
  }

  [[nodiscard]] uint32_t reach() const noexcept override { return patterns_.reach(); }

 private:
  void search_window(const Window& window, unsigned set, LineCollector& found, StopToken& stop) {
    uint32_t next = 0;
    bool goes_on = true;
    while (goes_on && !stop.look()) {
      hits_.count = 0;
      bool has_odd_tile = false;
      goes_on = kernel_.filter(window, tables_[set], next, planes_, hits_, has_odd_tile);
      if (has_odd_tile) {
        odd_.are_there = true;
        budget_.exhaust();
        return;
      }
      starts_.count = 0;
      for (uint32_t i = 0; i < hits_.count; ++i) {
        starts_.add(hits_.at[i]);
        if (starts_.count >= Starts::kEnough) resolve(window, set, found);
      }
      resolve(window, set, found);
      if (budget_.is_spent()) return;
    }
  }

  void resolve(const Window& window, unsigned set, LineCollector& found) {
    resolver_.resolve({window.first, window.left, window.last - window.first, {starts_.at, starts_.count}},
                      set, found);
    starts_.count = 0;
  }

  const LineQuery& query_;
  const LinePatterns& patterns_;
  ComplexTiles& odd_;
  Verifier resolver_;
  const Kernel kernel_;
  std::vector<Tables> tables_;  // by set
  Planes planes_;
  Hits hits_;
  Starts starts_;
};

}  // namespace

Kernel kernel_of(CpuTarget isa, uint64_t cells) noexcept {
#if LEXIGRID_X86
  if (isa == CpuTarget::avx512)
    return {filter_strips_avx512, cells <= kCachedCells ? kMaxStripRows : kStripRows, 1u << kStartColumnBits};
  if (isa == CpuTarget::avx2) return {filter_rows_avx2, kBandRows, kRowWindow};
#endif
  (void)isa;
  (void)cells;
  return {filter_rows_portable, kBandRows, kRowWindow};
}

}  // namespace teddy

std::unique_ptr<BandSearch> make_buckets(const LineQuery& query, const LinePatterns& patterns,
                                         ComplexTiles& odd) {
  return std::make_unique<teddy::BucketSearch>(query, patterns, odd);
}

}  // namespace lexigrid

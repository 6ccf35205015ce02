#include "lines/teddy/teddy.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "lines/teddy/filter.hpp"

namespace lexigrid {
namespace teddy {
namespace {

Tables make_tables(const LinePatterns& patterns, unsigned set, const TileTable& table, unsigned tile_mask) {
  Tables made;
  for (unsigned place = 0; place < kFingerprintLetters; ++place) {
    made.open[place] = patterns.buckets_at(set, place, kNoLetter);
    // Most of the 256 tiles allow no more than this.
    std::memset(made.low[place], made.open[place], sizeof made.low[place]);
  }
  for (size_t tile = 0; tile < table.size(); ++tile) {
    if (table.letter[tile] == kNoLetter) continue;
    for (unsigned place = 0; place < kFingerprintLetters; ++place)
      made.low[place][tile & tile_mask] |= patterns.buckets_at(set, place, table.letter[tile]);
  }
  constexpr double kManyVectors = 0.2;
  made.is_dense = patterns.pass_rate() / patterns.sets() * kAxes * 64 > kManyVectors;
  return made;
}

/// Candidates that the verifier takes together.
struct CandidateList {
  static constexpr uint32_t kEnough = 2048;
  uint32_t count = 0;
  uint32_t at[kEnough + kAxes * 64];

  /// A vector nearly always has one candidate, but its axis is unpredictable. So one is written for each
  /// axis, and the end advanced only where there is one.
  void add(const Hit& hit) noexcept {
    uint32_t* end = at + count;
    uint64_t more = 0;
    for (uint32_t axis = 0; axis < kAxes; ++axis) {
      const uint64_t cells = hit.cells[axis];
      // The added bit saves a test for zero.
      *end = place_of(axis, hit) + static_cast<uint32_t>(std::countr_zero(cells | uint64_t{1} << 63));
      end += cells != 0 ? 1 : 0;
      more |= cells & (cells - 1);
    }
    if (more != 0) [[unlikely]] {
      for (uint32_t axis = 0; axis < kAxes; ++axis) {
        for (uint64_t cells = hit.cells[axis] & (hit.cells[axis] - 1); cells != 0; cells &= cells - 1) {
          *end++ = place_of(axis, hit) + static_cast<uint32_t>(std::countr_zero(cells));
        }
      }
    }
    count = static_cast<uint32_t>(end - at);
  }

 private:
  static uint32_t place_of(uint32_t axis, const Hit& hit) noexcept {
    const uint32_t row = axis == kUpward ? kReach << kCandidateColumnBits : 0;
    return (axis << kCandidateAxisBit) + row + hit.first;
  }
};

class TeddySearch final : public BandSearch {
 public:
  TeddySearch(const LineQuery& query, const LinePatterns& patterns, const ComplexTiles& complex)
      : query_(query),
        patterns_(patterns),
        complex_(complex),
        verifier_(query, patterns, budget_),
        kernel_(best_kernel(query.grid.cells.size())) {
    tables_.reserve(patterns.sets());
    for (unsigned set = 0; set < patterns.sets(); ++set)
      tables_.push_back(make_tables(patterns, set, query.grid.table, kernel_.tile_mask));
  }

  void search(int64_t first, int64_t last, LineCollector& found, StopToken& stop) override {
    const GridView& grid = query_.grid;
    const auto end = static_cast<uint32_t>(last);
    Window window{.cells = grid.cells.narrow(),
                  .rows = grid.rows,
                  .columns = grid.columns,
                  .first = static_cast<uint32_t>(first),
                  .last = 0,
                  .left = 0,
                  .width = 0,
                  .watched = (complex_.low ? kComplexTile : 0) | (complex_.has_high ? kHighTile : 0),
                  .complex_tile = static_cast<uint8_t>(complex_.low.value_or(0))};
    for (; window.first < end; window.first = window.last) {
      window.last = window.first + std::min(kernel_.rows, end - window.first);
      for (window.left = 0;; window.left += window.width) {
        window.width = std::min(kernel_.columns, grid.columns - window.left);
        budget_.allow(uint64_t{window.last - window.first} * window.width);
        for (unsigned set = 0; set < tables_.size(); ++set) {
          if (declined()) return;
          search_window(window, set, found, stop);
        }
        if (grid.columns - window.left == window.width) break;  // left + width may exceed 32 bits
      }
    }
  }

  [[nodiscard]] uint32_t reach() const noexcept override { return patterns_.reach(); }

 private:
  void search_window(const Window& window, unsigned set, LineCollector& found, StopToken& stop) {
    scan_.next = 0;
    bool goes_on = true;
    while (goes_on && !stop.look()) {
      scan_.hits.count = 0;
      goes_on = kernel_.filter(window, tables_[set], scan_);
      if (scan_.has_complex_tile) {
        has_complex_tile_ = true;
        return;
      }
      for (uint32_t i = 0; i < scan_.hits.count; ++i) {
        candidates_.add(scan_.hits.at[i]);
        if (candidates_.count >= CandidateList::kEnough) verify(window, set, found, stop);
      }
      verify(window, set, found, stop);
      if (declined()) return;
    }
  }

  void verify(const Window& window, unsigned set, LineCollector& found, StopToken& stop) {
    verifier_.verify({.top = window.first,
                      .left = window.left,
                      .rows = window.last - window.first,
                      .at = {candidates_.at, candidates_.count}},
                     set, found, stop);
    candidates_.count = 0;
  }

  const LineQuery& query_;
  const LinePatterns& patterns_;
  const ComplexTiles& complex_;
  Verifier verifier_;
  const Kernel kernel_;
  std::vector<Tables> tables_;  // by set
  Scan scan_;
  CandidateList candidates_;
};

}  // namespace
}  // namespace teddy

std::unique_ptr<BandSearch> make_teddy(const LineQuery& query, const LinePatterns& patterns,
                                       const ComplexTiles& complex) {
  return std::make_unique<teddy::TeddySearch>(query, patterns, complex);
}

}  // namespace lexigrid

#include "lines/bands.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include "base/parallel_for.hpp"

namespace lexigrid {
namespace {

/// Cells that are worth a thread of their own: about 0.3 ms of search.
constexpr uint64_t kCellsPerThread = uint64_t{1} << 21;

/// Cells whose words may wait all together, whatever they are.
constexpr uint64_t kSmallBand = uint64_t{1} << 14;

/// Regions a thread takes one after the other, so that none waits long for the last.
constexpr uint32_t kRegionsPerThread = 4;

/// Occurrences that a band should find at most: 4 MB of them wait to be sorted.
constexpr size_t kWaiting = 1 << 18;

/// Rows `first .. last` and the words that start there.
struct Region {
  uint32_t first;
  uint32_t last;
};

class BandedSearch {
 public:
  BandedSearch(const LineQuery& query, StopToken& stop) : query_(query), stop_(stop) {
    const uint64_t cells = query.grid.cells.size();
    // A limit is a limit of work too: one thread stops where it is reached.
    const uint64_t wanted = query.limit == kNoLimit ? cells / kCellsPerThread : 1;
    threads_ = static_cast<unsigned>(
        std::clamp<uint64_t>(wanted, 1, std::min<uint64_t>(query.threads, query.grid.rows)));
    const uint32_t rows = query.grid.rows;
    const uint32_t regions =
        threads_ == 1 ? 1 : std::min(threads_ * kRegionsPerThread, (rows + kBandRows - 1) / kBandRows);
    for (uint32_t i = 0; i < regions; ++i) {
      const auto share = [&](uint32_t k) { return static_cast<uint32_t>(uint64_t{rows} * k / regions); };
      regions_.push_back({share(i), share(i + 1)});
    }
    parts_.resize(regions);
  }

  [[nodiscard]] std::optional<LineResult> run(const std::function<std::unique_ptr<BandSearch>()>& make) {
    std::vector<std::exception_ptr> failures(threads_);
    {
      std::atomic<unsigned> running{threads_ - 1};
      std::vector<std::jthread> helpers;
      for (unsigned i = 1; i < threads_; ++i) {
        helpers.emplace_back([&, i] {
          // The caller's thread alone listens to Ctrl-C and looks at the clock; the others ask it.
          StopToken own(
              -1, [](void* flag) { return static_cast<std::atomic<bool>*>(flag)->load(); }, &is_over_);
          work(make, own, failures[i]);
          --running;
        });
      }
      work(make, stop_, failures[0]);
      if (stop_.reason() != Finish::complete) is_over_ = true;
      wait_for_workers(running, is_over_, stop_);
    }
    for (const std::exception_ptr& failure : failures) {
      if (failure != nullptr) std::rethrow_exception(failure);
    }
    if (is_too_dear_) return std::nullopt;
    LineResult all = join(query_, std::move(parts_));
    if (stop_.reason() != Finish::complete) all.finish = stop_.reason();
    return all;
  }

 private:
  /// Takes one region after the other until none is left.
  void work(const std::function<std::unique_ptr<BandSearch>()>& make, StopToken& stop,
            std::exception_ptr& failure) {
    try {
      const std::unique_ptr<BandSearch> search = make();
      for (size_t i = next_++; i < regions_.size(); i = next_++) {
        LineCollector found(query_, regions_[i].first, regions_[i].last);
        if (!is_over_) search_region(*search, regions_[i], found, stop);
        parts_[i] = found.finish();
        if (search->budget().is_spent()) is_too_dear_ = is_over_ = true;
      }
    } catch (...) {  // no memory for the occurrences: the caller hears of it
      failure = std::current_exception();
      is_over_ = true;
    }
  }

  void search_region(BandSearch& search, const Region& region, LineCollector& found, StopToken& stop) {
    // A reversed word that starts here may have its top in the rows above, or across the seam.
    const int64_t above = region.first == 0 && !query_.wrap ? 0 : int64_t{query_.lexicon.max_length} - 1;
    int64_t row = int64_t{region.first} - above;
    if (!query_.wrap) row = std::max<int64_t>(row, 0);
    // The first bands are small, as nobody knows how much they hold; but those of small grids can be large.
    const uint32_t columns = query_.grid.columns;
    uint32_t height = columns <= kSmallBand / kBandRows        ? kBandRows
                      : columns <= kCellsPerThread / kBandRows ? kBandRows / 4
                                                               : 1;
    // A word that starts here may be found by a row below.
    const uint32_t below = search.reach();
    const int64_t bottom =
        query_.wrap ? region.last : std::min<int64_t>(query_.grid.rows, int64_t{region.last} + below);
    while (row < bottom) {
      if (stop.look() || found.is_full() || search.budget().is_spent()) return;
      const int64_t end = std::min<int64_t>(bottom, row + height);
      const uint64_t before = found.found();
      search.search(row, end, found, stop);
      const uint64_t more = found.found() - before;
      found.finish_rows(end - below);
      count_rows(std::max<int64_t>(row, region.first), std::min<int64_t>(end, region.last));
      row = end;
      if (more > kWaiting) height = std::max(1u, height / 2);
      if (more < kWaiting / 4) height = std::min(kBandRows, height * 2);
    }
  }

  void count_rows(int64_t first, int64_t last) const {
    if (query_.rows_done != nullptr && last > first) *query_.rows_done += static_cast<uint64_t>(last - first);
  }

  const LineQuery& query_;
  StopToken& stop_;
  unsigned threads_ = 1;
  std::vector<Region> regions_;
  std::vector<LineResult> parts_;
  std::atomic<size_t> next_{0};
  std::atomic<bool> is_over_{false};
  std::atomic<bool> is_too_dear_{false};
};

}  // namespace

std::optional<LineResult> search_in_bands(const LineQuery& query,
                                          const std::function<std::unique_ptr<BandSearch>()>& make,
                                          StopToken& stop) {
  return BandedSearch(query, stop).run(make);
}

}  // namespace lexigrid

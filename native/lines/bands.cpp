#include "lines/bands.hpp"

#include <algorithm>
#include <atomic>

#include "base/parallel_for.hpp"
#include "lines/teddy/fingerprints.hpp"

namespace lexigrid {
namespace {

/// Cells that justify another thread: about 0.3 ms of work.
constexpr uint64_t kCellsPerThread = uint64_t{1} << 21;

/// Bands of up to this many cells may leave all their occurrences waiting to be sorted.
constexpr uint64_t kSmallBand = uint64_t{1} << 14;

/// Regions per thread. With several, no thread waits long for the last one to finish.
constexpr uint32_t kRegionsPerThread = 4;

/// The most occurrences that a band should find: 4 MB of them wait to be sorted.
constexpr size_t kWaiting = 1 << 18;

/// Rows `first .. last` and the words that start in them.
struct Region {
  uint32_t first;
  uint32_t last;
};

unsigned thread_count(const LineQuery& query) noexcept {
  // A limit also bounds the work, because a single thread stops when it reaches the limit.
  const uint64_t useful = query.limit == kNoLimit ? query.grid.cells.size() / kCellsPerThread : 1;
  return static_cast<unsigned>(
      std::clamp<uint64_t>(useful, 1, std::min<uint64_t>(query.threads, query.grid.rows)));
}

std::vector<Region> split_rows(uint32_t rows, unsigned threads) {
  const uint32_t count =
      threads == 1 ? 1 : std::min(threads * kRegionsPerThread, (rows + kBandRows - 1) / kBandRows);
  const auto edge = [&](uint32_t i) { return static_cast<uint32_t>(uint64_t{rows} * i / count); };
  std::vector<Region> regions;
  regions.reserve(count);
  for (uint32_t i = 0; i < count; ++i) regions.push_back({edge(i), edge(i + 1)});
  return regions;
}

void count_rows(const LineQuery& query, int64_t first, int64_t last) {
  if (query.rows_done != nullptr && last > first) *query.rows_done += static_cast<uint64_t>(last - first);
}

void search_region(const LineQuery& query, const Region& region, const std::atomic<bool>& has_declined,
                   BandSearch& search, LineCollector& found, StopToken& stop) {
  // A reversed word that starts here may have its topmost cell in the rows above, or across the seam.
  // The same holds for the fourth letter of a shorter one.
  const uint32_t least = query.wrap ? 1 : kFingerprintLetters;
  const int64_t above =
      region.first == 0 && !query.wrap ? 0 : int64_t{std::max(query.lexicon.max_length, least)} - 1;
  int64_t row = int64_t{region.first} - above;
  if (!query.wrap) row = std::max<int64_t>(row, 0);
  // Except on small grids the first bands are low, because their number of occurrences is unknown.
  const uint32_t columns = query.grid.columns;
  uint32_t height = columns <= kSmallBand / kBandRows        ? kBandRows
                    : columns <= kCellsPerThread / kBandRows ? kBandRows / 4
                                                             : 1;
  const uint32_t below = search.reach();  // a row below may find a word that starts here
  const int64_t bottom =
      query.wrap ? region.last : std::min<int64_t>(query.grid.rows, int64_t{region.last} + below);
  while (row < bottom) {
    if (stop.look() || found.is_full() || search.declined() || has_declined) return;
    const int64_t end = std::min<int64_t>(bottom, row + height);
    const uint64_t before = found.found();
    search.search(row, end, found, stop);
    const uint64_t more = found.found() - before;
    found.finish_rows(end - below, stop);
    count_rows(query, std::max<int64_t>(row, region.first), std::min<int64_t>(end, region.last));
    row = end;
    if (more > kWaiting) height = std::max(1u, height / 2);
    if (more < kWaiting / 4) height = std::min(kBandRows, height * 2);
  }
}

}  // namespace

ComplexTiles::ComplexTiles(const TileTable& table) : all(complex_tiles(table)) {
  for (const TileId tile : all) {
    if (tile >= 0x80) {
      has_high = true;
    } else if (low_count++ == 0) {
      low = tile;
    }
  }
}

LineOutcome search_in_bands(const LineQuery& query, const std::function<std::unique_ptr<BandSearch>()>& make,
                            StopToken& stop) {
  const unsigned threads = thread_count(query);
  const std::vector<Region> regions = split_rows(query.grid.rows, threads);
  std::vector<LineResult> parts(regions.size());
  for (LineResult& part : parts) part = empty_result(query);
  std::atomic<bool> has_declined{false};
  std::atomic<LineDeclined> reason{LineDeclined::over_budget};
  auto search_regions = [&, search = std::shared_ptr<BandSearch>()](size_t begin, size_t end, StopToken& own,
                                                                    auto&&) mutable {
    if (search == nullptr) search = make();
    for (size_t i = begin; i < end && !has_declined; ++i) {
      LineCollector found(query, regions[i].first, regions[i].last);
      search_region(query, regions[i], has_declined, *search, found, own);
      parts[i] = found.finish(own);
      if (const auto declined = search->declined()) {
        reason = *declined;
        has_declined = true;
      }
    }
    return !has_declined && own.reason() == Finish::complete;
  };
  const Finish finish = parallel_for(regions.size(), 1, threads, stop, search_regions);
  if (has_declined) return reason.load();
  LineResult all = join(query, std::move(parts), stop);
  if (finish != Finish::complete) all.finish = finish;
  return all;
}

}  // namespace lexigrid

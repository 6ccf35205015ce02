#include "trace/passes/sweep.hpp"

#include <algorithm>
#include <optional>

#include "trace/bit_grid.hpp"
#include "trace/near.hpp"
#include "trace/passes/scan.hpp"

namespace lexigrid {
namespace {

constexpr uint64_t kSteps = 2000;         // and eight a letter, and one for every eight cells
constexpr uint64_t kStepsAStart = 200;    // at least, so that one trap cannot eat them all
constexpr uint64_t kStepsToCount = 4000;  // after the first path, where only one is asked for; and
                                          // one for every 32 cells
constexpr uint64_t kMostCounted = 1000;   // paths that are worth going on for then
constexpr size_t kLongPath = 1024;        // cells from which on taking a path is a step that looks at the
                                          // clock: 4,096 paths of 200,000 cells were 0.16 s late

/// Places of the word in the order in which the sweep fills them, with the filled place beside each.
struct BoardSpec {
  std::vector<uint32_t> place;
  std::vector<uint32_t> beside;  // of the first: itself
};

/// Starts with the rarest letter (of equals: the one beside the rarest, then the first), and goes on
/// at the side whose next letter is rarer, in turn where both are as rare: an end that is stuck is
/// then soon noticed.
BoardSpec order_of(const TraceQuestion& question, const LetterCounts& counts) {
  const auto length = static_cast<uint32_t>(question.length());
  const auto have = [&](uint32_t place) { return counts.have[question.word[place]]; };
  uint32_t start = 0;
  uint64_t beside_start = kNoLimit;
  for (uint32_t i = 0; i < length; ++i) {
    uint64_t rarer = kNoLimit;
    if (i > 0) rarer = have(i - 1);
    if (i + 1 < length) rarer = std::min(rarer, have(i + 1));
    if (have(i) > have(start) || (have(i) == have(start) && rarer >= beside_start)) continue;
    start = i;
    beside_start = rarer;
  }
  BoardSpec order;
  order.place.push_back(start);
  order.beside.push_back(start);
  uint32_t low = start;
  uint32_t high = start;
  bool was_up = false;
  while (order.place.size() < length) {
    bool up = low == 0;
    if (low > 0 && high + 1 < length) {
      const uint64_t above = have(high + 1);
      const uint64_t below = have(low - 1);
      up = above != below ? above < below : !was_up;
    }
    order.place.push_back(up ? high + 1 : low - 1);
    order.beside.push_back(up ? high++ : low--);
    was_up = up;
  }
  return order;
}

/// From the first place to the last.
BoardSpec natural_order(const TraceQuestion& question) {
  BoardSpec order;
  for (uint32_t i = 0; i < question.length(); ++i) {
    order.place.push_back(i);
    order.beside.push_back(i == 0 ? 0 : i - 1);
  }
  return order;
}

constexpr size_t kFilteredCells = 4096;  // grids from this size on have their starts filtered

struct Bounds {
  uint64_t steps;
  uint64_t steps_a_start;
  uint64_t steps_to_count;  // once a path was met
  uint64_t most_counted;
  size_t kept;
  bool is_filtered = true;
};

class Sweep {
 public:
  Sweep(const TraceQuestion& question, BoardSpec order, const Bounds& bounds, StopToken& stop)
      : question_(question),
        stop_(stop),
        near_(question.adjacency),
        order_(std::move(order)),
        bounds_(bounds),
        budget_(bounds.steps),
        path_(question.length()),
        level_(question.length()),
        is_used_(question.grid.cells.size() / 64 + 1) {}

  [[nodiscard]] SweepResult run() {
    result_.is_exhausted = true;
    if (!bounds_.is_filtered || question_.grid.cells.size() < kFilteredCells) {
      for (CellId cell = 0; cell < question_.grid.cells.size(); ++cell) {
        if (question_.fits(cell, order_.place[0]) && !try_start(cell)) break;
      }
    } else {
      const BitGrid plane(question_.grid.rows, question_.grid.columns, question_.adjacency);
      const std::vector<uint64_t> starts = filtered_starts(plane);
      bool is_going = true;
      plane.for_each(starts, [&](CellId cell) { is_going = is_going && try_start(cell); });
    }
    if (result_.is_exhausted && is_kept_) std::sort(result_.paths.begin(), result_.paths.end());
    return std::move(result_);
  }

 private:
  struct Level {
    Adjacency::Buffer buffer;
    std::span<const CellId> near;
    size_t next;
  };

  /// False when the sweep has to end.
  bool try_start(CellId start) {
    left_ = std::min(budget_, bounds_.steps_a_start);
    const uint64_t given = left_;
    if (!follow(start)) result_.is_exhausted = false;
    budget_ -= std::min(budget_, given - std::min(given, left_));
    if (budget_ > 0 && stop_.reason() == Finish::complete) return true;
    result_.is_exhausted = false;  // there may be more starts
    return false;
  }

  /// The cells of the first place that have the letters of the two places on either side as near as
  /// they must be: of the rarest letter's cells in a large grid of many letters few are left.
  [[nodiscard]] std::vector<uint64_t> filtered_starts(const BitGrid& plane) const {
    const size_t place = order_.place[0];
    std::vector<uint64_t> starts(plane.words());
    scan_letter(question_, question_.word[place], plane, starts);
    if (!plane.is_fast()) return starts;
    std::vector<uint64_t> beside(plane.words());
    std::vector<uint64_t> beyond(plane.words());
    const auto scan = [&](size_t other, std::vector<uint64_t>& bits) {
      std::fill(bits.begin(), bits.end(), 0u);
      scan_letter(question_, question_.word[other], plane, bits);
    };
    const auto filter = [&](size_t other, std::optional<size_t> next) {
      scan(other, beside);
      if (next) {
        scan(*next, beyond);
        (void)plane.spread(beyond, beside, beside);
      }
      (void)plane.spread(beside, starts, starts);
    };
    const size_t last = question_.length() - 1;
    if (place > 0) filter(place - 1, place > 1 ? std::optional(place - 2) : std::nullopt);
    if (place < last) filter(place + 1, place + 1 < last ? std::optional(place + 2) : std::nullopt);
    return starts;
  }

  /// Follows all ways from one start; false when the steps given were not enough.
  bool follow(CellId start) {
    const size_t length = order_.place.size();
    path_[order_.place[0]] = start;
    if (length == 1) {
      take();
      return spend();
    }
    mark(start);
    size_t depth = 1;
    open(depth);
    while (depth > 0) {
      Level& level = level_[depth];
      if (level.next == level.near.size()) {
        --depth;
        unmark(path_[order_.place[depth]]);
        continue;
      }
      const CellId cell = level.near[level.next++];
      const uint32_t place = order_.place[depth];
      if (!question_.fits(cell, place) || is_marked(cell)) continue;
      if (!spend()) {
        while (depth > 0) unmark(path_[order_.place[--depth]]);
        return false;
      }
      path_[place] = cell;
      if (depth + 1 == length) {
        take();
      } else {
        mark(cell);
        open(++depth);
      }
    }
    return true;
  }

  void open(size_t depth) {
    Level& level = level_[depth];
    level.near = near_.of(path_[order_.beside[depth]], level.buffer);
    level.next = 0;
  }

  bool spend() {
    if (left_ == 0) return false;
    --left_;
    return !stop_.due();
  }

  void take() {
    result_.count.add(1);
    if (++met_ == 1) limit_steps(bounds_.steps_to_count);
    if (met_ == bounds_.most_counted) limit_steps(0);
    if (path_.size() >= kLongPath) (void)stop_.look();
    if (result_.first.empty() || path_ < result_.first) result_.first = path_;
    if (!is_kept_) return;
    if (result_.paths.size() == bounds_.kept) {
      result_.paths.clear();
      is_kept_ = false;
    } else {
      result_.paths.push_back(path_);
    }
  }

  /// A path was met: what follows only counts.
  void limit_steps(uint64_t steps) {
    budget_ = std::min(budget_, steps);
    left_ = std::min(left_, steps);
  }

  void mark(CellId cell) { is_used_[cell / 64] |= uint64_t{1} << (cell % 64); }
  void unmark(CellId cell) { is_used_[cell / 64] &= ~(uint64_t{1} << (cell % 64)); }
  [[nodiscard]] bool is_marked(CellId cell) const { return (is_used_[cell / 64] >> (cell % 64) & 1) != 0; }

  const TraceQuestion& question_;
  StopToken& stop_;
  NearCells near_;
  BoardSpec order_;
  Bounds bounds_;
  uint64_t budget_;
  uint64_t left_ = 0;
  uint64_t met_ = 0;  // paths
  std::vector<CellId> path_;
  std::vector<Level> level_;
  std::vector<uint64_t> is_used_;
  bool is_kept_ = true;
  SweepResult result_;
};

}  // namespace

SweepResult sweep(const TraceQuestion& question, const LetterCounts& counts, size_t kept, bool counts_on,
                  StopToken& stop) {
  const uint64_t steps = kSteps + 8 * question.length() + question.grid.cells.size() / 8;
  const Bounds bounds{steps, std::max(kStepsAStart + 4 * question.length(), steps / 50),
                      counts_on ? kNoLimit : kStepsToCount + question.grid.cells.size() / 32,
                      counts_on ? kNoLimit : kMostCounted, kept};
  return Sweep(question, order_of(question, counts), bounds, stop).run();
}

std::vector<CellId> first_path(const TraceQuestion& question, uint64_t steps, StopToken& stop) {
  return Sweep(question, natural_order(question), {steps, steps, 0, 0, 0, false}, stop).run().first;
}

}  // namespace lexigrid

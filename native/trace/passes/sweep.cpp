#include "trace/passes/sweep.hpp"

#include <algorithm>
#include <optional>

#include "trace/bit_grid.hpp"
#include "trace/neighbours.hpp"

namespace lexigrid {
namespace {

constexpr uint64_t kSteps = 2000;         // plus eight per letter and one for every eight cells
constexpr uint64_t kStepsPerStart = 200;  // the lowest cap: no bad start may use up all steps
constexpr uint64_t kStepsToCount = 4000;  // if one path is wanted: the steps after the first path, plus one
                                          // for every 32 cells
constexpr uint64_t kMaxCounted = 1000;    // paths, if one is wanted
constexpr size_t kLongPath = 1024;        // cells; check the clock after each path this long, as 4,096 paths
                                          // of 200,000 cells take 0.16 s

/// Positions of the word in the order in which the sweep fills them, each with the adjacent filled position.
struct SearchOrder {
  std::vector<uint32_t> position;
  std::vector<uint32_t> adjacent;  // of the first: itself
};

/// Starts with the rarest letter (ties: the one with the rarest neighbour, then the first) and continues on
/// the side whose next letter is rarer. If both are equally rare it alternates, to notice a blocked end soon.
SearchOrder order_of(const TraceQuestion& question, const LetterCounts& counts) {
  const auto length = static_cast<uint32_t>(question.length());
  const auto have = [&](uint32_t position) { return counts.have[question.word[position]]; };
  uint32_t start = 0;
  uint64_t best_adjacent = kNoLimit;
  for (uint32_t i = 0; i < length; ++i) {
    uint64_t rarer = kNoLimit;
    if (i > 0) rarer = have(i - 1);
    if (i + 1 < length) rarer = std::min(rarer, have(i + 1));
    if (have(i) > have(start) || (have(i) == have(start) && rarer >= best_adjacent)) continue;
    start = i;
    best_adjacent = rarer;
  }
  SearchOrder order;
  order.position.push_back(start);
  order.adjacent.push_back(start);
  uint32_t low = start;
  uint32_t high = start;
  bool was_up = false;
  while (order.position.size() < length) {
    bool up = low == 0;
    if (low > 0 && high + 1 < length) {
      const uint64_t above = have(high + 1);
      const uint64_t below = have(low - 1);
      up = above != below ? above < below : !was_up;
    }
    order.position.push_back(up ? high + 1 : low - 1);
    order.adjacent.push_back(up ? high++ : low--);
    was_up = up;
  }
  return order;
}

/// From the first position to the last.
SearchOrder natural_order(const TraceQuestion& question) {
  SearchOrder order;
  for (uint32_t i = 0; i < question.length(); ++i) {
    order.position.push_back(i);
    order.adjacent.push_back(i == 0 ? 0 : i - 1);
  }
  return order;
}

constexpr size_t kFilteredCells = 4096;  // starts are filtered on grids of this size and larger

struct Bounds {
  uint64_t steps;
  uint64_t steps_per_start;
  uint64_t steps_to_count;  // after the first path
  uint64_t max_counted;
  size_t kept;
  bool is_filtered = true;
};

class Sweep {
 public:
  Sweep(const TraceQuestion& question, SearchOrder order, const Bounds& bounds, StopToken& stop)
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
    if (!bounds_.is_filtered || !uses(Part::starts) || question_.grid.cells.size() < kFilteredCells) {
      for (CellId cell = 0; cell < question_.grid.cells.size(); ++cell) {
        if (question_.fits(cell, order_.position[0]) && !try_start(cell)) break;
      }
    } else {
      const BitGrid bit_grid(question_.grid.rows, question_.grid.columns, question_.adjacency);
      const std::vector<uint64_t> starts = filtered_starts(bit_grid);
      bool is_going = true;
      bit_grid.for_each(starts, [&](CellId cell) { is_going = is_going && try_start(cell); });
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

  /// Returns false if the sweep must end.
  bool try_start(CellId start) {
    left_ = std::min(budget_, bounds_.steps_per_start);
    const uint64_t given = left_;
    if (!follow(start)) result_.is_exhausted = false;
    budget_ -= std::min(budget_, given - std::min(given, left_));
    if (budget_ > 0 && stop_.reason() == Finish::complete) return true;
    result_.is_exhausted = false;  // starts may remain
    return false;
  }

  /// The cells for the first position that can continue with the letters of up to two positions on either
  /// side. On a large grid of many letters these are few.
  [[nodiscard]] std::vector<uint64_t> filtered_starts(const BitGrid& bit_grid) const {
    const size_t position = order_.position[0];
    std::vector<uint64_t> starts(bit_grid.words());
    bit_grid.find(question_.grid, question_.spells, question_.word[position], starts);
    if (!bit_grid.is_fast()) return starts;
    std::vector<uint64_t> adjacent(bit_grid.words());
    std::vector<uint64_t> beyond(bit_grid.words());
    const auto scan = [&](size_t other, std::vector<uint64_t>& bits) {
      std::fill(bits.begin(), bits.end(), 0u);
      bit_grid.find(question_.grid, question_.spells, question_.word[other], bits);
    };
    const auto filter = [&](size_t other, std::optional<size_t> next) {
      scan(other, adjacent);
      if (next) {
        scan(*next, beyond);
        (void)bit_grid.spread(beyond, adjacent, adjacent);
      }
      (void)bit_grid.spread(adjacent, starts, starts);
    };
    const size_t last = question_.length() - 1;
    if (position > 0) filter(position - 1, position > 1 ? std::optional(position - 2) : std::nullopt);
    if (position < last)
      filter(position + 1, position + 1 < last ? std::optional(position + 2) : std::nullopt);
    return starts;
  }

  /// Follows all branches from one start; returns false if the steps run out.
  bool follow(CellId start) {
    const size_t length = order_.position.size();
    path_[order_.position[0]] = start;
    if (length == 1) {
      take();
      return spend();
    }
    insert_bit(is_used_, start);
    size_t depth = 1;
    open(depth);
    while (depth > 0) {
      Level& level = level_[depth];
      if (level.next == level.near.size()) {
        --depth;
        erase_bit(is_used_, path_[order_.position[depth]]);
        continue;
      }
      const CellId cell = level.near[level.next++];
      const uint32_t position = order_.position[depth];
      if (!question_.fits(cell, position) || has_bit(is_used_, cell)) continue;
      if (!spend()) {
        while (depth > 0) erase_bit(is_used_, path_[order_.position[--depth]]);
        return false;
      }
      path_[position] = cell;
      if (depth + 1 == length) {
        take();
      } else {
        insert_bit(is_used_, cell);
        open(++depth);
      }
    }
    return true;
  }

  void open(size_t depth) {
    Level& level = level_[depth];
    level.near = near_.of(path_[order_.adjacent[depth]], level.buffer);
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
    if (met_ == bounds_.max_counted) limit_steps(0);
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

  /// Caps the steps left. After the first path, further steps only improve the count.
  void limit_steps(uint64_t steps) {
    budget_ = std::min(budget_, steps);
    left_ = std::min(left_, steps);
  }

  const TraceQuestion& question_;
  StopToken& stop_;
  Neighbours near_;
  SearchOrder order_;
  Bounds bounds_;
  uint64_t budget_;
  uint64_t left_ = 0;
  uint64_t met_ = 0;  // paths found
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
  const Bounds bounds{steps, std::max(kStepsPerStart + 4 * question.length(), steps / 50),
                      counts_on ? kNoLimit : kStepsToCount + question.grid.cells.size() / 32,
                      counts_on ? kNoLimit : kMaxCounted, kept};
  return Sweep(question, order_of(question, counts), bounds, stop).run();
}

std::vector<CellId> first_path(const TraceQuestion& question, uint64_t steps, StopToken& stop) {
  return Sweep(question, natural_order(question), {steps, steps, 0, 0, 0, false}, stop).run().first;
}

}  // namespace lexigrid

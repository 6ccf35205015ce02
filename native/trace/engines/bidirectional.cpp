#include "trace/engines/bidirectional.hpp"

#include <algorithm>

#include "trace/neighbours.hpp"

namespace lexigrid {
namespace {

constexpr uint64_t kFirstBudget = 2000;      // nodes per start in the first round
constexpr size_t kFirstStarts = 50;          // starts in the first round, quadrupled each round
constexpr uint64_t kCellsPerLook = 500'000;  // flooded between clock checks; takes a few milliseconds

class BidirectionalSearch final : public TraceEngine {
 public:
  BidirectionalSearch(const TraceQuestion& question, const ReachabilityTables& reachability,
                      const std::vector<std::vector<CellId>>& components)
      : reachability_(reachability),
        near_(question.adjacency),
        length_(question.length()),
        path_(length_),
        frames_(length_),
        is_free_(question.grid.cells.size()),
        mark_(question.grid.cells.size()) {
    middle_ = reachability.rarest_position();
    for (const auto& component : components) {
      for (const CellId cell : component) {
        is_free_[cell] = 1;
        if (reachability.has(middle_, cell)) starts_.push_back(cell);
      }
    }
    shuffle();
  }

  [[nodiscard]] Verdict run(uint64_t steps, StopToken& stop) override {
    steps_ = 0;
    while (steps_ < steps) {
      if (next_start_ == std::min(starts_.size(), starts_per_round_)) {
        begin_round();
        if (starts_.empty()) return Verdict::absent;
      }
      const CellId start = starts_[next_start_++];
      const Verdict verdict = follow(start, stop);
      if (verdict == Verdict::found) return verdict;
      if (stop.reason() != Finish::complete) return Verdict::open;
      if (verdict == Verdict::open) unfinished_.push_back(start);
    }
    return Verdict::open;
  }

  [[nodiscard]] std::vector<CellId> path() const override { return path_; }

 private:
  struct Frame {
    size_t begin, next;  // indices into choices_
    bool is_up;          // choices extend the upper end
  };

  void begin_round() {
    unfinished_.insert(unfinished_.end(), starts_.begin() + static_cast<ptrdiff_t>(next_start_),
                       starts_.end());
    starts_.swap(unfinished_);
    unfinished_.clear();
    next_start_ = 0;
    budget_ *= 2;
    starts_per_round_ = starts_per_round_ >= starts_.size() ? starts_.size() : starts_per_round_ * 4;
    shuffle();
  }

  void shuffle() {
    for (size_t i = starts_.size(); i > 1; --i)
      std::swap(starts_[i - 1], starts_[(random_.next() >> 32) % i]);
  }

  /// Follows the branches from one start. `absent`: all of them failed; `open`: the budget is spent.
  Verdict follow(CellId start, StopToken& stop) {
    uint64_t nodes = budget_;
    low_ = high_ = middle_;
    path_[middle_] = start;
    is_free_[start] = 0;
    choices_.clear();
    if (length_ == 1) return Verdict::found;
    size_t depth = 0;  // frames in use
    if (open(frames_[0])) depth = 1;
    while (depth > 0) {
      Frame& frame = frames_[depth - 1];
      if (frame.next == choices_.size()) {
        choices_.resize(frame.begin);
        --depth;
        if (depth > 0) step_back(frames_[depth - 1].is_up);
        continue;
      }
      ++steps_;
      if (nodes-- == 0 || is_time_up(stop)) break;
      const CellId cell = choices_[frame.next++];
      path_[frame.is_up ? ++high_ : --low_] = cell;
      is_free_[cell] = 0;
      if (low_ == 0 && high_ + 1 == length_) return Verdict::found;
      if (open(frames_[depth])) {
        ++depth;
      } else {
        step_back(frame.is_up);
      }
    }
    for (size_t i = low_; i <= high_; ++i) is_free_[path_[i]] = 1;
    return depth == 0 ? Verdict::absent : Verdict::open;
  }

  /// Flood fills for long words are slow, so flooded cells also trigger clock checks.
  bool is_time_up(StopToken& stop) {
    if (flooded_ < kCellsPerLook) return stop.due();
    flooded_ = 0;
    return stop.look();
  }

  void step_back(bool is_up) { is_free_[path_[is_up ? high_-- : low_++]] = 1; }

  /// Collects the choices at the end that has fewer. Returns false if an end has none.
  bool open(Frame& frame) {
    frame.begin = choices_.size();
    size_t below = 0;
    if (low_ > 0) {
      below = add_choices(path_[low_], low_ - 1);
      if (below == 0) return fail(frame);
    }
    if (high_ + 1 < length_) {
      const size_t above = add_choices(path_[high_], high_ + 1);
      if (above == 0) return fail(frame);
      if (low_ == 0 || above <= below) {
        choices_.erase(choices_.begin() + static_cast<ptrdiff_t>(frame.begin),
                       choices_.begin() + static_cast<ptrdiff_t>(frame.begin + below));
        frame.is_up = true;
      } else {
        choices_.resize(frame.begin + below);
        frame.is_up = false;
      }
    } else {
      frame.is_up = false;
    }
    if ((steps_ & 3) == 0 || high_ - low_ < 2) {
      if (low_ > 0 && !has_cells(path_[low_], low_)) return fail(frame);
      if (high_ + 1 < length_ && !has_cells(path_[high_], length_ - 1 - high_)) return fail(frame);
    }
    frame.next = frame.begin;
    const auto first = choices_.begin() + static_cast<ptrdiff_t>(frame.begin);
    const auto ways = static_cast<size_t>(choices_.end() - first);
    std::rotate(first, first + static_cast<ptrdiff_t>((random_.next() >> 32) % ways), choices_.end());
    return true;
  }

  bool fail(const Frame& frame) {
    choices_.resize(frame.begin);
    return false;
  }

  size_t add_choices(CellId end, size_t position) {
    const size_t before = choices_.size();
    Adjacency::Buffer buffer;
    for (const CellId cell : near_.of(end, buffer)) {
      if (is_free_[cell] != 0 && reachability_.has(position, cell)) choices_.push_back(cell);
    }
    return choices_.size() - before;
  }

  /// True if at least `cells` free cells are reachable from an end.
  bool has_cells(CellId end, size_t cells) {
    if (++clock_ == 0) {  // wrapped around after 2^32 floods
      std::fill(mark_.begin(), mark_.end(), 0u);
      clock_ = 1;
    }
    flood_.assign(1, end);
    mark_[end] = clock_;
    Adjacency::Buffer buffer;
    for (size_t i = 0; i < flood_.size(); ++i) {
      for (const CellId cell : near_.of(flood_[i], buffer)) {
        if (mark_[cell] == clock_ || is_free_[cell] == 0) continue;
        mark_[cell] = clock_;
        flood_.push_back(cell);
        if (flood_.size() > cells) {
          flooded_ += cells;
          return true;
        }
      }
    }
    flooded_ += flood_.size();
    return false;
  }

  const ReachabilityTables& reachability_;
  Neighbours near_;
  size_t length_;
  size_t middle_ = 0;  // the rarest position
  size_t low_ = 0, high_ = 0;
  std::vector<CellId> path_;
  std::vector<Frame> frames_;
  std::vector<CellId> choices_;  // of all frames, concatenated
  std::vector<uint8_t> is_free_;
  std::vector<uint32_t> mark_;
  uint32_t clock_ = 0;
  std::vector<CellId> flood_;
  uint64_t flooded_ = 0;  // cells since the last clock check
  std::vector<CellId> starts_, unfinished_;
  size_t next_start_ = 0;
  size_t starts_per_round_ = kFirstStarts;
  uint64_t budget_ = kFirstBudget;
  uint64_t steps_ = 0;
  Xorshift random_{0x9E3779B97F4A7C15u};
};

}  // namespace

std::unique_ptr<TraceEngine> make_bidirectional(const TraceQuestion& question,
                                                const ReachabilityTables& reachability,
                                                const std::vector<std::vector<CellId>>& components) {
  return std::make_unique<BidirectionalSearch>(question, reachability, components);
}

}  // namespace lexigrid

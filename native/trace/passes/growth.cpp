#include "trace/passes/growth.hpp"

#include <algorithm>

#include "trace/near.hpp"

namespace lexigrid {
namespace {

constexpr uint64_t kFirstBudget = 2000;      // nodes of one start in the first round
constexpr size_t kFirstStarts = 50;          // starts of the first round; four times as many each round
constexpr uint64_t kFloodedALook = 500'000;  // cells, some milliseconds

class Growth final : public TraceEngine {
 public:
  Growth(const TraceQuestion& question, const ReachabilityTables& walks,
         const std::vector<std::vector<CellId>>& pieces)
      : walks_(walks),
        near_(question.adjacency),
        length_(question.length()),
        path_(length_),
        frames_(length_),
        is_free_(question.grid.cells.size()),
        mark_(question.grid.cells.size()) {
    middle_ = walks.rarest_place();
    for (const auto& piece : pieces) {
      for (const CellId cell : piece) {
        is_free_[cell] = 1;
        if (walks.has(middle_, cell)) starts_.push_back(cell);
      }
    }
    shuffle();
  }

  [[nodiscard]] Verdict run(uint64_t steps, StopToken& stop) override {
    steps_ = 0;
    while (steps_ < steps) {
      if (next_start_ == std::min(starts_.size(), starts_a_round_)) {
        begin_round();
        if (starts_.empty()) return Verdict::absent;
      }
      const CellId start = starts_[next_start_++];
      const Verdict verdict = follow(start, stop);
      if (verdict == Verdict::found) return verdict;
      if (stop.reason() != Finish::complete) return Verdict::open;
      if (verdict == Verdict::open) left_over_.push_back(start);
    }
    return Verdict::open;
  }

  [[nodiscard]] std::vector<CellId> path() const override { return path_; }

 private:
  struct Frame {
    size_t begin, next;  // of choices_
    bool is_up;          // they stand at the upper end
  };

  void begin_round() {
    left_over_.insert(left_over_.end(), starts_.begin() + static_cast<ptrdiff_t>(next_start_), starts_.end());
    starts_.swap(left_over_);
    left_over_.clear();
    next_start_ = 0;
    budget_ *= 2;
    starts_a_round_ = starts_a_round_ >= starts_.size() ? starts_.size() : starts_a_round_ * 4;
    shuffle();
  }

  void shuffle() {
    for (size_t i = starts_.size(); i > 1; --i) std::swap(starts_[i - 1], starts_[(chance() >> 32) % i]);
  }

  /// All ways from one start: `absent` when all were followed, `open` when the budget was spent.
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

  /// Floods for long words take long: a hundred of them and more are looked after by the clock.
  bool is_time_up(StopToken& stop) {
    if (flooded_ < kFloodedALook) return stop.due();
    flooded_ = 0;
    return stop.look();
  }

  void step_back(bool is_up) { is_free_[path_[is_up ? high_-- : low_++]] = 1; }

  /// The ways on from here, those of the end with fewer; false when some end has none.
  bool open(Frame& frame) {
    frame.begin = choices_.size();
    size_t below = 0;
    if (low_ > 0 && (below = add_choices(path_[low_], low_ - 1)) == 0) return fail(frame);
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
      if (low_ > 0 && !has_room(path_[low_], low_)) return fail(frame);
      if (high_ + 1 < length_ && !has_room(path_[high_], length_ - 1 - high_)) return fail(frame);
    }
    frame.next = frame.begin;
    const auto first = choices_.begin() + static_cast<ptrdiff_t>(frame.begin);
    const auto ways = static_cast<size_t>(choices_.end() - first);
    std::rotate(first, first + static_cast<ptrdiff_t>((chance() >> 32) % ways), choices_.end());
    return true;
  }

  bool fail(const Frame& frame) {
    choices_.resize(frame.begin);
    return false;
  }

  size_t add_choices(CellId end, size_t place) {
    const size_t before = choices_.size();
    Adjacency::Buffer buffer;
    for (const CellId cell : near_.of(end, buffer)) {
      if (is_free_[cell] != 0 && walks_.has(place, cell)) choices_.push_back(cell);
    }
    return choices_.size() - before;
  }

  /// Can so many free cells be reached from an end? Stops as soon as they were seen.
  bool has_room(CellId end, size_t cells) {
    if (++clock_ == 0) {  // after four thousand million floods
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

  uint64_t chance() {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return random_;
  }

  const ReachabilityTables& walks_;
  NearCells near_;
  size_t length_;
  size_t middle_ = 0;  // the rarest place
  size_t low_ = 0, high_ = 0;
  std::vector<CellId> path_;
  std::vector<Frame> frames_;
  std::vector<CellId> choices_;  // of all frames, one behind the other
  std::vector<uint8_t> is_free_;
  std::vector<uint32_t> mark_;
  uint32_t clock_ = 0;
  std::vector<CellId> flood_;
  uint64_t flooded_ = 0;  // cells, since the clock was looked at
  std::vector<CellId> starts_, left_over_;
  size_t next_start_ = 0;
  size_t starts_a_round_ = kFirstStarts;
  uint64_t budget_ = kFirstBudget;
  uint64_t steps_ = 0;
  uint64_t random_ = 0x9E3779B97F4A7C15u;
};

}  // namespace

std::unique_ptr<TraceEngine> make_growth(const TraceQuestion& question, const ReachabilityTables& walks,
                                         const std::vector<std::vector<CellId>>& pieces) {
  return std::make_unique<Growth>(question, walks, pieces);
}

}  // namespace lexigrid

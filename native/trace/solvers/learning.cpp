#include "trace/solvers/learning.hpp"

#include <algorithm>
#include <array>

#include "trace/bits.hpp"
#include "trace/solvers/blocks.hpp"

namespace lexigrid {
namespace {

constexpr size_t kKeptEach = 300;    // blames of one cell at one place
constexpr uint64_t kFirstRun = 500;  // nodes until the first restart

/// Blames by place and cell.
template <unsigned W>
class Blames {
 public:
  Blames(size_t places, size_t cells, size_t most_bytes)
      : cells_(cells),
        most_(most_bytes / sizeof(CellSet<W>)),
        list_of_(places * cells),
        lists_(1) {}

  /// One that applies with these cells used, or null. What applies moves to the front.
  LEXIGRID_INLINE const CellSet<W>* find(size_t place, size_t cell, const CellSet<W>& used) {
    auto& list = lists_[list_of_[place * cells_ + cell]];
    for (size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_within(used)) continue;
      if (i == 0) return &list[0];
      std::swap(list[i], list[i / 2]);
      return &list[i / 2];
    }
    return nullptr;
  }

  void add(size_t place, size_t cell, const CellSet<W>& blame, uint64_t chance) {
    auto& number = list_of_[place * cells_ + cell];
    if (number == 0) {
      number = static_cast<uint32_t>(lists_.size());
      lists_.emplace_back();
    }
    auto& list = lists_[number];
    if (list.size() < kKeptEach && kept_ < most_) {
      list.push_back(blame);
      ++kept_;
    } else if (!list.empty()) {
      list[chance % list.size()] = blame;  // a lost blame costs time, never truth
    }
  }

 private:
  size_t cells_;
  size_t most_;
  size_t kept_ = 0;
  std::vector<uint32_t> list_of_;  // 0: none yet
  std::vector<std::vector<CellSet<W>>> lists_;
};

template <unsigned W>
class Learning final : public TraceEngine, public PathFinder {
 public:
  using Set = CellSet<W>;

  Learning(const Region& region, const LearningOptions& options, bool in_order)
      : cell_(region.cell),
        options_(options),
        in_order_(in_order),
        blames_(region.length(), region.cells(), options.kept_bytes),
        blocks_(region),
        class_of_(region.class_of),
        classes_(region.classes()),
        frames_(region.length()),
        placed_(region.classes()),
        random_(options.seed * 0x9E3779B97F4A7C15u + 1) {
    for (size_t v = 0; v < region.cells(); ++v) near_.push_back(Set::of(region.near[v]));
    for (size_t i = 0; i < region.length(); ++i) table_.push_back(Set::of(region.table[i]));
    for (size_t k = 0; k < region.classes(); ++k) member_.push_back(Set::of(region.members[k]));
    rest_.assign((region.length() + 1) * classes_, 0);
    for (size_t i = region.length(); i-- > 0;) {
      for (size_t k = 0; k < classes_; ++k) rest_[i * classes_ + k] = rest_[(i + 1) * classes_ + k];
      ++rest_[i * classes_ + class_of_[i]];
    }
  }

  [[nodiscard]] Verdict run(uint64_t steps, StopToken& stop) override {
#if LEXIGRID_X86
    if (active_cpu_target() >= CpuTarget::avx2) return run_avx2(steps, stop);
    if (active_cpu_target() >= CpuTarget::popcnt) return run_popcnt(steps, stop);
#endif
    return run_here(steps, stop);
  }

  void start(size_t cell) override {
    used_ = Set{};
    depth_ = 0;
    is_done_ = !table_[0].has(cell);
    is_fresh_ = true;
    choices_.clear();
    frames_[0].cell = static_cast<uint16_t>(cell);
  }

  [[nodiscard]] Verdict next(uint64_t steps, StopToken& stop) override {
#if LEXIGRID_X86
    if (active_cpu_target() >= CpuTarget::avx2) return next_avx2(steps, stop);
    if (active_cpu_target() >= CpuTarget::popcnt) return next_popcnt(steps, stop);
#endif
    return next_here(steps, stop);
  }

  [[nodiscard]] std::vector<CellId> path() const override {
    std::vector<CellId> cells;
    for (const Frame& frame : frames_) cells.push_back(cell_[frame.cell]);
    return cells;
  }

  [[nodiscard]] uint64_t steps() const override { return steps_; }

 private:
  struct Frame {
    uint16_t cell = 0;
    bool is_fruitful = false;  // a path was found below
    uint32_t begin = 0;        // its choices in choices_, the next one to try
    uint32_t next = 0;
    Set blame;
  };
  enum class Entered : uint8_t { going, failed, whole };

#if LEXIGRID_X86
  LEXIGRID_TARGET_POPCNT [[gnu::flatten]] Verdict run_popcnt(uint64_t steps, StopToken& stop) {
    return run_here(steps, stop);
  }
  LEXIGRID_TARGET_AVX2 [[gnu::flatten]] Verdict run_avx2(uint64_t steps, StopToken& stop) {
    return run_here(steps, stop);
  }
  LEXIGRID_TARGET_POPCNT [[gnu::flatten]] Verdict next_popcnt(uint64_t steps, StopToken& stop) {
    return next_here(steps, stop);
  }
  LEXIGRID_TARGET_AVX2 [[gnu::flatten]] Verdict next_avx2(uint64_t steps, StopToken& stop) {
    return next_here(steps, stop);
  }
#endif

  /// Whole runs, each from the beginning with what was learnt, until the steps are spent.
  Verdict run_here(uint64_t steps, StopToken& stop) {
    steps_ = next_look_ = 0;
    while (steps_ < steps && !stop.look()) {
      nodes_left_ = options_.restarts ? run_nodes_ : kNoLimit;
      run_nodes_ = run_nodes_ * 13 / 10;
      const Verdict verdict = run_once(stop);
      if (verdict != Verdict::open) return verdict;
      is_random_ = true;
    }
    return Verdict::open;
  }

  Verdict run_once(StopToken& stop) {
    for (const uint16_t root : roots()) {
      start(root);
      const Verdict verdict = search(kNoLimit, stop);
      if (verdict != Verdict::absent) return verdict;
    }
    return Verdict::absent;
  }

  /// Fewest neighbours first; equals in a random order after the first run.
  std::vector<uint16_t> roots() {
    std::vector<std::pair<uint64_t, uint16_t>> ranked;
    table_[0].for_each([&](unsigned v) {
      ranked.emplace_back(uint64_t{near_[v].size()} << 32 | (is_random_ ? chance() >> 32 : v),
                          static_cast<uint16_t>(v));
    });
    std::sort(ranked.begin(), ranked.end());
    std::vector<uint16_t> order;
    for (const auto& each : ranked) order.push_back(each.second);
    return order;
  }

  Verdict next_here(uint64_t steps, StopToken& stop) {
    if (is_done_) return Verdict::absent;
    nodes_left_ = kNoLimit;
    steps_ = next_look_ = 0;
    return search(steps, stop);
  }

  /// Goes on from the state that `start` or the last call left.
  Verdict search(uint64_t steps, StopToken& stop) {
    if (is_fresh_) {
      is_fresh_ = false;
      used_.insert(frames_[0].cell);
      if (settle(enter(0))) return Verdict::found;
      if (is_done_) return Verdict::absent;
    }
    for (;;) {
      Frame& frame = frames_[depth_];
      if (frame.next == choices_.size()) {
        leave();
        if (is_done_) return Verdict::absent;
        continue;
      }
      if (nodes_left_ == 0 || steps_ >= steps || is_time_up(stop)) return Verdict::open;
      const uint16_t cell = choices_[frame.next++];
      if (options_.learns) {
        if (const Set* const blame = blames_.find(depth_ + 1, cell, used_)) {
          frame.blame.add(*blame);
          frame.blame.erase(frame.cell);
          ++steps_;
          continue;
        }
      }
      --nodes_left_;
      ++depth_;
      frames_[depth_].cell = cell;
      used_.insert(cell);
      if (settle(enter(depth_))) return Verdict::found;
    }
  }

  bool is_time_up(StopToken& stop) {
    if (steps_ < next_look_) return false;
    next_look_ = steps_ + kLookEvery;
    return stop.look();
  }

  /// After a node was entered: true when the path is whole; a failed one is left at once.
  bool settle(Entered entered) {
    if (entered == Entered::going) return false;
    if (entered == Entered::failed) {
      leave();
      return false;
    }
    for (size_t i = 0; i < frames_.size(); ++i) frames_[i].is_fruitful = true;
    frames_[depth_].begin = frames_[depth_].next = static_cast<uint32_t>(choices_.size());
    return true;
  }

  Entered enter(size_t place) {
    Frame& frame = frames_[place];
    frame.is_fruitful = false;
    frame.begin = frame.next = static_cast<uint32_t>(choices_.size());
    frame.blame = Set{};
    ++steps_;
    if (place + 1 == frames_.size()) return Entered::whole;
    if (options_.reaches && is_cut_off(place, frame.cell, frame.blame)) return Entered::failed;
    choose(place, frame);
    return Entered::going;
  }

  /// The neighbours to try; used ones are to blame for what is not tried.
  LEXIGRID_INLINE void choose(size_t place, Frame& frame) {
    const Set near = near_[frame.cell] & table_[place + 1];
    frame.blame = near & used_;
    frame.blame.erase(frame.cell);
    near.without(used_).for_each([&](unsigned v) { choices_.push_back(static_cast<uint16_t>(v)); });
    if (in_order_) return;
    const auto first = choices_.begin() + frame.begin;
    scores_.clear();
    for (auto at = first; at != choices_.end(); ++at) {
      const uint64_t ways = near_[*at].without(used_).size();
      scores_.push_back(ways << 32 | (is_random_ ? (chance() >> 48) << 16 : 0) | *at);
    }
    std::sort(scores_.begin(), scores_.end());
    for (size_t i = 0; i < scores_.size(); ++i)
      first[static_cast<ptrdiff_t>(i)] = static_cast<uint16_t>(scores_[i]);
  }

  /// The node has nothing left to try: its blame goes to the one above.
  void leave() {
    Frame& frame = frames_[depth_];
    choices_.resize(frame.begin);
    used_.erase(frame.cell);
    if (!frame.is_fruitful && options_.learns) {
      if (frame.blame.is_empty()) {
        table_[depth_].erase(frame.cell);  // nothing is to blame: it never can be
      } else if (depth_ > 0) {
        blames_.add(depth_, frame.cell, frame.blame, chance());
      }
    }
    if (depth_ == 0) {
      is_done_ = true;
      return;
    }
    Frame& above = frames_[--depth_];
    above.blame.add(frame.blame);
    above.blame.erase(above.cell);
  }

  /// Can the rest of the word no longer be spelled from here, whatever way is taken? Follows all
  /// walks at once over free cells: some class may run out. The used cells that stopped them are to
  /// blame, and with more cells used no walk gets further, so the rule is monotone.
  LEXIGRID_INLINE bool is_cut_off(size_t place, uint16_t cell, Set& blame) {
    const size_t length = frames_.size();
    Set here;
    Set reached;
    Set touched;
    here.insert(cell);
    std::fill(placed_.begin(), placed_.end(), 0u);
    for (size_t j = place + 1; j < length; ++j) {
      Set next;
      here.for_each([&](unsigned v) { next.add(near_[v]); });
      next = next & table_[j];
      touched.add(next & used_);
      here = next.without(used_);
      reached.add(here);
      const uint16_t k = class_of_[j];
      ++placed_[k];
      if (here.is_empty() || (reached & member_[k]).size() < placed_[k]) {
        steps_ += (j - place) * (1 + W / 2);
        blame = touched;
        blame.erase(cell);
        return true;
      }
    }
    steps_ += (length - place) * (1 + W / 2);
    if (!options_.chains) return false;
    // Worth it only where nearly all that is left is needed.
    const size_t missing = length - 1 - place;
    const size_t free = reached.size();
    if (missing <= 2 || free - missing > missing + 1) return false;
    steps_ += free;
    if (blocks_.has_chain(cell, reached, near_.data(), table_[length - 1],
                          rest_.data() + (place + 1) * classes_))
      return false;
    blame = touched;
    blame.erase(cell);
    return true;
  }

  uint64_t chance() {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return random_;
  }

  static constexpr uint64_t kLookEvery = 50'000;  // steps

  std::vector<CellId> cell_;
  LearningOptions options_;
  bool in_order_;
  std::vector<Set> near_;
  std::vector<Set> table_;   // of each place; shrinks as cells prove impossible
  std::vector<Set> member_;  // of each class
  Blames<W> blames_;
  Blocks<W> blocks_;
  std::vector<uint16_t> class_of_;
  size_t classes_;
  std::vector<uint32_t> rest_;  // [place][class]: needed from that place on
  std::vector<Frame> frames_;
  std::vector<uint16_t> choices_;  // of all frames, one behind the other
  std::vector<uint64_t> scores_;
  std::vector<uint32_t> placed_;
  Set used_;
  size_t depth_ = 0;
  bool is_fresh_ = true;
  bool is_done_ = true;
  bool is_random_ = false;
  uint64_t run_nodes_ = kFirstRun;
  uint64_t nodes_left_ = 0;
  uint64_t steps_ = 0;
  uint64_t next_look_ = 0;
  uint64_t random_;
};

template <class Made>
std::unique_ptr<Made> make(const Region& region, const LearningOptions& options, bool in_order) {
  if (region.words <= 1) return std::make_unique<Learning<1>>(region, options, in_order);
  if (region.words <= 2) return std::make_unique<Learning<2>>(region, options, in_order);
  if (region.words <= 3) return std::make_unique<Learning<3>>(region, options, in_order);
  if (region.words <= 4) return std::make_unique<Learning<4>>(region, options, in_order);
  if (region.words <= 8) return std::make_unique<Learning<8>>(region, options, in_order);
  return std::make_unique<Learning<16>>(region, options, in_order);
}

}  // namespace

std::unique_ptr<TraceEngine> make_learning(const Region& region, const LearningOptions& options) {
  return make<TraceEngine>(region, options, false);
}

std::unique_ptr<PathFinder> make_finder(const Region& region, const LearningOptions& options) {
  return make<PathFinder>(region, options, true);
}

}  // namespace lexigrid

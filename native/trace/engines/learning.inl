// The search with nogood learning (learning.hpp) for a target.

constexpr size_t kMaxNogoods = 300;      // per cell and position
constexpr uint64_t kFirstRun = 500;      // nodes before the first restart
constexpr uint64_t kLookEvery = 50'000;  // steps between clock checks

/// The nogoods of each position and cell.
template <unsigned W>
class Nogoods {
 public:
  Nogoods(size_t positions, size_t cells, size_t max_bytes)
      : cells_(cells),
        max_sets_(max_bytes / sizeof(CellSet<W>)),
        list_of_(positions * cells),
        lists_(1) {}

  /// Returns a nogood contained in `used`, or null, and moves it towards the front of its list.
  LEXIGRID_INLINE const CellSet<W>* find(size_t position, size_t cell, const CellSet<W>& used) {
    auto& list = lists_[list_of_[position * cells_ + cell]];
    for (size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_within(used)) continue;
      if (i > 0) std::swap(list[i], list[i / 2]);
      return &list[i / 2];
    }
    return nullptr;
  }

  /// Adds a nogood. It replaces a random one if the list is full, which can cost time but not correctness.
  void add(size_t position, size_t cell, const CellSet<W>& nogood, uint64_t random) {
    auto& number = list_of_[position * cells_ + cell];
    if (number == 0) {
      number = static_cast<uint32_t>(lists_.size());
      lists_.emplace_back();
    }
    auto& list = lists_[number];
    if (list.size() < kMaxNogoods && sets_ < max_sets_) {
      list.push_back(nogood);
      ++sets_;
    } else if (!list.empty()) {
      list[random % list.size()] = nogood;
    }
  }

 private:
  size_t cells_;
  size_t max_sets_;
  size_t sets_ = 0;
  std::vector<uint32_t> list_of_;  // [position][cell]; 0: none yet
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
        nogoods_(region.length(), region.cells(), options.kept_bytes),
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

  /// Restarts the search, keeping the nogoods of earlier runs, until the steps are spent.
  [[nodiscard]] Verdict run(uint64_t steps, StopToken& stop) override {
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

  void start(size_t cell) override {
    used_ = Set{};
    depth_ = 0;
    is_done_ = !table_[0].has(cell);
    is_fresh_ = true;
    choices_.clear();
    frames_[0].cell = static_cast<uint16_t>(cell);
  }

  [[nodiscard]] Verdict next(uint64_t steps, StopToken& stop) override {
    if (is_done_) return Verdict::absent;
    nodes_left_ = kNoLimit;
    steps_ = next_look_ = 0;
    return search(steps, stop);
  }

  [[nodiscard]] std::vector<CellId> path() const override {
    std::vector<CellId> cells;
    cells.reserve(frames_.size());
    for (const Frame& frame : frames_) cells.push_back(cell_[frame.cell]);
    return cells;
  }

  [[nodiscard]] uint64_t steps() const override { return steps_; }

 private:
  struct Frame {
    uint16_t cell = 0;
    bool is_fruitful = false;  // a path was found below it
    uint32_t begin = 0;        // its first choice in choices_
    uint32_t next = 0;         // the next choice to try
    Set nogood;
  };

  Verdict run_once(StopToken& stop) {
    for (const uint16_t root : roots()) {
      start(root);
      const Verdict verdict = search(kNoLimit, stop);
      if (verdict != Verdict::absent) return verdict;
    }
    return Verdict::absent;
  }

  /// Start cells, fewest neighbours first. Ties are broken at random after the first run.
  std::vector<uint16_t> roots() {
    std::vector<std::pair<uint64_t, uint16_t>> ranked;
    table_[0].for_each([&](unsigned v) {
      ranked.emplace_back(uint64_t{near_[v].size()} << 32 | (is_random_ ? random_.next() >> 32 : v),
                          static_cast<uint16_t>(v));
    });
    std::sort(ranked.begin(), ranked.end());
    std::vector<uint16_t> order;
    order.reserve(ranked.size());
    for (const auto& each : ranked) order.push_back(each.second);
    return order;
  }

  /// Continues from the state left by `start` or the last call. Everything it calls per node is inlined at
  /// one call site, which keeps compile times down.
  Verdict search(uint64_t steps, StopToken& stop) {
    bool is_new = std::exchange(is_fresh_, false);  // the cell at depth_ is yet to be entered
    for (;;) {
      Frame& frame = frames_[depth_];
      if (std::exchange(is_new, false) && enter(frame) && depth_ + 1 == frames_.size()) return accept();
      if (frame.next == choices_.size()) {
        leave(frame);
        if (is_done_) return Verdict::absent;
        continue;
      }
      if (nodes_left_ == 0 || steps_ >= steps || is_time_up(stop)) return Verdict::open;
      const uint16_t cell = choices_[frame.next++];
      if (options_.learns) {
        if (const Set* const nogood = nogoods_.find(depth_ + 1, cell, used_)) {
          frame.nogood.add(*nogood);
          frame.nogood.erase(frame.cell);
          ++steps_;
          continue;
        }
      }
      --nodes_left_;
      frames_[++depth_].cell = cell;
      is_new = true;
    }
  }

  bool is_time_up(StopToken& stop) {
    if (steps_ < next_look_) return false;
    next_look_ = steps_ + kLookEvery;
    return stop.look();
  }

  Verdict accept() {
    for (Frame& frame : frames_) frame.is_fruitful = true;
    return Verdict::found;
  }

  /// Marks the cell of the frame at `depth_` as used and collects its choices. Returns false, with no
  /// choices, if the rest of the word cannot follow.
  LEXIGRID_INLINE bool enter(Frame& frame) {
    used_.insert(frame.cell);
    frame.is_fruitful = false;
    frame.begin = frame.next = static_cast<uint32_t>(choices_.size());
    frame.nogood = Set{};
    ++steps_;
    if (depth_ + 1 == frames_.size()) return true;
    if (options_.reaches && is_cut_off(depth_, frame.cell, frame.nogood)) return false;
    choose(depth_, frame);
    return true;
  }

  /// Collects the neighbours to try. Used neighbours join the nogood.
  LEXIGRID_INLINE void choose(size_t position, Frame& frame) {
    const Set near = near_[frame.cell] & table_[position + 1];
    frame.nogood = near & used_;
    frame.nogood.erase(frame.cell);
    near.without(used_).for_each([&](unsigned v) { choices_.push_back(static_cast<uint16_t>(v)); });
    if (in_order_) return;
    const auto first = choices_.begin() + frame.begin;
    scores_.clear();
    for (auto at = first; at != choices_.end(); ++at) {
      const uint64_t ways = near_[*at].without(used_).size();
      scores_.push_back(ways << 32 | (is_random_ ? (random_.next() >> 48) << 16 : 0) | *at);
    }
    std::sort(scores_.begin(), scores_.end());
    for (size_t i = 0; i < scores_.size(); ++i)
      first[static_cast<ptrdiff_t>(i)] = static_cast<uint16_t>(scores_[i]);
  }

  /// Backtracks from a node with no choices left. Stores its nogood and adds it to that of its parent.
  LEXIGRID_INLINE void leave(Frame& frame) {
    choices_.resize(frame.begin);
    used_.erase(frame.cell);
    if (!frame.is_fruitful && options_.learns) {
      if (frame.nogood.is_empty()) {
        table_[depth_].erase(frame.cell);  // fails whichever cells are used
      } else if (depth_ > 0) {
        nogoods_.add(depth_, frame.cell, frame.nogood, random_.next());
      }
    }
    if (depth_ == 0) {
      is_done_ = true;
      return;
    }
    Frame& above = frames_[--depth_];
    above.nogood.add(frame.nogood);
    above.nogood.erase(above.cell);
  }

  /// True if the rest of the word cannot follow from here. Spreads over free cells position by position until
  /// none or too few of a class are reached. The used cells that blocked it are the nogood. Using more cells
  /// blocks it no later, so the rule is monotone.
  LEXIGRID_INLINE bool is_cut_off(size_t position, uint16_t cell, Set& nogood) {
    const size_t length = frames_.size();
    Set here;
    Set reached;
    Set touched;
    here.insert(cell);
    std::fill(placed_.begin(), placed_.end(), 0u);
    for (size_t j = position + 1; j < length; ++j) {
      Set next;
      here.for_each([&](unsigned v) { next.add(near_[v]); });
      next = next & table_[j];
      touched.add(next & used_);
      here = next.without(used_);
      reached.add(here);
      const uint16_t k = class_of_[j];
      ++placed_[k];
      if (here.is_empty() || (reached & member_[k]).size() < placed_[k]) {
        steps_ += (j - position) * (1 + W / 2);
        nogood = touched;
        nogood.erase(cell);
        return true;
      }
    }
    steps_ += (length - position) * (1 + W / 2);
    if (!options_.chains) return false;
    // Block chains pay off only if nearly all remaining cells are needed.
    const size_t missing = length - 1 - position;
    const size_t free = reached.size();
    if (missing <= 2 || free - missing > missing + 1) return false;
    steps_ += free;
    if (blocks_.has_chain(cell, reached, near_.data(), table_[length - 1],
                          rest_.data() + (position + 1) * classes_))
      return false;
    nogood = touched;
    nogood.erase(cell);
    return true;
  }

  std::vector<CellId> cell_;
  LearningOptions options_;
  bool in_order_;
  std::vector<Set> near_;
  std::vector<Set> table_;   // [position]; shrinks as cells are proved impossible
  std::vector<Set> member_;  // [class]
  Nogoods<W> nogoods_;
  Blocks<W> blocks_;
  std::vector<uint16_t> class_of_;
  size_t classes_;
  std::vector<uint32_t> rest_;  // [position][class]: cells needed from that position to the end
  std::vector<Frame> frames_;
  std::vector<uint16_t> choices_;  // of all frames, concatenated
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
  Xorshift random_;
};

/// The search with the least width for the region.
template <class Made>
std::unique_ptr<Made> make(const Region& region, const LearningOptions& options, bool in_order) {
  if (region.words <= 1) return std::make_unique<Learning<1>>(region, options, in_order);
  if (region.words <= 2) return std::make_unique<Learning<2>>(region, options, in_order);
  if (region.words <= 3) return std::make_unique<Learning<3>>(region, options, in_order);
  if (region.words <= 4) return std::make_unique<Learning<4>>(region, options, in_order);
  if (region.words <= 8) return std::make_unique<Learning<8>>(region, options, in_order);
  return std::make_unique<Learning<16>>(region, options, in_order);
}

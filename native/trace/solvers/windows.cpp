#include "trace/solvers/windows.hpp"

#include <algorithm>
#include <deque>

#include "trace/solvers/clauses.hpp"
#include "trace/solvers/learning.hpp"

namespace lexigrid {
namespace {

constexpr size_t kMaxWindows = 256;
constexpr size_t kKeptBytes = size_t{256} << 20;  // of nogoods, all windows together
constexpr uint64_t kFirstBudget = 5'000;          // steps of a window in the first round
constexpr uint64_t kClausesFrom = 100'000;        // steps of a budget that clauses get too

class Windows final : public TraceEngine {
 public:
  Windows(const TraceQuestion& question, const ReachabilityTables& reachability, size_t middle,
          std::vector<CellId> cells)
      : question_(question),
        reachability_(reachability),
        middle_(middle),
        cells_(std::move(cells)),
        kept_each_(kKeptBytes / cells_.size()) {}

  [[nodiscard]] Verdict run(uint64_t steps, StopToken& stop) override {
    if (!is_ready_ && !cut_out(stop)) return Verdict::open;
    uint64_t spent = 0;
    while (spent < steps) {
      if (open_.empty()) return Verdict::absent;
      if (next_ >= open_.size()) {
        next_ = 0;
        budget_ *= 2;
      }
      const Verdict verdict = work(open_[next_], stop);
      if (verdict == Verdict::found) return verdict;
      if (stop.reason() != Finish::complete) return Verdict::open;
      spent += budget_;
      if (verdict == Verdict::absent) {
        open_.erase(open_.begin() + static_cast<ptrdiff_t>(next_));
      } else {
        ++next_;
      }
    }
    return Verdict::open;
  }

  [[nodiscard]] std::vector<CellId> path() const override { return path_; }

 private:
  struct Window {
    Region region;
    std::unique_ptr<TraceEngine> learning;
    std::unique_ptr<TraceEngine> clauses;
  };

  /// False when `stop` ended it, or some window is too large for this engine.
  bool cut_out(StopToken& stop) {
    while (!is_too_large_ && next_ < cells_.size()) {
      std::optional<std::vector<Region>> regions =
          window_of(question_, reachability_, middle_, cells_[next_], stop);
      if (stop.reason() != Finish::complete) return false;
      if (!regions) {
        is_too_large_ = true;
        open_.clear();
        break;
      }
      for (Region& region : *regions) open_.push_back({std::move(region), nullptr, nullptr});
      ++next_;
    }
    if (is_too_large_) return false;
    next_ = 0;
    is_ready_ = true;
    return true;
  }

  Verdict work(Window& window, StopToken& stop) {
    if (window.learning == nullptr) {
      window.learning = make_learning(window.region.reversed(), {.seed = 2, .kept_bytes = kept_each_});
    }
    Verdict verdict = window.learning->run(budget_, stop);
    if (verdict == Verdict::found) {
      path_ = window.learning->path();
      std::reverse(path_.begin(), path_.end());
    }
    if (verdict != Verdict::open || budget_ < kClausesFrom) return verdict;
    if (window.clauses == nullptr) window.clauses = make_clauses(window.region);
    if (window.clauses == nullptr) return verdict;
    verdict = window.clauses->run(budget_, stop);
    if (verdict == Verdict::found) path_ = window.clauses->path();
    return verdict;
  }

  const TraceQuestion& question_;
  const ReachabilityTables& reachability_;
  size_t middle_;
  std::vector<CellId> cells_;  // of the rarest position
  size_t kept_each_;
  std::deque<Window> open_;
  size_t next_ = 0;  // window to work on, or cell to make one around
  uint64_t budget_ = kFirstBudget;
  bool is_ready_ = false;
  bool is_too_large_ = false;
  std::vector<CellId> path_;
};

}  // namespace

std::unique_ptr<TraceEngine> make_windows(const TraceQuestion& question,
                                          const ReachabilityTables& reachability,
                                          const std::vector<std::vector<CellId>>& components) {
  const size_t middle = reachability.rarest_position();
  std::vector<CellId> cells;
  for (const auto& component : components) {
    for (const CellId cell : component) {
      if (reachability.has(middle, cell)) cells.push_back(cell);
      if (cells.size() > kMaxWindows) return nullptr;
    }
  }
  if (cells.empty()) return nullptr;
  return std::make_unique<Windows>(question, reachability, middle, std::move(cells));
}

}  // namespace lexigrid

#include "trace/passes/windows.hpp"

#include <algorithm>
#include <deque>

#include "trace/solvers/clauses.hpp"
#include "trace/solvers/learning.hpp"

namespace lexigrid {
namespace {

constexpr size_t kKeptBytes = size_t{256} << 20;  // of what all windows have learnt
constexpr uint64_t kFirstTurn = 5'000;            // steps of a window in the first round
constexpr uint64_t kClausesFrom = 100'000;        // steps a turn, from which on clauses are tried too

class Windows final : public TraceEngine {
 public:
  Windows(const TraceQuestion& question, const ReachabilityTables& walks, size_t middle,
          std::vector<CellId> cells)
      : question_(question),
        walks_(walks),
        middle_(middle),
        cells_(std::move(cells)),
        kept_each_(kKeptBytes / cells_.size()) {}

  [[nodiscard]] Verdict run(uint64_t steps, StopToken& stop) override {
    if (!is_cut_ && !cut(stop)) return Verdict::open;
    uint64_t spent = 0;
    while (spent < steps) {
      if (open_.empty()) return Verdict::absent;
      if (next_ >= open_.size()) {
        next_ = 0;
        turn_ *= 2;
      }
      const Verdict verdict = play(open_[next_], stop);
      if (verdict == Verdict::found) return verdict;
      if (stop.reason() != Finish::complete) return Verdict::open;
      spent += turn_;
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

  /// False when `stop` ended it, or some window is too large: then nothing is done here.
  bool cut(StopToken& stop) {
    while (!is_too_large_ && next_ < cells_.size()) {
      std::optional<std::vector<Region>> regions = window_of(question_, walks_, middle_, cells_[next_], stop);
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
    is_cut_ = true;
    return true;
  }

  Verdict play(Window& window, StopToken& stop) {
    if (window.learning == nullptr) {
      window.learning = make_learning(window.region.reversed(), {.seed = 2, .kept_bytes = kept_each_});
    }
    Verdict verdict = window.learning->run(turn_, stop);
    if (verdict == Verdict::found) {
      path_ = window.learning->path();
      std::reverse(path_.begin(), path_.end());
    }
    if (verdict != Verdict::open || turn_ < kClausesFrom) return verdict;
    if (window.clauses == nullptr) window.clauses = make_clauses(window.region);
    if (window.clauses == nullptr) return verdict;
    verdict = window.clauses->run(turn_, stop);
    if (verdict == Verdict::found) path_ = window.clauses->path();
    return verdict;
  }

  const TraceQuestion& question_;
  const ReachabilityTables& walks_;
  size_t middle_;
  std::vector<CellId> cells_;  // of the rarest place
  size_t kept_each_;
  std::deque<Window> open_;
  size_t next_ = 0;  // window to play, or cell to cut round
  uint64_t turn_ = kFirstTurn;
  bool is_cut_ = false;
  bool is_too_large_ = false;
  std::vector<CellId> path_;
};

}  // namespace

std::unique_ptr<TraceEngine> make_windows(const TraceQuestion& question, const ReachabilityTables& walks,
                                          const std::vector<std::vector<CellId>>& pieces) {
  const size_t middle = walks.rarest_place();
  std::vector<CellId> cells;
  for (const auto& piece : pieces) {
    for (const CellId cell : piece) {
      if (walks.has(middle, cell)) cells.push_back(cell);
      if (cells.size() > kMostWindows) return nullptr;
    }
  }
  if (cells.empty()) return nullptr;
  return std::make_unique<Windows>(question, walks, middle, std::move(cells));
}

}  // namespace lexigrid

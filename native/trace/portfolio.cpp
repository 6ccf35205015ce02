#include "trace/portfolio.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "trace/passes/letters.hpp"
#include "trace/passes/sweep.hpp"
#include "trace/solvers/decide.hpp"
#include "trace/solvers/paths.hpp"

namespace lexigrid {
namespace {

constexpr size_t kKeptPaths = 4096;          // that the sweep collects, to be sorted
constexpr size_t kKeptCells = 1 << 24;       // the same, in cells: a thousand letters or less fill kKeptPaths
constexpr size_t kLongPath = 1024;           // cells from which on each path listed looks at the clock
constexpr uint64_t kFirstPathSteps = 4'000;  // spent on finding the first path in canonical order
constexpr uint64_t kFirstOfSmallSteps = 50'000;  // the same, on grids of up to kSmallGrid cells
constexpr size_t kSmallGrid = 25;
constexpr uint64_t kTrialSteps = 50'000;  // of the plain walk, before it may be changed for the learning one
constexpr uint64_t kStepsAPath = 200;     // with fewer steps a path than that the plain walk does well

/// One question on its way through the passes.
class Portfolio {
 public:
  Portfolio(const TraceQuery& query, const TraceQuestion& question, StopToken& stop)
      : query_(query),
        question_(question),
        stop_(stop) {}

  [[nodiscard]] TraceResult run() {
    if (!look() && !is_over()) work();
    if (result_.status == TraceStatus::found && result_.paths() == 0 && most() > 0)
      result_.add_path(some_path_);
    if (result_.status == TraceStatus::found && result_.count.is_zero()) result_.count = 1;
    if (result_.status == TraceStatus::undetermined) result_.exact = false;
    result_.finish = stop_.reason();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_over() const noexcept { return stop_.reason() != Finish::complete; }

  /// Paths to list.
  [[nodiscard]] uint64_t most() const noexcept {
    if (query_.wanted == TraceWanted::count) return 0;
    return query_.wanted == TraceWanted::one ? std::min<uint64_t>(1, query_.limit) : query_.limit;
  }

  [[nodiscard]] uint64_t first_steps() const noexcept {
    return question_.grid.cells.size() <= kSmallGrid ? kFirstOfSmallSteps : kFirstPathSteps;
  }

  bool settle_absent(TracePass pass) {
    result_.status = TraceStatus::absent;
    result_.pass = pass;
    return true;
  }

  /// A path is looked at by code that shares nothing with what found it, and not believed otherwise.
  void settle_found(std::vector<CellId> path, TracePass pass) {
    if (!is_valid_path(question_, path)) return;
    result_.status = TraceStatus::found;
    result_.pass = pass;
    result_.exact = false;
    some_path_ = std::move(path);
  }

  /// Letters and sweep: what a look at the grid decides. True when the whole answer is there.
  bool look() {
    if (question_.length() > question_.grid.cells.size()) return settle_absent(TracePass::letters);
    const LetterCounts counts = count_letters(question_);
    if (!counts.is_enough && query_.uses(TracePass::letters)) return settle_absent(TracePass::letters);
    if (!query_.uses(TracePass::sweep)) return false;
    const size_t kept = std::min(kKeptPaths, kKeptCells / question_.length());
    SweepResult swept = sweep(question_, counts, query_.wanted == TraceWanted::all ? kept : 0,
                              query_.wanted != TraceWanted::one, stop_);
    result_.count = swept.count;
    if (!swept.is_exhausted) {
      if (swept.first.empty()) return false;
      settle_found(std::move(swept.first), TracePass::sweep);
      if (query_.wanted != TraceWanted::one) return false;
      // Paths are plenty: the first of them is near.
      std::vector<CellId> first = first_path(question_, first_steps(), stop_);
      if (!first.empty()) some_path_ = std::move(first);
      return true;
    }
    if (swept.count.is_zero()) return settle_absent(TracePass::sweep);
    settle_found(std::move(swept.first), TracePass::sweep);
    result_.exact = true;
    const bool is_listed = query_.wanted != TraceWanted::all || !swept.paths.empty();
    if (query_.wanted == TraceWanted::one && most() > 0) result_.add_path(some_path_);
    for (size_t i = 0; i < swept.paths.size() && i < most(); ++i) result_.add_path(swept.paths[i]);
    return is_listed;
  }

  /// Tables, regions and engines; then the listing and the count.
  void work() {
    const Adjacency adjacency = query_.adjacency.tabled();
    const TraceQuestion question{question_.grid, adjacency, question_.word, question_.spells,
                                 question_.symbols};
    ReachabilityTables walks(question);
    if (query_.uses(TracePass::runs)) walks.drop_small_pieces(stop_);
    if (query_.uses(TracePass::walks) && !walks.narrow(stop_)) {
      settle_absent(TracePass::walks);
      return;
    }
    if (is_over()) return;
    std::optional<Regions> regions;
    if (query_.uses(TracePass::regions)) {
      regions = regions_of(question, walks, query_.region_cells, stop_);
      if (is_over()) return;
      if (regions->small.empty() && regions->large.empty()) {
        settle_absent(TracePass::regions);
        return;
      }
    }
    if (regions && result_.status == TraceStatus::undetermined) {
      Decision decision = decide(query_, std::array{OpenQuestion{question, walks, *regions}}, stop_);
      if (decision.status == TraceStatus::absent) {
        settle_absent(decision.pass);
        return;
      }
      if (decision.status == TraceStatus::found) settle_found(std::move(decision.path), decision.pass);
      if (is_over()) return;
    }
    const Regions* const pieces = regions ? &*regions : nullptr;
    if (query_.wanted == TraceWanted::one && result_.status == TraceStatus::found) {
      find_first(question, walks, pieces);
    } else {
      list_all(question, walks, pieces);
    }
  }

  /// The first path in canonical order, where it is soon met.
  void find_first(const TraceQuestion& question, const ReachabilityTables& walks, const Regions* regions) {
    PathStream stream(question, walks, regions, query_.uses(TracePass::forward));
    if (stream.next(first_steps(), stop_) == Verdict::found) some_path_ = stream.path();
  }

  void list_all(const TraceQuestion& question, const ReachabilityTables& walks, const Regions* regions) {
    PathStream plain(question, walks, regions, false);
    const bool can_learn = regions != nullptr && query_.uses(TracePass::forward);
    if (list(plain, can_learn)) return;
    PathStream learning(question, walks, regions, true);
    (void)list(learning, false);
  }

  /// Lists and counts what the stream gives. False when it got lost, and nothing was taken from it.
  bool list(PathStream& stream, bool may_get_lost) {
    std::vector<CellId> cells;
    std::vector<uint64_t> cell_of{0};
    Number count;
    uint64_t found = 0;
    Verdict verdict = Verdict::open;
    for (;;) {
      verdict = stream.next(may_get_lost ? kTrialSteps : kNoLimit, stop_);
      if (verdict != Verdict::found) {
        if (verdict == Verdict::open && may_get_lost && !is_over()) return false;
        break;
      }
      count.add(1);
      if (++found == 1 && result_.status == TraceStatus::undetermined)
        settle_found(stream.path(), TracePass::paths);
      if (found <= most()) {
        cells.insert(cells.end(), stream.path().begin(), stream.path().end());
        cell_of.push_back(cells.size());
      }
      if (query_.wanted == TraceWanted::one) break;
      if (question_.length() >= kLongPath && stop_.look()) {
        verdict = Verdict::open;
        break;
      }
      if (may_get_lost && stream.steps() > kTrialSteps) {
        if (stream.steps() > found * kStepsAPath) return false;
      }
    }
    result_.exact = verdict == Verdict::absent;
    if (result_.exact && count.is_zero()) settle_absent(TracePass::paths);
    if (result_.exact || result_.count.is_zero() || query_.wanted != TraceWanted::one) result_.count = count;
    result_.cells = std::move(cells);
    result_.cell_of = std::move(cell_of);
    return true;
  }

  const TraceQuery& query_;
  const TraceQuestion& question_;
  StopToken& stop_;
  TraceResult result_;
  std::vector<CellId> some_path_;
};

}  // namespace

TraceResult trace_by_passes(const TraceQuery& query, const TraceQuestion& question, StopToken& stop) {
  return Portfolio(query, question, stop).run();
}

}  // namespace lexigrid

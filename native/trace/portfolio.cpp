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

constexpr size_t kMaxPaths = 4096;                 // collected and sorted by the sweep
constexpr size_t kMaxCells = 1 << 24;              // of these paths together
constexpr size_t kLongPath = 1024;                 // cells; check the clock after each path this long
constexpr size_t kSmallGrid = 25;                  // cells
constexpr uint64_t kFirstPathSteps = 4'000;        // spent on the first path in canonical order
constexpr uint64_t kFirstPathSmallSteps = 50'000;  // the same on a small grid

class Portfolio {
 public:
  Portfolio(const TraceQuery& query, const TraceQuestion& question, StopToken& stop)
      : query_(query),
        question_(question),
        stop_(stop) {}

  [[nodiscard]] TraceResult run() {
    struct Step {
      TracePass pass;
      bool (Portfolio::*run)();  // returns true if the answer is complete
    };
    static constexpr Step kSteps[] = {
        {TracePass::letters, &Portfolio::compare_letters}, {TracePass::sweep, &Portfolio::run_sweep},
        {TracePass::runs, &Portfolio::drop_short_runs},    {TracePass::reachability, &Portfolio::narrow},
        {TracePass::regions, &Portfolio::split},           {TracePass::regions, &Portfolio::run_engines},
        {TracePass::paths, &Portfolio::enumerate},
    };
    for (const Step& step : kSteps) {
      if (query_.uses(step.pass) && ((this->*step.run)() || is_over())) break;
    }
    if (result_.status == TraceStatus::found) {
      if (result_.paths() == 0 && query_.max_paths() > 0) result_.add_path(some_path_);
      if (result_.count.is_zero()) result_.count = 1;
    }
    if (result_.status == TraceStatus::undetermined) result_.exact = false;
    result_.finish = stop_.reason();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_over() const noexcept { return stop_.reason() != Finish::complete; }

  [[nodiscard]] uint64_t first_path_steps() const noexcept {
    return question_.grid.cells.size() <= kSmallGrid ? kFirstPathSmallSteps : kFirstPathSteps;
  }

  bool set_absent(TracePass pass) {
    result_.status = TraceStatus::absent;
    result_.pass = pass;
    return true;
  }

  /// Accepts a path if it passes a check that shares no code with the search that found it.
  void set_found(std::vector<CellId> path, TracePass pass) {
    if (!is_valid_path(question_, path)) return;
    result_.status = TraceStatus::found;
    result_.pass = pass;
    result_.exact = false;
    some_path_ = std::move(path);
  }

  const LetterCounts& counts() {
    if (!counts_) counts_ = count_letters(question_);
    return *counts_;
  }

  /// The tables, built on first use with the tabled question they refer to.
  ReachabilityTables& tables() {
    if (!tables_) {
      adjacency_ = query_.adjacency.tabled();
      tabled_.emplace(
          TraceQuestion{question_.grid, *adjacency_, question_.word, question_.spells, question_.symbols});
      tables_.emplace(*tabled_);
    }
    return *tables_;
  }

  const TraceQuestion& tabled() {
    (void)tables();
    return *tabled_;
  }

  bool compare_letters() { return !counts().is_enough && set_absent(TracePass::letters); }

  bool run_sweep() {
    const bool is_one = query_.wanted == TraceWanted::one;
    const size_t max_kept = std::min(kMaxPaths, kMaxCells / question_.length());
    SweepResult swept =
        sweep(question_, counts(), query_.wanted == TraceWanted::all ? max_kept : 0, !is_one, stop_);
    result_.count = swept.count;
    if (!swept.is_exhausted) {
      if (swept.first.empty()) return false;
      set_found(std::move(swept.first), TracePass::sweep);
      if (!is_one) return false;
      // There are probably many paths, so the first in canonical order is found soon.
      std::vector<CellId> first = first_path(question_, first_path_steps(), stop_);
      if (!first.empty()) some_path_ = std::move(first);
      return true;
    }
    if (swept.count.is_zero()) return set_absent(TracePass::sweep);
    set_found(std::move(swept.first), TracePass::sweep);
    result_.exact = true;
    if (is_one && query_.max_paths() > 0) result_.add_path(some_path_);
    for (size_t i = 0; i < swept.paths.size() && i < query_.max_paths(); ++i)
      result_.add_path(swept.paths[i]);
    return query_.wanted != TraceWanted::all || !swept.paths.empty();
  }

  bool drop_short_runs() {
    tables().drop_small_components(stop_);
    return false;
  }

  bool narrow() { return !tables().narrow(stop_) && set_absent(TracePass::reachability); }

  bool split() {
    regions_ = regions_of(tabled(), tables(), query_.region_cells, stop_);
    return !is_over() && regions_->small.empty() && regions_->large.empty() && set_absent(TracePass::regions);
  }

  bool run_engines() {
    if (result_.status != TraceStatus::undetermined) return false;
    Decision decision = decide(query_, std::array{OpenQuestion{tabled(), tables(), *regions_}}, stop_);
    if (decision.status == TraceStatus::absent) return set_absent(decision.pass);
    if (decision.status == TraceStatus::found) set_found(std::move(decision.path), decision.pass);
    return false;
  }

  /// Lists and counts the paths. If one is wanted and known, looks briefly for the first in canonical order.
  bool enumerate() {
    const Regions* const regions = regions_ ? &*regions_ : nullptr;
    if (query_.wanted == TraceWanted::one && result_.status == TraceStatus::found) {
      PathStream stream(tabled(), tables(), regions, query_.uses(TracePass::forward));
      if (stream.next(first_path_steps(), stop_) == Verdict::found) some_path_ = stream.path();
      return true;
    }
    PathStream plain(tabled(), tables(), regions, false);
    if (list(plain, regions != nullptr && query_.uses(TracePass::forward))) return true;
    PathStream learning(tabled(), tables(), regions, true);
    return list(learning, false);
  }

  /// Lists and counts the paths of a stream. Returns false if the stream may get lost and did; the answer is
  /// then to be discarded.
  bool list(PathStream& stream, bool may_get_lost) {
    result_.clear_paths();
    uint64_t found = 0;
    Verdict verdict = Verdict::open;
    for (;;) {
      verdict = stream.next(may_get_lost ? PathStream::kTrialSteps : kNoLimit, stop_);
      if (verdict != Verdict::found) {
        if (verdict == Verdict::open && may_get_lost && !is_over()) return false;
        break;
      }
      if (++found == 1 && result_.status == TraceStatus::undetermined)
        set_found(stream.path(), TracePass::paths);
      if (found <= query_.max_paths()) result_.add_path(stream.path());
      if (query_.wanted == TraceWanted::one) break;
      if (question_.length() >= kLongPath && stop_.look()) {
        verdict = Verdict::open;
        break;
      }
      if (may_get_lost && stream.is_lost(found)) return false;
    }
    result_.exact = verdict == Verdict::absent;
    if (result_.exact && found == 0) set_absent(TracePass::paths);
    if (result_.exact || result_.count.is_zero() || query_.wanted != TraceWanted::one) result_.count = found;
    return true;
  }

  const TraceQuery& query_;
  const TraceQuestion& question_;
  StopToken& stop_;
  std::optional<LetterCounts> counts_;
  std::optional<Adjacency> adjacency_;
  std::optional<TraceQuestion> tabled_;
  std::optional<ReachabilityTables> tables_;
  std::optional<Regions> regions_;
  TraceResult result_;
  std::vector<CellId> some_path_;
};

}  // namespace

TraceResult trace_by_passes(const TraceQuery& query, const TraceQuestion& question, StopToken& stop) {
  if (question.length() > question.grid.cells.size()) {
    TraceResult result;
    result.status = TraceStatus::absent;
    result.pass = TracePass::letters;
    result.finish = stop.reason();
    return result;
  }
  return Portfolio(query, question, stop).run();
}

}  // namespace lexigrid

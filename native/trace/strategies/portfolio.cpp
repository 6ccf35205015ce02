#include "trace/strategies/portfolio.hpp"

#include <algorithm>
#include <optional>

#include "trace/engines/decide.hpp"
#include "trace/engines/paths.hpp"
#include "trace/passes/letters.hpp"
#include "trace/passes/sweep.hpp"
#include "trace/strategies/general.hpp"

namespace lexigrid {
namespace {

constexpr size_t kMaxPaths = 4096;                 // collected and sorted by a sweep
constexpr size_t kMaxCells = 1 << 24;              // of these paths together
constexpr size_t kLongPath = 1024;                 // cells; check the clock after each path this long
constexpr size_t kSmallGrid = 25;                  // cells
constexpr uint64_t kFirstPathSteps = 4'000;        // spent on the first path in canonical order
constexpr uint64_t kFirstPathSmallSteps = 50'000;  // the same on a small grid
constexpr uint64_t kGeneralSteps = 20'000;         // the same if cells can be read in two ways
constexpr size_t kPathsAfterStop = 10'000;         // copied and sorted in a few milliseconds

/// What a pass found out about a question.
enum class Outcome : uint8_t {
  open,     // nothing
  absent,   // there is no path
  found,    // there is a path, and perhaps others
  complete  // these are all paths
};

/// A question, and what the passes know about it.
struct Candidate {
  explicit Candidate(const TraceQuestion& asked) : question(asked) {}

  const TraceQuestion& question;
  Outcome outcome = Outcome::open;
  LetterCounts counts;
  SweepResult swept;
  std::optional<TraceQuestion> tabled;  // the question with a table of neighbours, to which the tables refer
  std::optional<ReachabilityTables> reachability;
  std::optional<Regions> regions;
};

class Portfolio {
 public:
  Portfolio(const TraceQuery& query, const TraceQuestions& questions, StopToken& stop)
      : query_(query),
        stop_(stop),
        is_plain_(questions.is_plain),
        // Cells that can be read in two ways would count twice.
        lists_(query.wanted != TraceWanted::one && !questions.is_ambiguous) {
    candidates_.reserve(questions.all.size());
    for (const TraceQuestion& question : questions.all) {
      if (question.length() <= question.grid.cells.size()) candidates_.emplace_back(question);
    }
    result_.decided_by = is_plain_ ? Part::letters : Part::segmentation;  // if no candidate is left
  }

  [[nodiscard]] TraceResult run(bool is_ambiguous) {
    for (Candidate& each : candidates_) {
      each.outcome = apply(kQuickPasses, each);
      if (is_over() || (!lists_ && result_.status == TraceStatus::found && is_unfinished(each))) break;
    }
    lists_ ? list_all() : find_one();
    if (is_ambiguous && result_.status != TraceStatus::absent) read_by_general_search();
    if (result_.status == TraceStatus::found) {
      if (result_.paths() == 0 && query_.max_paths() > 0) result_.add_path(some_path_);
      if (result_.count.is_zero()) result_.count = 1;
    }
    if (result_.status == TraceStatus::undetermined) result_.exact = false;
    result_.finish = stop_.reason();
    return std::move(result_);
  }

 private:
  struct Pass {
    Part part;
    Outcome (Portfolio::*run)(Candidate&);
  };
  static const Pass kQuickPasses[2];
  static const Pass kThoroughPasses[3];

  [[nodiscard]] bool is_over() const noexcept { return stop_.reason() != Finish::complete; }
  [[nodiscard]] static bool is_unfinished(const Candidate& each) noexcept {
    return each.outcome == Outcome::open || each.outcome == Outcome::found;
  }

  /// Runs passes until one finds out something.
  Outcome apply(std::span<const Pass> passes, Candidate& each) {
    for (const Pass& pass : passes) {
      if (!uses(pass.part)) continue;
      const Outcome outcome = (this->*pass.run)(each);
      if (outcome == Outcome::absent && result_.status != TraceStatus::found) result_.decided_by = pass.part;
      if (outcome != Outcome::open || is_over()) return outcome;
    }
    return Outcome::open;
  }

  /// Accepts a path if it passes a check that shares no code with the search that found it.
  void set_found(const TraceQuestion& question, std::vector<CellId> path, Part part) {
    if (!is_valid_path(question, path) || (!is_plain_ && !can_spell(query_, path))) return;
    if (result_.status != TraceStatus::found) {
      result_.decided_by = part;
      some_path_ = std::move(path);
    } else if (path < some_path_) {
      some_path_ = std::move(path);
    }
    result_.status = TraceStatus::found;
  }

  // --- passes -----------------------------------------------------------------------------------

  Outcome compare_letters(Candidate& each) {
    each.counts = count_letters(each.question);
    return each.counts.is_enough ? Outcome::open : Outcome::absent;
  }

  Outcome run_sweep(Candidate& each) {
    if (each.counts.have.empty()) each.counts = count_letters(each.question);
    const size_t max_kept = std::min(kMaxPaths, kMaxCells / each.question.length());
    each.swept = sweep(each.question, each.counts, lists_ && query_.wanted == TraceWanted::all ? max_kept : 0,
                       lists_, stop_);
    const bool is_found = !each.swept.first.empty();
    if (is_found) set_found(each.question, std::move(each.swept.first), Part::sweep);
    if (!each.swept.is_exhausted) return is_found ? Outcome::found : Outcome::open;
    return each.swept.count.is_zero() ? Outcome::absent : Outcome::complete;
  }

  /// The tables, built on first use.
  ReachabilityTables& tables(Candidate& each) {
    if (!each.reachability) {
      if (!adjacency_) adjacency_ = query_.adjacency.tabled();
      each.tabled.emplace(each.question.with(*adjacency_));
      each.reachability.emplace(*each.tabled, ReachabilityTables::kMaxBytes / candidates_.size());
    }
    return *each.reachability;
  }

  Outcome drop_short_runs(Candidate& each) {
    tables(each).drop_small_components(stop_);
    return Outcome::open;
  }

  Outcome narrow(Candidate& each) { return tables(each).narrow(stop_) ? Outcome::open : Outcome::absent; }

  Outcome split(Candidate& each) {
    each.regions = regions_of(*each.tabled, tables(each), query_.region_cells, stop_);
    const bool is_empty = each.regions->small.empty() && each.regions->large.empty();
    return is_empty && !is_over() ? Outcome::absent : Outcome::open;
  }

  /// Runs the engines on all questions left open.
  void run_engines(std::span<Candidate* const> open) {
    std::vector<OpenQuestion> questions;
    for (const Candidate* each : open) {
      if (each->regions) questions.push_back({*each->tabled, *each->reachability, *each->regions});
    }
    if (questions.empty()) return;
    Decision decision = decide(questions, stop_);
    if (decision.status == TraceStatus::found)
      set_found(questions[decision.question].question, std::move(decision.path), decision.part);
    if (decision.status != TraceStatus::absent || questions.size() < open.size()) return;
    for (Candidate* each : open) each->outcome = Outcome::absent;
    if (result_.status != TraceStatus::found) result_.decided_by = decision.part;
  }

  // --- one path ---------------------------------------------------------------------------------

  void find_one() {
    for (const Candidate& each : candidates_) result_.count.add(each.swept.count);
    const bool is_swept = result_.status == TraceStatus::found;
    if (!is_swept) decide_open();
    result_.exact = std::none_of(candidates_.begin(), candidates_.end(), is_unfinished);
    if (result_.status == TraceStatus::undetermined) {
      if (result_.exact) result_.status = TraceStatus::absent;
    } else if (candidates_.size() == 1 && !result_.exact) {
      improve(candidates_.front(), is_swept);
    }
  }

  void decide_open() {
    std::vector<Candidate*> open;
    for (Candidate& each : candidates_) {
      if (is_over()) return;
      if (!is_unfinished(each)) continue;
      each.outcome = apply(kThoroughPasses, each);
      if (each.outcome == Outcome::open) open.push_back(&each);
    }
    if (!is_over()) run_engines(open);
    for (Candidate* each : open) {  // if the engines that would decide are left out
      if (result_.status == TraceStatus::undetermined && each->outcome == Outcome::open && !is_over())
        enumerate(*each);
    }
  }

  /// Looks briefly for the first path in canonical order.
  void improve(Candidate& each, bool is_swept) {
    const bool is_small = each.question.grid.cells.size() <= kSmallGrid;
    const uint64_t steps = is_small ? kFirstPathSmallSteps : kFirstPathSteps;
    if (is_swept) {  // there are probably many paths
      std::vector<CellId> first = first_path(each.question, steps, stop_);
      if (!first.empty()) some_path_ = std::move(first);
    } else if (result_.paths() == 0) {
      PathStream stream(*each.tabled, tables(each), each.regions ? &*each.regions : nullptr,
                        uses(Part::learning));
      if (stream.next(steps, stop_) == Verdict::found) some_path_ = stream.path();
    }
  }

  /// Cells that can be read in two ways count once.
  void read_by_general_search() {
    const bool is_one = query_.wanted == TraceWanted::one;
    if (is_one && result_.status != TraceStatus::found) return;
    TraceResult read = trace_general(query_, stop_, is_one ? kGeneralSteps : kNoLimit);
    if (read.status != TraceStatus::found && result_.status == TraceStatus::found) {
      result_.exact = false;
      result_.count = 1;
      return;
    }
    if (result_.status == TraceStatus::found) read.decided_by = result_.decided_by;
    result_ = std::move(read);
  }

  // --- all paths --------------------------------------------------------------------------------

  /// No path belongs to two questions.
  void list_all() {
    for (Candidate& each : candidates_) {
      if (each.outcome == Outcome::absent) continue;
      list(each);
      if (is_over()) break;
    }
    result_.exact = std::none_of(candidates_.begin(), candidates_.end(), is_unfinished);
    if (result_.exact && result_.status == TraceStatus::undetermined) result_.status = TraceStatus::absent;
    if (candidates_.size() > 1) sort_paths();
  }

  void list(Candidate& each) {
    if (each.outcome == Outcome::complete &&
        (query_.wanted == TraceWanted::count || !each.swept.paths.empty())) {
      result_.count.add(each.swept.count);
      for (size_t i = 0; i < each.swept.paths.size() && i < query_.max_paths(); ++i)
        result_.add_path(each.swept.paths[i]);
      return;
    }
    const bool is_open = each.outcome == Outcome::open;
    if (!is_over() && apply(kThoroughPasses, each) == Outcome::absent) each.outcome = Outcome::absent;
    if (is_open && each.outcome == Outcome::open && !is_over()) {
      Candidate* const only[] = {&each};
      run_engines(only);
    }
    if (each.outcome != Outcome::absent) enumerate(each);
    each.reachability.reset();
    each.regions.reset();
  }

  /// Lists and counts the paths of a question, or finds the first if one is wanted.
  void enumerate(Candidate& each) {
    ReachabilityTables& reachability = tables(each);
    PathListing paths(*each.tabled, reachability, each.regions ? &*each.regions : nullptr);
    uint64_t found = 0;
    Verdict verdict = Verdict::open;
    while ((verdict = paths.next(stop_)) == Verdict::found) {
      if (++found == 1) set_found(each.question, paths.path(), Part::paths);
      if (found <= query_.max_paths()) result_.add_path(paths.path());
      if (!lists_) break;
      if (each.question.length() >= kLongPath && stop_.look()) break;
    }
    result_.count.add(found);
    each.outcome = verdict != Verdict::absent ? Outcome::found
                   : found > 0                ? Outcome::complete
                                              : Outcome::absent;
    if (each.outcome == Outcome::absent && result_.status != TraceStatus::found)
      result_.decided_by = Part::paths;
  }

  void sort_paths() {
    std::vector<std::vector<CellId>> paths(is_over() ? std::min(result_.paths(), kPathsAfterStop)
                                                     : result_.paths());
    for (size_t p = 0; p < paths.size(); ++p) paths[p].assign(result_.path(p).begin(), result_.path(p).end());
    std::sort(paths.begin(), paths.end());
    result_.clear_paths();
    for (size_t p = 0; p < paths.size() && p < query_.limit; ++p) result_.add_path(paths[p]);
  }

  const TraceQuery& query_;
  StopToken& stop_;
  const bool is_plain_;
  const bool lists_;
  std::vector<Candidate> candidates_;
  std::optional<Adjacency> adjacency_;  // a table, made on first use
  TraceResult result_;
  std::vector<CellId> some_path_;
};

const Portfolio::Pass Portfolio::kQuickPasses[] = {
    {Part::letters, &Portfolio::compare_letters},
    {Part::sweep, &Portfolio::run_sweep},
};
const Portfolio::Pass Portfolio::kThoroughPasses[] = {
    {Part::runs, &Portfolio::drop_short_runs},
    {Part::reachability, &Portfolio::narrow},
    {Part::regions, &Portfolio::split},
};

}  // namespace

TraceResult trace_by_portfolio(const TraceQuery& query, const TraceQuestions& questions, StopToken& stop) {
  return Portfolio(query, questions, stop).run(questions.is_ambiguous);
}

}  // namespace lexigrid

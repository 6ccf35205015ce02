#include "trace/passes/segmentation.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>

#include "base/bits.hpp"
#include "trace/general.hpp"
#include "trace/passes/letters.hpp"
#include "trace/passes/sweep.hpp"
#include "trace/portfolio.hpp"
#include "trace/segments.hpp"
#include "trace/solvers/decide.hpp"

namespace lexigrid {
namespace {

constexpr size_t kMaxPositions = size_t{1} << 24;  // in all segmentations together
constexpr uint64_t kReadSteps = 20'000;  // of the general search, for the first path if one is known to exist
constexpr uint64_t kStepsPerLetter = 64;    // of a segmentation, while listing them
constexpr size_t kPathsAfterStop = 10'000;  // copied and sorted in a few milliseconds
constexpr size_t kNever = std::numeric_limits<size_t>::max();

/// The fewest segments that spell the rest of the word from each position; kNever if none can.
std::vector<size_t> fewest_segments(const WordSegments& segments, StopToken& stop) {
  std::vector<size_t> fewest(segments.fitting.size() + 1, kNever);
  fewest.back() = 0;
  for (size_t position = segments.fitting.size(); position-- > 0 && !stop.due();) {
    for_each_bit(segments.fitting[position], [&](unsigned symbol) {
      const size_t after = fewest[position + segments.segment[symbol].size()];
      if (after != kNever) fewest[position] = std::min(fewest[position], after + 1);
    });
  }
  return fewest;
}

/// Lists the segmentations that use no segment more often than there are cells to spell it. Returns false if
/// there are too many or `stop` is due.
bool list_cuts(const WordSegments& segments, size_t cells, std::vector<std::vector<Symbol>>& segmentations,
               StopToken& stop) {
  const std::vector<size_t> fewest = fewest_segments(segments, stop);
  if (stop.reason() != Finish::complete) return false;
  if (fewest[0] > cells) return true;  // there are no segmentations
  std::vector<uint64_t> left = segments.have;
  std::vector<Symbol> segmentation;
  std::vector<SymbolMask> untried{segments.fitting[0]};
  size_t position = 0;
  uint64_t steps = (Segmentations::kMax + fewest.size()) * kStepsPerLetter;
  const auto step_back = [&] {
    untried.pop_back();
    if (segmentation.empty()) return;
    position -= segments.segment[segmentation.back()].size();
    ++left[segmentation.back()];
    segmentation.pop_back();
  };
  while (!untried.empty()) {
    if (stop.due() || steps-- == 0) return false;
    if (untried.back() == 0) {
      step_back();
      continue;
    }
    const auto s = static_cast<Symbol>(std::countr_zero(untried.back()));
    untried.back() &= untried.back() - 1;
    const size_t after = position + segments.segment[s].size();
    if (left[s] == 0 || fewest[after] == kNever || segmentation.size() + 1 + fewest[after] > cells) continue;
    --left[s];
    segmentation.push_back(s);
    position = after;
    untried.push_back(position < segments.fitting.size() ? segments.fitting[position] : 0);
    if (position < segments.fitting.size()) continue;
    if (segmentations.size() == Segmentations::kMax ||
        (segmentations.size() + 1) * segmentation.size() > kMaxPositions)
      return false;
    segmentations.push_back(segmentation);
  }
  return true;
}

/// The question for one segmentation. Tiles that spell none of its segments are dead.
TraceQuestion question_of_segmentation(const TraceQuery& query, const Segmentations& segmentations,
                                       size_t number) {
  TraceQuestion made{.grid = query.grid,
                     .adjacency = query.adjacency,
                     .word = segmentations.segmentations[number],
                     .spells = segmentations.spells};
  made.symbols = segmentations.symbols;
  SymbolMask used = 0;
  for (const Symbol s : made.word) used |= SymbolMask{1} << s;
  for (SymbolMask& mask : made.spells) mask &= used;
  return made;
}

/// A question that letters and sweep left open.
struct OpenSegmentation {
  OpenSegmentation(const TraceQuestion& question, size_t max_bytes) : reachability(question, max_bytes) {}
  ReachabilityTables reachability;
  std::optional<Regions> regions;
};

/// Runs the cheap passes on each question, then the engines on all that remain open.
class BySegmentations {
 public:
  BySegmentations(const TraceQuery& query, const Segmentations& segmentations, StopToken& stop)
      : query_(query),
        segmentations_(segmentations),
        stop_(stop) {
    for (size_t number = 0; number < segmentations.segmentations.size(); ++number)
      questions_.push_back(question_of_segmentation(query, segmentations, number));
  }

  [[nodiscard]] TraceResult run() {
    result_.pass = TracePass::segmentation;
    decide_status();
    if (result_.status == TraceStatus::undetermined && !is_over())
      return trace_general(query_, stop_);  // the passes that would decide are skipped
    if (result_.status == TraceStatus::absent) {
      result_.exact = true;
    } else if (segmentations_.is_ambiguous) {
      count_by_general_search();
    } else if (query_.wanted != TraceWanted::one) {
      list();
    }
    if (result_.status == TraceStatus::found && result_.paths() == 0 && query_.max_paths() > 0)
      result_.add_path(path_);
    if (result_.status == TraceStatus::found && result_.count.is_zero()) result_.count = 1;
    result_.finish = stop_.reason();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_over() const { return stop_.reason() != Finish::complete; }

  void take(std::vector<CellId> path, const TraceQuestion& question) {
    if (!is_valid_path(question, path) || !can_spell(query_, path)) return;
    if (result_.status != TraceStatus::found || path < path_) path_ = std::move(path);
    result_.status = TraceStatus::found;
  }

  /// Decides the status. If one path is wanted, the count is exact if every sweep was exhaustive.
  void decide_status() {
    bool is_exact = true;
    bool has_unchecked = false;
    std::deque<OpenSegmentation> kept;
    std::vector<OpenQuestion> open;
    const size_t max_bytes = ReachabilityTables::kMaxBytes / std::max<size_t>(questions_.size(), 1);
    for (const TraceQuestion& question : questions_) {
      if (question.length() > query_.grid.cells.size()) continue;
      const LetterCounts counts = count_letters(question);
      if (!counts.is_enough && query_.uses(TracePass::letters)) continue;
      if (query_.uses(TracePass::sweep)) {
        SweepResult swept = sweep(question, counts, 0, false, stop_);
        result_.count.add(swept.count);
        if (!swept.first.empty()) take(std::move(swept.first), question);
        if (swept.is_exhausted) continue;
      }
      is_exact = false;
      if (is_over() || result_.status == TraceStatus::found) break;
      if (!query_.uses(TracePass::regions)) {
        has_unchecked = true;
        continue;
      }
      OpenSegmentation& segmentation = kept.emplace_back(question, max_bytes);
      if (!may_have_path(segmentation, question)) kept.pop_back();
      if (is_over()) break;
      if (!kept.empty() && &segmentation == &kept.back())
        open.push_back({question, segmentation.reachability, *segmentation.regions});
    }
    if (result_.status == TraceStatus::undetermined && !is_over()) {
      if (!open.empty()) {
        Decision decision = decide(query_, open, stop_);
        if (decision.status == TraceStatus::absent && !has_unchecked) result_.status = TraceStatus::absent;
        if (decision.status == TraceStatus::found)
          take(std::move(decision.path), open[decision.question].question);
      } else if (!has_unchecked) {
        result_.status = TraceStatus::absent;
      }
    }
    result_.exact = is_exact && !is_over();
  }

  bool may_have_path(OpenSegmentation& segmentation, const TraceQuestion& question) {
    if (query_.uses(TracePass::runs)) segmentation.reachability.drop_small_components(stop_);
    if (query_.uses(TracePass::reachability) && !segmentation.reachability.narrow(stop_)) return false;
    if (is_over()) return false;
    segmentation.regions = regions_of(question, segmentation.reachability, query_.region_cells, stop_);
    return !is_over() && !(segmentation.regions->small.empty() && segmentation.regions->large.empty());
  }

  /// Merges the paths of all questions; no path belongs to two of them.
  void list() {
    std::vector<std::vector<CellId>> paths;
    Number count;
    result_.exact = true;
    for (const TraceQuestion& question : questions_) {
      const TraceResult part = trace_by_passes(query_, question, stop_);
      count.add(part.count);
      result_.exact = result_.exact && part.exact && part.status != TraceStatus::undetermined;
      const size_t kept = is_over() ? std::min(part.paths(), kPathsAfterStop) : part.paths();
      for (size_t p = 0; p < kept; ++p) {
        const std::span<const CellId> path = part.path(p);
        paths.emplace_back(path.begin(), path.end());
      }
      if (is_over() && paths.size() > kPathsAfterStop) paths.resize(kPathsAfterStop);
      std::sort(paths.begin(), paths.end());
      if (paths.size() > query_.limit) paths.resize(query_.limit);
      if (is_over()) break;
    }
    if (is_over()) result_.exact = false;
    result_.count = count;
    if (!count.is_zero()) result_.status = TraceStatus::found;
    if (result_.exact && count.is_zero()) result_.status = TraceStatus::absent;
    for (const auto& path : paths) result_.add_path(path);
  }

  /// Counts and lists by the general search, in which cells that can be read in two ways count once.
  void count_by_general_search() {
    const TraceStatus status = result_.status;
    if (query_.wanted == TraceWanted::one && status != TraceStatus::found) return;
    TraceResult read =
        trace_general(query_, stop_, query_.wanted == TraceWanted::one ? kReadSteps : kNoLimit);
    if (read.status != TraceStatus::found && status == TraceStatus::found) {
      result_.exact = false;
      result_.count = 1;
      return;
    }
    read.pass = status == TraceStatus::found ? TracePass::segmentation : read.pass;
    result_ = std::move(read);
  }

  const TraceQuery& query_;
  const Segmentations& segmentations_;
  StopToken& stop_;
  std::deque<TraceQuestion> questions_;
  TraceResult result_;
  std::vector<CellId> path_;
};

}  // namespace

std::variant<Segmentations, TraceDeclined> segmentations_of(const TraceQuery& query, StopToken& stop) {
  const auto stopped_or = [&](TraceDeclined reason) {
    return stop.reason() == Finish::complete ? reason : TraceDeclined::stopped;
  };
  WordSegments segments(query, stop);
  if (!segments.is_complete()) return stopped_or(TraceDeclined::too_many_symbols);
  Segmentations made;
  if (!list_cuts(segments, query.grid.cells.size(), made.segmentations, stop))
    return stopped_or(TraceDeclined::too_many_segmentations);
  made.spells = std::move(segments.spells);
  made.symbols = static_cast<unsigned>(segments.segment.size());
  made.is_ambiguous = segments.is_ambiguous;
  return made;
}

TraceResult trace_by_segmentations(const TraceQuery& query, const Segmentations& segmentations,
                                   StopToken& stop) {
  return BySegmentations(query, segmentations, stop).run();
}

}  // namespace lexigrid

#include "trace/passes/cuts.hpp"

#include <algorithm>
#include <deque>
#include <limits>

#include "trace/general.hpp"
#include "trace/passes/letters.hpp"
#include "trace/passes/sweep.hpp"
#include "trace/pieces.hpp"
#include "trace/portfolio.hpp"
#include "trace/solvers/decide.hpp"

namespace lexigrid {
namespace {

constexpr size_t kMostPlaces = size_t{1} << 24;  // of all cuts together
constexpr uint64_t kReadSteps = 20'000;  // of the general search for one path that is known to be there
constexpr uint64_t kStepsACut = 64;      // and letter, until there are too many to look for

constexpr size_t kNever = std::numeric_limits<size_t>::max();

/// The fewest pieces that spell the word from each place on; kNever where none do.
std::vector<size_t> fewest_pieces(const WordPieces& pieces, StopToken& stop) {
  std::vector<size_t> fewest(pieces.fitting.size() + 1, kNever);
  fewest.back() = 0;
  for (size_t place = pieces.fitting.size(); place-- > 0 && !stop.due();) {
    for (SymbolMask rest = pieces.fitting[place]; rest != 0; rest &= rest - 1) {
      const size_t after = fewest[place + pieces.piece[static_cast<unsigned>(std::countr_zero(rest))].size()];
      if (after != kNever) fewest[place] = std::min(fewest[place], after + 1);
    }
  }
  return fewest;
}

/// All cuts in which no piece is used more often than cells can spell it. False when they are too many.
bool list_cuts(const WordPieces& pieces, size_t cells, std::vector<std::vector<Symbol>>& cuts,
               StopToken& stop) {
  const std::vector<size_t> fewest = fewest_pieces(pieces, stop);
  if (stop.reason() != Finish::complete) return false;
  if (fewest[0] > cells) return true;  // none
  std::vector<uint64_t> left = pieces.have;
  std::vector<Symbol> cut;
  std::vector<SymbolMask> untried{pieces.fitting[0]};
  size_t place = 0;
  uint64_t steps = (WordCuts::kMost + fewest.size()) * kStepsACut;
  const auto step_back = [&] {
    untried.pop_back();
    if (cut.empty()) return;
    place -= pieces.piece[cut.back()].size();
    ++left[cut.back()];
    cut.pop_back();
  };
  while (!untried.empty()) {
    if (stop.due() || steps-- == 0) return false;
    if (untried.back() == 0) {
      step_back();
      continue;
    }
    const auto s = static_cast<Symbol>(std::countr_zero(untried.back()));
    untried.back() &= untried.back() - 1;
    const size_t after = place + pieces.piece[s].size();
    if (left[s] == 0 || fewest[after] == kNever || cut.size() + 1 + fewest[after] > cells) continue;
    --left[s];
    cut.push_back(s);
    place = after;
    untried.push_back(place < pieces.fitting.size() ? pieces.fitting[place] : 0);
    if (place < pieces.fitting.size()) continue;
    if (cuts.size() == WordCuts::kMost || (cuts.size() + 1) * cut.size() > kMostPlaces) return false;
    cuts.push_back(cut);
  }
  return true;
}

/// The same question for one cut; tiles that spell nothing of it are dead.
TraceQuestion question_of_cut(const TraceQuery& query, const WordCuts& cuts, size_t number) {
  TraceQuestion made{
      .grid = query.grid, .adjacency = query.adjacency, .word = cuts.cuts[number], .spells = cuts.spells};
  made.symbols = cuts.symbols;
  SymbolMask used = 0;
  for (const Symbol s : made.word) used |= SymbolMask{1} << s;
  for (SymbolMask& mask : made.spells) mask &= used;
  return made;
}

/// A cut that letters, sweep and tables left open.
struct OpenCut {
  OpenCut(const TraceQuestion& question, size_t most_bytes) : walks(question, most_bytes) {}
  ReachabilityTables walks;
  std::optional<Regions> regions;
};

/// All cuts side by side: each is looked at, and what is left open is decided in turns.
class ByCuts {
 public:
  ByCuts(const TraceQuery& query, const WordCuts& cuts, StopToken& stop)
      : query_(query),
        cuts_(cuts),
        stop_(stop) {
    for (size_t number = 0; number < cuts.cuts.size(); ++number)
      questions_.push_back(question_of_cut(query, cuts, number));
  }

  [[nodiscard]] TraceResult run() {
    result_.pass = TracePass::cuts;
    settle();
    if (result_.status == TraceStatus::undetermined && !is_over())
      return trace_general(query_, stop_);  // passes are off
    if (result_.status == TraceStatus::absent) {
      result_.exact = true;
    } else if (cuts_.is_ambiguous) {
      read_on();
    } else if (query_.wanted != TraceWanted::one) {
      list();
    }
    if (result_.status == TraceStatus::found && result_.paths() == 0 && query_.wanted != TraceWanted::count &&
        query_.limit > 0) {
      result_.add_path(path_);
    }
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

  /// Found, absent, or open when the time is over. With one path wanted the count is exact where every
  /// cut was looked through.
  void settle() {
    bool is_exact = true;
    bool is_left_open = false;
    std::deque<OpenCut> kept;
    std::vector<OpenQuestion> open;
    const size_t most_bytes = ReachabilityTables::kMaxBytes / std::max<size_t>(questions_.size(), 1);
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
        is_left_open = true;
        continue;
      }
      OpenCut& cut = kept.emplace_back(question, most_bytes);
      if (!may_have_path(cut, question)) kept.pop_back();
      if (is_over()) break;
      if (!kept.empty() && &cut == &kept.back()) open.push_back({question, cut.walks, *cut.regions});
    }
    if (result_.status == TraceStatus::undetermined && !is_over()) {
      if (!open.empty()) {
        Decision decision = decide(query_, open, stop_);
        if (decision.status == TraceStatus::absent && !is_left_open) result_.status = TraceStatus::absent;
        if (decision.status == TraceStatus::found)
          take(std::move(decision.path), open[decision.question].question);
      } else if (!is_left_open) {
        result_.status = TraceStatus::absent;
      }
    }
    result_.exact = is_exact && !is_over();
  }

  bool may_have_path(OpenCut& cut, const TraceQuestion& question) {
    if (query_.uses(TracePass::runs)) cut.walks.drop_small_pieces(stop_);
    if (query_.uses(TracePass::walks) && !cut.walks.narrow(stop_)) return false;
    if (is_over()) return false;
    cut.regions = regions_of(question, cut.walks, query_.region_cells, stop_);
    return !is_over() && !(cut.regions->small.empty() && cut.regions->large.empty());
  }

  /// Every cut's paths, merged: no path is read in two of them.
  void list() {
    std::vector<std::vector<CellId>> paths;
    Number count;
    result_.exact = true;
    for (const TraceQuestion& question : questions_) {
      const TraceResult part = trace_by_passes(query_, question, stop_);
      count.add(part.count);
      result_.exact = result_.exact && part.exact && part.status != TraceStatus::undetermined;
      for (size_t p = 0; p < part.paths(); ++p) {
        paths.emplace_back(part.cells.begin() + static_cast<ptrdiff_t>(part.cell_of[p]),
                           part.cells.begin() + static_cast<ptrdiff_t>(part.cell_of[p + 1]));
      }
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

  /// Cells that can be read in two ways count once: the general search counts and lists them.
  void read_on() {
    const TraceStatus status = result_.status;
    if (query_.wanted == TraceWanted::one && status != TraceStatus::found) return;
    TraceResult read =
        trace_general(query_, stop_, query_.wanted == TraceWanted::one ? kReadSteps : kNoLimit);
    if (read.status != TraceStatus::found && status == TraceStatus::found) {
      result_.exact = false;
      result_.count = 1;
      return;
    }
    read.pass = status == TraceStatus::found ? TracePass::cuts : read.pass;
    result_ = std::move(read);
  }

  const TraceQuery& query_;
  const WordCuts& cuts_;
  StopToken& stop_;
  std::deque<TraceQuestion> questions_;
  TraceResult result_;
  std::vector<CellId> path_;
};

}  // namespace

std::optional<WordCuts> cuts_of(const TraceQuery& query, StopToken& stop) {
  WordPieces pieces(query, stop);
  if (!pieces.is_whole()) return std::nullopt;
  WordCuts made;
  if (!list_cuts(pieces, query.grid.cells.size(), made.cuts, stop)) return std::nullopt;
  made.spells = std::move(pieces.spells);
  made.symbols = static_cast<unsigned>(pieces.piece.size());
  made.is_ambiguous = pieces.is_ambiguous;
  return made;
}

TraceResult trace_by_cuts(const TraceQuery& query, const WordCuts& cuts, StopToken& stop) {
  return ByCuts(query, cuts, stop).run();
}

}  // namespace lexigrid

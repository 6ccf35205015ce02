// Single engines of trace: learning compared with brute force, clauses with all assignments.
#include <algorithm>

#include "tests/trace/boards.hpp"
#include "trace/engines/cdcl.hpp"
#include "trace/engines/learning.hpp"
#include "trace/passes/reachability.hpp"
#include "trace/passes/regions.hpp"

using namespace lexigrid;
using namespace lexigrid::tests;

namespace {

/// Every combination of pruning rules, learning and restarts. A rule about free cells fails here on striped
/// boards, as its nogoods name only used cells.
void learning_is_sound() {
  for (unsigned seed = 0; seed < scaled(300); ++seed) {
    Rng rng(seed + 9000);
    const uint32_t side = 3 + seed % 3;
    std::string text;
    for (uint32_t i = 0; i < side * 4; ++i) text += seed % 2 == 0 ? "ab"[i % 4 % 2] : "ab"[rng.below(2)];
    const Board board(side, 4, text, rng.below(2) == 0 ? TopologyKind::king : TopologyKind::rook);
    std::string word = text;
    for (size_t i = word.size() - 1; i > 0; --i)
      std::swap(word[i], word[rng.below(static_cast<uint32_t>(i) + 1)]);
    if (side == 5) word.resize(14);
    const bool is_found = !brute_force(board, word).empty();
    const GridView grid = board.view();
    const std::vector<LetterCode> letters(word.begin(), word.end());
    const TraceQuery query{.grid = grid, .adjacency = board.adjacency, .word = letters};
    StopToken stop;
    const auto questions = std::get<TraceQuestions>(questions_of(query, stop));
    const TraceQuestion& question = questions.all[0];
    const ReachabilityTables reachability(question);
    const Regions regions = regions_of(question, reachability, Region::kMaxCells, stop);
    CHECK(regions.large.empty());
    for (unsigned rules = 0; rules < 16; ++rules) {
      const LearningOptions options{(rules & 1) != 0, (rules & 2) != 0, (rules & 4) != 0, (rules & 8) != 0,
                                    seed};
      if (options.restarts && !options.learns) continue;  // would repeat the same run forever
      bool was_found = false;
      for (const Region& region : regions.small) {
        const auto engine = make_learning(region, options);
        Verdict verdict = Verdict::open;
        while (verdict == Verdict::open) verdict = engine->run(100'000, stop);
        was_found = was_found || verdict == Verdict::found;
        if (verdict == Verdict::found) CHECK(is_valid_path(question, engine->path()));
      }
      CHECK(was_found == is_found);
    }
  }
}

/// The SAT solver agrees with a test of all assignments.
void solver() {
  for (unsigned seed = 0; seed < scaled(400); ++seed) {
    Rng rng(seed + 800);
    const uint32_t variables = 3 + rng.below(8);
    const uint32_t groups = 1 + rng.below(3);
    ClauseSolver made;
    made.reserve_groups(groups);
    std::vector<uint32_t> group_of;
    for (uint32_t v = 0; v < variables; ++v) {
      group_of.push_back(rng.below(groups + 1));
      (void)made.add_variable(group_of[v] < groups ? group_of[v] : ClauseSolver::kNoGroup,
                              ClauseSolver::kNoGroup);
    }
    std::vector<std::vector<ClauseSolver::Literal>> clauses(variables * 2 + rng.below(variables * 2));
    for (auto& clause : clauses) {
      while (clause.empty() || (clause.size() == 1 && rng.below(4) != 0)) {
        const uint32_t literal = rng.below(2 * variables);
        if (clause.empty() || clause[0] >> 1 != literal >> 1) clause.push_back(literal);
      }
      for (uint32_t k = 0, n = 1 + rng.below(3); k < n; ++k) {
        const uint32_t literal = rng.below(2 * variables);
        const bool is_new =
            std::none_of(clause.begin(), clause.end(), [&](auto each) { return each >> 1 == literal >> 1; });
        if (is_new) clause.push_back(literal);
      }
      made.add_clause(clause);
    }
    const auto holds = [&](auto&& is_true) {
      std::vector<unsigned> in_group(groups);
      for (uint32_t v = 0; v < variables; ++v) {
        if (group_of[v] < groups && is_true(v) && ++in_group[group_of[v]] > 1) return false;
      }
      return std::all_of(clauses.begin(), clauses.end(), [&](const auto& clause) {
        return std::any_of(clause.begin(), clause.end(),
                           [&](auto literal) { return is_true(literal >> 1) == ((literal & 1) == 0); });
      });
    };
    bool is_possible = false;
    for (uint32_t set = 0; set < 1u << variables && !is_possible; ++set) {
      is_possible = holds([&](uint32_t v) { return (set >> v & 1) != 0; });
    }
    StopToken stop;
    Verdict verdict = Verdict::open;
    while (verdict == Verdict::open) verdict = made.run(1000, stop);
    if (verdict == Verdict::found) CHECK(holds([&](uint32_t v) { return made.is_true(v); }));
    CHECK(verdict == (is_possible ? Verdict::found : Verdict::absent));
  }
}

}  // namespace

int main() {
  learning_is_sound();
  solver();
  return report();
}

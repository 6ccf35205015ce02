#include "trace/solvers/decide.hpp"

#include <algorithm>
#include <functional>

#include "trace/passes/growth.hpp"
#include "trace/passes/windows.hpp"
#include "trace/solvers/clauses.hpp"
#include "trace/solvers/learning.hpp"

namespace lexigrid {
namespace {

constexpr uint64_t kFirstSlice = 20'000;  // steps, about half a millisecond
constexpr unsigned kClausesFrom = 3;      // round: what the searches settle at once needs no clauses
constexpr unsigned kWindowsFrom = 2;

/// One engine for one region, made when its turn comes first.
struct Player {
  TracePass pass;
  unsigned from_round;
  std::function<std::unique_ptr<TraceEngine>()> make;
  std::unique_ptr<TraceEngine> engine;
  bool is_out = false;
};

struct Table {
  size_t question;
  std::vector<Player> players;
  bool is_settled = false;  // no path here
};

void seat(Table& table, const TraceQuery& query, TracePass pass, unsigned from_round,
          std::function<std::unique_ptr<TraceEngine>()> make) {
  if (query.uses(pass)) table.players.push_back({pass, from_round, std::move(make), nullptr});
}

std::vector<Table> tables_of(const TraceQuery& query, std::span<const OpenQuestion> questions) {
  std::vector<Table> tables;
  for (size_t number = 0; number < questions.size(); ++number) {
    const OpenQuestion& open = questions[number];
    for (const Region& region : open.regions.small) {
      Table& table = tables.emplace_back(Table{number, {}});
      seat(table, query, TracePass::backward, 0,
           [&] { return make_learning(region.reversed(), {.seed = 2}); });
      seat(table, query, TracePass::forward, 1, [&] { return make_learning(region, {.seed = 1}); });
      seat(table, query, TracePass::clauses, kClausesFrom, [&] { return make_clauses(region); });
    }
    if (open.regions.large.empty()) continue;
    Table& table = tables.emplace_back(Table{number, {}});
    seat(table, query, TracePass::growth, 0,
         [&] { return make_growth(open.question, open.walks, open.regions.large); });
    seat(table, query, TracePass::windows, kWindowsFrom,
         [&] { return make_windows(open.question, open.walks, open.regions.large); });
  }
  return tables;
}

/// Gives every player of the table a slice; true when one of them found a path.
bool play(Table& table, unsigned round, uint64_t slice, Decision& decision, StopToken& stop) {
  for (Player& player : table.players) {
    if (round < player.from_round || player.is_out) continue;
    if (player.engine == nullptr) player.engine = player.make();
    if (player.engine == nullptr) {
      player.is_out = true;
      continue;
    }
    const Verdict verdict = player.engine->run(player.pass == TracePass::clauses ? 2 * slice : slice, stop);
    if (verdict == Verdict::open) {
      if (stop.reason() != Finish::complete) return false;
      continue;
    }
    decision.pass = player.pass;
    decision.question = table.question;
    if (verdict == Verdict::found) {
      decision.path = player.engine->path();
      if (player.pass == TracePass::backward) std::reverse(decision.path.begin(), decision.path.end());
      return true;
    }
    table.is_settled = true;
    table.players.clear();
    return false;
  }
  return false;
}

}  // namespace

Decision decide(const TraceQuery& query, std::span<const OpenQuestion> questions, StopToken& stop) {
  Decision decision;
  decision.pass = TracePass::regions;
  std::vector<Table> tables = tables_of(query, questions);
  uint64_t slice = kFirstSlice;
  for (unsigned round = 0;; ++round, slice = slice * 8 / 5) {
    bool is_settled = true;
    bool is_playing = false;
    for (Table& table : tables) {
      if (table.is_settled) continue;
      if (play(table, round, slice, decision, stop)) {
        decision.status = TraceStatus::found;
        return decision;
      }
      if (stop.reason() != Finish::complete) return decision;
      is_settled = is_settled && table.is_settled;
      is_playing = is_playing || std::any_of(table.players.begin(), table.players.end(),
                                             [](const Player& p) { return !p.is_out; });
    }
    if (is_settled) {
      decision.status = TraceStatus::absent;
      return decision;
    }
    if (!is_playing) return decision;
  }
}

}  // namespace lexigrid

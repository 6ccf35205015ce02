#include "trace/engines/cdcl.hpp"

#include <algorithm>

namespace lexigrid {
namespace {

constexpr uint32_t kNotInHeap = 0xFFFFFFFF;
constexpr uint64_t kRestartUnit = 100;  // conflicts
constexpr uint32_t kGoodLevels = 2;     // clauses with at most this many levels are never dropped

/// The i-th term, counted from 1, of 1 1 2 1 1 2 4 1 1 2 ... (Luby, Sinclair and Zuckerman 1993).
uint64_t luby(uint64_t i) {
  for (;;) {
    uint64_t size = 1;
    while (size < i) size = 2 * size + 1;
    if (size == i) return (size + 1) / 2;
    i -= size / 2;
  }
}

}  // namespace

uint32_t ClauseSolver::add_variable(uint32_t group_a, uint32_t group_b) {
  const auto variable = static_cast<uint32_t>(value_.size());
  value_.push_back(0);
  phase_.push_back(0);
  seen_.push_back(0);
  level_.push_back(0);
  reason_.push_back(kNoReason);
  activity_.push_back(0);
  groups_of_.push_back({group_a, group_b});
  for (const uint32_t group : {group_a, group_b}) {
    if (group != kNoGroup) groups_[group].push_back(variable);
  }
  watches_.emplace_back();
  watches_.emplace_back();
  heap_at_.push_back(kNotInHeap);
  push(variable);
  return variable;
}

void ClauseSolver::add_clause(std::span<const Literal> clause) {
  if (is_contradictory_) return;
  if (clause.empty() || (clause.size() == 1 && value_of(clause[0]) < 0)) {
    is_contradictory_ = true;
  } else if (clause.size() == 1) {
    if (value_of(clause[0]) == 0) assign(clause[0], kNoReason);
  } else {
    attach(clause, false, 0);
  }
}

uint32_t ClauseSolver::attach(std::span<const Literal> clause, bool is_learnt, uint32_t levels) {
  const Clause made{static_cast<uint32_t>(literals_.size()), static_cast<uint32_t>(clause.size()), levels,
                    raise_clause_by_, is_learnt};
  literals_.insert(literals_.end(), clause.begin(), clause.end());
  uint32_t number = static_cast<uint32_t>(clauses_.size());
  if (free_.empty()) {
    clauses_.push_back(made);
  } else {
    number = free_.back();
    free_.pop_back();
    clauses_[number] = made;
  }
  watches_[clause[0]].push_back({number, clause[1]});
  watches_[clause[1]].push_back({number, clause[0]});
  return number;
}

void ClauseSolver::assign(Literal literal, uint32_t reason) {
  const uint32_t variable = literal >> 1;
  value_[variable] = (literal & 1) != 0 ? -1 : 1;
  level_[variable] = static_cast<uint32_t>(level_begin_.size());
  reason_[variable] = reason;
  trail_.push_back(literal);
}

/// Propagates all assignments. Returns false after setting conflict_ if there is a conflict.
bool ClauseSolver::propagate() {
  while (next_ < trail_.size()) {
    const Literal literal = trail_[next_++];
    if ((literal & 1) == 0 && !propagate_groups(literal >> 1)) return false;
    if (!propagate_watches(literal ^ 1)) return false;
  }
  return true;
}

bool ClauseSolver::propagate_groups(uint32_t variable) {
  for (const uint32_t group : groups_of_[variable]) {
    if (group == kNoGroup) continue;
    steps_ += groups_[group].size() / 16;
    for (const uint32_t other : groups_[group]) {
      if (other == variable || value_[other] < 0) continue;
      if (value_[other] > 0) {
        conflict_.assign({2 * other + 1, 2 * variable + 1});
        return false;
      }
      assign(2 * other + 1, kGroupReason | variable);
    }
  }
  return true;
}

bool ClauseSolver::propagate_watches(Literal falsified) {
  auto& watches = watches_[falsified];
  steps_ += 1 + watches.size() / 2;
  size_t kept = 0;
  for (size_t i = 0; i < watches.size(); ++i) {
    const Watch watch = watches[i];
    if (value_of(watch.other) > 0) {
      watches[kept++] = watch;
      continue;
    }
    const Clause& clause = clauses_[watch.clause];
    Literal* const at = literals_.data() + clause.begin;
    if (at[0] == falsified) std::swap(at[0], at[1]);
    if (value_of(at[0]) > 0) {
      watches[kept++] = {watch.clause, at[0]};
      continue;
    }
    uint32_t k = 2;
    while (k < clause.size && value_of(at[k]) < 0) ++k;
    if (k < clause.size) {
      std::swap(at[1], at[k]);
      watches_[at[1]].push_back({watch.clause, at[0]});
      continue;
    }
    watches[kept++] = {watch.clause, at[0]};
    if (value_of(at[0]) == 0) {
      assign(at[0], watch.clause);
      continue;
    }
    while (++i < watches.size()) watches[kept++] = watches[i];
    watches.resize(kept);
    conflict_.assign(at, at + clause.size);
    if (clause.is_learnt) raise_clause(clauses_[watch.clause]);
    return false;
  }
  watches.resize(kept);
  return true;
}

template <class Each>
void ClauseSolver::for_each_reason(uint32_t variable, Each&& each) const {
  const uint32_t reason = reason_[variable];
  if (reason == kNoReason) return;
  if ((reason & kGroupReason) != 0) {
    each(2 * (reason & ~kGroupReason) + 1);
    return;
  }
  const Clause& clause = clauses_[reason];
  for (uint32_t i = 0; i < clause.size; ++i) {
    const Literal literal = literals_[clause.begin + i];
    if (literal >> 1 != variable) each(literal);
  }
}

/// Derives learnt_ from conflict_. Its first literal is the only one of the current level (the first unique
/// implication point); the second has the highest level of the others, which is returned as the level to
/// backtrack to.
size_t ClauseSolver::analyse() {
  learnt_.assign(1, 0);
  touched_.clear();
  size_t here = 0;
  size_t at = trail_.size();
  const auto look = [&](Literal literal) {
    const uint32_t variable = literal >> 1;
    if (seen_[variable] != 0 || level_[variable] == 0) return;
    seen_[variable] = 1;
    touched_.push_back(variable);
    raise(variable);
    if (level_[variable] == level_begin_.size()) {
      ++here;
    } else {
      learnt_.push_back(literal);
    }
  };
  for (const Literal literal : conflict_) look(literal);
  for (;;) {
    do {
      --at;
    } while (seen_[trail_[at] >> 1] == 0);
    const uint32_t variable = trail_[at] >> 1;
    if (--here == 0) break;
    const uint32_t reason = reason_[variable];
    if (reason != kNoReason && (reason & kGroupReason) == 0 && clauses_[reason].is_learnt)
      raise_clause(clauses_[reason]);
    for_each_reason(variable, look);
  }
  learnt_[0] = trail_[at] ^ 1;
  drop_implied();
  for (const uint32_t variable : touched_) seen_[variable] = 0;
  if (learnt_.size() == 1) return 0;
  size_t max = 1;
  for (size_t i = 2; i < learnt_.size(); ++i) {
    if (level_[learnt_[i] >> 1] > level_[learnt_[max] >> 1]) max = i;
  }
  std::swap(learnt_[1], learnt_[max]);
  return level_[learnt_[1] >> 1];
}

/// Drops literals of the learnt clause that are implied by the others.
void ClauseSolver::drop_implied() {
  size_t kept = 1;
  for (size_t i = 1; i < learnt_.size(); ++i) {
    const uint32_t variable = learnt_[i] >> 1;
    bool is_implied = reason_[variable] != kNoReason;
    for_each_reason(variable, [&](Literal literal) {
      if (seen_[literal >> 1] == 0 && level_[literal >> 1] > 0) is_implied = false;
    });
    if (!is_implied) learnt_[kept++] = learnt_[i];
  }
  learnt_.resize(kept);
}

void ClauseSolver::learn() {
  const size_t back = analyse();
  if (proof_ != nullptr) {
    for (const Literal literal : learnt_) {
      const auto number = static_cast<int32_t>(literal >> 1) + 1;
      proof_->push_back((literal & 1) != 0 ? -number : number);
    }
    proof_->push_back(0);
  }
  std::vector<uint32_t> levels;
  levels.reserve(learnt_.size());
  for (const Literal literal : learnt_) levels.push_back(level_[literal >> 1]);
  std::sort(levels.begin(), levels.end());
  const auto distinct = static_cast<uint32_t>(std::unique(levels.begin(), levels.end()) - levels.begin());
  backtrack(back);
  if (learnt_.size() == 1) {
    assign(learnt_[0], kNoReason);
  } else {
    const uint32_t number = attach(learnt_, true, distinct);
    ++learnt_count_;
    assign(learnt_[0], number);
  }
  raise_by_ /= 0.95;
  raise_clause_by_ /= 0.999f;
  if (learnt_count_ > max_learnt_) drop_learnt();
}

void ClauseSolver::backtrack(size_t level) {
  if (level_begin_.size() <= level) return;
  for (size_t i = trail_.size(); i-- > level_begin_[level];) {
    const uint32_t variable = trail_[i] >> 1;
    phase_[variable] = value_[variable];
    value_[variable] = 0;
    push(variable);
  }
  trail_.resize(level_begin_[level]);
  level_begin_.resize(level);
  next_ = trail_.size();
}

/// Drops the less active half of the learnt clauses, excluding good ones and those that are reasons.
void ClauseSolver::drop_learnt() {
  std::vector<std::pair<float, uint32_t>> ranked;
  for (uint32_t c = 0; c < clauses_.size(); ++c) {
    const Clause& clause = clauses_[c];
    if (clause.size == 0 || !clause.is_learnt || clause.levels <= kGoodLevels) continue;
    const Literal first = literals_[clause.begin];
    if (value_of(first) > 0 && reason_[first >> 1] == c) continue;
    ranked.emplace_back(clause.activity, c);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.resize(ranked.size() / 2);
  for (const auto& [activity, c] : ranked) {
    wasted_ += clauses_[c].size;
    clauses_[c].size = 0;  // dropped
    --learnt_count_;
  }
  for (auto& watches : watches_) {
    std::erase_if(watches, [&](const Watch& watch) { return clauses_[watch.clause].size == 0; });
  }
  for (const auto& [activity, c] : ranked) free_.push_back(c);
  max_learnt_ = max_learnt_ * 11 / 10;
  if (wasted_ > literals_.size() / 2) collect_literals();
}

void ClauseSolver::collect_literals() {
  std::vector<Literal> kept;
  kept.reserve(literals_.size() - wasted_);
  for (Clause& clause : clauses_) {
    if (clause.size == 0) continue;
    const auto begin = static_cast<uint32_t>(kept.size());
    kept.insert(kept.end(), literals_.begin() + clause.begin, literals_.begin() + clause.begin + clause.size);
    clause.begin = begin;
  }
  literals_.swap(kept);
  wasted_ = 0;
}

/// Assigns the most active unassigned variable. Returns false if there is none, so the assignment is a model.
bool ClauseSolver::decide() {
  while (!heap_.empty()) {
    const uint32_t variable = pop();
    if (value_[variable] != 0) continue;
    level_begin_.push_back(trail_.size());
    assign(2 * variable + (phase_[variable] > 0 ? 0 : 1), kNoReason);
    return true;
  }
  return false;
}

Verdict ClauseSolver::run(uint64_t steps, StopToken& stop) {
  if (is_contradictory_) return Verdict::absent;
  const uint64_t end = steps_ + steps;
  uint64_t next_look = steps_;
  while (steps_ < end) {
    if (steps_ >= next_look) {
      next_look = steps_ + 100'000;
      if (stop.look()) return Verdict::open;
    }
    if (!propagate()) {
      if (level_begin_.empty()) {
        is_contradictory_ = true;
        return Verdict::absent;
      }
      learn();
      if (restart_left_ > 0) --restart_left_;
    } else if (restart_left_ == 0) {
      restart_left_ = kRestartUnit * luby(++restarts_);
      backtrack(0);
    } else if (!decide()) {
      return Verdict::found;
    }
    ++steps_;
  }
  return Verdict::open;
}

void ClauseSolver::raise(uint32_t variable) {
  activity_[variable] += raise_by_;
  if (activity_[variable] > 1e100) {
    for (double& each : activity_) each *= 1e-100;
    raise_by_ *= 1e-100;
  }
  if (heap_at_[variable] != kNotInHeap) sift_up(heap_at_[variable]);
}

void ClauseSolver::raise_clause(Clause& clause) {
  clause.activity += raise_clause_by_;
  if (clause.activity > 1e20f) {
    for (Clause& each : clauses_) each.activity *= 1e-20f;
    raise_clause_by_ *= 1e-20f;
  }
}

void ClauseSolver::sift_up(size_t i) {
  const uint32_t variable = heap_[i];
  while (i > 0 && comes_before(variable, heap_[(i - 1) / 2])) {
    heap_[i] = heap_[(i - 1) / 2];
    heap_at_[heap_[i]] = static_cast<uint32_t>(i);
    i = (i - 1) / 2;
  }
  heap_[i] = variable;
  heap_at_[variable] = static_cast<uint32_t>(i);
}

void ClauseSolver::sift_down(size_t i) {
  const uint32_t variable = heap_[i];
  for (;;) {
    size_t child = 2 * i + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && comes_before(heap_[child + 1], heap_[child])) ++child;
    if (!comes_before(heap_[child], variable)) break;
    heap_[i] = heap_[child];
    heap_at_[heap_[i]] = static_cast<uint32_t>(i);
    i = child;
  }
  heap_[i] = variable;
  heap_at_[variable] = static_cast<uint32_t>(i);
}

void ClauseSolver::push(uint32_t variable) {
  if (heap_at_[variable] != kNotInHeap) return;
  heap_.push_back(variable);
  sift_up(heap_.size() - 1);
}

uint32_t ClauseSolver::pop() {
  const uint32_t variable = heap_[0];
  heap_at_[variable] = kNotInHeap;
  const uint32_t last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) {
    heap_[0] = last;
    sift_down(0);
  }
  return variable;
}

}  // namespace lexigrid

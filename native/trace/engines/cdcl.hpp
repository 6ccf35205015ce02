// A small SAT solver with conflict-driven clause learning (CDCL) and built-in at-most-one groups.
//
// After MiniSat (Een and Sorensson 2003): two watched literals, first unique implication points, variable
// activities, saved phases and Luby restarts. A literal is 2 * variable, plus 1 if negated.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/stop_token.hpp"
#include "trace/engines/engine.hpp"

namespace lexigrid {

class ClauseSolver {
 public:
  using Literal = uint32_t;
  static constexpr uint32_t kNoGroup = 0xFFFFFFFF;

  /// Adds a variable to two groups. At most one variable of a group can be true.
  uint32_t add_variable(uint32_t group_a, uint32_t group_b);
  void reserve_groups(size_t groups) { groups_.resize(groups); }
  void add_clause(std::span<const Literal> clause);

  /// Runs for about this number of steps. `found`: a model; `absent`: there is none.
  [[nodiscard]] Verdict run(uint64_t steps, StopToken& stop);
  /// Records every clause learnt from now on: literals as 1 + variable, negative if negated, and a 0 to end
  /// each clause. After `absent` this is a proof: each clause, and finally the empty clause, follows by unit
  /// propagation from the given clauses and those before it.
  void write_proof(std::vector<int32_t>& proof) noexcept { proof_ = &proof; }

  [[nodiscard]] bool is_true(uint32_t variable) const noexcept { return value_[variable] > 0; }

 private:
  static constexpr uint32_t kNoReason = 0xFFFFFFFF;
  static constexpr uint32_t kGroupReason = 0x80000000;  // plus the variable of the group that is true

  struct Clause {
    uint32_t begin;  // in literals_
    uint32_t size;
    uint32_t levels;  // distinct decision levels when it was learnt (LBD); fewer is better
    float activity;
    bool is_learnt;
  };
  struct Watch {
    uint32_t clause;
    Literal other;  // if true, the clause is satisfied
  };

  [[nodiscard]] int value_of(Literal literal) const noexcept {
    return (literal & 1) != 0 ? -value_[literal >> 1] : value_[literal >> 1];
  }
  void assign(Literal literal, uint32_t reason);
  [[nodiscard]] bool propagate();
  [[nodiscard]] bool propagate_groups(uint32_t variable);
  [[nodiscard]] bool propagate_watches(Literal falsified);
  void learn();
  [[nodiscard]] size_t analyse();
  void drop_implied();
  template <class Each>
  void for_each_reason(uint32_t variable, Each&& each) const;
  void backtrack(size_t level);
  void drop_learnt();
  void collect_literals();
  [[nodiscard]] bool decide();
  void raise(uint32_t variable);
  void raise_clause(Clause& clause);
  uint32_t attach(std::span<const Literal> clause, bool is_learnt, uint32_t levels);

  // A heap of variables, most active first.
  [[nodiscard]] bool comes_before(uint32_t a, uint32_t b) const noexcept {
    return activity_[a] > activity_[b];
  }
  void sift_up(size_t i);
  void sift_down(size_t i);
  void push(uint32_t variable);
  uint32_t pop();

  std::vector<int8_t> value_, phase_;
  std::vector<uint8_t> seen_;
  std::vector<uint32_t> level_, reason_;
  std::vector<double> activity_;
  std::vector<std::array<uint32_t, 2>> groups_of_;
  std::vector<std::vector<uint32_t>> groups_;
  std::vector<std::vector<Watch>> watches_;  // by watched literal; visited when it becomes false
  std::vector<Clause> clauses_;
  std::vector<uint32_t> free_;  // indices of dropped clauses
  std::vector<Literal> literals_;
  size_t wasted_ = 0;  // of literals_
  std::vector<Literal> trail_;
  std::vector<size_t> level_begin_;
  size_t next_ = 0;  // in trail_: the next literal to propagate
  std::vector<Literal> conflict_, learnt_;
  std::vector<uint32_t> touched_;
  std::vector<uint32_t> heap_, heap_at_;
  double raise_by_ = 1;
  float raise_clause_by_ = 1;
  size_t learnt_count_ = 0, max_learnt_ = 4000;
  uint64_t steps_ = 0;
  uint64_t restart_left_ = 0, restarts_ = 0;
  bool is_contradictory_ = false;
  std::vector<int32_t>* proof_ = nullptr;
};

}  // namespace lexigrid

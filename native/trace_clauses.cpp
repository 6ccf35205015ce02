#include "trace_clauses.hpp"

#include "trace_solver.hpp"

namespace lexigrid {
namespace {

constexpr std::uint32_t kNoVariable = 0xFFFFFFFF;

template <class Each>
void for_each_bit(std::span<const std::uint64_t> bits, Each&& each) {
  for (std::size_t w = 0; w < bits.size(); ++w) {
    for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
      each(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

/// Each place has exactly one cell, each cell at most one place; the cell at a place has a neighbour
/// at the places beside it; a cell that must be used has a place.
class Clauses final : public TraceEngine {
 public:
  explicit Clauses(const Region& region)
      : cell_(region.cell), cells_(region.cells()), length_(region.length()), variable_(cells_ * length_, kNoVariable) {
    add_variables(region);
    for (std::size_t i = 0; i < length_; ++i) add_place(region, i);
    for (std::size_t k = 0; k < region.classes(); ++k) {
      if (region.is_tight(k)) for_each_bit(region.members[k], [&](std::size_t v) { add_use(region, v, k); });
    }
  }

  [[nodiscard]] Verdict run(std::uint64_t steps, StopSignal& stop) override { return solver_.run(steps, stop); }

  [[nodiscard]] std::vector<CellId> path() const override {
    std::vector<CellId> path;
    for (std::size_t i = 0; i < length_; ++i) {
      for (std::size_t v = 0; v < cells_; ++v) {
        if (at(i, v) != kNoVariable && solver_.is_true(at(i, v))) path.push_back(cell_[v]);
      }
    }
    return path;
  }

 private:
  [[nodiscard]] std::uint32_t at(std::size_t place, std::size_t v) const { return variable_[place * cells_ + v]; }

  void add_variables(const Region& region) {
    solver_.reserve_groups(length_ + cells_);
    for (std::size_t i = 0; i < length_; ++i) {
      for_each_bit(region.table[i], [&](std::size_t v) {
        variable_[i * cells_ + v] = solver_.add_variable(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(length_ + v));
      });
    }
  }

  void add_place(const Region& region, std::size_t place) {
    clause_.clear();
    for_each_bit(region.table[place], [&](std::size_t v) { clause_.push_back(2 * at(place, v)); });
    solver_.add_clause(clause_);
    for_each_bit(region.table[place], [&](std::size_t v) {
      if (place > 0) add_step(region, place, v, place - 1);
      if (place + 1 < length_) add_step(region, place, v, place + 1);
    });
  }

  void add_step(const Region& region, std::size_t place, std::size_t v, std::size_t beside) {
    clause_.assign(1, 2 * at(place, v) + 1);
    for_each_bit(region.near[v], [&](std::size_t x) {
      if (at(beside, x) != kNoVariable) clause_.push_back(2 * at(beside, x));
    });
    solver_.add_clause(clause_);
  }

  void add_use(const Region& region, std::size_t v, std::size_t k) {
    clause_.clear();
    for (std::size_t i = 0; i < length_; ++i) {
      if (region.class_of[i] == k && at(i, v) != kNoVariable) clause_.push_back(2 * at(i, v));
    }
    solver_.add_clause(clause_);
  }

  std::vector<CellId> cell_;
  std::size_t cells_;
  std::size_t length_;
  std::vector<std::uint32_t> variable_;  // [place][cell]
  std::vector<ClauseSolver::Literal> clause_;
  ClauseSolver solver_;
};

}  // namespace

std::unique_ptr<TraceEngine> make_clauses(const Region& region) {
  std::size_t variables = 0;
  for (std::size_t i = 0; i < region.length(); ++i) {
    for (const std::uint64_t w : region.table[i]) variables += static_cast<std::size_t>(std::popcount(w));
  }
  if (variables > kMaxClauseVariables) return nullptr;
  return std::make_unique<Clauses>(region);
}

}  // namespace lexigrid

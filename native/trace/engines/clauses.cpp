#include "trace/engines/clauses.hpp"

#include "trace/engines/cdcl.hpp"

namespace lexigrid {
namespace {

constexpr uint32_t kNoVariable = 0xFFFFFFFF;

/// The rules: each position has exactly one cell, and each cell at most one position. Cells at adjacent
/// positions are neighbours. A cell that must be used has a position.
class Clauses final : public TraceEngine {
 public:
  explicit Clauses(const Region& region)
      : cell_(region.cell),
        cells_(region.cells()),
        length_(region.length()),
        variable_(cells_ * length_, kNoVariable) {
    add_variables(region);
    for (size_t i = 0; i < length_; ++i) add_position(region, i);
    for (size_t k = 0; k < region.classes(); ++k) {
      if (region.is_tight(k)) for_each_bit(region.members[k], [&](size_t v) { add_use(region, v, k); });
    }
  }

  [[nodiscard]] Verdict run(uint64_t steps, StopToken& stop) override { return solver_.run(steps, stop); }

  /// Records the clauses learnt from now on, for `proof` to translate into positions and cells.
  void write_proof() { solver_.write_proof(proof_); }
  [[nodiscard]] std::vector<int64_t> proof() const {
    std::vector<int64_t> of_variable;
    for (size_t i = 0; i < variable_.size(); ++i) {
      if (variable_[i] != kNoVariable) of_variable.push_back(static_cast<int64_t>(i) + 1);
    }
    std::vector<int64_t> clauses;
    for (const int32_t literal : proof_) {
      if (literal == 0) {
        clauses.push_back(0);
      } else {
        const int64_t number = of_variable[static_cast<size_t>(literal < 0 ? -literal : literal) - 1];
        clauses.push_back(literal < 0 ? -number : number);
      }
    }
    return clauses;
  }

  [[nodiscard]] std::vector<CellId> path() const override {
    std::vector<CellId> path;
    for (size_t i = 0; i < length_; ++i) {
      for (size_t v = 0; v < cells_; ++v) {
        if (at(i, v) != kNoVariable && solver_.is_true(at(i, v))) path.push_back(cell_[v]);
      }
    }
    return path;
  }

 private:
  [[nodiscard]] uint32_t at(size_t position, size_t v) const { return variable_[position * cells_ + v]; }

  void add_variables(const Region& region) {
    solver_.reserve_groups(length_ + cells_);
    for (size_t i = 0; i < length_; ++i) {
      for_each_bit(region.table[i], [&](size_t v) {
        variable_[i * cells_ + v] =
            solver_.add_variable(static_cast<uint32_t>(i), static_cast<uint32_t>(length_ + v));
      });
    }
  }

  void add_position(const Region& region, size_t position) {
    clause_.clear();
    for_each_bit(region.table[position], [&](size_t v) { clause_.push_back(2 * at(position, v)); });
    solver_.add_clause(clause_);
    for_each_bit(region.table[position], [&](size_t v) {
      if (position > 0) add_step(region, position, v, position - 1);
      if (position + 1 < length_) add_step(region, position, v, position + 1);
    });
  }

  void add_step(const Region& region, size_t position, size_t v, size_t next) {
    clause_.assign(1, 2 * at(position, v) + 1);
    for_each_bit(region.near[v], [&](size_t x) {
      if (at(next, x) != kNoVariable) clause_.push_back(2 * at(next, x));
    });
    solver_.add_clause(clause_);
  }

  void add_use(const Region& region, size_t v, size_t k) {
    clause_.clear();
    for (size_t i = 0; i < length_; ++i) {
      if (region.class_of[i] == k && at(i, v) != kNoVariable) clause_.push_back(2 * at(i, v));
    }
    solver_.add_clause(clause_);
  }

  std::vector<CellId> cell_;
  size_t cells_;
  size_t length_;
  std::vector<uint32_t> variable_;  // [position][cell]
  std::vector<ClauseSolver::Literal> clause_;
  ClauseSolver solver_;
  std::vector<int32_t> proof_;
};

/// The whole grid as one region, unpruned, so that the proof does not rely on tables or colours.
Region whole_grid(const TraceQuestion& question) {
  const size_t cells = question.grid.cells.size();
  Region region;
  region.words = (cells + 63) / 64;
  region.near = BitTable(cells, region.words);
  region.need.assign(question.symbols, 0);
  region.members = BitTable(question.symbols, region.words);
  region.table = BitTable(question.length(), region.words);
  region.class_of.assign(question.word.begin(), question.word.end());
  for (const Symbol symbol : question.word) ++region.need[symbol];
  Adjacency::Buffer buffer;
  for (CellId cell = 0; cell < cells; ++cell) {
    region.cell.push_back(cell);
    for (const CellId other : question.adjacency.of(cell, buffer)) region.near.insert(cell, other);
    for (unsigned k = 0; k < question.symbols; ++k) {
      if ((question.at(cell) >> k & 1) != 0) region.members.insert(k, cell);
    }
    for (size_t i = 0; i < question.length(); ++i) {
      if (question.fits(cell, i)) region.table.insert(i, cell);
    }
  }
  return region;
}

}  // namespace

Refutation refute(const TraceQuestion& question, StopToken& stop) {
  Refutation made;
  if (question.grid.cells.size() > kMaxRefutedCells ||
      question.grid.cells.size() * question.length() > kMaxClauseVariables) {
    return made;
  }
  Clauses clauses(whole_grid(question));
  clauses.write_proof();
  while (made.verdict == Verdict::open && stop.reason() == Finish::complete)
    made.verdict = clauses.run(1'000'000, stop);
  if (made.verdict == Verdict::absent) made.clauses = clauses.proof();
  return made;
}

std::unique_ptr<TraceEngine> make_clauses(const Region& region) {
  size_t variables = 0;
  for (size_t i = 0; i < region.length(); ++i) variables += count_bits(region.table[i]);
  if (variables > kMaxClauseVariables) return nullptr;
  return std::make_unique<Clauses>(region);
}

}  // namespace lexigrid

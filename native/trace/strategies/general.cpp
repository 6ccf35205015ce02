#include "trace/strategies/general.hpp"

#include <algorithm>

namespace lexigrid {
namespace {

// Spent on the exact count after the first path if only one path is wanted: at most about 20 ms.
constexpr uint64_t kCountSteps = 1'000'000;
constexpr uint64_t kCountAdditions = 2'000'000;

/// Appends each position in the word that spelling the tile at `position` can lead to.
void spell(const TraceQuery& query, TileId tile, size_t position, std::vector<size_t>& positions) {
  const TileTable& table = query.grid.table;
  const auto rest = query.word.subspan(position);
  if (rest.empty()) return;
  switch (table.kind[tile]) {
    case TileKind::dead: break;
    case TileKind::letter:
      if (table.letter[tile] == rest.front()) positions.push_back(position + 1);
      break;
    case TileKind::wild: positions.push_back(position + 1); break;
    case TileKind::choice:
      for (uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
        const auto letters = table.alternative(a);
        if (letters.size() <= rest.size() && std::equal(letters.begin(), letters.end(), rest.begin())) {
          positions.push_back(position + letters.size());
        }
      }
      break;
  }
}

}  // namespace

GeneralSearch::GeneralSearch(const TraceQuery& query, const WalkTables* tables)
    : query_(query),
      tables_(tables),
      can_start_(query.grid.table.size()),
      is_used_(query.grid.cells.size()) {
  for (size_t tile = 0; tile < can_start_.size(); ++tile) {
    positions_.clear();
    spell(query, static_cast<TileId>(tile), 0, positions_);
    can_start_[tile] = positions_.empty() ? 0 : 1;
  }
  positions_.assign(1, 0);
}

Verdict GeneralSearch::next(uint64_t& steps, StopToken& stop) {
  for (;;) {
    if (stop.due()) return Verdict::open;
    if (levels_.empty()) {
      while (next_start_ < query_.grid.cells.size() && can_start_[query_.grid.cells[next_start_]] == 0)
        ++next_start_;
      if (next_start_ == query_.grid.cells.size()) return Verdict::absent;
      positions_.assign(1, 0);
      if (enter(next_start_++, 0, 1)) return Verdict::found;
    } else {
      if (steps == 0) return Verdict::open;
      --steps;
      if (advance()) return Verdict::found;
    }
  }
}

/// Takes one step, and returns true if it completes a path.
bool GeneralSearch::advance() {
  Level& level = levels_.back();
  Adjacency::Buffer buffer;
  const auto near = query_.adjacency.of(path_.back(), buffer);
  const bool is_spelled = positions_[level.begin] == query_.word.size();  // completely, in every reading
  if (level.next == near.size() || is_spelled) {
    positions_.resize(level.begin);
    is_used_[path_.back()] = 0;
    path_.pop_back();
    levels_.pop_back();
    return false;
  }
  const CellId cell = near[level.next++];
  return (query_.reuse || is_used_[cell] == 0) && enter(cell, level.begin, level.end);
}

bool GeneralSearch::enter(CellId cell, size_t begin, size_t end) {
  const size_t made = positions_.size();
  for (size_t i = begin; i < end; ++i) spell(query_, query_.grid.cells[cell], positions_[i], positions_);
  const auto first = positions_.begin() + static_cast<ptrdiff_t>(made);
  std::sort(first, positions_.end());
  positions_.erase(std::unique(first, positions_.end()), positions_.end());
  if (tables_ != nullptr) {
    const auto leads_nowhere = [&](size_t position) { return !tables_->has(position, cell); };
    positions_.erase(std::remove_if(first, positions_.end(), leads_nowhere), positions_.end());
  }
  if (positions_.size() == made) return false;
  path_.push_back(cell);
  is_used_[cell] = 1;
  levels_.push_back({made, positions_.size(), 0});
  return positions_.back() == query_.word.size();
}

bool can_spell(const TraceQuery& query, std::span<const CellId> path) {
  std::vector<size_t> here{0};
  std::vector<size_t> next;
  for (const CellId cell : path) {
    next.clear();
    for (const size_t position : here) spell(query, query.grid.cells[cell], position, next);
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    here.swap(next);
  }
  return !here.empty() && here.back() == query.word.size();
}

bool has_enough_letters(const TraceQuery& query) {
  if (query.reuse) return true;
  const TileTable& table = query.grid.table;
  std::vector<uint64_t> tiles(table.size());
  for (size_t cell = 0; cell < query.grid.cells.size(); ++cell) ++tiles[query.grid.cells[cell]];
  std::vector<int64_t> left(65'536);
  int64_t wild = 0;
  for (size_t tile = 0; tile < table.size(); ++tile) {
    const auto cells = static_cast<int64_t>(tiles[tile]);
    if (table.kind[tile] == TileKind::wild) wild += cells;
    if (table.kind[tile] == TileKind::letter) left[table.letter[tile]] += cells;
    for (uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
      for (const LetterCode letter : table.alternative(a)) left[letter] += cells;
    }
  }
  int64_t missing = 0;
  for (const LetterCode letter : query.word) missing += --left[letter] < 0 ? 1 : 0;
  return missing <= wild;
}

TraceResult trace_general(const TraceQuery& asked, StopToken& stop, uint64_t steps) {
  const Adjacency table = asked.adjacency.tabled();
  const TraceQuery query = asked.with(table);
  TraceResult result;
  const auto is_absent = [&](Part pass) {
    result.status = TraceStatus::absent;
    result.decided_by = pass;
    return std::move(result);
  };
  if (!has_enough_letters(query)) return is_absent(Part::letters);
  std::optional<WalkTables> tables;
  if (uses(Part::walks)) tables.emplace(query, stop);
  if (tables && tables->is_absent()) return is_absent(Part::walks);
  const bool has_tables = tables && tables->is_ready();
  const bool can_add_up = has_tables && query.reuse && !tables->is_ambiguous();
  const bool is_one = query.wanted == TraceWanted::one;
  GeneralSearch search(query, has_tables ? &*tables : nullptr);
  Verdict verdict = Verdict::open;
  while ((verdict = search.next(steps, stop)) == Verdict::found) {
    if (result.count.is_zero() && is_one) steps = kCountSteps;
    result.count.add(1);
    if (result.paths() < query.max_paths()) result.add_path(search.path());
    if (can_add_up && result.count == Number(std::max<uint64_t>(query.max_paths(), 1))) break;
  }
  result.exact = verdict == Verdict::absent;
  if (verdict == Verdict::found) {
    const auto count = tables->count(is_one ? kCountAdditions : kNoLimit, stop);
    if (count) result.count = *count;
    result.exact = count.has_value();
  }
  result.finish = stop.reason();
  if (!result.count.is_zero()) {
    result.status = TraceStatus::found;
  } else if (result.exact) {
    result.status = TraceStatus::absent;
  }
  return result;
}

}  // namespace lexigrid

#include "trace_general.hpp"

#include <algorithm>

namespace lexigrid {
namespace {

/// With one path wanted, so many more steps are spent on the exact count. Steps, not time, so that
/// the same question always has the same answer.
constexpr std::uint64_t kCountSteps = 20'000;

class TraceWalk {
 public:
  TraceWalk(const TraceQuery& query, StopSignal& stop)
      : query_(query), stop_(stop), is_used_(query.grid.cells.size()) {
    result_.cell_of.push_back(0);
  }

  [[nodiscard]] TraceResult run() {
    const std::vector<std::uint8_t> can_start = starting_tiles();
    for (CellId start = 0; start < query_.grid.cells.size() && is_going_; ++start) {
      if (can_start[query_.grid.cells[start]] == 0) continue;  // nearly all of a large grid
      places_.assign(1, 0);
      enter(start, 0, 1);
      while (!levels_.empty() && is_going_) advance();
      check_time();
    }
    const bool is_found = result_.count_low != 0 || result_.count_high != 0;
    result_.status = is_found ? TraceStatus::found : result_.exact ? TraceStatus::absent : TraceStatus::undetermined;
    return std::move(result_);
  }

 private:
  struct Level {
    std::size_t begin, end;  // how many letters may be spelled here: a range of places_
    std::uint32_t next;      // the neighbour to try next
  };

  /// Tiles that can spell the beginning of the word.
  [[nodiscard]] std::vector<std::uint8_t> starting_tiles() {
    std::vector<std::uint8_t> can_start(query_.grid.table.size());
    for (std::size_t tile = 0; tile < can_start.size(); ++tile) {
      places_.clear();
      spell(static_cast<TileId>(tile), 0);
      can_start[tile] = places_.empty() ? 0 : 1;
    }
    return can_start;
  }

  void check_time() {
    if (!stop_.due()) return;
    result_.finish = stop_.reason();
    result_.exact = false;
    is_going_ = false;
  }

  void advance() {
    check_time();
    if (query_.wanted == TraceWanted::one && result_.count_low != 0 && ++steps_ > kCountSteps) {
      result_.exact = false;
      is_going_ = false;
    }
    if (!is_going_) return;
    Level& level = levels_.back();
    Adjacency::Buffer buffer;
    const auto near = query_.adjacency.of(path_.back(), buffer);
    const bool is_spelled = places_[level.begin] == query_.word.size();  // wholly, in every reading
    if (level.next == near.size() || is_spelled) {
      places_.resize(level.begin);
      is_used_[path_.back()] = 0;
      path_.pop_back();
      levels_.pop_back();
      return;
    }
    const CellId cell = near[level.next++];
    if (query_.reuse || is_used_[cell] == 0) enter(cell, level.begin, level.end);
  }

  void enter(CellId cell, std::size_t begin, std::size_t end) {
    const std::size_t made = places_.size();
    for (std::size_t i = begin; i < end; ++i) spell(query_.grid.cells[cell], places_[i]);
    const auto first = places_.begin() + static_cast<std::ptrdiff_t>(made);
    std::sort(first, places_.end());
    places_.erase(std::unique(first, places_.end()), places_.end());
    if (places_.size() == made) return;
    path_.push_back(cell);
    is_used_[cell] = 1;
    levels_.push_back({made, places_.size(), 0});
    if (places_.back() == query_.word.size()) take();
  }

  /// Adds the places that the tile leads to from a place in the word.
  void spell(TileId tile, std::size_t place) {
    const TileTable& table = query_.grid.table;
    const auto rest = query_.word.subspan(place);
    if (rest.empty()) return;
    switch (table.kind[tile]) {
      case TileKind::dead:
        break;
      case TileKind::letter:
        if (table.letter[tile] == rest.front()) places_.push_back(place + 1);
        break;
      case TileKind::wild:
        places_.push_back(place + 1);
        break;
      case TileKind::choice:
        for (std::uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
          const auto letters = table.alternative(a);
          if (letters.size() <= rest.size() && std::equal(letters.begin(), letters.end(), rest.begin())) {
            places_.push_back(place + letters.size());
          }
        }
        break;
    }
  }

  void take() {
    if (++result_.count_low == 0) ++result_.count_high;
    const std::uint64_t most = query_.wanted == TraceWanted::one   ? 1
                               : query_.wanted == TraceWanted::all ? query_.limit
                                                                   : 0;
    if (result_.cell_of.size() - 1 >= most) return;
    result_.cells.insert(result_.cells.end(), path_.begin(), path_.end());
    result_.cell_of.push_back(result_.cells.size());
  }

  const TraceQuery& query_;
  StopSignal& stop_;
  TraceResult result_;
  std::vector<std::uint8_t> is_used_;  // not looked at where cells may come again
  std::vector<Level> levels_;
  std::vector<CellId> path_;
  std::vector<std::size_t> places_;  // of all levels, one behind the other
  std::uint64_t steps_ = 0;
  bool is_going_ = true;
};

}  // namespace

bool has_letters_enough(const TraceQuery& query) {
  if (query.reuse) return true;
  const TileTable& table = query.grid.table;
  std::vector<std::uint64_t> tiles(table.size());
  for (std::size_t cell = 0; cell < query.grid.cells.size(); ++cell) ++tiles[query.grid.cells[cell]];
  std::vector<std::int64_t> left(65'536);
  std::int64_t wild = 0;
  for (std::size_t tile = 0; tile < table.size(); ++tile) {
    const auto cells = static_cast<std::int64_t>(tiles[tile]);
    if (table.kind[tile] == TileKind::wild) wild += cells;
    if (table.kind[tile] == TileKind::letter) left[table.letter[tile]] += cells;
    for (std::uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
      for (const LetterCode letter : table.alternative(a)) left[letter] += cells;
    }
  }
  std::int64_t missing = 0;
  for (const LetterCode letter : query.word) missing += --left[letter] < 0 ? 1 : 0;
  return missing <= wild;
}

TraceResult trace_general(const TraceQuery& query, StopSignal& stop) {
  if (!has_letters_enough(query)) {
    TraceResult absent;
    absent.status = TraceStatus::absent;
    absent.cell_of.push_back(0);
    return absent;
  }
  return TraceWalk(query, stop).run();
}

}  // namespace lexigrid

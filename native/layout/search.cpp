#include "layout/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "lines/lines.hpp"  // the steps of the eight directions

namespace lexigrid {
namespace {

/// On a board of up to so many lines all are looked at; on larger ones until enough of them fit.
constexpr uint64_t kFewLines = 1 << 15;
constexpr uint32_t kEnoughPlaces = 2000;
/// Annealing: what a letter of a waiting word costs, what a covered cell, and how hot it begins and ends,
/// in parts of 256: a move that is worse by the heat is taken half as often as one that costs nothing.
/// Hotter (768), and what the greedy placing achieved melts away; colder (256), and it stays where it
/// is. Ending warm keeps words moving: 128 instead of 64 places seven more of 500.
constexpr int64_t kPerLetter = 4;
constexpr int64_t kPerCell = 2;
constexpr uint64_t kTuningSteps = 60;  // a word
constexpr uint64_t kMoveWork = 16;     // drawing a move takes as long as comparing so many letters
constexpr uint64_t kHottest = 512;
constexpr uint64_t kColdest = 128;

/// A step through all of `count` numbers, each once, that looks like chance.
uint32_t stride_of(uint32_t count) {
  uint32_t stride = static_cast<uint32_t>(uint64_t{count} * 5 / 8) | 1;
  while (std::gcd(stride, count) != 1) stride += 2;
  return stride;
}

}  // namespace

void LayoutSearch::Best::offer(int64_t score, Spot spot) noexcept {
  if (count == kKept && score <= kept[kKept - 1].score) return;
  size_t at = count < kKept ? count++ : kKept - 1;
  for (; at > 0 && kept[at - 1].score < score; --at) kept[at] = kept[at - 1];
  kept[at] = {score, spot};
}

LayoutSearch::LayoutSearch(const LayoutQuery& query, const Patterns& patterns, StopToken& stop)
    : query_(query),
      patterns_(patterns),
      stop_(stop),
      empty_board_(query.rows, query.columns, query.cells),
      board_(empty_board_),
      spot_(query.words.size()),
      covering_((size_t{query.rows} + 2) * (size_t{query.columns} + 2)) {}

void LayoutSearch::begin(Overlap overlap) {
  overlap_ = overlap;
  board_ = empty_board_;
  used_.fill(0);
  waiting_.clear();
  std::fill(spot_.begin(), spot_.end(), Spot{});
  for (auto& words : covering_) words.clear();
}

int64_t LayoutSearch::usage(uint8_t direction) const noexcept {
  return std::min<uint32_t>(used_[direction] - *std::min_element(used_.begin(), used_.end()), 6);
}

/// Calls judge(spot, overlaps) for the lines on which the word fits now. On a large board it ends
/// once `enough` were seen.
template <class Judge>
void LayoutSearch::look_everywhere(uint32_t word, uint32_t enough, Rng& chance, Judge&& judge) {
  const auto letters = query_.words[word];
  const uint32_t count = query_.rows * query_.columns;
  const uint32_t stride = stride_of(count);
  const bool may_end_early = uint64_t{count} * 8 > kFewLines;
  uint32_t place = chance.below(count);
  uint32_t fitting = 0;
  for (uint32_t seen = 0; seen < count; ++seen, place = (place + stride) % count) {
    const uint32_t cell = board_.cell_at(place / query_.columns, place % query_.columns);
    const LetterCode here = board_.letter(cell);
    if (here != kEmptyCell && here != letters[0]) continue;
    for (uint8_t direction = 0; direction < 8; ++direction) {
      if ((query_.directions[word] >> direction & 1) == 0) continue;
      const auto step = static_cast<uint32_t>(board_.step(direction));
      uint32_t overlaps = 0;
      uint32_t at = cell;
      size_t i = 0;
      for (; i < letters.size(); ++i, at += step) {
        const LetterCode there = board_.letter(at);
        if (there == letters[i]) {
          ++overlaps;
        } else if (there != kEmptyCell) {
          break;
        }
      }
      work_ += i + 1;
      if (i < letters.size()) continue;
      judge(Spot{cell, direction}, overlaps);
      ++fitting;
    }
    if (may_end_early && fitting >= enough) return;
    if (stop_.due()) return;
  }
}

LayoutSearch::Best LayoutSearch::free_places(uint32_t word, Rng& chance) {
  struct {
    Rng& chance;
    std::array<int64_t, 8> liking{};
    int64_t per_overlap = 0;
    uint32_t noise = 0;
    Best best{};
    void operator()(Spot spot, uint32_t overlaps) {
      best.offer(overlaps * per_overlap + liking[spot.direction] + chance.below(noise), spot);
    }
  } judge{.chance = chance};
  constexpr int64_t kPerOverlap[] = {-24, 3, 64};
  constexpr uint32_t kNoise[] = {32, 32, 24};
  constexpr int64_t kPerUse[] = {10, 10, 3};
  const auto kind = static_cast<size_t>(overlap_);
  // Of very many lines the best by any liking has it: half the words choose without a liking for
  // overlaps, or all would cluster in one corner of a large board.
  judge.per_overlap = overlap_ == Overlap::some && chance.below(2) == 0 ? 0 : kPerOverlap[kind];
  judge.noise = kNoise[kind];
  for (uint8_t direction = 0; direction < 8; ++direction)
    judge.liking[direction] = -kPerUse[kind] * usage(direction);
  look_everywhere(word, kEnoughPlaces, chance, judge);
  return judge.best;
}

LayoutSearch::Best LayoutSearch::places_covering(uint32_t word, int64_t wanted, Rng& chance) {
  struct {
    Rng& chance;
    int64_t wanted;
    int64_t length;
    Best best{};
    void operator()(Spot spot, uint32_t overlaps) {
      best.offer(-16 * std::abs(length - overlaps - wanted) + chance.below(16), spot);
    }
  } judge{.chance = chance, .wanted = wanted, .length = static_cast<int64_t>(query_.words[word].size())};
  look_everywhere(word, kNowhere, chance, judge);
  return judge.best;
}

void LayoutSearch::put(uint32_t word, const Spot& spot) {
  const auto letters = query_.words[word];
  fresh_.clear();
  for (uint32_t i = 0; i < letters.size(); ++i) {
    const uint32_t cell = board_.cell_of(spot, i);
    if (board_.letter(cell) == kEmptyCell) fresh_.push_back(cell);
    board_.set(cell, letters[i]);
    covering_[cell].push_back(word);
  }
  spot_[word] = spot;
  ++used_[spot.direction];
}

void LayoutSearch::take(uint32_t word) {
  const Spot spot = spot_[word];
  for (uint32_t i = 0; i < query_.words[word].size(); ++i) {
    const uint32_t cell = board_.cell_of(spot, i);
    auto& words = covering_[cell];
    words.erase(std::find(words.begin(), words.end(), word));
    if (words.empty()) board_.set(cell, kEmptyCell);
  }
  spot_[word] = Spot{};
  --used_[spot.direction];
}

bool LayoutSearch::try_place(uint32_t word, const Spot& spot) {
  put(word, spot);
  const auto length = static_cast<uint32_t>(query_.words[word].size());
  bool is_good = !fresh_.empty();
  for (size_t i = 0; i < fresh_.size() && is_good; ++i) {
    is_good = !board_.completes(fresh_[i], patterns_, spot, length);
  }
  if (!is_good) take(word);
  return is_good;
}

bool LayoutSearch::place_at_best(uint32_t word, const Best& best) {
  for (size_t i = 0; i < best.count; ++i) {
    if (try_place(word, best.kept[i].spot)) return true;
  }
  return false;
}

void LayoutSearch::place_all(const std::vector<uint32_t>& order, Rng& chance) {
  for (const uint32_t word : order) {
    if (!place_at_best(word, free_places(word, chance))) waiting_.push_back(word);
  }
}

void LayoutSearch::anneal(uint64_t steps, Rng& chance) {
  for (uint64_t step = 0; step < steps && !waiting_.empty(); ++step) {
    if ((step & 1023) == 0 && (is_spent() || stop_.look())) return;
    Move move;
    move.is_waiting = chance.below(2) == 0 && !waiting_.empty();
    move.at = move.is_waiting ? chance.below(static_cast<uint32_t>(waiting_.size())) : 0;
    move.word = move.is_waiting ? waiting_[move.at] : chance.below(query_.words.size());
    if (!move.is_waiting && !spot_[move.word].is_set()) continue;
    move.spot = spot_over(move.word, chance.below(query_.rows * query_.columns), chance);
    work_ += kMoveWork;
    if (!move.spot.is_set()) continue;
    // It cools down evenly; what is worse by some multiple of the heat is taken as well, twice the
    // multiple half as often.
    const uint64_t heat = kColdest + (kHottest - kColdest) * (steps - step) / steps;
    move.worse_by = static_cast<int64_t>((heat * chance.halvings()) >> 24);
    if (weigh(move)) carry_out(move);
  }
}

int64_t LayoutSearch::too_many_or_few() const noexcept {
  const auto empty = static_cast<int64_t>(board_.empty_count());
  return std::abs(empty - query_.leftover);
}

bool LayoutSearch::weigh(Move& move) {
  const auto letters = query_.words[move.word];
  const auto length = static_cast<int64_t>(letters.size());
  move.lost = move.is_waiting ? -kPerLetter * length : 0;
  const int64_t most = move.worse_by + kPerCell * length;  // it may save so many cells
  in_way_.clear();
  for (uint32_t i = 0; i < letters.size(); ++i) {
    const uint32_t cell = board_.cell_of(move.spot, i);
    const LetterCode there = board_.letter(cell);
    ++work_;
    if (there == kEmptyCell || there == letters[i]) continue;
    for (const uint32_t other : covering_[cell]) {
      if (other == move.word || std::find(in_way_.begin(), in_way_.end(), other) != in_way_.end()) continue;
      in_way_.push_back(other);
      move.lost += kPerLetter * static_cast<int64_t>(query_.words[other].size());
    }
    if (move.lost > most) return false;
  }
  return true;
}

void LayoutSearch::carry_out(const Move& move) {
  const auto empty_before = static_cast<int64_t>(board_.empty_count());
  const Spot old = spot_[move.word];
  if (!move.is_waiting) take(move.word);
  back_.clear();
  for (const uint32_t other : in_way_) {
    back_.push_back(spot_[other]);
    take(other);
  }
  const bool is_placed = try_place(move.word, move.spot);
  const int64_t cells = empty_before - static_cast<int64_t>(board_.empty_count());
  if (is_placed && move.lost + kPerCell * cells <= move.worse_by) {
    if (move.is_waiting) {
      waiting_[move.at] = waiting_.back();
      waiting_.pop_back();
    }
    waiting_.insert(waiting_.end(), in_way_.begin(), in_way_.end());
    return;
  }
  if (is_placed) take(move.word);
  for (size_t i = in_way_.size(); i-- > 0;) put(in_way_[i], back_[i]);
  if (!move.is_waiting) put(move.word, old);
}

Spot LayoutSearch::spot_over(uint32_t word, uint32_t place, Rng& chance) {
  const auto letters = query_.words[word];
  const uint32_t cell = board_.cell_at(place / query_.columns, place % query_.columns);
  const LetterCode there = board_.letter(cell);
  const auto length = static_cast<uint32_t>(letters.size());
  uint32_t index = chance.below(length);
  if (there < kHoleCell) {
    uint32_t tries = 0;
    while (tries < length && letters[index] != there) {
      index = index + 1 == length ? 0 : index + 1;
      ++tries;
    }
    if (tries == length) return {};
  }
  const auto direction = static_cast<uint8_t>(chance.below(8));
  if ((query_.directions[word] >> direction & 1) == 0) return {};
  const int row = static_cast<int>(place / query_.columns) - static_cast<int>(index) * kRowStep[direction];
  const int column =
      static_cast<int>(place % query_.columns) - static_cast<int>(index) * kColumnStep[direction];
  const int last_row = row + static_cast<int>(length - 1) * kRowStep[direction];
  const int last_column = column + static_cast<int>(length - 1) * kColumnStep[direction];
  const int rows = static_cast<int>(query_.rows);
  const int columns = static_cast<int>(query_.columns);
  if (std::min(row, last_row) < 0 || std::max(row, last_row) >= rows) return {};
  if (std::min(column, last_column) < 0 || std::max(column, last_column) >= columns) return {};
  const Spot spot{board_.cell_at(static_cast<uint32_t>(row), static_cast<uint32_t>(column)), direction};
  for (uint32_t i = 0; i < length; ++i) {
    if (board_.letter(board_.cell_of(spot, i)) == kHoleCell) return {};
  }
  return spot;
}

void LayoutSearch::tune(Rng& chance) {
  uint64_t steps = kTuningSteps * query_.words.size();
  while (steps-- > 0 && !is_done() && !is_spent() && !stop_.look()) {
    const int64_t before = too_many_or_few();
    in_way_.clear();
    back_.clear();
    // One to three words are lifted; the last of them is to make the number right.
    for (uint32_t i = 0, n = 1 + chance.below(3); i < n; ++i) {
      const uint32_t word = chance.below(query_.words.size());
      if (!spot_[word].is_set()) continue;
      in_way_.push_back(word);
      back_.push_back(spot_[word]);
      take(word);
    }
    size_t placed = 0;
    for (; placed < in_way_.size(); ++placed) {
      const uint32_t word = in_way_[placed];
      const bool is_last = placed + 1 == in_way_.size();
      const int64_t wanted = static_cast<int64_t>(board_.empty_count()) - query_.leftover;
      const Best best = is_last ? places_covering(word, wanted, chance) : free_places(word, chance);
      if (!place_elsewhere(word, best, back_[placed])) break;
    }
    const bool is_kept = placed == in_way_.size() && (too_many_or_few() <= before || chance.below(16) == 0);
    if (is_kept) continue;
    while (placed-- > 0) take(in_way_[placed]);
    for (size_t i = in_way_.size(); i-- > 0;) put(in_way_[i], back_[i]);
  }
}

bool LayoutSearch::place_elsewhere(uint32_t word, const Best& best, const Spot& old) {
  for (size_t i = 0; i < best.count; ++i) {
    const Spot& spot = best.kept[i].spot;
    // Staying is no way out: of equal places the old one is left.
    if (spot.cell == old.cell && spot.direction == old.direction) continue;
    if (try_place(word, spot)) return true;
  }
  return false;
}

LayoutResult LayoutSearch::result() const {
  LayoutResult made;
  made.cells = board_.cells();
  made.leftover = board_.empty_count();
  made.place.resize(spot_.size(), kNowhere);
  made.direction.resize(spot_.size());
  for (size_t word = 0; word < spot_.size(); ++word) {
    if (!spot_[word].is_set()) continue;
    made.place[word] = board_.place_of(spot_[word].cell);
    made.direction[word] = spot_[word].direction;
    ++made.placed;
  }
  return made;
}

}  // namespace lexigrid

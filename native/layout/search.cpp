#include "layout/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "lines/lines.hpp"  // the steps of the eight directions

namespace lexigrid {
namespace {

/// Boards with more lines are scanned only until kEnoughFits lines fit.
constexpr uint64_t kMaxLinesForFullScan = 1 << 15;
constexpr uint32_t kEnoughFits = 2000;
/// Annealing: the cost per letter of an unplaced word and per covered cell, and the first and last
/// temperature in units of 1/256. A move that costs the temperature is accepted half as often as a free one.
/// Starting hotter (768) undoes the greedy placement, colder (256) hardly moves; ending at 128 instead of 64
/// places seven more of 500 words.
constexpr int64_t kPerLetter = 4;
constexpr int64_t kPerCell = 2;
constexpr uint64_t kTuningSteps = 60;  // per word
constexpr uint64_t kMoveWork = 16;     // drawing a move takes as long as comparing this many letters
constexpr uint64_t kHottest = 512;
constexpr uint64_t kColdest = 128;

/// A stride that visits each of `count` numbers once, in an order that looks random.
uint32_t stride_of(uint32_t count) {
  uint32_t stride = static_cast<uint32_t>(uint64_t{count} * 5 / 8) | 1;
  while (std::gcd(stride, count) != 1) stride += 2;
  return stride;
}

}  // namespace

void LayoutSearch::BestSpots::offer(int64_t score, Spot spot) noexcept {
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
  unplaced_.clear();
  std::fill(spot_.begin(), spot_.end(), Spot{});
  for (auto& words : covering_) words.clear();
}

int64_t LayoutSearch::usage(uint8_t direction) const noexcept {
  return std::min<uint32_t>(used_[direction] - *std::min_element(used_.begin(), used_.end()), 6);
}

/// Calls judge(spot, overlaps) for the lines where the word currently fits; on a large board, only until
/// `enough` lines do.
template <class Judge>
void LayoutSearch::for_each_fit(uint32_t word, uint32_t enough, Rng& rng, Judge&& judge) {
  const auto letters = query_.words[word];
  const uint32_t count = query_.rows * query_.columns;
  const uint32_t stride = stride_of(count);
  const bool may_end_early = uint64_t{count} * 8 > kMaxLinesForFullScan;
  uint32_t place = rng.below(count);
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

LayoutSearch::BestSpots LayoutSearch::best_spots(uint32_t word, Rng& rng) {
  constexpr int64_t kPerOverlap[] = {-24, 3, 64};
  constexpr uint32_t kNoise[] = {32, 32, 24};
  constexpr int64_t kPerUse[] = {10, 10, 3};
  const auto kind = static_cast<size_t>(overlap_);
  // With very many lines, the one with the most overlaps would always win, and all words would cluster in one
  // corner of a large board. So half the words ignore overlaps.
  const int64_t per_overlap = overlap_ == Overlap::some && rng.below(2) == 0 ? 0 : kPerOverlap[kind];
  const uint32_t noise = kNoise[kind];
  std::array<int64_t, 8> preference;
  for (uint8_t direction = 0; direction < 8; ++direction)
    preference[direction] = -kPerUse[kind] * usage(direction);
  BestSpots best;
  for_each_fit(word, kEnoughFits, rng, [&](Spot spot, uint32_t overlaps) {
    best.offer(overlaps * per_overlap + preference[spot.direction] + rng.below(noise), spot);
  });
  return best;
}

LayoutSearch::BestSpots LayoutSearch::best_spots_covering(uint32_t word, int64_t wanted, Rng& rng) {
  const auto length = static_cast<int64_t>(query_.words[word].size());
  BestSpots best;
  for_each_fit(word, kNowhere, rng, [&](Spot spot, uint32_t overlaps) {
    best.offer(-16 * std::abs(length - overlaps - wanted) + rng.below(16), spot);
  });
  return best;
}

void LayoutSearch::put(uint32_t word, const Spot& spot) {
  const auto letters = query_.words[word];
  new_cells_.clear();
  for (uint32_t i = 0; i < letters.size(); ++i) {
    const uint32_t cell = board_.cell_of(spot, i);
    if (board_.letter(cell) == kEmptyCell) {
      new_cells_.push_back(cell);
      board_.set(cell, letters[i]);
      if (sets_.is_used()) {
        sets_.fill(cell, letters[i]);
        empty_pairs_ -= count_empty_around(cell);
      }
    }
    covering_[cell].push_back(word);
  }
  spot_[word] = spot;
  ++used_[spot.direction];
}

void LayoutSearch::remove(uint32_t word) {
  const Spot spot = spot_[word];
  for (uint32_t i = 0; i < query_.words[word].size(); ++i) {
    const uint32_t cell = board_.cell_of(spot, i);
    auto& words = covering_[cell];
    words.erase(std::find(words.begin(), words.end(), word));
    if (!words.empty()) continue;
    board_.set(cell, kEmptyCell);
    if (sets_.is_used()) {
      sets_.clear(cell);
      empty_pairs_ += count_empty_around(cell);
    }
  }
  spot_[word] = Spot{};
  --used_[spot.direction];
}

bool LayoutSearch::try_place(uint32_t word, const Spot& spot) {
  put(word, spot);
  const auto length = static_cast<uint32_t>(query_.words[word].size());
  bool is_good = !new_cells_.empty();
  for (size_t i = 0; i < new_cells_.size() && is_good; ++i) {
    is_good = !board_.completes(new_cells_[i], patterns_, spot, length);
  }
  if (!is_good) remove(word);
  return is_good;
}

bool LayoutSearch::place_at_best(uint32_t word, const BestSpots& best) {
  for (size_t i = 0; i < best.count; ++i) {
    if (try_place(word, best.kept[i].spot)) return true;
  }
  return false;
}

void LayoutSearch::place_all(const std::vector<uint32_t>& order, Rng& rng) {
  for (const uint32_t word : order) {
    if (!place_at_best(word, best_spots(word, rng))) unplaced_.push_back(word);
  }
}

void LayoutSearch::anneal(uint64_t steps, Rng& rng) {
  for (uint64_t step = 0; step < steps && !unplaced_.empty(); ++step) {
    if ((step & 1023) == 0 && (is_spent() || stop_.look())) return;
    Move move;
    move.is_unplaced = rng.below(2) == 0 && !unplaced_.empty();
    move.at = move.is_unplaced ? rng.below(static_cast<uint32_t>(unplaced_.size())) : 0;
    move.word = move.is_unplaced ? unplaced_[move.at] : rng.below(query_.words.size());
    if (!move.is_unplaced && !spot_[move.word].is_set()) continue;
    move.spot = spot_over(move.word, rng.below(query_.rows * query_.columns), rng);
    work_ += kMoveWork;
    if (!move.spot.is_set()) continue;
    // Cooling is linear; the allowance is the temperature times an exponentially distributed number.
    const uint64_t heat = kColdest + (kHottest - kColdest) * (steps - step) / steps;
    move.allowance = static_cast<int64_t>((heat * rng.halvings()) >> 24);
    if (is_affordable(move)) apply(move);
  }
}

int64_t LayoutSearch::leftover_error() const noexcept {
  const auto empty = static_cast<int64_t>(board_.empty_count());
  return std::abs(empty - query_.leftover);
}

bool LayoutSearch::is_affordable(Move& move) {
  const auto letters = query_.words[move.word];
  const auto length = static_cast<int64_t>(letters.size());
  move.cost = move.is_unplaced ? -kPerLetter * length : 0;
  const int64_t most = move.allowance + kPerCell * length;  // credits at most `length` freed cells
  conflicts_.clear();
  for (uint32_t i = 0; i < letters.size(); ++i) {
    const uint32_t cell = board_.cell_of(move.spot, i);
    const LetterCode there = board_.letter(cell);
    ++work_;
    if (there == kEmptyCell || there == letters[i]) continue;
    for (const uint32_t other : covering_[cell]) {
      if (other == move.word || std::find(conflicts_.begin(), conflicts_.end(), other) != conflicts_.end())
        continue;
      conflicts_.push_back(other);
      move.cost += kPerLetter * static_cast<int64_t>(query_.words[other].size());
    }
    if (move.cost > most) return false;
  }
  return true;
}

void LayoutSearch::apply(const Move& move) {
  const auto empty_before = static_cast<int64_t>(board_.empty_count());
  const Spot old = spot_[move.word];
  if (!move.is_unplaced) remove(move.word);
  previous_spots_.clear();
  for (const uint32_t other : conflicts_) {
    previous_spots_.push_back(spot_[other]);
    remove(other);
  }
  const bool is_placed = try_place(move.word, move.spot);
  const int64_t cells = empty_before - static_cast<int64_t>(board_.empty_count());
  if (is_placed && move.cost + kPerCell * cells <= move.allowance) {
    if (move.is_unplaced) {
      unplaced_[move.at] = unplaced_.back();
      unplaced_.pop_back();
    }
    unplaced_.insert(unplaced_.end(), conflicts_.begin(), conflicts_.end());
    return;
  }
  if (is_placed) remove(move.word);
  for (size_t i = conflicts_.size(); i-- > 0;) put(conflicts_[i], previous_spots_[i]);
  if (!move.is_unplaced) put(move.word, old);
}

Spot LayoutSearch::spot_over(uint32_t word, uint32_t place, Rng& rng) {
  const auto letters = query_.words[word];
  const uint32_t cell = board_.cell_at(place / query_.columns, place % query_.columns);
  const LetterCode there = board_.letter(cell);
  const auto length = static_cast<uint32_t>(letters.size());
  uint32_t index = rng.below(length);
  if (there < kHoleCell) {
    uint32_t tries = 0;
    while (tries < length && letters[index] != there) {
      index = index + 1 == length ? 0 : index + 1;
      ++tries;
    }
    if (tries == length) return {};
  }
  const auto direction = static_cast<uint8_t>(rng.below(8));
  if ((query_.directions[word] >> direction & 1) == 0) return {};
  return line_through(word, place, index, direction);
}

Spot LayoutSearch::line_through(uint32_t word, uint32_t place, uint32_t index, uint8_t direction) const {
  const auto length = static_cast<uint32_t>(query_.words[word].size());
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

void LayoutSearch::tune(Rng& rng) {
  uint64_t steps = kTuningSteps * query_.words.size();
  while (steps-- > 0 && !is_done() && !is_spent() && !stop_.look()) {
    const int64_t before = leftover_error();
    conflicts_.clear();
    previous_spots_.clear();
    // Removes one to three words. The last of them is placed again where it best corrects the leftover.
    for (uint32_t i = 0, n = 1 + rng.below(3); i < n; ++i) {
      const uint32_t word = rng.below(query_.words.size());
      if (!spot_[word].is_set()) continue;
      conflicts_.push_back(word);
      previous_spots_.push_back(spot_[word]);
      remove(word);
    }
    size_t placed = 0;
    for (; placed < conflicts_.size(); ++placed) {
      const uint32_t word = conflicts_[placed];
      const bool is_last = placed + 1 == conflicts_.size();
      const int64_t wanted = static_cast<int64_t>(board_.empty_count()) - query_.leftover;
      const BestSpots best = is_last ? best_spots_covering(word, wanted, rng) : best_spots(word, rng);
      if (!place_elsewhere(word, best, previous_spots_[placed])) break;
    }
    const bool is_kept = placed == conflicts_.size() && (leftover_error() <= before || rng.below(16) == 0);
    if (is_kept) continue;
    while (placed-- > 0) remove(conflicts_[placed]);
    for (size_t i = conflicts_.size(); i-- > 0;) put(conflicts_[i], previous_spots_[i]);
  }
}

bool LayoutSearch::place_elsewhere(uint32_t word, const BestSpots& best, const Spot& old) {
  for (size_t i = 0; i < best.count; ++i) {
    const Spot& spot = best.kept[i].spot;
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

// Places the words that a dense board still lacks: removes the words in their way, or those in a window, and
// places them again.
#include <algorithm>
#include <utility>

#include "layout/search.hpp"

namespace lexigrid {
namespace {

/// How many of 100 steps clear a window; the others clear a line for a word.
constexpr uint32_t kWindowPercent = 40;
/// The longest side of a window. With 8 instead of 4, seven more of 500 words are unplaced after the same
/// time.
constexpr uint32_t kMaxSide = 4;
/// The score of a line for a word: a gain per cell that has its letter, minus a cost per removed word, and a
/// random term below kNoise. The cost is per square of its length, as short words are easy to place again.
constexpr int64_t kPerShared = 5;
constexpr int64_t kPerSquare = 4;
constexpr uint32_t kNoise = 200;
/// A word may be placed before others up to two letters longer.
constexpr uint32_t kOrderNoise = 24;
constexpr int64_t kOrderPerLetter = 8;
/// Removed words are placed near their old lines; one time in this many, anywhere.
constexpr uint32_t kEverywhere = 8;
/// The cost per letter of an unplaced word, the gain per empty cell, and the gain per pair of neighbouring
/// empty cells, as other words fit there; the first and last temperature in units of 1/256, as in `anneal`.
/// Without kPerPair, one to three more of 500 words are unplaced after the same time.
constexpr int64_t kPerLetter = 32;
constexpr int64_t kPerCell = 8;
constexpr int64_t kPerPair = 4;
constexpr uint64_t kHottest = 10000;
constexpr uint64_t kColdest = 1280;
/// Counting different letters takes this many times as long as comparing them.
constexpr uint64_t kNearWork = 3;
/// A step counts as at least this many letter comparisons, and as many again per kSetsPerWork letter sets.
constexpr uint64_t kStepWork = 16;
constexpr uint64_t kSetsPerWork = 32;

}  // namespace

int64_t LayoutSearch::count_empty_around(uint32_t cell) const noexcept {
  int64_t count = 0;
  for (uint8_t direction = 0; direction < 8; ++direction)
    count += board_.letter(board_.cell_of({cell, direction}, 1)) == kEmptyCell;
  return count;
}

int64_t LayoutSearch::dense_cost() const noexcept {
  int64_t letters = 0;
  for (const uint32_t word : unplaced_) letters += static_cast<int64_t>(query_.words[word].size());
  return kPerLetter * letters - kPerCell * static_cast<int64_t>(board_.empty_count()) -
         kPerPair * empty_pairs_;
}

void LayoutSearch::rebuild(Rng& rng) {
  const uint64_t begun = work_;
  const uint64_t effort = std::max<uint64_t>(query_.effort - std::min(query_.effort, begun), 1);
  std::vector<uint32_t> waiting;
  std::vector<Spot> best = spot_;
  size_t fewest = unplaced_.size();
  while (!unplaced_.empty() && !is_spent() && !stop_.look()) {
    work_ += kStepWork * (1 + sets_.letters() / kSetsPerWork);
    const uint64_t heat = kHottest - (kHottest - kColdest) * std::min(work_ - begun, effort) / effort;
    const int64_t most = dense_cost() + static_cast<int64_t>((heat * rng.halvings()) >> 24);
    waiting = unplaced_;
    if (rng.below(100) < kWindowPercent) {
      clear_window(rng);
      std::vector<uint32_t> words = std::exchange(unplaced_, {});
      words.insert(words.end(), conflicts_.begin(), conflicts_.end());
      place_anew(words, rng);
    } else {
      place_over_others(waiting[rng.below(static_cast<uint32_t>(waiting.size()))], rng);
      place_anew(conflicts_, rng);
    }
    if (dense_cost() <= most) {
      if (unplaced_.size() < fewest) {
        fewest = unplaced_.size();
        best = spot_;
      }
      continue;
    }
    unplaced_ = waiting;
    waiting.insert(waiting.end(), conflicts_.begin(), conflicts_.end());
    for (const uint32_t word : waiting) {
      if (spot_[word].is_set()) remove(word);
    }
    for (size_t i = conflicts_.size(); i-- > 0;) put(conflicts_[i], previous_spots_[i]);
  }
  begin(overlap_);
  for (uint32_t word = 0; word < best.size(); ++word) {
    if (best[word].is_set()) {
      put(word, best[word]);
    } else {
      unplaced_.push_back(word);
    }
  }
}

void LayoutSearch::place_anew(const std::vector<uint32_t>& words, Rng& rng) {
  placing_order_.clear();
  for (const uint32_t word : words) {
    const auto length = static_cast<int64_t>(query_.words[word].size());
    placing_order_.emplace_back(rng.below(kOrderNoise) - kOrderPerLetter * length, word);
  }
  std::sort(placing_order_.begin(), placing_order_.end());
  for (const auto& [key, word] : placing_order_) {
    if (!place_at_best(word, best_dense_spots(word, rng))) unplaced_.push_back(word);
  }
}

void LayoutSearch::clear_window(Rng& rng) {
  conflicts_.clear();
  previous_spots_.clear();
  const uint32_t height = std::min(1 + rng.below(kMaxSide), query_.rows);
  const uint32_t width = std::min(1 + rng.below(kMaxSide), query_.columns);
  const uint32_t row = rng.below(query_.rows - height + 1);
  const uint32_t column = rng.below(query_.columns - width + 1);
  top_ = row;
  bottom_ = row + height - 1;
  for (uint32_t r = row; r < row + height; ++r) {
    for (uint32_t c = column; c < column + width; ++c) clear_cell(board_.cell_at(r, c));
  }
  choose_rows(rng);
}

void LayoutSearch::place_over_others(uint32_t word, Rng& rng) {
  conflicts_.clear();
  previous_spots_.clear();
  const Spot spot = cheapest_spot(word, rng);
  if (!spot.is_set()) return;
  const auto letters = query_.words[word];
  top_ = query_.rows - 1;
  bottom_ = 0;
  add_rows(word, spot);
  for (uint32_t i = 0; i < letters.size(); ++i) {
    const uint32_t cell = board_.cell_of(spot, i);
    if (board_.letter(cell) != letters[i]) clear_cell(cell);
  }
  choose_rows(rng);
  if (try_place(word, spot)) std::erase(unplaced_, word);
}

Spot LayoutSearch::cheapest_spot(uint32_t word, Rng& rng) {
  Candidate best{kNoScore, {}};
  const auto letters = query_.words[word];
  const auto length = static_cast<uint32_t>(letters.size());
  for (uint8_t direction = 0; direction < 8; ++direction) {
    if ((query_.directions[word] >> direction & 1) == 0) continue;
    const int step = board_.step(direction);
    const auto judge = [&](uint32_t cell) {
      int64_t score = rng.below(kNoise);
      uint32_t shared = 0;
      removed_.clear();
      for (uint32_t i = 0, at = cell; i < length; ++i, at += static_cast<uint32_t>(step)) {
        if (score + kPerShared * int64_t{length - i} <= best.score) return;
        if (board_.letter(at) == letters[i]) {
          ++shared;
          score += kPerShared;
          continue;
        }
        for (const uint32_t other : covering_[at]) {
          if (std::ranges::find(removed_, other) != removed_.end()) continue;
          removed_.push_back(other);
          const auto size = static_cast<int64_t>(query_.words[other].size());
          score -= kPerSquare * size * size;
        }
      }
      work_ += length;
      if (shared != length && score > best.score) best = {score, Spot{cell, direction}};
    };
    work_ += kNearWork * sets_.for_each_near_fit(word, direction, step, judge);
  }
  return best.spot;
}

void LayoutSearch::clear_cell(uint32_t cell) {
  while (!covering_[cell].empty()) {
    const uint32_t word = covering_[cell].back();
    const Spot spot = spot_[word];
    add_rows(word, spot);
    conflicts_.push_back(word);
    previous_spots_.push_back(spot);
    remove(word);
  }
}

void LayoutSearch::add_rows(uint32_t word, const Spot& spot) noexcept {
  const auto length = static_cast<uint32_t>(query_.words[word].size());
  for (const uint32_t end : {spot.cell, board_.cell_of(spot, length - 1)}) {
    const uint32_t row = board_.place_of(end) / query_.columns;
    top_ = std::min(top_, row);
    bottom_ = std::max(bottom_, row);
  }
}

void LayoutSearch::choose_rows(Rng& rng) noexcept {
  if (rng.below(kEverywhere) != 0) return;
  top_ = 0;
  bottom_ = query_.rows - 1;
}

}  // namespace lexigrid

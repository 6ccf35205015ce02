// Layouts of more letters than cells: the best word and line first, then ruin and recreate.
#include <algorithm>

#include "layout/search.hpp"
#include "lines/lines.hpp"  // the steps of the eight directions

namespace lexigrid {
namespace {

/// The score of a line: a shared cell, a letter of the word, and at most this random term. Without the term
/// for letters four, and with it twice as large nine more of 500 words wait after the first placing.
constexpr int64_t kPerShared = 32;
constexpr int64_t kPerLength = 10;
constexpr uint32_t kNoise = 29;
/// Ruin: windows up to this side. With 8 instead of 4, seven more of 500 words wait after the same time.
constexpr uint32_t kMaxSide = 4;
/// Recreate: one line in this many is passed over, and a word may come before others up to two letters
/// longer.
constexpr uint32_t kSkipped = 100;
constexpr uint32_t kOrderNoise = 24;
constexpr int64_t kOrderPerLetter = 8;
/// The words of a window are placed near it, and one time in this many anywhere.
constexpr uint32_t kEverywhere = 8;
/// The cost of a letter of an unplaced word and of a covered cell, and the gain of two neighbouring empty
/// cells, on which other words fit; the first and last temperature in parts of 256 as in `anneal`. Without
/// the gain, one to three more of 500 words wait after the same time.
constexpr int64_t kPerLetter = 32;
constexpr int64_t kPerCell = 8;
constexpr int64_t kPerPair = 4;
constexpr uint64_t kHottest = 6144;
constexpr uint64_t kColdest = 1280;
/// A search for lines takes at least as long as comparing this many letters.
constexpr uint64_t kScanWork = 64;
/// Putting a letter into the sets of this many letters takes as long as comparing one letter.
constexpr uint64_t kSetsPerWork = 32;

}  // namespace

void LayoutSearch::begin_dense() {
  begin(Overlap::many);
  sets_.reset(board_, query_.words);
  top_ = 0;
  bottom_ = query_.rows - 1;
}

int64_t LayoutSearch::score_dense(uint32_t word, const Spot& spot, Rng& rng) {
  const auto letters = query_.words[word];
  const auto length = static_cast<uint32_t>(letters.size());
  int64_t shared = 0;
  for (uint32_t i = 0; i < length; ++i) {
    const LetterCode there = board_.letter(board_.cell_of(spot, i));
    ++work_;
    if (there == letters[i]) {
      ++shared;
    } else if (there != kEmptyCell) {
      return kNoScore;
    }
  }
  if (shared == length) return kNoScore;
  return kPerShared * shared + kPerLength * length + rng.below(kNoise);
}

LayoutSearch::BestSpots LayoutSearch::best_dense_spots(uint32_t word, Rng& rng) {
  BestSpots best;
  work_ += kScanWork;
  const auto length = static_cast<uint32_t>(query_.words[word].size());
  for (uint8_t direction = 0; direction < 8; ++direction) {
    if ((query_.directions[word] >> direction & 1) == 0) continue;
    const auto step = static_cast<uint32_t>(board_.step(direction));
    // The rows where a line may begin.
    const uint32_t above = kRowStep[direction] > 0 ? std::min(length - 1, top_) : 0;
    const uint32_t below = kRowStep[direction] < 0 ? std::min(length - 1, query_.rows - 1 - bottom_) : 0;
    const uint32_t from = board_.cell_at(top_ - above, 0);
    const uint32_t to = board_.cell_at(bottom_ + below, query_.columns);
    work_ += sets_.for_each_fit(word, board_.step(direction), from, to, [&](uint32_t cell) {
      const uint32_t random = rng.below(kNoise * kSkipped);
      if (random < kNoise) return;
      uint32_t shared = 0;
      for (uint32_t i = 0, at = cell; i < length; ++i, at += step) shared += board_.letter(at) != kEmptyCell;
      work_ += length;
      if (shared == length) return;
      best.offer(kPerShared * shared + kPerLength * length + random % kNoise, Spot{cell, direction});
    });
  }
  return best;
}

void LayoutSearch::place_best_first(std::vector<uint32_t> waiting, Rng& rng) {
  best_lines_.resize(query_.words.size());
  const auto scan = [&](uint32_t word) {
    const BestSpots spots = best_dense_spots(word, rng);
    best_lines_[word] = spots.count != 0 ? spots.kept[0] : Candidate{kNoScore, {}};
  };
  for (const uint32_t word : waiting) scan(word);
  while (!waiting.empty() && !stop_.due()) {
    const auto next = std::max_element(waiting.begin(), waiting.end(), [&](uint32_t a, uint32_t b) {
      return best_lines_[a].score < best_lines_[b].score;
    });
    const uint32_t word = *next;
    if (best_lines_[word].score == kNoScore) break;
    waiting.erase(next);
    if (!try_place(word, best_lines_[word].spot) && !place_at_best(word, best_dense_spots(word, rng))) {
      unplaced_.push_back(word);
      continue;
    }
    for (const uint32_t other : waiting) {
      Candidate& kept = best_lines_[other];
      if (kept.score != kNoScore && score_dense(other, kept.spot, rng) == kNoScore) {
        scan(other);
        continue;
      }
      // Only lines through the new cells can have become better.
      for (const uint32_t cell : new_cells_) offer_lines_through(other, cell, kept, rng);
    }
  }
  unplaced_.insert(unplaced_.end(), waiting.begin(), waiting.end());
}

void LayoutSearch::offer_lines_through(uint32_t word, uint32_t cell, Candidate& kept, Rng& rng) {
  const auto letters = query_.words[word];
  for (uint32_t i = 0; i < letters.size(); ++i) {
    if (letters[i] != board_.letter(cell)) continue;
    for (uint8_t direction = 0; direction < 8; ++direction) {
      if ((query_.directions[word] >> direction & 1) == 0) continue;
      const Spot spot = line_through(word, board_.place_of(cell), i, direction);
      if (!spot.is_set()) continue;
      const int64_t score = score_dense(word, spot, rng);
      if (score > kept.score) kept = {score, spot};
    }
  }
}

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
  std::vector<uint32_t> all;
  std::vector<std::pair<int64_t, uint32_t>> order;
  std::vector<Spot> best = spot_;
  size_t fewest = unplaced_.size();
  while (!unplaced_.empty() && !is_spent() && !stop_.look()) {
    work_ += kMaxSide * kMaxSide * (1 + sets_.letters() / kSetsPerWork);
    const int64_t before = dense_cost();
    all = unplaced_;
    ruin(rng);
    all.insert(all.end(), conflicts_.begin(), conflicts_.end());
    order.clear();
    for (const uint32_t word : all) {
      const auto length = static_cast<int64_t>(query_.words[word].size());
      order.emplace_back(rng.below(kOrderNoise) - kOrderPerLetter * length, word);
    }
    std::sort(order.begin(), order.end());
    unplaced_.clear();
    for (const auto& [key, word] : order) {
      if (!place_at_best(word, best_dense_spots(word, rng))) unplaced_.push_back(word);
    }
    const uint64_t heat = kHottest - (kHottest - kColdest) * std::min(work_ - begun, effort) / effort;
    const auto allowance = static_cast<int64_t>((heat * rng.halvings()) >> 24);
    if (dense_cost() <= before + allowance) {
      if (unplaced_.size() < fewest) {
        fewest = unplaced_.size();
        best = spot_;
      }
      continue;
    }
    for (const uint32_t word : all) {
      if (spot_[word].is_set()) remove(word);
    }
    for (size_t i = conflicts_.size(); i-- > 0;) put(conflicts_[i], previous_spots_[i]);
    all.resize(all.size() - conflicts_.size());
    unplaced_ = all;
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

void LayoutSearch::ruin(Rng& rng) {
  conflicts_.clear();
  previous_spots_.clear();
  const uint32_t height = std::min(1 + rng.below(kMaxSide), query_.rows);
  const uint32_t width = std::min(1 + rng.below(kMaxSide), query_.columns);
  const uint32_t row = rng.below(query_.rows - height + 1);
  const uint32_t column = rng.below(query_.columns - width + 1);
  top_ = row;
  bottom_ = row + height - 1;
  for (uint32_t r = row; r < row + height; ++r) {
    for (uint32_t c = column; c < column + width; ++c) {
      const auto& words = covering_[board_.cell_at(r, c)];
      while (!words.empty()) {
        const uint32_t word = words.back();
        const Spot spot = spot_[word];
        const auto length = static_cast<uint32_t>(query_.words[word].size());
        for (const uint32_t end : {spot.cell, board_.cell_of(spot, length - 1)}) {
          const uint32_t line = board_.place_of(end) / query_.columns;
          top_ = std::min(top_, line);
          bottom_ = std::max(bottom_, line);
        }
        conflicts_.push_back(word);
        previous_spots_.push_back(spot);
        remove(word);
      }
    }
  }
  if (rng.below(kEverywhere) == 0) {
    top_ = 0;
    bottom_ = query_.rows - 1;
  }
}

}  // namespace lexigrid

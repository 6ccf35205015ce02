// Greedy layouts for words with more letters than the board has cells: best word and line first. See
// rebuild.cpp for the next step.
#include <algorithm>

#include "layout/search.hpp"
#include "lines/lines.hpp"  // the steps of the eight directions

namespace lexigrid {
namespace {

/// The score of a line: points per shared cell, points per letter of the word, and a random term below
/// kNoise. With kPerLength at 0, the first placement leaves out four more of 500 words; with it doubled, nine
/// more.
constexpr int64_t kPerShared = 32;
constexpr int64_t kPerLength = 10;
constexpr uint32_t kNoise = 29;
/// One line in this many is skipped.
constexpr uint32_t kSkipped = 100;
/// The minimum cost of a search for lines, in letters compared.
constexpr uint64_t kScanWork = 64;

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
    // The rows where a line may start.
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
      // Only lines through the new cells can have improved.
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

}  // namespace lexigrid

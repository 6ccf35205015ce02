// Layouts for words with more letters than the board has cells: the best word and line first, then parts of
// the board are cleared and built again.
#include <algorithm>

#include "layout/state.hpp"
#include "lines/lines.hpp"  // the steps of the eight directions

namespace lexigrid {
namespace {

/// The first placement. The score of a line: points per shared cell, points per letter of the word, and a
/// random term below kNoise. With kPerLength at 0, it leaves out four more of 500 words; with it doubled,
/// nine more. One line in kSkipped is skipped.
constexpr int64_t kPerShared = 32;
constexpr int64_t kPerLength = 10;
constexpr uint32_t kNoise = 29;
constexpr uint32_t kSkipped = 100;
constexpr int64_t kNoScore = INT64_MIN;
/// Of 100 steps, this many clear a window; the others clear a line for a word. With windows of up to 8 cells
/// instead of 4, seven more of 500 words are unplaced after the same time.
constexpr uint32_t kWindowPercent = 40;
constexpr uint32_t kMaxSide = 4;
/// The score of a line to clear: a gain per cell that has its letter, minus a cost per removed word, and a
/// random term. The cost is per square of its length, as short words are easy to place again.
constexpr int64_t kPerAgreement = 5;
constexpr int64_t kPerSquare = 4;
constexpr uint32_t kClearingNoise = 200;
/// A word may be placed before others up to two letters longer.
constexpr uint32_t kOrderNoise = 24;
constexpr int64_t kOrderPerLetter = 8;
/// Words taken off are placed near their old lines; one time in this many, anywhere.
constexpr uint32_t kEverywhere = 8;
/// The cost per letter of an unplaced word, the gain per empty cell, and the gain per pair of neighbouring
/// empty cells, as other words fit there; the first and last temperature in units of 1/256, as in annealing.
/// Without kPerPair, one to three more of 500 words are unplaced after the same time.
constexpr int64_t kPerLetter = 32;
constexpr int64_t kPerCell = 8;
constexpr int64_t kPerPair = 4;
constexpr uint64_t kHottest = 10000;
constexpr uint64_t kColdest = 1280;
/// Work, in letters compared. A search for lines counts as at least kScanWork; counting different letters
/// takes kNearWork times as long as comparing them. A step counts as at least kStepWork, and as many again
/// per kSetsPerWork letter sets.
constexpr uint64_t kScanWork = 64;
constexpr uint64_t kNearWork = 3;
constexpr uint64_t kStepWork = 16;
constexpr uint64_t kSetsPerWork = 32;

/// Between steps, the rows from `top_` to `bottom_` are those that the last step changed, or all.
class DenseBuilder {
 public:
  explicit DenseBuilder(LayoutState& state)
      : state_(state),
        query_(state.query()),
        board_(state.board()),
        rng_(query_.seed),
        bottom_(query_.rows - 1),
        best_lines_(query_.words.size()) {}

  LayoutResult run() {
    state_.clear();
    state_.index();
    place_best_first(state_.longest_first(rng_));
    LayoutResult best = rebuild();
    best.attempts = 1;
    return best;
  }

 private:
  /// Places the words, always choosing the word and line with the best score.
  void place_best_first(std::vector<uint32_t> waiting) {
    const auto scan = [&](uint32_t word) {
      const BestSpots spots = best_spots(word);
      best_lines_[word] = spots.count != 0 ? spots.kept[0] : ScoredSpot{kNoScore, {}};
    };
    for (const uint32_t word : waiting) scan(word);
    while (!waiting.empty() && !state_.stop().due()) {
      const auto next =
          std::ranges::max_element(waiting, {}, [&](uint32_t word) { return best_lines_[word].score; });
      const uint32_t word = *next;
      if (best_lines_[word].score == kNoScore) break;
      waiting.erase(next);
      if (!state_.try_put(word, best_lines_[word].spot) && !state_.try_best(word, best_spots(word))) {
        state_.unplaced.push_back(word);
        continue;
      }
      for (const uint32_t other : waiting) {
        const ScoredSpot& kept = best_lines_[other];
        if (kept.score != kNoScore && score_line(other, kept.spot) == kNoScore) {
          scan(other);
        } else {
          // Only lines through the new cells can have improved.
          for (const uint32_t cell : state_.new_cells()) improve_line(other, cell);
        }
      }
    }
    state_.unplaced.insert(state_.unplaced.end(), waiting.begin(), waiting.end());
  }

  /// The score of a line; kNoScore if the word does not fit or sets no new letter.
  int64_t score_line(uint32_t word, const Spot& spot) {
    const uint32_t length = state_.length(word);
    const Board::Fit fit = board_.compare(state_.letters(word), spot);
    state_.count(std::min(fit.agreeing + 1, length));
    if (fit.agreeing < length || fit.shared == length) return kNoScore;
    return score_of(fit.shared, length) + rng_.below(kNoise);
  }

  static int64_t score_of(uint32_t shared, uint32_t length) noexcept {
    return kPerShared * shared + kPerLength * length;
  }

  /// Replaces the best line of a word by the best one through this cell if that is better.
  void improve_line(uint32_t word, uint32_t cell) {
    const auto letters = state_.letters(word);
    const auto length = static_cast<uint32_t>(letters.size());
    for (uint32_t i = 0; i < length; ++i) {
      if (letters[i] != board_.letter(cell)) continue;
      for (uint8_t direction = 0; direction < 8; ++direction) {
        if (!query_.allows(word, direction)) continue;
        const Spot spot = board_.line_through(cell, i, length, direction);
        if (!spot.is_set()) continue;
        const int64_t score = score_line(word, spot);
        if (score > best_lines_[word].score) best_lines_[word] = {score, spot};
      }
    }
  }

  /// The best lines that touch the rows from `top_` to `bottom_`.
  BestSpots best_spots(uint32_t word) {
    BestSpots best;
    uint64_t work = kScanWork;
    const uint32_t length = state_.length(word);
    for (uint8_t direction = 0; direction < 8; ++direction) {
      if (!query_.allows(word, direction)) continue;
      const int step = board_.step(direction);
      // The rows where a line may start.
      const uint32_t above = kRowStep[direction] > 0 ? std::min(length - 1, top_) : 0;
      const uint32_t below = kRowStep[direction] < 0 ? std::min(length - 1, query_.rows - 1 - bottom_) : 0;
      const uint32_t from = board_.cell_at(top_ - above, 0);
      const uint32_t to = board_.cell_at(bottom_ + below, query_.columns);
      work += state_.sets().for_each_fit(word, step, from, to, [&](uint32_t cell) {
        const uint32_t random = rng_.below(kNoise * kSkipped);
        if (random < kNoise) return;
        uint32_t shared = 0;
        for (uint32_t i = 0, at = cell; i < length; ++i, at += static_cast<uint32_t>(step))
          shared += board_.letter(at) != kEmptyCell;
        work += length;
        if (shared != length) best.offer(score_of(shared, length) + random % kNoise, {cell, direction});
      });
    }
    state_.count(work);
    return best;
  }

  /// Repeats until every word is placed or the effort is spent: clears a small window and places all unplaced
  /// words, or puts an unplaced word over others and places those again. Undoes steps that cost too much.
  LayoutResult rebuild() {
    const uint64_t begun = state_.work();
    const uint64_t effort = std::max<uint64_t>(query_.effort - std::min(query_.effort, begun), 1);
    auto& unplaced = state_.unplaced;
    std::vector<uint32_t> before;
    LayoutResult best = state_.result();
    size_t fewest = unplaced.size();
    while (!unplaced.empty() && !state_.is_spent() && !state_.stop().look()) {
      state_.count(kStepWork * (1 + state_.sets().letters() / kSetsPerWork));
      const uint64_t heat =
          kHottest - (kHottest - kColdest) * std::min(state_.work() - begun, effort) / effort;
      const int64_t most = cost() + static_cast<int64_t>((heat * rng_.halvings()) >> 24);
      before = unplaced;
      state_.begin_step();
      if (rng_.below(100) < kWindowPercent) {
        clear_window();
        unplaced.clear();
        place_taken_and(before);
      } else {
        place_over_others(unplaced[rng_.below(static_cast<uint32_t>(unplaced.size()))]);
        place_taken_and({});
      }
      if (cost() > most) {
        for (const uint32_t word : before) remove_if_placed(word);
        for (const auto& taken : state_.taken()) remove_if_placed(taken.first);
        state_.undo();
        unplaced = before;
      } else if (unplaced.size() < fewest) {
        fewest = unplaced.size();
        best = state_.result();
      }
    }
    return best;
  }

  int64_t cost() const noexcept {
    int64_t letters = 0;
    for (const uint32_t word : state_.unplaced) letters += state_.length(word);
    return kPerLetter * letters - kPerCell * board_.empty_count() - kPerPair * state_.empty_pairs();
  }

  void remove_if_placed(uint32_t word) {
    if (state_.spot(word).is_set()) state_.remove(word);
  }

  /// Places these words and those taken off, roughly longest first. Those that do not fit become unplaced.
  void place_taken_and(std::span<const uint32_t> words) {
    placing_order_.clear();
    const auto add = [&](uint32_t word) {
      placing_order_.emplace_back(rng_.below(kOrderNoise) - kOrderPerLetter * state_.length(word), word);
    };
    for (const uint32_t word : words) add(word);
    for (const auto& taken : state_.taken()) add(taken.first);
    std::ranges::sort(placing_order_);
    for (const auto& [key, word] : placing_order_) {
      if (!state_.try_best(word, best_spots(word))) state_.unplaced.push_back(word);
    }
  }

  /// Takes off the words of a random window.
  void clear_window() {
    const uint32_t height = std::min(1 + rng_.below(kMaxSide), query_.rows);
    const uint32_t width = std::min(1 + rng_.below(kMaxSide), query_.columns);
    const uint32_t row = rng_.below(query_.rows - height + 1);
    const uint32_t column = rng_.below(query_.columns - width + 1);
    top_ = row;
    bottom_ = row + height - 1;
    for (uint32_t r = row; r < row + height; ++r) {
      for (uint32_t c = column; c < column + width; ++c) clear_cell(board_.cell_at(r, c));
    }
    choose_rows();
  }

  /// Puts an unplaced word on its cheapest line, after taking off the words with other letters there.
  void place_over_others(uint32_t word) {
    const Spot spot = cheapest_spot(word);
    if (!spot.is_set()) return;
    const auto letters = state_.letters(word);
    top_ = query_.rows - 1;
    bottom_ = 0;
    add_rows(word, spot);
    for (uint32_t i = 0; i < letters.size(); ++i) {
      const uint32_t cell = board_.cell_of(spot, i);
      if (board_.letter(cell) != letters[i]) clear_cell(cell);
    }
    choose_rows();
    if (state_.try_put(word, spot)) std::erase(state_.unplaced, word);
  }

  /// The line with other letters on at most three cells where removing the words on these cells costs least;
  /// unset if there is none. Inlined into `rebuild`, it runs out of registers and takes a fifth longer.
  [[gnu::noinline]] Spot cheapest_spot(uint32_t word) {
    ScoredSpot best{kNoScore, {}};
    const auto letters = state_.letters(word);
    const auto length = static_cast<uint32_t>(letters.size());
    for (uint8_t direction = 0; direction < 8; ++direction) {
      if (!query_.allows(word, direction)) continue;
      const int step = board_.step(direction);
      const auto judge = [&](uint32_t cell) {
        int64_t score = rng_.below(kClearingNoise);
        uint32_t shared = 0;
        removed_.clear();
        for (uint32_t i = 0, at = cell; i < length; ++i, at += static_cast<uint32_t>(step)) {
          if (score + kPerAgreement * int64_t{length - i} <= best.score) return;
          if (board_.letter(at) == letters[i]) {
            ++shared;
            score += kPerAgreement;
            continue;
          }
          for (const uint32_t other : state_.words_on(at)) {
            if (std::ranges::find(removed_, other) != removed_.end()) continue;
            removed_.push_back(other);
            const auto size = int64_t{state_.length(other)};
            score -= kPerSquare * size * size;
          }
        }
        state_.count(length);
        if (shared != length && score > best.score) best = {score, {cell, direction}};
      };
      state_.count(kNearWork * state_.sets().for_each_near_fit(word, direction, step, judge));
    }
    return best.spot;
  }

  /// Takes off the words on a cell.
  void clear_cell(uint32_t cell) {
    while (!state_.words_on(cell).empty()) {
      const uint32_t word = state_.words_on(cell).back();
      add_rows(word, state_.spot(word));
      state_.take(word);
    }
  }

  /// Extends the rows from `top_` to `bottom_` to those of a line.
  void add_rows(uint32_t word, const Spot& spot) noexcept {
    for (const uint32_t end : {spot.cell, board_.cell_of(spot, state_.length(word) - 1)}) {
      const uint32_t row = board_.place_of(end) / query_.columns;
      top_ = std::min(top_, row);
      bottom_ = std::max(bottom_, row);
    }
  }

  /// Occasionally extends them to all rows.
  void choose_rows() noexcept {
    if (rng_.below(kEverywhere) != 0) return;
    top_ = 0;
    bottom_ = query_.rows - 1;
  }

  LayoutState& state_;
  const LayoutQuery& query_;
  const Board& board_;
  Rng rng_;
  uint32_t top_ = 0;  // first and last row of the lines that `best_spots` finds
  uint32_t bottom_;
  std::vector<ScoredSpot> best_lines_;                       // by word; used by `place_best_first`
  std::vector<std::pair<int64_t, uint32_t>> placing_order_;  // scratch space of `place_taken_and`
  std::vector<uint32_t> removed_;                            // scratch space of `cheapest_spot`
};

}  // namespace

LayoutResult build_dense_layout(LayoutState& state) { return DenseBuilder(state).run(); }

}  // namespace lexigrid

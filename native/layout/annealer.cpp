// Layouts of boards with room: greedy placement, then annealing.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "layout/state.hpp"

namespace lexigrid {
namespace {

/// The most attempts, whatever the effort; annealing steps per word in the first one, and the factor between
/// attempts.
constexpr uint32_t kMaxAttempts = 400;
constexpr uint64_t kFirstSteps = 2'000;
constexpr uint64_t kStepGrowth = 4;
constexpr uint64_t kMaxSteps = uint64_t{1} << 40;
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

/// Each attempt has its own random stream, so it does not depend on how long earlier ones ran.
class Annealer {
 public:
  explicit Annealer(LayoutState& state)
      : state_(state),
        query_(state.query()),
        board_(state.board()),
        count_(query_.rows * query_.columns) {}

  LayoutResult run() {
    LayoutResult best;
    uint64_t work_per_step = 0;  // of the previous attempt
    uint64_t steps = kFirstSteps * query_.words.size();
    for (uint32_t attempt = 0; attempt < kMaxAttempts; ++attempt) {
      rng_ = Rng(query_.seed + 0x9E3779B97F4A7C15u * attempt);
      overlap_ = attempt == 0 || is_apart_ ? query_.overlap : Overlap::many;
      state_.clear();
      for (const uint32_t word : state_.longest_first(rng_)) {
        if (!state_.try_best(word, best_spots(word))) state_.unplaced.push_back(word);
      }
      const uint64_t before = state_.work();
      if (work_per_step != 0) {
        // An attempt that ends before it has cooled down is wasted. If the remaining effort does not suffice
        // for another, longer attempt, this one uses all of it.
        const uint64_t possible_steps = (query_.effort - std::min(query_.effort, before)) / work_per_step;
        if (possible_steps < steps * (kStepGrowth + 1)) steps = possible_steps;
      }
      anneal(steps);
      if (steps != 0) work_per_step = (state_.work() - before) / steps;
      tune();
      steps = std::min(steps * kStepGrowth, kMaxSteps);
      LayoutResult made = state_.result();
      const bool is_better = attempt == 0 || made.placed > best.placed ||
                             (made.placed == best.placed &&
                              state_.leftover_error(made.leftover) < state_.leftover_error(best.leftover));
      if (is_better) best = std::move(made);
      best.attempts = attempt + 1;
      if (state_.is_done(best) || state_.stop().reason() != Finish::complete || state_.is_spent()) break;
    }
    return best;
  }

 private:
  /// Calls judge(spot, overlaps) for the lines where the word currently fits; on a large board, only until
  /// `enough` lines do.
  template <class Judge>
  void for_each_fit(uint32_t word, uint32_t enough, Judge&& judge) {
    const auto letters = state_.letters(word);
    const uint32_t stride = stride_of(count_);
    const bool may_end_early = uint64_t{count_} * 8 > kMaxLinesForFullScan;
    uint32_t place = rng_.below(count_);
    uint32_t fitting = 0;
    uint64_t compared = 0;
    for (uint32_t seen = 0; seen < count_; ++seen, place = (place + stride) % count_) {
      const uint32_t cell = board_.cell_at(place);
      const LetterCode here = board_.letter(cell);
      if (here != kEmptyCell && here != letters[0]) continue;
      for (uint8_t direction = 0; direction < 8; ++direction) {
        if (!query_.allows(word, direction)) continue;
        const Spot spot{cell, direction};
        const Board::Fit fit = board_.compare(letters, spot);
        compared += fit.agreeing + 1;
        if (fit.agreeing < letters.size() || (is_apart_ && fit.shared != 0)) continue;
        judge(spot, fit.shared);
        ++fitting;
      }
      if ((may_end_early && fitting >= enough) || state_.stop().due()) break;
    }
    state_.count(compared);
  }

  BestSpots best_spots(uint32_t word) {
    constexpr int64_t kPerOverlap[] = {-24, 3, 64, 0};
    constexpr uint32_t kNoise[] = {32, 32, 24, 32};
    constexpr int64_t kPerUse[] = {10, 10, 3, 10};
    const auto kind = static_cast<size_t>(overlap_);
    // With very many lines, the one with the most overlaps would always win, and all words would cluster in
    // one corner of a large board. So half the words ignore overlaps.
    const int64_t per_overlap = overlap_ == Overlap::some && rng_.below(2) == 0 ? 0 : kPerOverlap[kind];
    std::array<int64_t, 8> preference;
    for (uint8_t direction = 0; direction < 8; ++direction)
      preference[direction] = -kPerUse[kind] * state_.usage(direction);
    BestSpots best;
    for_each_fit(word, kEnoughFits, [&](const Spot& spot, uint32_t overlaps) {
      best.offer(overlaps * per_overlap + preference[spot.direction] + rng_.below(kNoise[kind]), spot);
    });
    return best;
  }

  /// Lines on which the word would set about `wanted` new letters.
  BestSpots best_spots_covering(uint32_t word, int64_t wanted) {
    const auto length = int64_t{state_.length(word)};
    BestSpots best;
    for_each_fit(word, kNowhere, [&](const Spot& spot, uint32_t overlaps) {
      best.offer(-16 * std::abs(length - overlaps - wanted) + rng_.below(16), spot);
    });
    return best;
  }

  /// Anneals until every word is placed, or for `steps` steps. A step puts a word on a random line that
  /// agrees with a letter there, takes off the words in conflict, and is undone if it costs too much.
  void anneal(uint64_t steps) {
    auto& unplaced = state_.unplaced;
    for (uint64_t step = 0; step < steps && !unplaced.empty(); ++step) {
      if ((step & 1023) == 0 && (state_.is_spent() || state_.stop().look())) return;
      const bool is_unplaced = rng_.below(2) == 0;
      const uint32_t at = is_unplaced ? rng_.below(static_cast<uint32_t>(unplaced.size())) : 0;
      const uint32_t word = is_unplaced ? unplaced[at] : rng_.below(query_.words.size());
      if (!is_unplaced && !state_.spot(word).is_set()) continue;
      const Spot spot = spot_over(word, board_.cell_at(rng_.below(count_)));
      state_.count(kMoveWork);
      if (!spot.is_set()) continue;
      // Cooling is linear; the most a step may cost is the temperature times an exponentially distributed
      // number.
      const uint64_t heat = kColdest + (kHottest - kColdest) * (steps - step) / steps;
      const auto length = int64_t{state_.length(word)};
      const int64_t most =
          static_cast<int64_t>((heat * rng_.halvings()) >> 24) + (is_unplaced ? kPerLetter * length : 0);
      // The step frees at most `length` cells.
      const int64_t cost = cost_of_conflicts(word, spot, most + kPerCell * length);
      if (cost > most + kPerCell * length) continue;
      const auto empty_before = int64_t{board_.empty_count()};
      state_.begin_step();
      if (!is_unplaced) state_.take(word);
      for (const uint32_t other : conflicts_) state_.take(other);
      const bool is_placed = state_.try_put(word, spot);
      if (is_placed && cost + kPerCell * (empty_before - board_.empty_count()) <= most) {
        if (is_unplaced) {
          unplaced[at] = unplaced.back();
          unplaced.pop_back();
        }
        unplaced.insert(unplaced.end(), conflicts_.begin(), conflicts_.end());
      } else {
        if (is_placed) state_.remove(word);
        state_.undo();
      }
    }
  }

  /// A random line for the word through the cell, in agreement with its letter; unset if there is none.
  Spot spot_over(uint32_t word, uint32_t cell) {
    const auto letters = state_.letters(word);
    const auto length = static_cast<uint32_t>(letters.size());
    const LetterCode there = board_.letter(cell);
    uint32_t index = rng_.below(length);
    if (there < kHoleCell) {
      uint32_t tries = 0;
      while (tries < length && letters[index] != there) {
        index = index + 1 == length ? 0 : index + 1;
        ++tries;
      }
      if (tries == length) return {};
    }
    const auto direction = static_cast<uint8_t>(rng_.below(8));
    return query_.allows(word, direction) ? board_.line_through(cell, index, length, direction) : Spot{};
  }

  /// The cost of taking off the words in conflict with the line, which `conflicts_` then has; stops above
  /// `most`.
  int64_t cost_of_conflicts(uint32_t word, const Spot& spot, int64_t most) {
    const auto letters = state_.letters(word);
    int64_t cost = 0;
    conflicts_.clear();
    uint32_t i = 0;
    while (i < letters.size() && cost <= most) {
      const uint32_t cell = board_.cell_of(spot, i);
      const LetterCode there = board_.letter(cell);
      if (there != kEmptyCell && (is_apart_ || there != letters[i])) {
        for (const uint32_t other : state_.words_on(cell)) {
          if (other == word || std::ranges::find(conflicts_, other) != conflicts_.end()) continue;
          conflicts_.push_back(other);
          cost += kPerLetter * int64_t{state_.length(other)};
        }
      }
      ++i;
    }
    state_.count(i);
    return cost;
  }

  /// Moves one to three words at a time until the number of cells left over is right.
  void tune() {
    const auto error = [&] { return state_.leftover_error(board_.empty_count()); };
    if (!state_.unplaced.empty()) return;
    uint64_t steps = kTuningSteps * query_.words.size();
    while (steps-- > 0 && error() != 0 && !state_.is_spent() && !state_.stop().look()) {
      const uint64_t before = error();
      state_.begin_step();
      for (uint32_t i = 0, n = 1 + rng_.below(3); i < n; ++i) {
        const uint32_t word = rng_.below(query_.words.size());
        if (state_.spot(word).is_set()) state_.take(word);
      }
      // The last of them is placed where it best corrects the leftover.
      const auto& taken = state_.taken();
      size_t placed = 0;
      for (; placed < taken.size(); ++placed) {
        const auto& [word, old] = taken[placed];
        const int64_t wanted = int64_t{board_.empty_count()} - query_.leftover;
        const bool is_last = placed + 1 == taken.size();
        if (!state_.try_best(word, is_last ? best_spots_covering(word, wanted) : best_spots(word), old))
          break;
      }
      if (placed == taken.size() && (error() <= before || rng_.below(16) == 0)) continue;
      while (placed-- > 0) state_.remove(taken[placed].first);
      state_.undo();
    }
  }

  LayoutState& state_;
  const LayoutQuery& query_;
  const Board& board_;
  const uint32_t count_;  // cells
  const bool is_apart_ = query_.overlap == Overlap::none;
  Rng rng_{0};
  Overlap overlap_ = Overlap::some;
  std::vector<uint32_t> conflicts_;  // set by `is_affordable`
};

}  // namespace

LayoutResult anneal_layout(LayoutState& state) { return Annealer(state).run(); }

}  // namespace lexigrid

#include "layout/layout.hpp"

#include <algorithm>

#include "base/rng.hpp"
#include "layout/search.hpp"

namespace lexigrid {
namespace {

/// The most attempts, whatever the effort.
constexpr uint32_t kMaxAttempts = 400;
/// Annealing steps per word in the first attempt, and the factor between attempts.
constexpr uint64_t kFirstSteps = 2'000;
constexpr uint64_t kStepGrowth = 4;
constexpr uint64_t kMaxSteps = uint64_t{1} << 40;
/// Boards with more letters per 100 cells than this are dense.
constexpr uint64_t kDensePercent = 115;

/// Longest first; words of equal length in random order.
std::vector<uint32_t> placing_order(const WordsView& words, std::vector<uint32_t> order, Rng& rng) {
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[rng.below(static_cast<uint32_t>(i))]);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return words[a].size() > words[b].size(); });
  return order;
}

/// True if any line on the empty board is long enough for the word.
bool can_fit(const LayoutQuery& query, const Board& board, uint32_t word) {
  const auto length = static_cast<uint32_t>(query.words[word].size());
  for (uint32_t row = 0; row < query.rows; ++row) {
    for (uint32_t column = 0; column < query.columns; ++column) {
      for (uint8_t direction = 0; direction < 8; ++direction) {
        if ((query.directions[word] >> direction & 1) == 0) continue;
        const Spot spot{board.cell_at(row, column), direction};
        uint32_t free = 0;
        while (free < length && board.letter(board.cell_of(spot, free)) != kHoleCell) ++free;
        if (free == length) return true;
      }
    }
  }
  return false;
}

uint64_t distance(const LayoutQuery& query, uint32_t leftover) {
  if (query.leftover < 0) return 0;
  const int64_t away = static_cast<int64_t>(leftover) - query.leftover;
  return static_cast<uint64_t>(away < 0 ? -away : away);
}

bool is_dense(const LayoutQuery& query, const Board& board, const std::vector<uint32_t>& words) {
  uint64_t letters = 0;
  for (const uint32_t word : words) letters += query.words[word].size();
  return query.leftover < 0 && letters * 100 > kDensePercent * board.empty_count();
}

}  // namespace

LayoutResult make_layout(const LayoutQuery& query, StopToken& stop) {
  const Patterns patterns(query.words, query.avoided);
  LayoutSearch search(query, patterns, stop);
  const Board board(query.rows, query.columns, query.cells);
  std::vector<uint32_t> possible;
  std::vector<uint8_t> fits;
  for (uint32_t word = 0; word < query.words.size(); ++word) {
    fits.push_back(can_fit(query, board, word));
    if (fits.back() != 0) possible.push_back(word);
  }
  const auto is_done = [&](const LayoutResult& made) {
    return made.placed == possible.size() && distance(query, made.leftover) == 0;
  };
  const auto finished = [&](LayoutResult made) {
    if (!is_done(made)) made.finish = stop.reason() != Finish::complete ? stop.reason() : Finish::limited;
    made.can_fit = std::move(fits);
    return made;
  };
  if (is_dense(query, board, possible)) {
    Rng rng(query.seed);
    search.begin_dense();
    search.place_best_first(placing_order(query.words, possible, rng), rng);
    search.rebuild(rng);
    LayoutResult made = search.result();
    made.attempts = 1;
    return finished(std::move(made));
  }
  LayoutResult best;
  uint64_t work_per_step = 0;  // of the previous attempt
  uint64_t steps = kFirstSteps * query.words.size();
  for (uint32_t attempt = 0; attempt < kMaxAttempts; ++attempt) {
    // Each attempt has its own random stream, so it does not depend on how long earlier ones ran.
    Rng rng(query.seed + 0x9E3779B97F4A7C15u * attempt);
    search.begin(attempt == 0 ? query.overlap : Overlap::many);
    search.place_all(placing_order(query.words, possible, rng), rng);
    const uint64_t before = search.work();
    if (work_per_step != 0) {
      // An attempt that ends before it has cooled down is wasted. If the remaining effort does not suffice
      // for another, longer attempt, this one uses all of it.
      const uint64_t possible_steps = (query.effort - std::min(query.effort, before)) / work_per_step;
      if (possible_steps < steps * (kStepGrowth + 1)) steps = possible_steps;
    }
    if (query.leftover < 0 || !search.is_complete()) search.anneal(steps, rng);
    if (steps != 0) work_per_step = (search.work() - before) / steps;
    if (query.leftover >= 0 && search.is_complete()) search.tune(rng);
    steps = std::min(steps * kStepGrowth, kMaxSteps);
    LayoutResult made = search.result();
    const bool is_better =
        attempt == 0 || made.placed > best.placed ||
        (made.placed == best.placed && distance(query, made.leftover) < distance(query, best.leftover));
    if (is_better) best = std::move(made);
    best.attempts = attempt + 1;
    if (is_done(best) || stop.reason() != Finish::complete || search.is_spent()) break;
  }
  return finished(std::move(best));
}

}  // namespace lexigrid

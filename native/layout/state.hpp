// The words on a board while a layout is searched for.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "layout/layout.hpp"
#include "layout/letter_sets.hpp"

namespace lexigrid {

/// A line for a word, with its score.
struct ScoredSpot {
  int64_t score = 0;
  Spot spot;
};

/// The lines with the highest scores, best first.
struct BestSpots {
  std::array<ScoredSpot, 8> kept;
  size_t count = 0;

  void offer(int64_t score, const Spot& spot) noexcept {
    if (count == kept.size() && score <= kept.back().score) return;
    size_t at = count < kept.size() ? count++ : kept.size() - 1;
    for (; at > 0 && kept[at - 1].score < score; --at) kept[at] = kept[at - 1];
    kept[at] = {score, spot};
  }
};

/// Every letter on the board belongs to a placed word, and no word or avoided word occurs outside the line of
/// a placed word. Between steps, each word that some line can hold is either placed or in `unplaced`.
class LayoutState {
 public:
  LayoutState(const LayoutQuery& query, StopToken& stop);

  [[nodiscard]] const LayoutQuery& query() const noexcept { return query_; }
  [[nodiscard]] std::span<const LetterCode> letters(uint32_t word) const noexcept {
    return query_.words[word];
  }
  [[nodiscard]] uint32_t length(uint32_t word) const noexcept {
    return query_.words.at[word + 1] - query_.words.at[word];
  }
  [[nodiscard]] const Board& board() const noexcept { return board_; }
  /// The line of a word; unset if it is not placed.
  [[nodiscard]] const Spot& spot(uint32_t word) const noexcept { return spots_[word]; }
  /// The words on a cell, in the order in which they were put there.
  [[nodiscard]] const std::vector<uint32_t>& words_on(uint32_t cell) const noexcept {
    return covering_[cell];
  }
  /// The cells that were empty before the last `put`.
  [[nodiscard]] const std::vector<uint32_t>& new_cells() const noexcept { return new_cells_; }
  /// How much more often a direction is used than the rarest one, up to 6.
  [[nodiscard]] int64_t usage(uint8_t direction) const noexcept {
    return std::min<uint32_t>(used_[direction] - *std::min_element(used_.begin(), used_.end()), 6);
  }
  /// The number of letters of the words that some line can hold.
  [[nodiscard]] uint64_t letter_count() const noexcept {
    uint64_t count = 0;
    for (const uint32_t word : order_) count += length(word);
    return count;
  }
  /// How far a number of cells left over is from that of the query.
  [[nodiscard]] uint64_t leftover_error(uint32_t leftover) const noexcept {
    const int64_t away = query_.leftover < 0 ? 0 : int64_t{leftover} - query_.leftover;
    return static_cast<uint64_t>(away < 0 ? -away : away);
  }
  [[nodiscard]] bool is_done(const LayoutResult& made) const noexcept {
    return made.placed == order_.size() && leftover_error(made.leftover) == 0;
  }

  /// Removes all words, and ends the use of `sets` and `empty_pairs`.
  void clear();
  /// Keeps `sets` and `empty_pairs` from now on.
  void index();
  [[nodiscard]] LetterSets& sets() noexcept { return sets_; }
  /// Pairs of neighbouring empty cells, relative to when `index` was called.
  [[nodiscard]] int64_t empty_pairs() const noexcept { return empty_pairs_; }
  /// The words that some line can hold, longest first; words of equal length in random order.
  [[nodiscard]] std::vector<uint32_t> longest_first(Rng& rng) const;
  /// Puts the word on a line where each cell is empty or has its letter.
  void put(uint32_t word, const Spot& spot);
  void remove(uint32_t word);
  /// Puts the word on the line unless that completes a pattern or sets no new letter.
  bool try_put(uint32_t word, const Spot& spot);
  /// Tries the lines in order, but not the old one.
  bool try_best(uint32_t word, const BestSpots& best, const Spot& old = {});

  /// A step begins, takes words off the board, and places words. `undo` puts the words taken off back.
  void begin_step() noexcept { taken_.clear(); }
  void take(uint32_t word);
  void undo();
  /// The words taken off in this step, with their lines.
  [[nodiscard]] const std::vector<std::pair<uint32_t, Spot>>& taken() const noexcept { return taken_; }

  /// Counts letters compared.
  void count(uint64_t letters) noexcept { work_ += letters; }
  [[nodiscard]] uint64_t work() const noexcept { return work_; }
  [[nodiscard]] bool is_spent() const noexcept { return work_ >= query_.effort; }
  [[nodiscard]] StopToken& stop() noexcept { return stop_; }
  [[nodiscard]] LayoutResult result() const;

  std::vector<uint32_t> unplaced;

 private:
  [[nodiscard]] int64_t count_empty_around(uint32_t cell) const noexcept;

  const LayoutQuery& query_;
  StopToken& stop_;
  const Patterns patterns_;
  const Board empty_board_;
  Board board_;
  std::vector<Spot> spots_;                      // by word
  std::vector<std::vector<uint32_t>> covering_;  // by cell: the words on it
  std::array<uint32_t, 8> used_{};               // by direction: words placed
  std::vector<uint8_t> can_fit_;                 // by word
  std::vector<uint32_t> order_;                  // words that can fit
  LetterSets sets_;                              // of board_
  int64_t empty_pairs_ = 0;
  std::vector<uint32_t> new_cells_;
  std::vector<std::pair<uint32_t, Spot>> taken_;
  uint64_t work_ = 0;
};

/// Repeated attempts at a layout, each longer than the one before: places the words greedily, then anneals.
[[nodiscard]] LayoutResult anneal_layout(LayoutState& state);

/// For words with more letters than the board has cells: places the best word and line first, then clears
/// parts of the board and builds them again.
[[nodiscard]] LayoutResult build_dense_layout(LayoutState& state);

}  // namespace lexigrid

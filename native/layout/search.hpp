// Repeated attempts at a layout: place greedily, then anneal.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "layout/layout.hpp"
#include "layout/letter_sets.hpp"

namespace lexigrid {

class LayoutSearch {
 public:
  LayoutSearch(const LayoutQuery& query, const Patterns& patterns, StopToken& stop);

  /// Removes all words.
  void begin(Overlap overlap);
  /// Places the words in this order, each on its best line.
  void place_all(const std::vector<uint32_t>& order, Rng& rng);
  /// Anneals until every word is placed, or for `steps` steps. A step puts a word on a random line that
  /// agrees with a letter there, removes the words in conflict, and is undone if it costs too much.
  void anneal(uint64_t steps, Rng& rng);
  /// Moves one to three words at a time until the number of cells left over is right.
  void tune(Rng& rng);

  /// Removes all words, and prepares the board for the two functions below.
  void begin_dense();
  /// Places the words, always choosing the word and line with the best score.
  void place_best_first(std::vector<uint32_t> waiting, Rng& rng);
  /// Repeats until every word is placed or the effort is spent: clears a small window and places all unplaced
  /// words, or puts an unplaced word over others and places those again. Undoes steps that cost too much.
  void rebuild(Rng& rng);

  /// True if every word is placed and the number of cells left over is right.
  [[nodiscard]] bool is_done() const noexcept {
    return unplaced_.empty() && (query_.leftover < 0 || leftover_error() == 0);
  }
  [[nodiscard]] bool is_complete() const noexcept { return unplaced_.empty(); }
  [[nodiscard]] bool is_spent() const noexcept { return work_ >= query_.effort; }
  /// Letters compared so far.
  [[nodiscard]] uint64_t work() const noexcept { return work_; }
  [[nodiscard]] LayoutResult result() const;

 private:
  /// A line for a word, with its score.
  struct Candidate {
    int64_t score = 0;
    Spot spot;
  };
  static constexpr size_t kKept = 8;
  struct BestSpots {
    std::array<Candidate, kKept> kept;
    size_t count = 0;

    void offer(int64_t score, Spot spot) noexcept;
  };

  /// A step of annealing: a word and its new line.
  struct Move {
    uint32_t word = 0;
    Spot spot;
    bool is_unplaced = false;
    uint32_t at = 0;        // its index in unplaced_
    int64_t allowance = 0;  // the most the move may cost
    int64_t cost = 0;       // for words; excludes the cost of covered cells
  };

  static constexpr int64_t kNoScore = INT64_MIN;

  /// The score of a line on a dense board; kNoScore if the word does not fit or sets no new letter.
  int64_t score_dense(uint32_t word, const Spot& spot, Rng& rng);
  /// The best lines that touch the rows from `top_` to `bottom_`.
  [[nodiscard]] BestSpots best_dense_spots(uint32_t word, Rng& rng);
  /// Replaces `kept` by the best line through this cell if that is better.
  void offer_lines_through(uint32_t word, uint32_t cell, Candidate& kept, Rng& rng);
  /// Removes the words of a random window.
  void clear_window(Rng& rng);
  /// Puts an unplaced word on its cheapest line, after removing the words with other letters there.
  void place_over_others(uint32_t word, Rng& rng);
  /// The line with other letters on at most three cells where removing the words on these cells costs least;
  /// unset if there is none.
  [[nodiscard]] Spot cheapest_spot(uint32_t word, Rng& rng);
  /// Places the words, roughly longest first. Those that do not fit become unplaced.
  void place_anew(const std::vector<uint32_t>& words, Rng& rng);
  /// Removes the words on a cell.
  void clear_cell(uint32_t cell);
  /// Extends the rows from `top_` to `bottom_` to those of a line.
  void add_rows(uint32_t word, const Spot& spot) noexcept;
  /// Occasionally extends them to all rows.
  void choose_rows(Rng& rng) noexcept;
  [[nodiscard]] int64_t dense_cost() const noexcept;
  [[nodiscard]] int64_t count_empty_around(uint32_t cell) const noexcept;
  template <class Judge>
  void for_each_fit(uint32_t word, uint32_t enough, Rng& rng, Judge&& judge);
  [[nodiscard]] BestSpots best_spots(uint32_t word, Rng& rng);
  /// Lines on which the word would set about `wanted` new letters.
  [[nodiscard]] BestSpots best_spots_covering(uint32_t word, int64_t wanted, Rng& rng);
  /// Puts the word on the line unless that completes a pattern or sets no new letter.
  bool try_place(uint32_t word, const Spot& spot);
  bool place_at_best(uint32_t word, const BestSpots& best);
  /// Like `place_at_best`, but skips the old line.
  bool place_elsewhere(uint32_t word, const BestSpots& best, const Spot& old);
  /// A random line for the word through the cell, in agreement with its letter; unset if there is none.
  [[nodiscard]] Spot spot_over(uint32_t word, uint32_t place, Rng& rng);
  /// The line that has letter `index` of the word on this cell; unset if a cell is missing.
  [[nodiscard]] Spot line_through(uint32_t word, uint32_t place, uint32_t index, uint8_t direction) const;
  /// How far the number of cells left over is from that of the query.
  [[nodiscard]] int64_t leftover_error() const noexcept;
  /// Computes the cost of the move. Returns false if it is too high however many cells the move frees.
  bool is_affordable(Move& move);
  /// Makes the move, and undoes it if it costs too much.
  void apply(const Move& move);
  void put(uint32_t word, const Spot& spot);
  void remove(uint32_t word);
  [[nodiscard]] int64_t usage(uint8_t direction) const noexcept;

  const LayoutQuery& query_;
  const Patterns& patterns_;
  StopToken& stop_;
  Board empty_board_;
  Board board_;
  LetterSets sets_;  // of board_; used after `begin_dense`
  Overlap overlap_ = Overlap::some;
  uint64_t work_ = 0;
  std::vector<Spot> spot_;                       // by word
  std::vector<std::vector<uint32_t>> covering_;  // by cell: the words on it
  std::array<uint32_t, 8> used_{};               // by direction: words placed
  std::vector<uint32_t> unplaced_;
  std::vector<uint32_t> conflicts_;    // words removed for a step, or in conflict with it
  std::vector<Spot> previous_spots_;   // of those words
  std::vector<Candidate> best_lines_;  // by word; used by `place_best_first`
  std::vector<std::pair<int64_t, uint32_t>> placing_order_;  // scratch space of `place_anew`
  std::vector<uint32_t> removed_;                            // scratch space of `cheapest_spot`
  std::vector<uint32_t> new_cells_;                          // set by the last `put`
  int64_t empty_pairs_ = 0;  // pairs of neighbouring empty cells, relative to the empty board
  uint32_t top_ = 0;         // first and last row for `best_dense_spots`
  uint32_t bottom_ = 0;
};

}  // namespace lexigrid

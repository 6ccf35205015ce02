// One attempt after another at a layout: place greedily, then anneal.
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
  /// Places the words in this order, each where it fits best.
  void place_all(const std::vector<uint32_t>& order, Rng& rng);
  /// Anneals until no word is unplaced, or for `steps` steps. A step puts a word on a random line that
  /// agrees with a letter there, removes the words in conflict, and is undone if it costs too much.
  void anneal(uint64_t steps, Rng& rng);
  /// Moves one to three words at a time until as many cells are left over as the query wants.
  void tune(Rng& rng);

  /// Removes all words, to place them with the two functions below.
  void begin_dense();
  /// Places the words, each time the one that shares most cells and letters with those placed.
  void place_best_first(std::vector<uint32_t> waiting, Rng& rng);
  /// Removes the words in a small window and places all that wait anew, or puts a word that waits over
  /// others and places those anew, until none waits or the effort is spent. What costs too much is undone.
  void rebuild(Rng& rng);

  /// Whether every word is placed and as many cells are left over as the query wants.
  [[nodiscard]] bool is_done() const noexcept {
    return unplaced_.empty() && (query_.leftover < 0 || leftover_error() == 0);
  }
  [[nodiscard]] bool is_complete() const noexcept { return unplaced_.empty(); }
  [[nodiscard]] bool is_spent() const noexcept { return work_ >= query_.effort; }
  /// Letters compared so far.
  [[nodiscard]] uint64_t work() const noexcept { return work_; }
  [[nodiscard]] LayoutResult result() const;

 private:
  /// The line of a word, and how good it is.
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
    int64_t allowance = 0;  // what the move may cost
    int64_t cost = 0;       // what it costs, without the cells
  };

  static constexpr int64_t kNoScore = INT64_MIN;

  /// How good a line is on a dense board; kNoScore if the word does not fit or sets no new letter.
  int64_t score_dense(uint32_t word, const Spot& spot, Rng& rng);
  /// The best lines that start or end in the rows from `top_` to `bottom_`, or cross them.
  [[nodiscard]] BestSpots best_dense_spots(uint32_t word, Rng& rng);
  /// Keeps the best line of the word that shares this cell.
  void offer_lines_through(uint32_t word, uint32_t cell, Candidate& kept, Rng& rng);
  /// Removes the words of a random window.
  void clear_window(Rng& rng);
  /// Puts a word that waits on the line where it is cheapest, and removes the words that have other letters
  /// there.
  void place_over_others(uint32_t word, Rng& rng);
  /// The line, with other letters on at most three cells, where removing the words of those cells costs
  /// least; unset if there is none.
  [[nodiscard]] Spot cheapest_spot(uint32_t word, Rng& rng);
  /// Places the words, the longest first, or lets them wait.
  void place_anew(const std::vector<uint32_t>& words, Rng& rng);
  /// Removes the words on a cell.
  void clear_cell(uint32_t cell);
  /// Adds the rows of a line to those of `best_dense_spots`.
  void add_rows(uint32_t word, const Spot& spot) noexcept;
  /// Makes them all rows from time to time.
  void choose_rows(Rng& rng) noexcept;
  [[nodiscard]] int64_t dense_cost() const noexcept;
  [[nodiscard]] int64_t count_empty_around(uint32_t cell) const noexcept;
  template <class Judge>
  void for_each_fit(uint32_t word, uint32_t enough, Rng& rng, Judge&& judge);
  [[nodiscard]] BestSpots best_spots(uint32_t word, Rng& rng);
  /// Lines where the word alone would cover about `wanted` cells.
  [[nodiscard]] BestSpots best_spots_covering(uint32_t word, int64_t wanted, Rng& rng);
  /// Puts the word there unless that completes a pattern or sets no new letter.
  bool try_place(uint32_t word, const Spot& spot);
  bool place_at_best(uint32_t word, const BestSpots& best);
  bool place_elsewhere(uint32_t word, const BestSpots& best, const Spot& old);
  /// A random line for the word through the cell that agrees with its letter; unset if there is none.
  [[nodiscard]] Spot spot_over(uint32_t word, uint32_t place, Rng& rng);
  /// The line on which the place has this letter of the word; unset if there is none.
  [[nodiscard]] Spot line_through(uint32_t word, uint32_t place, uint32_t index, uint8_t direction) const;
  /// The difference between the cells left over and those that the query wants.
  [[nodiscard]] int64_t leftover_error() const noexcept;
  /// Computes the cost of the move; false if it is too high whatever cells it saves.
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
  LetterSets sets_;  // of board_, once `begin_dense` has made them
  Overlap overlap_ = Overlap::some;
  uint64_t work_ = 0;
  std::vector<Spot> spot_;                       // by word
  std::vector<std::vector<uint32_t>> covering_;  // by cell: the words on it
  std::array<uint32_t, 8> used_{};               // words by direction
  std::vector<uint32_t> unplaced_;
  std::vector<uint32_t> conflicts_;    // words in conflict with the move
  std::vector<Spot> previous_spots_;   // of those words
  std::vector<Candidate> best_lines_;  // by word, of those that wait for `place_best_first`
  std::vector<std::pair<int64_t, uint32_t>> placing_order_;  // of `place_anew`
  std::vector<uint32_t> removed_;                            // of `cheapest_spot`
  std::vector<uint32_t> new_cells_;                          // set by the last `put`
  int64_t empty_pairs_ = 0;  // neighbouring empty cells, less those of the empty board
  uint32_t top_ = 0;         // the rows of `best_dense_spots`
  uint32_t bottom_ = 0;
};

}  // namespace lexigrid

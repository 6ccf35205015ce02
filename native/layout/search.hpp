// One attempt after another at a layout: place greedily, then anneal.
#pragma once

#include <array>
#include <vector>

#include "base/rng.hpp"
#include "layout/layout.hpp"

namespace lexigrid {

class LayoutSearch {
 public:
  LayoutSearch(const LayoutQuery& query, const Patterns& patterns, StopToken& stop);

  /// Takes all words away and begins anew.
  void begin(Overlap overlap);
  /// Places the words in this order where they fit best; those without a place wait.
  void place_all(const std::vector<uint32_t>& order, Rng& chance);
  /// Anneals until no word waits, or for so many steps: puts a word on a line that some letter there
  /// suggests, lets the words in its way wait instead, and keeps that if little is lost by it.
  void anneal(uint64_t steps, Rng& chance);
  /// Moves one to three words at a time to where they make the number of cells left over what the query
  /// wants.
  void tune(Rng& chance);
  /// Has every word a place, and are as many cells left over as the query wants?
  [[nodiscard]] bool is_done() const noexcept {
    return waiting_.empty() && (query_.leftover < 0 || too_many_or_few() == 0);
  }
  [[nodiscard]] bool is_whole() const noexcept { return waiting_.empty(); }
  [[nodiscard]] bool is_spent() const noexcept { return work_ >= query_.effort; }
  /// Letters compared since the search was made.
  [[nodiscard]] uint64_t work() const noexcept { return work_; }
  [[nodiscard]] LayoutResult result() const;

 private:
  /// A place for a word; the higher the score the better.
  struct Candidate {
    int64_t score = 0;
    Spot spot;
  };
  static constexpr size_t kKept = 8;
  struct Best {
    std::array<Candidate, kKept> kept;
    size_t count = 0;

    void offer(int64_t score, Spot spot) noexcept;
  };

  /// A word to be put elsewhere.
  struct Move {
    uint32_t word = 0;
    Spot spot;
    bool is_waiting = false;
    uint32_t at = 0;       // where it waits
    int64_t worse_by = 0;  // what the move may cost
    int64_t lost = 0;      // what it costs, but for cells
  };

  template <class Judge>
  void look_everywhere(uint32_t word, uint32_t enough, Rng& chance, Judge&& judge);
  [[nodiscard]] Best free_places(uint32_t word, Rng& chance);
  /// Places where the word alone would cover about so many cells.
  [[nodiscard]] Best places_covering(uint32_t word, int64_t wanted, Rng& chance);
  /// Puts the word there unless that completes a pattern or sets no new letter.
  bool try_place(uint32_t word, const Spot& spot);
  bool place_at_best(uint32_t word, const Best& best);
  bool place_elsewhere(uint32_t word, const Best& best, const Spot& old);
  /// A line for the word through the cell, over the letter that stands there; none if there is none.
  [[nodiscard]] Spot spot_over(uint32_t word, uint32_t place, Rng& chance);
  /// Cells left over beyond those that the query wants, or lacking.
  [[nodiscard]] int64_t too_many_or_few() const noexcept;
  /// Says what the move costs, and false if that is too much whatever it saves.
  bool weigh(Move& move);
  /// Makes the move, or takes it back if it turns out too dear.
  void carry_out(const Move& move);
  void put(uint32_t word, const Spot& spot);
  void take(uint32_t word);
  [[nodiscard]] int64_t usage(uint8_t direction) const noexcept;

  const LayoutQuery& query_;
  const Patterns& patterns_;
  StopToken& stop_;
  Board empty_board_;
  Board board_;
  Overlap overlap_ = Overlap::some;
  uint64_t work_ = 0;
  std::vector<Spot> spot_;                       // by word
  std::vector<std::vector<uint32_t>> covering_;  // by cell: the words on it
  std::array<uint32_t, 8> used_{};               // words by direction
  std::vector<uint32_t> waiting_;
  std::vector<uint32_t> in_way_;  // of the move that is weighed
  std::vector<Spot> back_;        // where they were
  std::vector<uint32_t> fresh_;   // cells that the last `put` set
};

}  // namespace lexigrid

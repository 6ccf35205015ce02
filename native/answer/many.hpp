// The words of many boards in flat arrays.
#pragma once

#include <vector>

#include "paths/list.hpp"
#include "paths/paths.hpp"

namespace lexigrid {

/// Board i has words `first[i] .. first[i + 1]`; with paths, the cells of its words begin at `first_cell[i]`.
/// Boards that were not reached have no words.
struct ManyWords : BoardWords {
  std::vector<uint64_t> first;       // boards + 1
  std::vector<uint64_t> first_cell;  // boards + 1
  std::vector<uint64_t> scores;      // per board
  std::vector<Finish> finishes;      // per board, how its list ended
  std::vector<uint32_t> columns;     // per board; one if all have the same
  std::vector<WordId> first_ids;     // per board, the number of its first word id; empty if they are all 0
  GrowingArray<CellId> wide_cells;   // used instead of `cells` if one of them needs more than a byte
  bool has_paths = false;

  ManyWords() = default;
  ManyWords(size_t boards, bool has_paths);

  /// Appends the answer of board `i`, after those of earlier boards. Until `close`, `first` and `first_cell`
  /// have the counts of each board.
  void append(size_t i, PathResult answer);
  /// Turns these counts into places.
  void close() noexcept;

  /// The answer of one board, with the word ids of its own lexicon.
  [[nodiscard]] PathResult board(size_t i) const;
  /// Where the cells of each word begin, then where those of the last word end; empty without paths.
  [[nodiscard]] std::vector<uint64_t> cell_at() const;
};

}  // namespace lexigrid

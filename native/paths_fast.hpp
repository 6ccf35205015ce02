// Where the small-grid kernels serve: one grid at a time, or many boards of one shape.
#pragma once

#include <optional>

#include "paths.hpp"
#include "path_trie.hpp"

namespace lexigrid {

/// Answers by a kernel, or nothing where none fits: tiles that spell several things (but for a
/// plain `Qu`), more than 25 cells, all paths asked for, a limit, cells that may come again.
[[nodiscard]] std::optional<PathResult> find_paths_fast(const PathQuery& query, StopSignal& stop);

/// Boards of one shape, one byte a cell: `letter_of[byte]` is a letter code of the lexicon, or
/// 0xFF for a cell that spells nothing.
struct BoardsQuery {
  const LexiconView& lexicon;
  const PathTries& tries;
  const Adjacency& adjacency;
  std::span<const std::uint8_t> boards;  // a multiple of the number of cells
  std::span<const std::uint8_t> letter_of;  // 256
  bool qu = false;                       // the letter q spells qu
  LetterCode q = kNoLetter;
  LetterCode u = kNoLetter;
  std::uint32_t min_length = 1;
  std::span<const std::uint32_t> points{};
  unsigned threads = 1;
};

/// Do the kernels serve boards of this shape?
[[nodiscard]] bool boards_fit(const Adjacency& adjacency) noexcept;

/// Score and number of words of each board, in the order of the boards. `scores` and `counts` have
/// an element a board; what is not reached stays untouched.
[[nodiscard]] Finish score_boards(const BoardsQuery& query, std::span<std::uint64_t> scores,
                                  std::span<std::uint32_t> counts, StopSignal& stop);

}  // namespace lexigrid

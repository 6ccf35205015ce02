// Many boards of one shape in one call.
#pragma once

#include <optional>

#include "paths.hpp"
#include "path_trie.hpp"
#include "paths_list.hpp"
#include "paths_workspace.hpp"

namespace lexigrid {

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

/// What is worked out once for a query, and serves any number of boards on any thread.
class BoardSolver {
 public:
  explicit BoardSolver(const BoardsQuery& query);

  /// Score and number of words of one board; an interrupted answer is for nothing.
  [[nodiscard]] Total score(const std::uint8_t* board, StopSignal& stop) const;

  /// The same by a kernel alone, in bounded time: nothing where the board passes its bounds.
  [[nodiscard]] std::optional<Total> score_at_once(const std::uint8_t* board) const;

  /// Appends the words of one board to `out`, in the order asked for; returns their points.
  [[nodiscard]] std::uint64_t list(const std::uint8_t* board, bool with_paths, BoardOrder order, BoardWords& out,
                                   StopSignal& stop) const;

  [[nodiscard]] unsigned cells() const noexcept { return shape_.cells; }

 private:
  [[nodiscard]] PathResult search_generally(const std::uint8_t* letters, PathsWanted wanted, StopSignal& stop) const;

  BoardsQuery query_;
  const PathTrie* trie_;  // null: the general search answers
  small::Shape shape_;
  Scheme scheme_;
};

/// Score and number of words of each board, in the order of the boards. `scores` and `counts` have
/// an element a board; what is not reached stays untouched.
[[nodiscard]] Finish score_boards(const BoardsQuery& query, std::span<std::uint64_t> scores,
                                  std::span<std::uint32_t> counts, StopSignal& stop);

/// The words of all boards: those of board i are `first[i] .. first[i + 1]`. With paths also the
/// number of tiles of each word, and the cells of all of them one after the other.
struct ManyWords {
  std::vector<std::uint64_t> first;   // boards + 1
  std::vector<std::uint64_t> scores;  // a board
  std::vector<WordId> words;
  std::vector<std::uint8_t> tiles;
  std::vector<std::uint8_t> cells;
};

/// Lists the words of each board, in the order of the boards; complete, or for nothing.
[[nodiscard]] Finish list_boards(const BoardsQuery& query, bool with_paths, BoardOrder order, ManyWords& out,
                                 StopSignal& stop);

}  // namespace lexigrid

// Many boards of one shape in one call.
#pragma once

#include <array>
#include <optional>

#include "paths/levels/bitset.hpp"
#include "paths/list.hpp"
#include "paths/paths.hpp"
#include "paths/trie.hpp"
#include "paths/workspace.hpp"

namespace lexigrid {

/// Boards of one shape, one byte a cell: `letter_of[byte]` is a letter code of the lexicon, or
/// 0xFF for a cell that spells nothing. `order` and `limit` are for lists.
struct BoardsQuery {
  const LexiconView& lexicon;
  const PathTries& tries;
  const Adjacency& adjacency;
  std::span<const uint8_t> boards;     // a multiple of the number of cells
  std::span<const uint8_t> letter_of;  // 256
  bool qu = false;                     // the letter q spells qu
  LetterCode q = kNoLetter;
  LetterCode u = kNoLetter;
  uint32_t min_length = 1;
  std::span<const uint32_t> points{};
  unsigned threads = 1;
  BoardOrder order = BoardOrder::grid;
  uint64_t limit = kNoLimit;  // of the words of each board
};

/// Boards of more cells have no number in the lists, and are searched as grids.
inline constexpr uint32_t kMaxBoardCells = 256;

/// Can boards of this shape be searched as bytes?
[[nodiscard]] bool boards_fit(const Adjacency& adjacency) noexcept;

/// What is worked out once for a query, and serves any number of boards on any thread.
class BoardSolver {
 public:
  explicit BoardSolver(const BoardsQuery& query);

  /// Score and number of words of one board; an interrupted answer is for nothing.
  [[nodiscard]] Total score(const uint8_t* board, StopToken& stop) const;

  /// The same by a kernel of up to 64 cells alone, in bounded time: nothing where none serves, or the
  /// board passes its bounds.
  [[nodiscard]] std::optional<Total> score_at_once(const uint8_t* board) const;

  /// Points of the words of a board, and whether a limit cut them.
  struct Listed {
    uint64_t score = 0;
    Finish finish = Finish::complete;
  };

  /// Appends the words of one board to `out`, in the order asked for.
  [[nodiscard]] Listed list(const uint8_t* board, bool with_paths, BoardWords& out, StopToken& stop) const;

  [[nodiscard]] unsigned cells() const noexcept { return cells_; }

 private:
  using Letters = std::array<uint8_t, bitset::kMaxCells>;

  /// Runs the kernel of small or middle boards; false where none serves.
  [[nodiscard]] bool run_kernel(const uint8_t* board, bool notes_paths, Letters& letters) const;
  [[nodiscard]] PathResult search_alone(const uint8_t* board, PathsWanted wanted, StopToken& stop) const;
  [[nodiscard]] Listed arrange(BoardWords& out, size_t first, size_t first_cell, bool with_paths,
                               uint64_t score) const;

  BoardsQuery query_;
  unsigned cells_;
  uint32_t rows_ = 1;
  uint32_t columns_;
  const PathTrie* trie_ = nullptr;      // null where no kernel serves
  std::optional<packed::Shape> small_;  // one of the two where one serves
  std::optional<bitset::Shape> middle_;
  Scheme scheme_;
  std::array<uint8_t, 256> symbol_of_;  // of bytes: a symbol of the trie, kNoTile, or kRare
  // The bytes as tiles.
  std::array<TileKind, 256> kind_{};
  std::array<LetterCode, 256> letter_;
  std::array<uint32_t, 257> alternative_at_{};
  std::array<uint32_t, 257> letter_at_{};
  std::vector<LetterCode> spelled_;
};

/// Score and number of words of each board, in the order of the boards. `scores` and `counts` have
/// an element a board; what is not reached stays untouched.
[[nodiscard]] Finish score_boards(const BoardsQuery& query, std::span<uint64_t> scores,
                                  std::span<uint32_t> counts, StopToken& stop);

/// The words of all boards: those of board i are `first[i] .. first[i + 1]`. With paths also the
/// number of tiles of each word, and the cells of all of them one after the other.
struct ManyWords {
  std::vector<uint64_t> first;   // boards + 1
  std::vector<uint64_t> scores;  // a board
  std::vector<Finish> finishes;  // a board: what cut it; boards that were not reached have no words
  std::vector<WordId> words;
  std::vector<uint8_t> tiles;
  std::vector<uint8_t> cells;
};

/// Lists the words of each board, in the order of the boards. A deadline leaves boards out; an
/// interrupted answer is for nothing.
[[nodiscard]] Finish list_boards(const BoardsQuery& query, bool with_paths, ManyWords& out, StopToken& stop);

}  // namespace lexigrid

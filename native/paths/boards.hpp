// Searches many boards of one shape in one call.
#pragma once

#include <array>
#include <atomic>
#include <optional>

#include "answer/many.hpp"
#include "paths/paths.hpp"
#include "paths/trie.hpp"
#include "paths/workspace.hpp"

namespace lexigrid {

/// The byte of a tile Qu among plain letters, on boards that can have it.
inline constexpr uint8_t kQuTile = 1;

/// Boards of one shape, one byte per cell: `letter_of[byte]` is a letter code of the lexicon, or
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
  WordOrder order = WordOrder::grid;
  uint64_t limit = kNoLimit;              // words per board
  std::atomic<uint64_t>* done = nullptr;  // counts the boards searched, for progress reports
  bool has_qu_tiles = false;              // kQuTile spells qu
};

/// Lists have one byte per cell of a path; boards of more cells are searched as grids.
inline constexpr uint32_t kMaxBoardCells = 256;

/// Prepares a query once, for any number of boards on any thread.
class BoardSolver {
 public:
  explicit BoardSolver(const BoardsQuery& query);

  /// Returns the score of one board. An interrupted answer is meaningless.
  [[nodiscard]] uint64_t score(const uint8_t* board, StopToken& stop) const;

  /// The same by a board kernel only, in bounded time. Returns nullopt if none serves or the board exceeds
  /// its bounds.
  [[nodiscard]] std::optional<uint64_t> score_at_once(const uint8_t* board) const;

  /// The points of the listed words of a board, and whether a limit cut them.
  struct Listed {
    uint64_t score = 0;
    Finish finish = Finish::complete;
  };

  /// Appends the words of one board to `out`, in the order of the query.
  [[nodiscard]] Listed list(const uint8_t* board, bool with_paths, BoardWords& out, StopToken& stop) const;

  [[nodiscard]] unsigned cells() const noexcept { return cells_; }
  [[nodiscard]] uint32_t columns() const noexcept { return columns_; }

 private:
  using Letters = std::array<uint8_t, levels::kMaxBitsetCells>;

  /// The trie for a board without plain q's, made when the first one has a Qu tile. Null if none can be made.
  [[nodiscard]] const PathTrie* trie_with_qu() const;

  /// Runs a board kernel; returns nullopt if none serves. The result refers to `letters`.
  [[nodiscard]] std::optional<SearchedBoard> run_kernel(const uint8_t* board, bool with_codes,
                                                        Letters& letters) const;
  [[nodiscard]] PathResult search_as_grid(const uint8_t* board, PathsWanted wanted, StopToken& stop) const;

  BoardsQuery query_;
  unsigned cells_;
  uint32_t rows_ = 1;
  uint32_t columns_;
  const PathTrie* trie_ = nullptr;  // null if no kernel serves
  mutable std::atomic<const PathTrie*> trie_with_qu_ = nullptr;
  std::optional<levels::Shape> shape_;
  Scheme scheme_;
  std::array<uint8_t, 256> symbol_of_;  // per byte: a symbol of the trie, kNoTile, or kRare
  // The bytes as tiles.
  std::array<TileKind, 256> kind_{};
  std::array<LetterCode, 256> letter_;
  std::array<uint32_t, 257> alternative_at_{};
  std::array<uint32_t, 257> letter_at_{};
  std::vector<LetterCode> spelled_;
};

/// Writes the score of each board, in the order of the boards. Those of boards not reached stay untouched.
[[nodiscard]] Finish score_boards(const BoardsQuery& query, std::span<uint64_t> scores, StopToken& stop);

/// Lists the words of each board, in the order of the boards. After a deadline, boards are left out; an
/// interrupted answer is meaningless.
[[nodiscard]] ManyWords list_boards(const BoardsQuery& query, bool with_paths, StopToken& stop);

}  // namespace lexigrid

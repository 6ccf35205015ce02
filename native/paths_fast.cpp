#include "paths_fast.hpp"

#include <array>

#include "paths_list.hpp"
#include "paths_workspace.hpp"

namespace lexigrid {
namespace {

/// What a grid looks like to the kernels: letters, and whether q stands for qu.
struct Board {
  std::array<std::uint8_t, small::kMaxCells> letters;
  bool has_qu = false;
  LetterCode q = kNoLetter;
  LetterCode u = kNoLetter;
};

/// Nothing where a tile is neither one letter nor a `Qu` (two letters, the first of which stands
/// on no tile alone, so that its code can stand for both).
std::optional<Board> board_of(const GridView& grid) {
  Board board;
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const TileId tile = grid.cells[cell];
    switch (grid.table.kind[tile]) {
      case TileKind::dead:
        board.letters[cell] = small::kNoTile;
        break;
      case TileKind::letter:
        board.letters[cell] = static_cast<std::uint8_t>(grid.table.letter[tile]);
        break;
      case TileKind::wild:
        return std::nullopt;
      case TileKind::choice: {
        const std::uint32_t only = grid.table.alternative_at[tile];
        if (grid.table.alternative_at[tile + 1] - only != 1) return std::nullopt;
        const auto letters = grid.table.alternative(only);
        if (letters.size() != 2 || letters[0] == letters[1]) return std::nullopt;
        if (board.has_qu && (letters[0] != board.q || letters[1] != board.u)) return std::nullopt;
        board.has_qu = true;
        board.q = letters[0];
        board.u = letters[1];
        board.letters[cell] = static_cast<std::uint8_t>(letters[0]);
        break;
      }
    }
  }
  if (board.has_qu) {
    for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
      const TileId tile = grid.cells[cell];
      if (grid.table.kind[tile] == TileKind::letter && grid.table.letter[tile] == board.q) return std::nullopt;
    }
  }
  return board;
}

/// The words of a board as a result.
PathResult result_of(BoardWords&& board, std::uint64_t score, bool with_paths) {
  board.words.resize(board.word_count);
  PathResult result;
  result.word_count = board.word_count;
  result.score = score;
  result.words = std::move(board.words);
  if (!with_paths) return result;
  result.cells.assign(board.cells.begin(), board.cells.begin() + static_cast<std::ptrdiff_t>(board.cell_count));
  result.path_of.resize(board.word_count + 1);
  result.cell_of.resize(board.word_count + 1);
  for (std::size_t i = 0; i < board.word_count; ++i) {
    result.path_of[i + 1] = i + 1;
    result.cell_of[i + 1] = result.cell_of[i] + board.tiles[i];
  }
  return result;
}

}  // namespace

std::optional<PathResult> find_paths_fast(const PathQuery& query, StopSignal& stop) {
  const bool is_asked_for_more = query.wanted == PathsWanted::all || query.count_paths || query.limit != kNoLimit;
  if (query.tries == nullptr || query.reuse || is_asked_for_more) return std::nullopt;
  if (query.grid.cells.size() > small::kMaxCells || !small::Shape::fits(query.adjacency)) return std::nullopt;
  const std::optional<Board> board = board_of(query.grid);
  if (!board || query.max_stored < small::kMaxHits * small::kMaxCells) return std::nullopt;
  PathResult result;
  if (stop.look()) {
    result.finish = stop.reason();
    return result;
  }
  const PathTrie* const trie = board->has_qu ? query.tries->with_qu(board->q, board->u) : &query.tries->plain();
  if (trie == nullptr) return std::nullopt;
  const small::Shape shape(query.adjacency);
  Workspace& work = workspace();
  const bool wants_list = query.wanted != PathsWanted::count;
  const small::Kernel kernel = small::kernel_for(active_isa(), wants_list);
  if (!kernel(shape, *trie, board->letters.data(), work.tables, work.lists)) return std::nullopt;
  work.begin(*trie);
  const Scheme scheme(query.lexicon, query.points, query.min_length);
  if (wants_list) {
    const bool with_paths = query.wanted == PathsWanted::one;
    BoardWords words;
    if (!paths_fit(work.lists)) return std::nullopt;
    const std::uint64_t score =
        list_words(scheme, *trie, shape, board->letters.data(), with_paths, BoardOrder::grid, work, words);
    return result_of(std::move(words), score, with_paths);
  }
  const Total total = sum_up(scheme, *trie, shape.cells, board->letters.data(), work);
  result.word_count = total.words;
  result.score = total.score;
  return result;
}

}  // namespace lexigrid

#include "paths_fast.hpp"

#include <array>

#include "paths_letters.hpp"
#include "paths_list.hpp"
#include "paths_workspace.hpp"

namespace lexigrid {
namespace {

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
  std::array<std::uint8_t, small::kMaxCells> letters;
  const std::optional<QuTile> qu = letters_on(query.grid, letters);
  if (!qu || query.max_stored < small::kMaxHits * small::kMaxCells) return std::nullopt;
  PathResult result;
  if (stop.look()) {
    result.finish = stop.reason();
    return result;
  }
  const PathTrie* const trie = trie_for(*query.tries, *qu);
  if (trie == nullptr) return std::nullopt;
  const small::Shape shape(query.adjacency);
  Workspace& work = workspace();
  const bool wants_list = query.wanted != PathsWanted::count;
  const small::Kernel kernel = small::kernel_for(active_isa(), wants_list);
  if (!kernel(shape, *trie, letters.data(), work.tables, work.lists)) return std::nullopt;
  work.begin(*trie);
  const Scheme scheme(query.lexicon, query.points, query.min_length);
  if (wants_list) {
    const bool with_paths = query.wanted == PathsWanted::one;
    BoardWords words;
    if (!paths_fit(work.lists)) return std::nullopt;
    const std::uint64_t score =
        list_words(scheme, *trie, shape, letters.data(), with_paths, BoardOrder::grid, work, words);
    return result_of(std::move(words), score, with_paths);
  }
  const Total total = sum_up(scheme, *trie, shape.cells, letters.data(), work);
  result.word_count = total.words;
  result.score = total.score;
  return result;
}

}  // namespace lexigrid

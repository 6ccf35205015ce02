// Path search on one board of up to 64 cells, with the level kernels.
#include <array>

#include "paths/strategies.hpp"
#include "paths/targets/kernels.hpp"

namespace lexigrid {
namespace {

/// Does the query want more than the number of words and the score?
bool wants_list(const PreparedQuery& prepared) {
  const PathQuery& query = prepared.query();
  return query.wanted != PathsWanted::count || prepared.wants_every_path() || query.limit != kNoLimit;
}

/// Turns the words of a board into a result.
PathResult result_of(const BoardWords& board, uint64_t score, bool with_paths) {
  PathResult result;
  result.word_count = board.words.size();
  result.score = score;
  result.words.assign(board.words.begin(), board.words.end());
  if (!with_paths) return result;
  result.cells.assign(board.cells.begin(), board.cells.end());
  result.path_of.resize(board.words.size() + 1);
  result.cell_of.resize(board.words.size() + 1);
  for (size_t i = 0; i < board.words.size(); ++i) {
    result.path_of[i + 1] = i + 1;
    result.cell_of[i + 1] = result.cell_of[i] + board.tiles[i];
  }
  return result;
}

/// Turns every path of every word into a result: words in order of their first path, the paths of a word
/// together.
PathResult result_of(std::span<const PathWord> paths, const PathQuery& query, const PathTrie& trie,
                     Workspace& work) {
  PathResult result;
  if (work.indices.size() < trie.node_count()) work.indices.resize(trie.node_count());
  std::vector<uint64_t> path_of{0};  // the number of paths of each word, shifted by one element
  size_t cells = 0;
  for (const PathWord& path : paths) {
    if (work.is_first(path.node())) {
      const WordId word = trie.word_at(path.node());
      work.indices[path.node()] = static_cast<uint32_t>(result.words.size());
      result.words.push_back(word);
      result.score += query.points[query.lexicon.length_of(word)];
      path_of.push_back(0);
    }
    ++path_of[work.indices[path.node()] + 1];
    cells += path.tiles();
  }
  result.word_count = result.words.size();
  result.path_count = paths.size();
  if (query.wanted != PathsWanted::all) {
    if (query.wanted == PathsWanted::count) result.words.clear();
    return result;
  }
  for (size_t i = 1; i < path_of.size(); ++i) path_of[i] += path_of[i - 1];
  std::vector<uint64_t> next(path_of);
  std::vector<const PathWord*> grouped(paths.size());
  for (const PathWord& path : paths) grouped[next[work.indices[path.node()]]++] = &path;
  result.path_of = std::move(path_of);
  result.cell_of.reserve(paths.size() + 1);
  result.cell_of.push_back(0);
  result.cells.reserve(cells);
  for (const PathWord* path : grouped) {
    for (unsigned k = 0; k < path->tiles(); ++k)
      result.cells.push_back(levels::cell_at<levels::Packed>(path->code, k));
    result.cell_of.push_back(result.cells.size());
  }
  return result;
}

/// Cuts an answer to its limit.
void cut(PathResult& result, const PathQuery& query) {
  if (result.word_count <= query.limit) return;
  result.finish = Finish::limited;
  result.word_count = query.limit;
  result.words.resize(query.limit);
  result.score = 0;
  for (const WordId word : result.words) result.score += query.points[query.lexicon.length_of(word)];
  if (result.path_of.empty()) return;
  result.path_of.resize(query.limit + 1);
  result.cell_of.resize(result.path_of.back() + 1);
  result.cells.resize(result.cell_of.back());
  if (query.count_paths) result.path_count = result.path_of.back();
}

/// What both layouts require. Words with several ways through the trie are found out of order.
bool serves_board(PreparedQuery& prepared, unsigned max_cells) {
  const PathQuery& query = prepared.query();
  if (query.tries == nullptr || query.reuse || query.adjacency.cells() > max_cells) return false;
  if (query.count_paths && query.wanted == PathsWanted::one) return false;  // no caller wants both
  if (query.count_paths && query.limit != kNoLimit && query.wanted != PathsWanted::all) return false;
  if (!levels::Shape::fits(query.adjacency)) return false;
  const GridSymbols* const symbols = prepared.symbols();
  return symbols != nullptr && symbols->is_single && !(wants_list(prepared) && symbols->trie->has_aliases());
}

}  // namespace

bool serves_packed(PreparedQuery& query) { return serves_board(query, levels::kMaxPackedCells); }

bool serves_bitset(PreparedQuery& query) {
  return query.query().adjacency.cells() > levels::kMaxPackedCells && !query.wants_every_path() &&
         serves_board(query, levels::kMaxBitsetCells);
}

PathOutcome search_board(PreparedQuery& prepared, StopToken& stop) {
  const PathQuery& query = prepared.query();
  const GridSymbols& symbols = *prepared.symbols();
  const PathTrie& trie = *symbols.trie;
  std::array<uint8_t, levels::kMaxBitsetCells> letters;
  for (size_t cell = 0; cell < query.grid.cells.size(); ++cell) {
    const uint32_t symbol = symbols.at(query.grid, cell);
    letters[cell] = symbol == 0 ? levels::kNoTile : static_cast<uint8_t>(std::countr_zero(symbol));
  }
  PathResult result;
  if (stop.look()) {
    result.finish = stop.reason();
    return result;
  }
  Workspace& work = workspace();
  const levels::Shape& shape = work.shape_of(query.adjacency);
  const Kernels& kernels = lexigrid::kernels();
  const auto search = (shape.is_packed ? kernels.packed : kernels.bitset)[wants_list(prepared) ? 1 : 0];
  if (!search(shape, trie, letters.data(), work.tables, work.lists)) return PathDeclined::too_many_entries;
  if (prepared.wants_every_path() && longest_hit(work.lists) > levels::Packed::kCodeTiles)
    return PathDeclined::long_words;
  work.begin(trie);
  const Scheme scheme(query.lexicon, query.points, query.min_length, !wants_list(prepared));
  const SearchedBoard board{scheme, trie, shape, letters.data(), work};
  if (!wants_list(prepared)) {
    const Total total = sum_up(board);
    result.word_count = total.words;
    result.score = total.score;
    return result;
  }
  if (prepared.wants_every_path()) {
    result = result_of(kernels.list_every_path(board), query, trie, work);
  } else {
    const bool with_paths = query.wanted == PathsWanted::one;
    BoardWords words;
    const uint64_t score = kernels.list_words(board, with_paths, WordOrder::grid, words);
    result = result_of(words, score, with_paths);
  }
  cut(result, query);
  if (result.cells.size() > query.max_stored) return PathDeclined::too_many_cells;
  if (query.wanted == PathsWanted::count) result.words.clear();
  return result;
}

}  // namespace lexigrid

#include "paths/fast.hpp"

#include <array>

#include "paths/levels/bitset_list.hpp"
#include "paths/list.hpp"
#include "paths/symbols.hpp"
#include "paths/workspace.hpp"

namespace lexigrid {
namespace {

/// The words of a board as a result.
PathResult result_of(BoardWords&& board, uint64_t score, bool with_paths) {
  board.words.resize(board.word_count);
  PathResult result;
  result.word_count = board.word_count;
  result.score = score;
  result.words = std::move(board.words);
  if (!with_paths) return result;
  result.cells.assign(board.cells.begin(), board.cells.begin() + static_cast<ptrdiff_t>(board.cell_count));
  result.path_of.resize(board.word_count + 1);
  result.cell_of.resize(board.word_count + 1);
  for (size_t i = 0; i < board.word_count; ++i) {
    result.path_of[i + 1] = i + 1;
    result.cell_of[i + 1] = result.cell_of[i] + board.tiles[i];
  }
  return result;
}

/// Every path of every word: words by their first path, the paths of a word together.
PathResult result_of(std::span<const PathWord> paths, const PathQuery& query, const PathTrie& trie,
                     Workspace& work) {
  PathResult result;
  if (work.places.size() < trie.node_count()) work.places.resize(trie.node_count());
  std::vector<uint64_t> path_of{0};  // of each word the number of paths, one place further
  size_t cells = 0;
  for (const PathWord& path : paths) {
    if (work.is_first(path.node())) {
      const WordId word = trie.word_at(path.node());
      work.places[path.node()] = static_cast<uint32_t>(result.words.size());
      result.words.push_back(word);
      result.score += query.points[query.lexicon.length_of(word)];
      path_of.push_back(0);
    }
    ++path_of[work.places[path.node()] + 1];
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
  for (const PathWord& path : paths) grouped[next[work.places[path.node()]]++] = &path;
  result.path_of = std::move(path_of);
  result.cell_of.reserve(paths.size() + 1);
  result.cell_of.push_back(0);
  result.cells.reserve(cells);
  for (const PathWord* path : grouped) {
    for (unsigned k = 0; k < path->tiles(); ++k) result.cells.push_back(packed::cell_of_path(path->path, k));
    result.cell_of.push_back(result.cells.size());
  }
  return result;
}

/// Keeps the first words of an answer, as many as the limit says.
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

/// Answers for a board of 26 to 64 cells.
std::optional<PathResult> middle_answer(const PathQuery& query, const PathTrie& trie, const uint8_t* letters,
                                        bool wants_list) {
  const bitset::Shape shape(query.adjacency);
  bitset::Space& space = bitset::space();
  if (!bitset::kernel_for(active_cpu_target(), wants_list)(shape, trie, letters, space)) return std::nullopt;
  Workspace& work = workspace();
  work.begin(trie);
  const Scheme scheme(query.lexicon, query.points, query.min_length);
  PathResult result;
  if (!wants_list) {
    const std::span<const uint64_t> hits(space.lists.hits, space.lists.hits_to[space.lists.most_tiles]);
    const Total total = sum_up(scheme, trie, shape.cells, letters, hits, work);
    result.word_count = total.words;
    result.score = total.score;
    return result;
  }
  const bool with_paths = query.wanted == PathsWanted::one;
  BoardWords words;
  const uint64_t score =
      list_words(scheme, trie, shape, letters, with_paths, BoardOrder::grid, space, work, words);
  result = result_of(std::move(words), score, with_paths);
  cut(result, query);
  if (query.wanted == PathsWanted::count) result.words.clear();
  return result;
}

}  // namespace

std::optional<PathResult> find_paths_fast(const PathQuery& query, StopToken& stop) {
  if (query.tries == nullptr || query.reuse) return std::nullopt;
  if (query.count_paths && query.wanted == PathsWanted::one) return std::nullopt;  // nobody asks for that
  if (!bitset::Shape::fits(query.adjacency)) return std::nullopt;
  if (query.max_stored < packed::kMaxHits * packed::kMaxCells) return std::nullopt;
  const std::optional<GridSymbols> symbols = symbols_on(query.grid, *query.tries);
  if (!symbols || !symbols->is_single) return std::nullopt;
  const PathTrie* const trie = symbols->trie;
  const bool wants_every_path = query.wanted == PathsWanted::all || query.count_paths;
  const bool has_limit = query.limit != kNoLimit;
  const bool wants_list = query.wanted != PathsWanted::count || wants_every_path || has_limit;
  // Words with several ways through the trie are met out of order.
  if (wants_list && trie->has_aliases()) return std::nullopt;
  if (has_limit && wants_every_path && query.wanted != PathsWanted::all) return std::nullopt;
  const bool is_small = packed::Shape::fits(query.adjacency);
  if (!is_small && wants_every_path) return std::nullopt;
  std::array<uint8_t, bitset::kMaxCells> letters;
  for (size_t cell = 0; cell < query.grid.cells.size(); ++cell) {
    const uint32_t symbol = symbols->at(query.grid, cell);
    letters[cell] = symbol == 0 ? packed::kNoTile : static_cast<uint8_t>(std::countr_zero(symbol));
  }
  PathResult result;
  if (stop.look()) {
    result.finish = stop.reason();
    return result;
  }
  if (!is_small) return middle_answer(query, *trie, letters.data(), wants_list);
  const packed::Shape shape(query.adjacency);
  Workspace& work = workspace();
  const packed::Kernel kernel = packed::kernel_for(active_cpu_target(), wants_list);
  if (!kernel(shape, *trie, letters.data(), work.tables, work.lists)) return std::nullopt;
  work.begin(*trie);
  const Scheme scheme(query.lexicon, query.points, query.min_length);
  if (wants_every_path) {
    if (!paths_fit(work.lists)) return std::nullopt;
    result = result_of(list_every_path(scheme, *trie, shape, letters.data(), work), query, *trie, work);
    cut(result, query);
    return result;
  }
  if (wants_list) {
    const bool with_paths = query.wanted == PathsWanted::one;
    BoardWords words;
    const uint64_t score =
        list_words(scheme, *trie, shape, letters.data(), with_paths, BoardOrder::grid, work, words);
    result = result_of(std::move(words), score, with_paths);
    cut(result, query);
    if (query.wanted == PathsWanted::count) result.words.clear();
    return result;
  }
  const Total total = sum_up(scheme, *trie, shape.cells, letters.data(), work);
  result.word_count = total.words;
  result.score = total.score;
  return result;
}

}  // namespace lexigrid

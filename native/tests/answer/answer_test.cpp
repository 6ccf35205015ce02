// Answers in every order, cut to every limit, compared with sorting and cutting all words and paths of a
// board.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "answer/json.hpp"
#include "answer/paths.hpp"
#include "grid/speller.hpp"
#include "tests/paths/small_boards.hpp"

using namespace lexigrid;
using tests::general_answer;
using tests::same;
using tests::scaled;
using tests::SmallBoard;

namespace {

constexpr WordOrder kOrders[] = {WordOrder::grid, WordOrder::tiles, WordOrder::alpha, WordOrder::length,
                                 WordOrder::score};

/// The places of the first `limit` words of an answer with all paths, in an order.
std::vector<size_t> first_places(const SmallBoard& board, const PathResult& all, WordOrder order,
                                 uint64_t limit) {
  const LexiconView& lexicon = board.lexicon.view;
  const auto precedes_in_order = [&](size_t a, size_t b) {
    const WordId x = all.words[a], y = all.words[b];
    const uint32_t x_length = lexicon.length_of(x), y_length = lexicon.length_of(y);
    if (order == WordOrder::tiles)
      return all.path(all.paths_begin(a)).size() < all.path(all.paths_begin(b)).size();
    if (order == WordOrder::length && x_length != y_length) return x_length > y_length;
    if (order == WordOrder::score && board.points[x_length] != board.points[y_length])
      return board.points[x_length] > board.points[y_length];
    return precedes(lexicon, x, y);
  };
  std::vector<size_t> places(all.words.size());
  std::iota(places.begin(), places.end(), size_t{0});
  if (order != WordOrder::grid) std::stable_sort(places.begin(), places.end(), precedes_in_order);
  places.resize(std::min<uint64_t>(limit, places.size()));
  return places;
}

/// The answer that a query asks for, made from all paths of all words.
PathResult expected_answer(const SmallBoard& board, const PathResult& all, const PathQuery& query,
                           WordOrder order) {
  PathResult made;
  const bool has_paths = query.wanted >= PathsWanted::one;
  if (has_paths) made.path_of = made.cell_of = {0};
  for (const size_t place : first_places(board, all, order, query.limit)) {
    ++made.word_count;
    made.score += board.points[board.lexicon.view.length_of(all.words[place])];
    made.path_count += all.paths_begin(place + 1) - all.paths_begin(place);
    if (query.wanted == PathsWanted::count) continue;
    made.words.push_back(all.words[place]);
    for (uint64_t path = all.paths_begin(place); has_paths && path < all.paths_begin(place + 1); ++path) {
      if (query.wanted == PathsWanted::one && path != all.paths_begin(place)) continue;
      made.cells.insert(made.cells.end(), all.path(path).begin(), all.path(path).end());
      made.cell_of.push_back(made.cells.size());
    }
    if (has_paths) made.path_of.push_back(made.cell_of.size() - 1);
  }
  if (query.limit < all.words.size()) made.finish = Finish::limited;
  return made;
}

void test_orders_and_limits() {
  for (uint64_t seed = 0; seed < scaled(400); ++seed) {
    const SmallBoard board(seed);
    const GridView grid = board.grid(board.cells);
    const PathResult all = board.answer_for(board.cells, PathsWanted::all);
    PathQuery query = board.query(grid);
    query.limit = seed % 4 == 0 ? kNoLimit : seed % 7;
    for (const WordOrder order : kOrders) {
      for (const PathsWanted wanted :
           {PathsWanted::count, PathsWanted::words, PathsWanted::one, PathsWanted::all}) {
        query.wanted = wanted;
        query.count_paths = wanted == PathsWanted::all || (wanted == PathsWanted::count && seed % 2 == 0);
        if (order == WordOrder::tiles && query.count_paths) continue;  // for one path per word
        StopToken stop;
        const PathResult answer = answer_paths(query, order, stop);
        const PathResult expected = expected_answer(board, all, query, order);
        CHECK(same(expected, answer));
        CHECK(!query.count_paths || expected.path_count == answer.path_count);
        CHECK(answer.total == 0 || answer.total == all.words.size());
      }
    }
  }
}

void test_boards_equal_answers_one_by_one() {
  for (uint64_t seed = 0; seed < scaled(200); ++seed) {
    const SmallBoard board(seed);
    std::vector<uint8_t> boards(board.cells);
    boards.insert(boards.end(), board.cells.rbegin(), board.cells.rend());
    const std::span<const uint8_t> both(boards);
    const size_t cells = board.cells.size();
    for (const WordOrder order : kOrders) {
      for (const bool with_paths : {false, true}) {
        BoardsQuery query = board.boards_query(both);
        query.order = order;
        query.limit = seed % 3 == 0 ? kNoLimit : seed % 8;
        StopToken stop;
        const ManyWords many = list_boards(query, with_paths, stop);
        ManyWords appended(2, with_paths);
        appended.first_ids = {0, 7};
        for (size_t i = 0; i < 2; ++i) {
          const GridView grid = board.grid(both.subspan(i * cells, cells));
          PathQuery one = board.query(grid);
          one.wanted = with_paths ? PathsWanted::one : PathsWanted::words;
          one.limit = query.limit;
          const PathResult answer = answer_paths(one, order, stop);
          CHECK(same(answer, many.board(i)));
          appended.append(i, answer);
        }
        appended.close();
        for (size_t i = 0; i < 2; ++i) CHECK(same(many.board(i), appended.board(i)));
        CHECK(many.cell_at() == appended.cell_at());
      }
    }
  }
}

void test_documents_in_pieces() {
  const SmallBoard board(1);
  const LexiconTexts texts(board.lexicon.view, board.lexicon.image);
  const PathResult all = board.answer_for(board.cells, PathsWanted::all);
  const DocumentContext context{board.lexicon.view, texts, board.rows, board.columns};
  const std::string whole = paths_to_json(all, context, board.points, 0, all.words.size());
  std::string joined;
  for (size_t i = 0; i < all.words.size(); ++i) joined += paths_to_json(all, context, board.points, i, i + 1);
  CHECK(!all.words.empty() && joined == whole && whole.ends_with("]}\n"));
}

}  // namespace

int main() {
  test_orders_and_limits();
  test_boards_equal_answers_one_by_one();
  test_documents_in_pieces();
  return tests::report();
}

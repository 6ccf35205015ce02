// Boards of up to 25 cells, one or many per call, compared with the general search. The Python tests compare
// that with the oracle; paths_test.cpp has grids of any size.
#include <algorithm>
#include <string>
#include <vector>

#include "paths/neighbours/changes.hpp"
#include "tests/paths/small_boards.hpp"

using namespace lexigrid;
using tests::answer_of;
using tests::general_answer;
using tests::on_each_target;
using tests::same;
using tests::scaled;
using tests::SmallBoard;

namespace {

void test_kernels_equal_the_general_search() {
  size_t by_kernel = 0;
  for (uint64_t seed = 0; seed < scaled(1500); ++seed) {
    const SmallBoard board(seed);
    const GridView grid = board.grid(board.cells);
    PathQuery query = board.query(grid);
    for (const PathsWanted wanted :
         {PathsWanted::count, PathsWanted::words, PathsWanted::one, PathsWanted::all}) {
      query.wanted = wanted;
      query.count_paths = wanted == PathsWanted::all || seed % 5 == 0;
      StopToken stop;
      const PathResult expected = general_answer(query, stop);
      on_each_target([&](CpuTarget) {
        const auto answer = answer_of(query, stop, "packed", "bitset");
        if (!answer) return;
        ++by_kernel;
        const auto window = answer_of(query, stop, "window");
        CHECK(!window || window->score == expected.score);
        CHECK(!window || wanted == PathsWanted::count || same(expected, *window));
        CHECK(!query.count_paths || expected.path_count == answer->path_count);
        CHECK(same(expected, *answer) || (wanted == PathsWanted::count && expected.score == answer->score &&
                                          expected.word_count == answer->word_count));
      });
    }
  }
  CHECK(by_kernel > scaled(1'700) * cpu_targets().size());
}

/// The search with one node per cell equals the one with sets of nodes, on plain tiles with any option.
void test_the_plain_search_equals_the_general_one() {
  size_t served = 0;
  for (uint64_t seed = 0; seed < scaled(400); ++seed) {
    const SmallBoard board(seed);
    const GridView grid = board.grid(board.cells);
    PathQuery query = board.query(grid);
    query.limit = seed % 2 == 0 ? kNoLimit : seed % 9;
    query.max_stored = seed % 5 == 0 ? 20 : 1u << 20;
    for (const PathsWanted wanted :
         {PathsWanted::count, PathsWanted::words, PathsWanted::one, PathsWanted::all}) {
      query.wanted = wanted;
      StopToken stop;
      const auto answer = answer_of(query, stop, "plain");
      if (!answer) continue;
      ++served;
      CHECK(same(general_answer(query, stop), *answer));
    }
  }
  CHECK(served > scaled(500));
}

/// Lists of many boards, in both orders, with and without paths, equal boards searched one by one.
void test_lists_equal_boards_one_by_one() {
  for (uint64_t seed = 0; seed < scaled(200); ++seed) {
    const SmallBoard board(seed);
    std::vector<uint8_t> boards(board.cells);
    boards.insert(boards.end(), board.cells.rbegin(), board.cells.rend());
    const std::span<const uint8_t> both(boards);
    BoardsQuery query = board.boards_query(both);
    const PathResult alone[] = {board.answer_for(both.first(boards.size() / 2), PathsWanted::one),
                                board.answer_for(both.last(boards.size() / 2), PathsWanted::one)};
    on_each_target([&](CpuTarget) {
      for (const WordOrder order : {WordOrder::grid, WordOrder::tiles}) {
        for (const bool with_paths : {false, true}) {
          StopToken stop;
          query.order = order;
          const ManyWords many = list_boards(query, with_paths, stop);
          CHECK(stop.reason() == Finish::complete);
          std::vector<WordId> words;
          std::vector<uint16_t> tiles;
          std::vector<uint8_t> cells;
          for (size_t at = 0; at < 2; ++at) {
            const PathResult& result = alone[at];
            CHECK(many.scores[at] == result.score &&
                  many.first[at + 1] - many.first[at] == result.words.size());
            std::vector<size_t> places;
            for (size_t i = 0; i < result.words.size(); ++i) places.push_back(i);
            const auto length = [&](size_t i) { return result.cell_of[i + 1] - result.cell_of[i]; };
            if (order == WordOrder::tiles) {
              std::stable_sort(places.begin(), places.end(),
                               [&](size_t a, size_t b) { return length(a) < length(b); });
            }
            for (const size_t i : places) {
              words.push_back(result.words[i]);
              if (!with_paths) continue;
              tiles.push_back(static_cast<uint16_t>(length(i)));
              for (uint64_t c = result.cell_of[i]; c < result.cell_of[i + 1]; ++c) {
                cells.push_back(static_cast<uint8_t>(result.cells[c]));
              }
            }
          }
          CHECK(many.words == words && many.tiles == tiles && many.cells == cells);
        }
      }
    });
  }
}

void test_hostile_boards_fall_back() {
  std::string text;
  for (int length = 1; length <= 25; ++length) text += std::string(static_cast<size_t>(length), 'a') + "\n";
  const tests::Lexicon lexicon(text);
  const LexiconView& view = lexicon.view;
  const PathTries tries(view);
  const std::vector<uint32_t> points(26, 1);
  std::vector<uint8_t> letter_of(256, 0xFF);
  letter_of['a'] = 0;
  for (const uint32_t side : {3u, 4u}) {
    if (side == 4 && tests::scale() < 1) break;  // 12 million paths per board
    const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, side, side);
    const std::vector<uint8_t> boards(side * side, 'a');
    BoardsQuery query{view, tries, adjacency, boards, letter_of};
    query.points = points;
    std::vector<uint64_t> scores(1);
    StopToken stop;
    CHECK(score_boards(query, scores, stop) == Finish::complete);
    CHECK(scores[0] == side * side);
    const std::vector<uint8_t> letters(side * side, 0);
    const std::vector<uint8_t> is_hole(side * side, 0);
    ChangesQuery changes{view, tries, adjacency, letters, is_hole};
    changes.points = points;
    std::vector<uint64_t> changed(side * side);
    CHECK(score_changes(changes, changed, stop) == Finish::complete);
    CHECK(std::all_of(changed.begin(), changed.end(), [&](uint64_t score) { return score == side * side; }));
    query.order = WordOrder::tiles;
    const ManyWords many = list_boards(query, true, stop);
    CHECK(stop.reason() == Finish::complete);
    CHECK(many.words.size() == side * side && many.tiles.end()[-1] == side * side);
  }
}

void test_threads_change_nothing() {
  const SmallBoard board(4);
  const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, 4, 4);
  tests::Rng rng(9);
  std::vector<uint8_t> boards(16 * 3000);
  for (uint8_t& cell : boards) cell = static_cast<uint8_t>(rng.below(board.lexicon.view.letter_count + 1));
  std::vector<std::vector<uint64_t>> answers;
  std::vector<ManyWords> lists(3);
  for (const unsigned threads : {1u, 2u, 3u}) {
    BoardsQuery query{board.lexicon.view, board.tries, adjacency, boards, board.letter_of};
    query.points = board.points;
    query.threads = threads;
    std::vector<uint64_t> scores(3000);
    StopToken stop;
    CHECK(score_boards(query, scores, stop) == Finish::complete);
    lists[threads - 1] = list_boards(query, true, stop);
    CHECK(stop.reason() == Finish::complete);
    CHECK(lists[0].words == lists[threads - 1].words && lists[0].cells == lists[threads - 1].cells);
    CHECK(lists[0].first == lists[threads - 1].first && lists[0].scores == scores);
    answers.push_back(scores);
  }
  CHECK(answers[0] == answers[1] && answers[0] == answers[2]);
}

}  // namespace

int main() {
  test_kernels_equal_the_general_search();
  test_lists_equal_boards_one_by_one();
  test_hostile_boards_fall_back();
  test_threads_change_nothing();
  test_the_plain_search_equals_the_general_one();
  return tests::report();
}

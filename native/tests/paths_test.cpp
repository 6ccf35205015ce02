// The kernels of boards up to 25 cells against the general search, which the Python tests compare with the
// oracle; paths_any_test.cpp has grids of any size.
#include <algorithm>
#include <string>
#include <vector>

#include "cpu/cpu.hpp"
#include "lexicon/compile.hpp"
#include "lexicon/format.hpp"
#include "paths/boards.hpp"
#include "paths/neighbours/changes.hpp"
#include "paths/neighbours/swaps.hpp"
#include "tests/check.hpp"
#include "tests/path_answers.hpp"

using namespace lexigrid;
using tests::answer_of;
using tests::general_answer;
using tests::Rng;
using tests::same;
using tests::scaled;

namespace {

/// A random lexicon and boards of its letters, some cells dead, some Qu.
struct Instance {
  std::vector<std::byte> image;
  LexiconView view;
  std::vector<uint8_t> cells;
  std::vector<TileKind> kind;
  std::vector<LetterCode> letter;
  std::vector<uint32_t> alternative_at{0};
  std::vector<uint32_t> letter_at{0};
  std::vector<LetterCode> letters;
  std::vector<uint32_t> points;
  uint32_t rows = 1;
  uint32_t columns = 1;

  explicit Instance(uint64_t seed) {
    Rng rng(seed);
    const uint32_t size = 1 + rng.below(4) + (seed % 4 == 0 ? 6 : 0);
    std::string text = "q\nu\nqu\nqua\n";
    for (uint32_t i = 0, n = 20 + rng.below(200); i < n; ++i) {
      for (uint32_t k = 0, length = 1 + rng.below(9); k < length; ++k) text += letter_at_random(rng, size);
      text += "\n";
    }
    WordList list;
    if (!append_ascii(list, text, AsciiOptions{})) std::printf("not ASCII\n");
    number_letters(list);
    image = compile(list, "{}");
    view = open_image(image);
    for (uint32_t length = 0; length <= view.max_length; ++length) points.push_back(length * 7 % 5);
    const bool has_qu = rng.below(2) == 0;
    for (LetterCode code = 0; code < view.letter_count; ++code) {
      const bool is_qu = has_qu && list.faces[code] == "q";
      kind.push_back(is_qu ? TileKind::choice : TileKind::letter);
      letter.push_back(is_qu ? kNoLetter : code);
      if (is_qu) {
        letters = {code, static_cast<LetterCode>(view.letter_count - 1)};
        for (LetterCode u = 0; u < view.letter_count; ++u) {
          if (list.faces[u] == "u") letters[1] = u;
        }
        letter_at.push_back(2);
      }
      alternative_at.push_back(static_cast<uint32_t>(letter_at.size() - 1));
    }
    kind.push_back(TileKind::dead);
    letter.push_back(kNoLetter);
    alternative_at.push_back(alternative_at.back());
    rows = 1 + rng.below(5);
    columns = 1 + rng.below(5);
    for (uint32_t i = 0; i < rows * columns; ++i) {
      cells.push_back(
          static_cast<uint8_t>(rng.below(rng.below(4) == 0 ? view.letter_count + 1 : view.letter_count)));
    }
  }

  static char letter_at_random(Rng& rng, uint32_t size) { return "qusetaoinr"[rng.below(size)]; }

  [[nodiscard]] GridView grid() const {
    return {rows, columns, Cells(std::span(cells)),
            TileTable{kind, letter, alternative_at, letter_at, letters}};
  }
};

void test_kernels_equal_the_general_search() {
  size_t by_kernel = 0;
  for (uint64_t seed = 0; seed < scaled(1500); ++seed) {
    const Instance instance(seed);
    const GridView grid = instance.grid();
    const auto kind = static_cast<TopologyKind>(seed % 4);
    const bool wrap = seed % 3 == 0 && (kind != TopologyKind::hex || grid.rows % 2 == 0);
    const Adjacency adjacency = Adjacency::build(kind, wrap, grid.rows, grid.columns);
    const PathTries tries(instance.view);
    PathQuery query{.lexicon = instance.view, .grid = grid, .adjacency = adjacency};
    query.tries = &tries;
    query.points = instance.points;
    query.min_length = 1 + static_cast<uint32_t>(seed % 3);
    for (const PathsWanted wanted :
         {PathsWanted::count, PathsWanted::words, PathsWanted::one, PathsWanted::all}) {
      query.wanted = wanted;
      query.count_paths = wanted == PathsWanted::all || seed % 5 == 0;
      StopToken stop;
      const PathResult expected = general_answer(query, stop);
      for (const CpuTarget target : cpu_targets()) {
        CHECK(set_cpu_target(cpu_target_name(target)));
        const auto answer = answer_of(query, stop, "packed", "bitset");
        if (!answer) continue;
        ++by_kernel;
        const auto window = answer_of(query, stop, "window");
        CHECK(!window || window->score == expected.score);
        CHECK(!window || wanted == PathsWanted::count || same(expected, *window));
        CHECK(!query.count_paths || expected.path_count == answer->path_count);
        CHECK(same(expected, *answer) || (wanted == PathsWanted::count && expected.score == answer->score &&
                                          expected.word_count == answer->word_count));
      }
    }
  }
  CHECK(set_cpu_target(""));
  CHECK(by_kernel > scaled(1'700) * cpu_targets().size());
}

/// A board of an instance as bytes: letter codes, kNoTile for what spells nothing.
struct Bytes {
  std::vector<uint8_t> letter_of;
  bool has_qu = false;
  LetterCode q = kNoLetter;
  LetterCode u = kNoLetter;

  explicit Bytes(const Instance& instance) : letter_of(256, 0xFF) {
    for (uint32_t code = 0; code < instance.view.letter_count; ++code)
      letter_of[code] = static_cast<uint8_t>(code);
    has_qu = !instance.letters.empty();
    if (has_qu) {
      q = instance.letters[0];
      u = instance.letters[1];
    }
  }
  [[nodiscard]] BoardsQuery query(const Instance& instance, const PathTries& tries,
                                  const Adjacency& adjacency, std::span<const uint8_t> boards) const {
    BoardsQuery query{instance.view, tries, adjacency, boards, letter_of};
    query.qu = has_qu;
    query.q = q;
    query.u = u;
    query.points = instance.points;
    return query;
  }
};

/// A board for calls over its neighbours, on a topology chosen by the seed.
struct NeighbourCase {
  Instance instance;
  Adjacency adjacency;
  PathTries tries;
  Bytes bytes;
  std::vector<uint8_t> letters;
  std::vector<uint8_t>
      is_hole;  // half of the cells that spell nothing; the others are letters that no word has
  uint64_t seed;

  explicit NeighbourCase(uint64_t number)
      : instance(number),
        adjacency(adjacency_of(instance, number)),
        tries(instance.view),
        bytes(instance),
        seed(number) {
    for (const uint8_t cell : instance.cells) letters.push_back(bytes.letter_of[cell]);
    for (const uint8_t code : letters) is_hole.push_back(code == 0xFF && seed % 2 == 0 ? 1 : 0);
  }
  static Adjacency adjacency_of(const Instance& drawn, uint64_t number) {
    const auto kind = static_cast<TopologyKind>(number % 4);
    const bool wrap = number % 3 == 0 && (kind != TopologyKind::hex || drawn.rows % 2 == 0);
    return Adjacency::build(kind, wrap, drawn.rows, drawn.columns);
  }
  [[nodiscard]] ChangesQuery query() const {
    ChangesQuery made{instance.view, tries, adjacency, letters, is_hole};
    made.qu = bytes.has_qu;
    made.q = bytes.q;
    made.u = bytes.u;
    made.min_length = 1 + static_cast<uint32_t>(seed % 3);
    made.points = instance.points;
    return made;
  }
  /// The score of a neighbour of the board, searched alone.
  [[nodiscard]] uint64_t score_of(const Instance& changed) const {
    const GridView grid = changed.grid();
    PathQuery one{.lexicon = changed.view, .grid = grid, .adjacency = adjacency};
    one.min_length = query().min_length;
    one.wanted = PathsWanted::count;
    one.points = changed.points;
    StopToken stop;
    return general_answer(one, stop).score;
  }
};

/// Compares every letter on every cell in one call with each of those boards searched alone.
void test_changes_equal_boards_one_by_one() {
  size_t boards = 0;
  for (uint64_t seed = 0; seed < scaled(300); ++seed) {
    const NeighbourCase base(seed);
    const uint32_t letter_count = base.instance.view.letter_count;
    if (letter_count < 2) continue;
    std::vector<uint64_t> expected;
    for (size_t cell = 0; cell < base.letters.size(); ++cell) {
      for (uint32_t code = 0; code < letter_count; ++code) {
        Instance changed(seed);
        if (base.is_hole[cell] == 0) changed.cells[cell] = static_cast<uint8_t>(code);
        expected.push_back(base.score_of(changed));
        if (seed >= 60) break;  // of other boards only the first letter, to save time
      }
    }
    for (const CpuTarget target : cpu_targets()) {
      CHECK(set_cpu_target(cpu_target_name(target)));
      std::vector<uint64_t> scores(base.letters.size() * letter_count, 999'999);
      StopToken stop;
      CHECK(score_changes(base.query(), scores, stop) == Finish::complete);
      std::vector<uint64_t> shown;
      for (size_t i = 0; i < scores.size(); i += seed < 60 ? 1 : letter_count) shown.push_back(scores[i]);
      CHECK(shown == expected);
      boards += expected.size();
    }
  }
  CHECK(set_cpu_target(""));
  CHECK(boards > scaled(1'700) * cpu_targets().size());
}

/// Compares every exchange of two cells in one call with each of those boards searched alone.
void test_swaps_equal_boards_one_by_one() {
  size_t boards = 0;
  for (uint64_t seed = 0; seed < scaled(300); ++seed) {
    const NeighbourCase base(seed);
    const size_t cells = base.letters.size();
    std::vector<uint64_t> expected;
    for (size_t first = 0; first < cells; ++first) {
      for (size_t second = 0; second < cells; ++second) {
        if (second < first) {
          expected.push_back(expected[second * cells + first]);
          continue;
        }
        Instance changed(seed);
        if (base.is_hole[first] == 0 && base.is_hole[second] == 0)
          std::swap(changed.cells[first], changed.cells[second]);
        expected.push_back(base.score_of(changed));
      }
    }
    for (const CpuTarget target : cpu_targets()) {
      CHECK(set_cpu_target(cpu_target_name(target)));
      std::vector<uint64_t> scores(cells * cells, 999'999);
      StopToken stop;
      CHECK(score_swaps(base.query(), scores, stop) == Finish::complete);
      CHECK(scores == expected);
      boards += expected.size();
    }
  }
  CHECK(set_cpu_target(""));
  CHECK(boards > scaled(1'700) * cpu_targets().size());
}

/// Compares lists of many boards, in both orders and with and without paths, with boards searched alone.
void test_lists_equal_boards_one_by_one() {
  for (uint64_t seed = 0; seed < scaled(200); ++seed) {
    const Instance instance(seed);
    const Adjacency adjacency =
        Adjacency::build(static_cast<TopologyKind>(seed % 4), false, instance.rows, instance.columns);
    const PathTries tries(instance.view);
    const Bytes bytes(instance);
    std::vector<uint8_t> boards(instance.cells);
    boards.insert(boards.end(), instance.cells.rbegin(), instance.cells.rend());
    BoardsQuery query = bytes.query(instance, tries, adjacency, boards);
    std::vector<PathResult> alone;
    for (int board = 0; board < 2; ++board) {
      Instance each(seed);
      if (board == 1) std::reverse(each.cells.begin(), each.cells.end());
      const GridView grid = each.grid();
      PathQuery one{.lexicon = each.view, .grid = grid, .adjacency = adjacency};
      one.points = each.points;
      StopToken stop;
      alone.push_back(general_answer(one, stop));
    }
    for (const CpuTarget target : cpu_targets()) {
      CHECK(set_cpu_target(cpu_target_name(target)));
      for (const BoardOrder order : {BoardOrder::grid, BoardOrder::tiles}) {
        for (const bool with_paths : {false, true}) {
          ManyWords many;
          StopToken stop;
          CHECK((query.order = order, list_boards(query, with_paths, many, stop)) == Finish::complete);
          std::vector<WordId> words;
          std::vector<uint8_t> tiles;
          std::vector<uint8_t> cells;
          for (size_t board = 0; board < 2; ++board) {
            const PathResult& result = alone[board];
            CHECK(many.scores[board] == result.score &&
                  many.first[board + 1] - many.first[board] == result.words.size());
            std::vector<size_t> places;
            for (size_t i = 0; i < result.words.size(); ++i) places.push_back(i);
            const auto length = [&](size_t i) { return result.cell_of[i + 1] - result.cell_of[i]; };
            if (order == BoardOrder::tiles) {
              std::stable_sort(places.begin(), places.end(),
                               [&](size_t a, size_t b) { return length(a) < length(b); });
            }
            for (const size_t i : places) {
              words.push_back(result.words[i]);
              if (!with_paths) continue;
              tiles.push_back(static_cast<uint8_t>(length(i)));
              for (uint64_t c = result.cell_of[i]; c < result.cell_of[i + 1]; ++c) {
                cells.push_back(static_cast<uint8_t>(result.cells[c]));
              }
            }
          }
          CHECK(many.words == words && many.tiles == tiles && many.cells == cells);
        }
      }
    }
  }
  CHECK(set_cpu_target(""));
}

void test_hostile_boards_fall_back() {
  std::string text;
  for (int length = 1; length <= 25; ++length) text += std::string(static_cast<size_t>(length), 'a') + "\n";
  WordList list;
  CHECK(append_ascii(list, text, AsciiOptions{}));
  number_letters(list);
  const auto image = compile(list, "{}");
  const LexiconView view = open_image(image);
  const PathTries tries(view);
  const std::vector<uint32_t> points(26, 1);
  std::vector<uint8_t> letter_of(256, 0xFF);
  letter_of['a'] = 0;
  for (const uint32_t side : {3u, 4u}) {
    const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, side, side);
    const std::vector<uint8_t> boards(side * side, 'a');
    BoardsQuery query{view, tries, adjacency, boards, letter_of};
    query.points = points;
    std::vector<uint64_t> scores(1);
    std::vector<uint32_t> counts(1);
    StopToken stop;
    CHECK(score_boards(query, scores, counts, stop) == Finish::complete);
    CHECK(scores[0] == side * side && counts[0] == side * side);
    const std::vector<uint8_t> letters(side * side, 0);
    const std::vector<uint8_t> is_hole(side * side, 0);
    ChangesQuery changes{view, tries, adjacency, letters, is_hole};
    changes.points = points;
    std::vector<uint64_t> changed(side * side);
    CHECK(score_changes(changes, changed, stop) == Finish::complete);
    CHECK(std::all_of(changed.begin(), changed.end(), [&](uint64_t score) { return score == side * side; }));
    ManyWords many;
    CHECK((query.order = BoardOrder::tiles, list_boards(query, true, many, stop)) == Finish::complete);
    CHECK(many.words.size() == side * side && many.tiles.back() == side * side);
  }
}

void test_threads_change_nothing() {
  const Instance instance(4);
  std::vector<uint8_t> letter_of(256, 0xFF);
  for (unsigned code = 0; code < instance.view.letter_count; ++code)
    letter_of[code] = static_cast<uint8_t>(code);
  const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, 4, 4);
  const PathTries tries(instance.view);
  Rng rng(9);
  std::vector<uint8_t> boards(16 * 3000);
  for (uint8_t& cell : boards) cell = static_cast<uint8_t>(rng.below(instance.view.letter_count + 1));
  std::vector<std::vector<uint64_t>> answers;
  std::vector<ManyWords> lists(3);
  for (const unsigned threads : {1u, 2u, 3u}) {
    BoardsQuery query{instance.view, tries, adjacency, boards, letter_of};
    query.points = instance.points;
    query.threads = threads;
    std::vector<uint64_t> scores(3000);
    std::vector<uint32_t> counts(3000);
    StopToken stop;
    CHECK(score_boards(query, scores, counts, stop) == Finish::complete);
    CHECK(list_boards(query, true, lists[threads - 1], stop) == Finish::complete);
    CHECK(lists[0].words == lists[threads - 1].words && lists[0].cells == lists[threads - 1].cells);
    CHECK(lists[0].first == lists[threads - 1].first && lists[0].scores == scores);
    answers.push_back(scores);
  }
  CHECK(answers[0] == answers[1] && answers[0] == answers[2]);
}

/// Compares one node per cell with sets of nodes, on plain tiles with any size and option.
void test_the_plain_search_equals_the_general_one() {
  size_t served = 0;
  for (uint64_t seed = 0; seed < scaled(400); ++seed) {
    const Instance instance(seed);
    const GridView grid = instance.grid();
    const Adjacency adjacency =
        Adjacency::build(static_cast<TopologyKind>(seed % 4), false, grid.rows, grid.columns);
    PathQuery query{.lexicon = instance.view, .grid = grid, .adjacency = adjacency};
    query.points = instance.points;
    query.min_length = 1 + static_cast<uint32_t>(seed % 3);
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

}  // namespace

int main() {
  test_kernels_equal_the_general_search();
  test_changes_equal_boards_one_by_one();
  test_swaps_equal_boards_one_by_one();
  test_lists_equal_boards_one_by_one();
  test_hostile_boards_fall_back();
  test_threads_change_nothing();
  test_the_plain_search_equals_the_general_one();
  return tests::report();
}

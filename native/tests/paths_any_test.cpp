// The kernels on grids of any size and any tiles against the general search: torus, graphs, reuse of cells,
// wild tiles, choices, tiles of several letters, alphabets of any size, limits.
#include <algorithm>
#include <string>
#include <vector>

#include "cpu/cpu.hpp"
#include "lexicon/compile.hpp"
#include "lexicon/format.hpp"
#include "paths/trie.hpp"
#include "tests/check.hpp"
#include "tests/path_answers.hpp"

using namespace lexigrid;
using tests::answer_of;
using tests::general_answer;
using tests::Rng;
using tests::same;
using tests::scaled;

namespace {

/// A lexicon of words of letter codes.
struct Coded {
  std::vector<std::byte> image;
  LexiconView view;
  std::vector<uint32_t> points;

  Coded(const std::vector<std::vector<LetterCode>>& words, uint32_t letters) {
    WordList list;
    for (uint32_t letter = 0; letter < letters; ++letter)
      list.faces.push_back("l" + std::to_string(10'000 + letter));
    list.spelling_at.push_back(0);
    for (const auto& word : words) {
      list.letters.insert(list.letters.end(), word.begin(), word.end());
      list.letter_at.push_back(list.letters.size());
      for (const LetterCode letter : word) list.spellings += list.faces[letter];
      list.spelling_at.push_back(list.spellings.size());
    }
    image = compile(list, "{}");
    view = open_image(image);
    for (uint32_t length = 0; length <= view.max_length; ++length) points.push_back(length * 7 % 5 + 1);
  }
};

/// A random table of tiles, grid and topology, and words that are on the grid or nearly so.
struct Scene {
  uint32_t letters;
  uint32_t rows;
  uint32_t columns;
  std::vector<TileKind> kind;
  std::vector<LetterCode> letter;
  std::vector<uint32_t> alternative_at{0};
  std::vector<uint32_t> letter_at{0};
  std::vector<LetterCode> spelled;
  std::vector<uint8_t> cells;
  std::vector<CellId> pairs;
  bool is_graph = false;
  bool wrap = false;
  TopologyKind topology = TopologyKind::king;

  Scene(Rng& rng, uint64_t seed) {
    letters = 2 + rng.below(seed % 7 == 0 ? 60 : seed % 3 == 0 ? 30 : 8);
    const uint32_t most = rng.below(2) == 0 ? 4 : 9;
    rows = 1 + rng.below(most);
    columns = 1 + rng.below(most);
    for (uint32_t code = 0; code < letters; ++code) add(TileKind::letter, static_cast<LetterCode>(code), {});
    add(TileKind::dead, kNoLetter, {});
    const bool has_complex = seed % 4 != 0;
    const uint32_t plain = letters + 1;
    if (has_complex) {
      add(TileKind::wild, kNoLetter, {});
      for (uint32_t i = 0, n = 1 + rng.below(4); i < n; ++i) {
        std::vector<std::vector<LetterCode>> alternatives;
        for (uint32_t a = 0, many = 1 + rng.below(3); a < many; ++a) {
          std::vector<LetterCode> one;
          for (uint32_t k = 0, length = 1 + rng.below(3); k < length; ++k) one.push_back(any(rng));
          alternatives.push_back(one);
        }
        std::sort(alternatives.begin(), alternatives.end());
        alternatives.erase(std::unique(alternatives.begin(), alternatives.end()), alternatives.end());
        if (alternatives.size() == 1 && alternatives[0].size() == 1) alternatives[0].push_back(any(rng));
        add(TileKind::choice, kNoLetter, alternatives);
      }
    }
    const uint32_t rarity = 1 + rng.below(12);
    for (uint32_t i = 0; i < rows * columns; ++i) {
      const bool is_complex = has_complex && rng.below(rarity + 2) == 0;
      cells.push_back(static_cast<uint8_t>(is_complex
                                               ? plain + rng.below(static_cast<uint32_t>(kind.size()) - plain)
                                           : rng.below(10) == 0 ? letters
                                                                : any(rng)));
    }
    topology = static_cast<TopologyKind>(seed % 5);
    is_graph = topology == TopologyKind::custom;
    wrap = !is_graph && rng.below(2) == 0 && (topology != TopologyKind::hex || rows % 2 == 0);
    for (uint32_t i = 0; is_graph && i < 2 * rows * columns; ++i) {
      pairs.push_back(rng.below(rows * columns));
      pairs.push_back(rng.below(rows * columns));
    }
  }

  LetterCode any(Rng& rng) const {
    return static_cast<LetterCode>(std::min(rng.below(letters), rng.below(letters)));
  }

  void add(TileKind what, LetterCode code, const std::vector<std::vector<LetterCode>>& alternatives) {
    kind.push_back(what);
    letter.push_back(code);
    for (const auto& each : alternatives) {
      spelled.insert(spelled.end(), each.begin(), each.end());
      letter_at.push_back(static_cast<uint32_t>(spelled.size()));
    }
    alternative_at.push_back(static_cast<uint32_t>(letter_at.size() - 1));
  }

  [[nodiscard]] bool has_complex_tiles() const {
    return std::any_of(cells.begin(), cells.end(), [&](uint8_t tile) {
      return kind[tile] == TileKind::wild || kind[tile] == TileKind::choice;
    });
  }
  [[nodiscard]] GridView grid() const {
    return {rows, columns, Cells(std::span(cells)),
            TileTable{kind, letter, alternative_at, letter_at, spelled}};
  }
  [[nodiscard]] Adjacency adjacency() const {
    return is_graph ? Adjacency::build(std::span<const CellId>(pairs), rows * columns)
                    : Adjacency::build(topology, wrap, rows, columns);
  }

  /// Words of walks over the grid, which may cross themselves, and of random letters.
  [[nodiscard]] std::vector<std::vector<LetterCode>> words(Rng& rng) const {
    std::vector<std::vector<LetterCode>> listed;
    const Adjacency near = adjacency();
    const GridView view = grid();
    const uint32_t most = letters < 5 ? 6 : letters < 12 ? 10 : 20;
    for (uint32_t i = 0, n = 5 + rng.below(40); i < n; ++i) {
      std::vector<LetterCode> word;
      CellId cell = rng.below(rows * columns);
      for (uint32_t k = 0, length = 1 + rng.below(most); k < length; ++k) {
        const TileId tile = cells[cell];
        if (view.table.kind[tile] == TileKind::letter) word.push_back(letter[tile]);
        if (view.table.kind[tile] == TileKind::wild) word.push_back(any(rng));
        if (view.table.kind[tile] == TileKind::choice) {
          const uint32_t from = alternative_at[tile];
          const auto one = view.table.alternative(from + rng.below(alternative_at[tile + 1] - from));
          word.insert(word.end(), one.begin(), one.end());
        }
        Adjacency::Buffer buffer;
        const auto around = near.of(cell, buffer);
        if (!around.empty()) cell = around[rng.below(static_cast<uint32_t>(around.size()))];
      }
      if (word.empty()) word.push_back(any(rng));
      listed.push_back(word);
    }
    return listed;
  }
};

void test_any_grid_equals_the_general_search() {
  size_t served = 0;
  size_t by_board = 0;
  size_t complex = 0;
  size_t longest = 0;
  for (uint64_t seed = 0; seed < scaled(800); ++seed) {
    Rng rng(seed + 1);
    const Scene scene(rng, seed);
    const Coded lexicon(scene.words(rng), scene.letters);
    const GridView grid = scene.grid();
    const Adjacency adjacency = scene.adjacency();
    const PathTries tries(lexicon.view);
    PathQuery query{.lexicon = lexicon.view, .grid = grid, .adjacency = adjacency};
    query.tries = &tries;
    query.points = lexicon.points;
    query.min_length = 1 + static_cast<uint32_t>(seed % 3);
    query.reuse = rng.below(4) == 0;
    for (const PathsWanted wanted :
         {PathsWanted::count, PathsWanted::words, PathsWanted::one, PathsWanted::all}) {
      for (const uint64_t limit : {kNoLimit, uint64_t{rng.below(12)}}) {
        query.wanted = wanted;
        query.limit = limit;
        query.count_paths = wanted == PathsWanted::all ||
                            (wanted == PathsWanted::count && limit == kNoLimit && seed % 5 == 0);
        StopToken clock(0.1, nullptr, nullptr);
        const PathResult expected = general_answer(query, clock);
        if (expected.finish == Finish::deadline) continue;  // all paths of wild words take too long
        for (const CpuTarget target : cpu_targets()) {
          CHECK(set_cpu_target(cpu_target_name(target)));
          StopToken stop;
          const auto check = [&](const PathResult& answer, const char* which) {
            const bool is_same =
                same(expected, answer) && (!query.count_paths || expected.path_count == answer.path_count);
            CHECK(is_same);
            if (!is_same)
              std::printf("seed %d, %s, %s, wanted %d, limit %d\n", static_cast<int>(seed), which,
                          cpu_target_name(target).data(), static_cast<int>(wanted), static_cast<int>(limit));
          };
          if (const auto answer = answer_of(query, stop, "window")) {
            ++served;
            complex += scene.has_complex_tiles() ? 1 : 0;
            check(*answer, "window");
            for (size_t i = 0; i + 1 < answer->cell_of.size(); ++i)
              longest = std::max(longest, static_cast<size_t>(answer->cell_of[i + 1] - answer->cell_of[i]));
          }
          if (const auto answer = answer_of(query, stop, "packed", "bitset")) {
            ++by_board;
            check(*answer, "board");
          }
        }
      }
    }
  }
  CHECK(set_cpu_target(""));
  CHECK(served > scaled(5'000) * cpu_targets().size());
  CHECK(by_board > scaled(1'000) * cpu_targets().size());
  CHECK(complex > scaled(1'700) * cpu_targets().size());
  CHECK(longest > 12);
  std::printf("%d by windows, %d of them over complex tiles, %d by board kernels, longest path %d\n",
              static_cast<int>(served), static_cast<int>(complex), static_cast<int>(by_board),
              static_cast<int>(longest));
}

/// Words of up to 25 tiles on 5 x 5, of up to 50 on 6 x 6 to 8 x 8: longer than a path code, some equal in
/// all of it.
void test_words_longer_than_a_path_code() {
  size_t longest = 0;
  for (uint64_t seed = 0; seed < scaled(300); ++seed) {
    Rng rng(seed + 5);
    const uint32_t side = 5 + static_cast<uint32_t>(seed / 2 % 4);
    const uint32_t coded = side == 5 ? 12 : 20;
    const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, side, side);
    std::vector<uint8_t> cells;
    for (unsigned i = 0; i < side * side; ++i)
      cells.push_back(static_cast<uint8_t>(rng.below(seed % 2 == 0 ? 26 : 12)));
    std::string text = "abcdefghijklmnopqrstuvwxyz\n";
    for (int word = 0; word < 8; ++word) {  // walks that share their beginning
      Rng same(seed * 31 + static_cast<uint64_t>(word) / 4);
      std::vector<CellId> path{same.below(side * side)};
      for (unsigned k = 0; k < 2 * coded; ++k) {
        Adjacency::Buffer buffer;
        std::vector<CellId> free;
        for (const CellId cell : adjacency.of(path.back(), buffer)) {
          if (std::find(path.begin(), path.end(), cell) == path.end()) free.push_back(cell);
        }
        if (free.empty()) break;
        path.push_back(free[(path.size() < coded ? same : rng).below(static_cast<uint32_t>(free.size()))]);
      }
      for (const CellId cell : path) text += static_cast<char>('a' + cells[cell]);
      text += "\n";
    }
    WordList list;
    CHECK(append_ascii(list, text, AsciiOptions{}));
    number_letters(list);
    const auto image = compile(list, "{}");
    const LexiconView view = open_image(image);
    const std::vector<uint32_t> points(view.max_length + 1, 1);
    const std::vector<TileKind> kind(26, TileKind::letter);
    std::vector<LetterCode> letter;
    for (LetterCode code = 0; code < 26; ++code) letter.push_back(code);
    const std::vector<uint32_t> alternative_at(27, 0);
    const std::vector<uint32_t> letter_at{0};
    const GridView grid{side, side, Cells(std::span<const uint8_t>(cells)),
                        TileTable{kind, letter, alternative_at, letter_at, {}}};
    const PathTries tries(view);
    PathQuery query{.lexicon = view, .grid = grid, .adjacency = adjacency};
    query.tries = &tries;
    query.points = points;
    StopToken stop;
    const PathResult expected = general_answer(query, stop);
    for (size_t i = 0; i < expected.words.size(); ++i)
      longest = std::max<size_t>(longest, expected.cell_of[i + 1] - expected.cell_of[i]);
    for (const CpuTarget target : cpu_targets()) {
      CHECK(set_cpu_target(cpu_target_name(target)));
      const auto answer = answer_of(query, stop, "packed", "bitset");
      CHECK(answer && same(expected, *answer));
    }
  }
  CHECK(set_cpu_target(""));
  CHECK(longest > 30);
}

/// Compares with the plain search on grids of up to 14 x 14, some rich enough to pass the bounds, with words
/// of up to 30 letters that wind along the grid.
void test_large_grids_equal_the_general_search() {
  size_t served = 0;
  size_t longest = 0;
  for (uint64_t seed = 0; seed < scaled(500); ++seed) {
    Rng rng(seed + 77);
    const uint32_t rows = 1 + rng.below(14);
    const uint32_t columns = 1 + rng.below(14);
    const uint32_t size = 2 + rng.below(9);
    const uint32_t most = size < 4 ? 8 : size < 8 ? 11 : 30;  // letters of a word: paths multiply
    std::vector<uint8_t> cells;
    for (uint32_t i = 0; i < rows * columns; ++i) cells.push_back(static_cast<uint8_t>(rng.below(size)));
    const auto kind = static_cast<TopologyKind>(seed % 4);
    const Adjacency adjacency = Adjacency::build(kind, false, rows, columns);
    std::string text = "a\nab\nba\n";
    for (uint32_t i = 0, n = 5 + rng.below(40); i < n; ++i) {  // walks, which may cross themselves
      CellId cell = rng.below(rows * columns);
      for (uint32_t k = 0, length = 1 + rng.below(most); k < length; ++k) {
        text += static_cast<char>('a' + cells[cell]);
        Adjacency::Buffer buffer;
        const auto near = adjacency.of(cell, buffer);
        if (!near.empty()) cell = near[rng.below(static_cast<uint32_t>(near.size()))];
      }
      text += "\n";
    }
    text += "abcdefghijk\n";  // so that codes are letters
    WordList list;
    CHECK(append_ascii(list, text, AsciiOptions{}));
    number_letters(list);
    const auto image = compile(list, "{}");
    const LexiconView view = open_image(image);
    std::vector<uint32_t> points;
    for (uint32_t length = 0; length <= view.max_length; ++length) points.push_back(length);
    std::vector<TileKind> tile_kind(view.letter_count, TileKind::letter);
    std::vector<LetterCode> letter;
    for (uint32_t code = 0; code < view.letter_count; ++code) letter.push_back(static_cast<LetterCode>(code));
    tile_kind.push_back(TileKind::dead);
    letter.push_back(kNoLetter);
    if (seed % 3 == 0) {
      for (uint8_t& cell : cells) cell = rng.below(9) == 0 ? static_cast<uint8_t>(view.letter_count) : cell;
    }
    const std::vector<uint32_t> alternative_at(view.letter_count + 2, 0);
    const std::vector<uint32_t> letter_at{0};
    const GridView grid{rows, columns, Cells(std::span(cells)),
                        TileTable{tile_kind, letter, alternative_at, letter_at, {}}};
    const PathTries tries(view);
    PathQuery query{.lexicon = view, .grid = grid, .adjacency = adjacency};
    query.tries = &tries;
    query.points = points;
    query.min_length = 1 + static_cast<uint32_t>(seed % 2);
    for (const PathsWanted wanted : {PathsWanted::count, PathsWanted::words, PathsWanted::one}) {
      query.wanted = wanted;
      StopToken stop;
      const auto expected = answer_of(query, stop, "plain");
      CHECK(expected.has_value());
      for (const CpuTarget target : cpu_targets()) {
        CHECK(set_cpu_target(cpu_target_name(target)));
        const auto answer = answer_of(query, stop, "window");
        CHECK(answer.has_value());
        if (!answer) continue;
        ++served;
        CHECK(same(*expected, *answer));
        for (size_t i = 0; i + 1 < answer->cell_of.size(); ++i)
          longest = std::max(longest, static_cast<size_t>(answer->cell_of[i + 1] - answer->cell_of[i]));
      }
    }
  }
  CHECK(set_cpu_target(""));
  CHECK(served > scaled(1'000) * cpu_targets().size());
  CHECK(longest > 12);
}

/// A lexicon of a few words, for the cases below.
struct SmallLexicon {
  WordList list;
  std::vector<std::byte> image;
  LexiconView view;
  std::vector<uint32_t> points;

  explicit SmallLexicon(const std::string& text) {
    CHECK(append_ascii(list, text, AsciiOptions{}));
    number_letters(list);
    image = compile(list, "{}");
    view = open_image(image);
    points.assign(view.max_length + 1, 1);
  }
  [[nodiscard]] LetterCode code(const std::string& face) const {
    LetterCode found = 0;
    while (list.faces[found] != face) ++found;
    return found;
  }
};

/// One lexicon serves grids with different two-letter tiles in turn.
void test_other_two_letter_tiles() {
  const SmallLexicon lexicon("quat\nthat\nthe\nshe\nwha\nche\npha\nqua\nhat\n");
  const PathTries tries(lexicon.view);
  for (int again = 0; again < 2; ++again) {
    // Several tries, and then the same again.
    for (const std::string pair : {"qu", "th", "sh", "wh", "ch", "ph"}) {
      const std::vector<TileKind> kind{TileKind::choice, TileKind::letter, TileKind::letter};
      const std::vector<LetterCode> letter{kNoLetter, lexicon.code("a"), lexicon.code("e")};
      const std::vector<uint32_t> alternative_at{0, 1, 1, 1};
      const std::vector<uint32_t> letter_at{0, 2};
      const std::vector<LetterCode> letters{lexicon.code(pair.substr(0, 1)), lexicon.code(pair.substr(1))};
      const std::vector<uint8_t> cells{0, 1, 2, 2};
      const GridView grid{2, 2, Cells(std::span(cells)),
                          TileTable{kind, letter, alternative_at, letter_at, letters}};
      const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, 2, 2);
      PathQuery query{.lexicon = lexicon.view, .grid = grid, .adjacency = adjacency};
      query.tries = &tries;
      query.points = lexicon.points;
      StopToken stop;
      const PathResult expected = general_answer(query, stop);
      CHECK(!expected.words.empty());
      CHECK(same(expected, find_paths(query, stop)));
    }
  }
}

/// A word list with huge node sets on wild tiles: each step is long, and the clock is still checked in time.
void test_deadline_holds_on_wild_tiles() {
  std::string text;
  Rng rng(1);
  for (int i = 0; i < 60000; ++i) {
    for (int k = 0; k < 12; ++k) text += static_cast<char>('a' + rng.below(26));
    text += "\n";
  }
  const SmallLexicon lexicon(text);
  const std::vector<TileKind> kind{TileKind::wild};
  const std::vector<LetterCode> letter{kNoLetter};
  const std::vector<uint32_t> alternative_at{0, 0};
  const std::vector<uint32_t> letter_at{0};
  const std::vector<uint8_t> cells(16, 0);
  const GridView grid{4, 4, Cells(std::span(cells)), TileTable{kind, letter, alternative_at, letter_at, {}}};
  const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, 4, 4);
  PathQuery query{.lexicon = lexicon.view, .grid = grid, .adjacency = adjacency};
  query.points = lexicon.points;
  query.wanted = PathsWanted::count;
  StopToken stop(0.05, nullptr, nullptr);
  const PathResult result = find_paths(query, stop);
  CHECK(result.finish == Finish::deadline);
  std::printf("a deadline of 0.05 s held after %.3f s\n", stop.elapsed());
  CHECK(stop.elapsed() < 1.0);  // generous, for a loaded machine
}

/// Beyond kMaxTabled cells neighbours are computed on request: the same ones.
void test_neighbours_of_large_grids() {
  for (const bool wrap : {false, true}) {
    for (int kind = 0; kind < 4; ++kind) {
      const Adjacency large = Adjacency::build(static_cast<TopologyKind>(kind), wrap, 40'000, 2);
      const Adjacency small = Adjacency::build(static_cast<TopologyKind>(kind), wrap, 20'000, 2);
      Adjacency::Buffer a;
      Adjacency::Buffer b;
      for (const CellId cell : {0u, 1u, 2u, 3u, 20'001u, 39'000u}) {
        const auto from = large.of(cell, a);
        const auto expected = small.of(cell, b);
        // Away from the wrapped edge both grids look the same.
        const bool is_inside = !wrap || (cell > 1 && cell < 39'998);
        if (is_inside) CHECK(std::equal(from.begin(), from.end(), expected.begin(), expected.end()));
      }
      const auto corner = large.of(0, a);
      CHECK(!corner.empty() && std::find(corner.begin(), corner.end(), 0u) == corner.end());
      CHECK(std::is_sorted(corner.begin(), corner.end()));
    }
  }
}

}  // namespace

int main() {
  test_any_grid_equals_the_general_search();
  test_words_longer_than_a_path_code();
  test_large_grids_equal_the_general_search();
  test_other_two_letter_tiles();
  test_deadline_holds_on_wild_tiles();
  test_neighbours_of_large_grids();
  return tests::report();
}

// The kernels on grids of any size and any tiles, compared with the general search: torus, graphs, reuse of
// cells, wild tiles, choices, tiles of several letters, alphabets of any size, limits.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "paths/trie.hpp"
#include "tests/lexicons.hpp"
#include "tests/paths/answers.hpp"

using namespace lexigrid;
using tests::answer_of;
using tests::general_answer;
using tests::on_each_target;
using tests::Rng;
using tests::same;
using tests::scaled;

namespace {

/// A lexicon of words given as letter codes.
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

/// A random tile table, grid and topology, and words most of which are on the grid.
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

  /// Words of walks over the grid, which may cross themselves.
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
        if (expected.finish == Finish::deadline) continue;  // wild tiles can have too many paths to list
        on_each_target([&](CpuTarget target) {
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
            longest = std::max(longest, tests::longest_path(*answer));
          }
          if (const auto answer = answer_of(query, stop, "packed", "bitset")) {
            ++by_board;
            check(*answer, "board");
          }
        });
      }
    }
  }
  CHECK(served > scaled(5'000) * cpu_targets().size());
  CHECK(by_board > scaled(1'000) * cpu_targets().size());
  CHECK(complex > scaled(1'700) * cpu_targets().size());
  CHECK(tests::scale() < 1 || longest > 12);
  std::printf("%d by windows, %d of them over complex tiles, %d by board kernels, longest path %d\n",
              static_cast<int>(served), static_cast<int>(complex), static_cast<int>(by_board),
              static_cast<int>(longest));
}

/// One lexicon serves grids that differ in their two-letter tiles.
void test_other_two_letter_tiles() {
  const tests::Lexicon lexicon("quat\nthat\nthe\nshe\nwha\nche\npha\nqua\nhat\n");
  const PathTries tries(lexicon.view);
  const std::vector<uint32_t> points(lexicon.view.max_length + 1, 1);
  for (int again = 0; again < 2; ++again) {
    // First several new tries, then the same ones again.
    for (const std::string pair : {"qu", "th", "sh", "wh", "ch", "ph"}) {
      const std::vector<TileKind> kind{TileKind::choice, TileKind::letter, TileKind::letter};
      const std::vector<LetterCode> letter{kNoLetter, lexicon.code('a'), lexicon.code('e')};
      const std::vector<uint32_t> alternative_at{0, 1, 1, 1};
      const std::vector<uint32_t> letter_at{0, 2};
      const std::vector<LetterCode> letters{lexicon.code(pair[0]), lexicon.code(pair[1])};
      const std::vector<uint8_t> cells{0, 1, 2, 2};
      const GridView grid{2, 2, Cells(std::span(cells)),
                          TileTable{kind, letter, alternative_at, letter_at, letters}};
      const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, 2, 2);
      PathQuery query{.lexicon = lexicon.view, .grid = grid, .adjacency = adjacency};
      query.tries = &tries;
      query.points = points;
      StopToken stop;
      const PathResult expected = general_answer(query, stop);
      CHECK(!expected.words.empty());
      CHECK(same(expected, find_paths(query, stop)));
    }
  }
}

/// Wild tiles give this word list huge node sets. Each step is long, but the clock is still checked in time.
void test_deadline_holds_on_wild_tiles() {
  std::string text;
  Rng rng(1);
  for (int i = 0; i < 60000; ++i) {
    for (int k = 0; k < 12; ++k) text += static_cast<char>('a' + rng.below(26));
    text += "\n";
  }
  const tests::Lexicon lexicon(text);
  const std::vector<TileKind> kind{TileKind::wild};
  const std::vector<LetterCode> letter{kNoLetter};
  const std::vector<uint32_t> alternative_at{0, 0};
  const std::vector<uint32_t> letter_at{0};
  const std::vector<uint8_t> cells(16, 0);
  const GridView grid{4, 4, Cells(std::span(cells)), TileTable{kind, letter, alternative_at, letter_at, {}}};
  const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, 4, 4);
  PathQuery query{.lexicon = lexicon.view, .grid = grid, .adjacency = adjacency};
  const std::vector<uint32_t> points(lexicon.view.max_length + 1, 1);
  query.points = points;
  query.wanted = PathsWanted::count;
  StopToken stop(0.05, nullptr, nullptr);
  const auto begun = std::chrono::steady_clock::now();
  const PathResult result = find_paths(query, stop);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun;
  CHECK(result.finish == Finish::deadline);
  std::printf("a deadline of 0.05 s held after %.3f s\n", elapsed.count());
  CHECK(elapsed.count() < 1.0);  // generous, for a loaded machine
}

}  // namespace

int main() {
  test_any_grid_equals_the_general_search();
  test_other_two_letter_tiles();
  test_deadline_holds_on_wild_tiles();
  return tests::report();
}

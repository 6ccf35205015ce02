// The search by levels on grids of any size and any tiles against the general search: torus, graphs,
// cells that come again, wild tiles, choices, tiles of several letters, alphabets of any size, limits.
#include <algorithm>
#include <string>
#include <vector>

#include "../cpu.hpp"
#include "../lexicon_compile.hpp"
#include "../lexicon_format.hpp"
#include "../paths_fast.hpp"
#include "../paths_general.hpp"
#include "../paths_large.hpp"
#include "../path_trie.hpp"
#include "check.hpp"

using namespace lexigrid;
using tests::Chance;

namespace {

bool same(const PathResult& a, const PathResult& b) {
  return a.words == b.words && a.path_of == b.path_of && a.cell_of == b.cell_of && a.cells == b.cells &&
         a.word_count == b.word_count && a.score == b.score && a.finish == b.finish;
}

/// A lexicon of words of letter codes.
struct Coded {
  std::vector<std::byte> image;
  LexiconView view;
  std::vector<std::uint32_t> points;

  Coded(const std::vector<std::vector<LetterCode>>& words, std::uint32_t letters) {
    WordList list;
    for (std::uint32_t letter = 0; letter < letters; ++letter) list.faces.push_back("l" + std::to_string(10'000 + letter));
    for (const auto& word : words) {
      list.letters.insert(list.letters.end(), word.begin(), word.end());
      list.letter_at.push_back(list.letters.size());
      for (const LetterCode letter : word) list.spellings += list.faces[letter];
      list.spelling_at.push_back(list.spellings.size());
    }
    image = compile(list, "{}");
    view = open_image(image);
    for (std::uint32_t length = 0; length <= view.max_length; ++length) points.push_back(length * 7 % 5 + 1);
  }
};

/// A random table of tiles, grid, topology, and words that lie on the grid or nearly so.
struct Scene {
  std::uint32_t letters;
  std::uint32_t rows;
  std::uint32_t columns;
  std::vector<TileKind> kind;
  std::vector<LetterCode> letter;
  std::vector<std::uint32_t> alternative_at{0};
  std::vector<std::uint32_t> letter_at{0};
  std::vector<LetterCode> spelled;
  std::vector<std::uint8_t> cells;
  std::vector<CellId> pairs;
  bool is_graph = false;
  bool wrap = false;
  TopologyKind topology = TopologyKind::king;

  Scene(Chance& chance, std::uint64_t seed) {
    letters = 2 + chance.below(seed % 7 == 0 ? 60 : seed % 3 == 0 ? 30 : 8);
    const std::uint32_t most = seed % 2 == 0 ? 4 : 9;
    rows = 1 + chance.below(most);
    columns = 1 + chance.below(most);
    for (std::uint32_t code = 0; code < letters; ++code) add(TileKind::letter, static_cast<LetterCode>(code), {});
    add(TileKind::dead, kNoLetter, {});
    const bool is_odd = seed % 4 != 0;
    const std::uint32_t plain = letters + 1;
    if (is_odd) {
      add(TileKind::wild, kNoLetter, {});
      for (std::uint32_t i = 0, n = 1 + chance.below(4); i < n; ++i) {
        std::vector<std::vector<LetterCode>> alternatives;
        for (std::uint32_t a = 0, many = 1 + chance.below(3); a < many; ++a) {
          std::vector<LetterCode> one;
          for (std::uint32_t k = 0, length = 1 + chance.below(3); k < length; ++k) one.push_back(any(chance));
          alternatives.push_back(one);
        }
        std::sort(alternatives.begin(), alternatives.end());
        alternatives.erase(std::unique(alternatives.begin(), alternatives.end()), alternatives.end());
        if (alternatives.size() == 1 && alternatives[0].size() == 1) alternatives[0].push_back(any(chance));
        add(TileKind::choice, kNoLetter, alternatives);
      }
    }
    const std::uint32_t oddness = 1 + chance.below(12);
    for (std::uint32_t i = 0; i < rows * columns; ++i) {
      const bool odd = is_odd && chance.below(oddness + 2) == 0;
      cells.push_back(static_cast<std::uint8_t>(odd ? plain + chance.below(static_cast<std::uint32_t>(kind.size()) - plain) : chance.below(10) == 0 ? letters : any(chance)));
    }
    topology = static_cast<TopologyKind>(seed % 5);
    is_graph = topology == TopologyKind::custom;
    wrap = !is_graph && chance.below(2) == 0 && (topology != TopologyKind::hex || rows % 2 == 0);
    for (std::uint32_t i = 0; is_graph && i < 2 * rows * columns; ++i) {
      pairs.push_back(chance.below(rows * columns));
      pairs.push_back(chance.below(rows * columns));
    }
  }

  LetterCode any(Chance& chance) const { return static_cast<LetterCode>(std::min(chance.below(letters), chance.below(letters))); }

  void add(TileKind what, LetterCode code, const std::vector<std::vector<LetterCode>>& alternatives) {
    kind.push_back(what);
    letter.push_back(code);
    for (const auto& each : alternatives) {
      spelled.insert(spelled.end(), each.begin(), each.end());
      letter_at.push_back(static_cast<std::uint32_t>(spelled.size()));
    }
    alternative_at.push_back(static_cast<std::uint32_t>(letter_at.size() - 1));
  }

  [[nodiscard]] bool seen_odd() const {
    return std::any_of(cells.begin(), cells.end(), [&](std::uint8_t tile) { return kind[tile] == TileKind::wild || kind[tile] == TileKind::choice; });
  }
  [[nodiscard]] GridView grid() const {
    return {rows, columns, Cells(std::span(cells)), TileTable{kind, letter, alternative_at, letter_at, spelled}};
  }
  [[nodiscard]] Adjacency adjacency() const {
    return is_graph ? Adjacency::build(std::span<const CellId>(pairs), rows * columns) : Adjacency::build(topology, wrap, rows, columns);
  }

  /// Walks over the grid, which may cross themselves, and some words at random.
  [[nodiscard]] std::vector<std::vector<LetterCode>> words(Chance& chance) const {
    std::vector<std::vector<LetterCode>> listed;
    const Adjacency near = adjacency();
    const GridView view = grid();
    const std::uint32_t most = letters < 5 ? 6 : letters < 12 ? 10 : 20;
    for (std::uint32_t i = 0, n = 5 + chance.below(40); i < n; ++i) {
      std::vector<LetterCode> word;
      CellId cell = chance.below(rows * columns);
      for (std::uint32_t k = 0, length = 1 + chance.below(most); k < length; ++k) {
        const TileId tile = cells[cell];
        if (view.table.kind[tile] == TileKind::letter) word.push_back(letter[tile]);
        if (view.table.kind[tile] == TileKind::wild) word.push_back(any(chance));
        if (view.table.kind[tile] == TileKind::choice) {
          const std::uint32_t from = alternative_at[tile];
          const auto one = view.table.alternative(from + chance.below(alternative_at[tile + 1] - from));
          word.insert(word.end(), one.begin(), one.end());
        }
        Adjacency::Buffer buffer;
        const auto around = near.of(cell, buffer);
        if (!around.empty()) cell = around[chance.below(static_cast<std::uint32_t>(around.size()))];
      }
      if (word.empty()) word.push_back(any(chance));
      listed.push_back(word);
    }
    return listed;
  }
};

void test_any_grid_equals_the_general_search() {
  std::size_t served = 0;
  std::size_t by_small = 0;
  std::size_t odd = 0;
  std::size_t longest = 0;
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    Chance chance(seed + 1);
    const Scene scene(chance, seed);
    const Coded lexicon(scene.words(chance), scene.letters);
    const GridView grid = scene.grid();
    const Adjacency adjacency = scene.adjacency();
    const PathTries tries(lexicon.view);
    PathQuery query{.lexicon = lexicon.view, .grid = grid, .adjacency = adjacency};
    query.tries = &tries;
    query.points = lexicon.points;
    query.min_length = 1 + static_cast<std::uint32_t>(seed % 3);
    query.reuse = chance.below(4) == 0;
    for (const PathsWanted wanted : {PathsWanted::count, PathsWanted::words, PathsWanted::one, PathsWanted::all}) {
      for (const std::uint64_t limit : {kNoLimit, std::uint64_t{chance.below(12)}}) {
        query.wanted = wanted;
        query.limit = limit;
        query.count_paths = wanted == PathsWanted::all || (wanted == PathsWanted::count && limit == kNoLimit && seed % 5 == 0);
        StopSignal clock(0.1, nullptr, nullptr);
        const PathResult expected = find_paths_general(query, clock);
        if (expected.finish == Finish::deadline) continue;  // all paths of wild words: nobody waits for them
        for (int isa = 0; isa <= static_cast<int>(best_isa()); ++isa) {
          CHECK(force_isa(kIsaNames[isa]));
          StopSignal stop;
          const auto check = [&](const PathResult& answer, const char* which) {
            const bool is_same = same(expected, answer) && (!query.count_paths || expected.path_count == answer.path_count);
            CHECK(is_same);
            if (!is_same) std::printf("seed %d, %s, %s, wanted %d, limit %d\n", static_cast<int>(seed), which, kIsaNames[isa].data(), static_cast<int>(wanted), static_cast<int>(limit));
          };
          if (const auto answer = find_paths_large(query, stop)) {
            ++served;
            odd += scene.seen_odd() ? 1 : 0;
            check(*answer, "large");
            for (std::size_t i = 0; i + 1 < answer->cell_of.size(); ++i) longest = std::max(longest, static_cast<std::size_t>(answer->cell_of[i + 1] - answer->cell_of[i]));
          }
          if (const auto answer = find_paths_fast(query, stop)) {
            ++by_small;
            check(*answer, "small");
          }
        }
      }
    }
  }
  CHECK(force_isa(""));
  CHECK(served > 15'000);
  CHECK(by_small > 3'000);
  CHECK(odd > 5'000);
  CHECK(longest > 12);
  std::printf("%d by levels, %d of them over odd tiles, %d by small kernels, longest path %d\n", static_cast<int>(served), static_cast<int>(odd), static_cast<int>(by_small), static_cast<int>(longest));
}

}  // namespace

int main() {
  test_any_grid_equals_the_general_search();
  return tests::report();
}

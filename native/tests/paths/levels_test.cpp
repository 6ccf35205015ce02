// Words longer than a path code, and grids larger than a window.
#include <algorithm>
#include <string>
#include <vector>

#include "paths/trie.hpp"
#include "tests/lexicons.hpp"
#include "tests/paths/answers.hpp"

using namespace lexigrid;
using tests::answer_of;
using tests::general_answer;
using tests::longest_path;
using tests::on_each_target;
using tests::Rng;
using tests::same;
using tests::scaled;

namespace {

/// A tile for each letter code, followed by a dead tile.
struct LetterTiles {
  std::vector<TileKind> kind;
  std::vector<LetterCode> letter;
  std::vector<uint32_t> alternative_at;
  std::vector<uint32_t> letter_at{0};

  explicit LetterTiles(uint32_t letters) : kind(letters, TileKind::letter), alternative_at(letters + 2) {
    for (uint32_t code = 0; code < letters; ++code) letter.push_back(static_cast<LetterCode>(code));
    kind.push_back(TileKind::dead);
    letter.push_back(kNoLetter);
  }
  [[nodiscard]] TileTable table() const { return {kind, letter, alternative_at, letter_at, {}}; }
};

/// Words of up to 25 tiles on 5 x 5 boards and up to 41 on 6 x 6 to 8 x 8, longer than a path code; some
/// share their whole code.
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
    for (int word = 0; word < 8; ++word) {  // paths, in groups that share their start
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
    const tests::Lexicon lexicon(text);
    const LexiconView& view = lexicon.view;
    const std::vector<uint32_t> points(view.max_length + 1, 1);
    const LetterTiles tiles(26);
    const GridView grid{side, side, Cells(std::span<const uint8_t>(cells)), tiles.table()};
    const PathTries tries(view);
    PathQuery query{.lexicon = view, .grid = grid, .adjacency = adjacency};
    query.tries = &tries;
    query.points = points;
    StopToken stop;
    const PathResult expected = general_answer(query, stop);
    longest = std::max(longest, longest_path(expected));
    on_each_target([&](CpuTarget) {
      const auto answer = answer_of(query, stop, "packed", "bitset");
      CHECK(answer && same(expected, *answer));
    });
  }
  CHECK(tests::scale() < 1 || longest > 30);
}

/// Grids of up to 14 x 14, some rich enough to exceed the limits, and words of up to 30 letters along walks,
/// compared with the plain search.
void test_large_grids_equal_the_general_search() {
  size_t served = 0;
  size_t longest = 0;
  for (uint64_t seed = 0; seed < scaled(500); ++seed) {
    Rng rng(seed + 77);
    const uint32_t rows = 1 + rng.below(14);
    const uint32_t columns = 1 + rng.below(14);
    const uint32_t size = 2 + rng.below(9);
    const uint32_t most = size < 4 ? 8 : size < 8 ? 11 : 30;  // letters of a word; few letters, many paths
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
    text += "abcdefghijk\n";  // so that the code of a letter is its place in the alphabet
    const tests::Lexicon lexicon(text);
    const LexiconView& view = lexicon.view;
    std::vector<uint32_t> points;
    for (uint32_t length = 0; length <= view.max_length; ++length) points.push_back(length);
    const LetterTiles tiles(view.letter_count);
    if (seed % 3 == 0) {
      for (uint8_t& cell : cells) cell = rng.below(9) == 0 ? static_cast<uint8_t>(view.letter_count) : cell;
    }
    const GridView grid{rows, columns, Cells(std::span(cells)), tiles.table()};
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
      on_each_target([&](CpuTarget) {
        const auto answer = answer_of(query, stop, "window");
        CHECK(answer.has_value());
        if (!answer) return;
        ++served;
        CHECK(same(*expected, *answer));
        longest = std::max(longest, longest_path(*answer));
      });
    }
  }
  CHECK(served > scaled(1'000) * cpu_targets().size());
  CHECK(tests::scale() < 1 || longest > 12);
}

}  // namespace

int main() {
  test_words_longer_than_a_path_code();
  test_large_grids_equal_the_general_search();
  return tests::report();
}

// Every line search, on every instruction set, compared with the general one.
#include <optional>
#include <string>
#include <vector>

#include "lines/aho_corasick/aho_corasick.hpp"
#include "lines/collect.hpp"
#include "lines/general/general.hpp"
#include "lines/teddy/teddy.hpp"
#include "lines/trie_scan/scan.hpp"
#include "tests/lexicons.hpp"

using namespace lexigrid;
using tests::on_each_target;
using tests::Rng;
using tests::scaled;

namespace {

bool same(const LineOccurrence& a, const LineOccurrence& b) {
  return a.word == b.word && a.row == b.row && a.column == b.column && a.length == b.length &&
         a.direction == b.direction;
}

bool same(const LineResult& a, const LineResult& b) {
  if (a.occurrences.size() != b.occurrences.size() || a.count != b.count || a.seen != b.seen ||
      a.finish != b.finish)
    return false;
  for (size_t i = 0; i < a.occurrences.size(); ++i) {
    if (!same(a.occurrences[i], b.occurrences[i])) return false;
  }
  return true;
}

/// The tile table of a grid of bytes: 256 tiles, most of them dead, and one wild.
struct ByteTiles {
  std::vector<TileKind> kind = std::vector<TileKind>(256, TileKind::dead);
  std::vector<LetterCode> letter = std::vector<LetterCode>(256, kNoLetter);
  std::vector<uint32_t> alternative_at = std::vector<uint32_t>(257, 0);
  std::vector<uint32_t> letter_at{0};

  ByteTiles(uint32_t letters, uint32_t first) {
    kind['?'] = TileKind::wild;
    for (uint32_t code = 0; code < letters; ++code) {
      kind[first + code] = TileKind::letter;
      letter[first + code] = static_cast<LetterCode>(code);
    }
  }
  [[nodiscard]] TileTable table() const { return {kind, letter, alternative_at, letter_at, {}}; }
};

/// The lexicon and grid of a random search.
struct Drawn {
  tests::Lexicon lexicon;
  ByteTiles tiles;
  uint32_t rows;
  uint32_t columns;
  std::vector<uint8_t> narrow;
  std::vector<uint16_t> wide;
  bool is_wide;

  Drawn(Rng& rng, const std::string& text, uint32_t letters, uint32_t first)
      : lexicon(text),
        tiles(letters, first),
        rows(1 + rng.below(rng.below(3) == 0 ? 150 : 9)),
        columns(1 + rng.below(rng.below(4) == 0 ? 150 : 70)),
        is_wide(rng.below(2) == 0) {
    // Exactly the size of the grid, so that the sanitizer detects every read outside.
    narrow.resize(size_t{rows} * columns);
    for (uint8_t& cell : narrow)
      cell = static_cast<uint8_t>(rng.below(20) == 0 ? 255 : first + rng.below(letters));
  }
  void widen() { wide.assign(narrow.begin(), narrow.end()); }
  [[nodiscard]] GridView grid(bool widely) const {
    return {rows, columns,
            widely ? Cells(std::span<const uint16_t>(wide)) : Cells(std::span<const uint8_t>(narrow)),
            tiles.table()};
  }
};

void draw_options(LineQuery& query, Rng& rng) {
  query.directions = rng.below(3) == 0 ? kAllDirections : static_cast<uint8_t>(1 + rng.below(255));
  query.first_only = rng.below(6) == 0;
  query.count_only = rng.below(6) == 0;
  query.limit = rng.below(4) == 0 ? rng.below(50) : kNoLimit;
  query.max_stored = rng.below(9) == 0 ? 10 : query.max_stored;
  query.threads = 1 + rng.below(3);
}

/// The result of a search, or nullopt if it declines.
template <class Make>
std::optional<LineResult> searched(const LineQuery& query, StopToken& stop, const Make& make) {
  LineOutcome outcome = search_in_bands(query, make, stop);
  LineResult* const result = std::get_if<LineResult>(&outcome);
  return result != nullptr ? std::optional(std::move(*result)) : std::nullopt;
}

/// Every search and kernel finds what the general search finds.
void test_all_searches_equal_the_general_one() {
  size_t by_teddy = 0;
  size_t scans = 0;
  for (uint64_t seed = 0; seed < scaled(1200); ++seed) {
    Rng rng(seed);
    const uint32_t letters = 1 + rng.below(seed % 5 == 0 ? 26 : 4);
    const std::string text =
        seed % 2 == 0 ? tests::random_words(rng, letters, rng.below(seed % 7 == 0 ? 250 : 12), 2, 8)
                      : tests::random_words(rng, letters, 1 + rng.below(150), 1, seed % 3 == 0 ? 20 : 8);
    Drawn drawn(rng, text, letters, seed % 3 == 0 ? 0 : 'a');
    drawn.widen();
    const GridView grid = drawn.grid(drawn.is_wide);
    LineQuery query{.lexicon = drawn.lexicon.view, .grid = grid};
    draw_options(query, rng);
    query.wrap = seed % 4 == 0;
    StopToken stop;
    const LineResult expected = find_lines_general(query, stop);
    const bool has_rings = query.wrap && drawn.lexicon.view.max_length >= std::min(drawn.rows, drawn.columns);
    if (!has_rings) CHECK(same(expected, find_lines_by_automaton(query, stop)));
    const LineIndex index(drawn.lexicon.view);
    on_each_target([&](CpuTarget) {
      CHECK(same(expected, find_lines(query, stop)));
      if (!has_rings) {
        ComplexTiles none;
        const auto scanned = searched(query, stop, [&] { return make_trie_scan(query, index, none); });
        if (scanned) ++scans;
        if (scanned) CHECK(same(expected, *scanned));
      }
      if (query.wrap || drawn.is_wide || !LinePatterns::fits(drawn.lexicon.view)) return;
      ComplexTiles complex;  // none by default
      if (seed % 7 != 0) complex.low = '?';
      // Without and with chosen fingerprints.
      const uint64_t cells = seed % 2 == 0 ? grid.cells.size() : kNoLimit;
      const LinePatterns patterns(drawn.lexicon.view, query.directions, kNoLetter, cells);
      const auto teddy_found = searched(query, stop, [&] { return make_teddy(query, patterns, complex); });
      if (!teddy_found) return;  // with so few letters, every cell is a near miss
      ++by_teddy;
      CHECK(same(expected, *teddy_found));
    });
  }
  const size_t targets = cpu_targets().size();
  CHECK(by_teddy > scaled(134) * targets && scans > scaled(667) * targets);
}

/// Grids wider than the window of any search, with enough candidates to fill any list.
void test_wide_grids_equal_the_automaton() {
  size_t by_teddy = 0;
  size_t by_scan = 0;
  for (uint64_t seed = 0; seed < scaled(24); ++seed) {
    Rng rng(seed + 300);
    const uint32_t letters = seed % 3 == 0 ? 3 : 2 + rng.below(25);
    const uint32_t words = seed % 2 == 0 ? 1 + rng.below(20) : 20 + rng.below(100);
    Drawn drawn(rng, tests::random_words(rng, letters, words, 4, 11), letters, 'a');
    drawn.rows = 1 + rng.below(140);
    drawn.columns = seed % 4 == 0 ? 4'000 + rng.below(300) : 900 + rng.below(1'400);
    drawn.narrow.resize(size_t{drawn.rows} * drawn.columns);
    for (uint8_t& cell : drawn.narrow)
      cell = static_cast<uint8_t>(rng.below(40) == 0 ? 255 : 'a' + rng.below(letters));
    drawn.narrow.shrink_to_fit();
    const GridView grid = drawn.grid(false);
    LineQuery query{.lexicon = drawn.lexicon.view, .grid = grid};
    query.directions = seed % 5 == 0 ? static_cast<uint8_t>(1 + rng.below(255)) : kAllDirections;
    StopToken stop;
    const LineResult expected = find_lines_by_automaton(query, stop);
    const LineIndex index(drawn.lexicon.view);
    on_each_target([&](CpuTarget) {
      CHECK(same(expected, find_lines(query, stop)));
      ComplexTiles none;
      const auto scanned = searched(query, stop, [&] { return make_trie_scan(query, index, none); });
      if (scanned) ++by_scan;
      if (scanned) CHECK(same(expected, *scanned));
      if (!LinePatterns::fits(drawn.lexicon.view)) return;
      ComplexTiles complex;
      // Without and with chosen fingerprints.
      const uint64_t cells = seed % 2 == 0 ? grid.cells.size() : kNoLimit;
      const LinePatterns patterns(drawn.lexicon.view, query.directions, kNoLetter, cells);
      const auto found = searched(query, stop, [&] { return make_teddy(query, patterns, complex); });
      if (found) ++by_teddy;
      if (found) CHECK(same(expected, *found));
    });
  }
  CHECK(tests::scale() < 1 || (by_teddy > 20 && by_scan > 20));
}

/// A wild tile in the first columns of a grid of several windows.
void test_wild_tiles_of_wide_grids_are_found() {
  for (const uint32_t columns : {1500u, 70'000u}) {
    const tests::Lexicon lexicon("abba\ncode\n");
    const LexiconView& view = lexicon.view;
    const ByteTiles tiles(view.letter_count, 0);
    std::vector<uint8_t> cells(size_t{3} * columns, 255);
    const auto put = [&](size_t at, std::initializer_list<uint8_t> row) {
      std::copy(row.begin(), row.end(), cells.begin() + static_cast<ptrdiff_t>(at));
    };
    put(5, {0, 1, '?', 0});
    put(columns + 1200, {0, 1, 1, 0});
    const GridView grid{3, columns, Cells(std::span<const uint8_t>(cells)), tiles.table()};
    const LineQuery query{.lexicon = view, .grid = grid};
    StopToken stop;
    const LineResult expected = find_lines_general(query, stop);
    CHECK(expected.count == 2);
    on_each_target([&](CpuTarget) { CHECK(same(expected, find_lines(query, stop))); });
  }
}

/// Words on all axes that cross the columns where windows end.
void test_words_across_windows_are_found() {
  const tests::Lexicon lexicon("abcdefgh\nhgfe\n");
  const LexiconView& view = lexicon.view;
  const ByteTiles tiles(view.letter_count, 0);
  constexpr uint32_t kRows = 100;
  constexpr uint32_t kColumns = 66'000;
  std::vector<uint8_t> cells(size_t{kRows} * kColumns, 255);
  uint64_t put = 0;
  uint32_t row = 0;
  for (const uint32_t seam : {64u, 1024u, 4096u, 65'536u}) {
    for (unsigned axis = 0; axis < kAxes; ++axis) {
      for (const int ahead : {1, 4, 7}) {  // letters after the seam
        const int first =
            static_cast<int>(seam) - (kColumnStep[kAxisDirection[axis]] < 0 ? -7 + ahead : ahead);
        for (int i = 0; i < 8; ++i) {
          const unsigned direction = kAxisDirection[axis];
          const int column = first + i * kColumnStep[direction] + static_cast<int>(axis == 2) * ahead;
          cells[(row % 90 + static_cast<uint32_t>(i * kRowStep[direction])) * size_t{kColumns} +
                static_cast<uint32_t>(column)] = static_cast<uint8_t>(i);
        }
        row += 9;
        put += 2;
      }
    }
  }
  const GridView grid{kRows, kColumns, Cells(std::span<const uint8_t>(cells)), tiles.table()};
  const LineQuery query{.lexicon = view, .grid = grid};
  StopToken stop;
  const LineResult expected = find_lines_general(query, stop);
  CHECK(expected.count >= put / 2);
  on_each_target([&](CpuTarget) { CHECK(same(expected, find_lines(query, stop))); });
}

/// Grids with a few wild tiles, which the fast searches handle.
void test_wild_tiles_are_found() {
  size_t apart = 0;
  for (uint64_t seed = 0; seed < scaled(500); ++seed) {
    Rng rng(seed + 5000);
    const uint32_t letters = 1 + rng.below(5);
    Drawn drawn(rng, tests::random_words(rng, letters, 1 + rng.below(30), seed % 2 == 0 ? 1 : 2, 7), letters,
                'a');
    for (uint32_t i = 0, n = 1 + rng.below(3); i < n; ++i)
      drawn.narrow[rng.below(static_cast<uint32_t>(drawn.narrow.size()))] = '?';
    drawn.widen();
    const GridView grid = drawn.grid(drawn.is_wide);
    apart += drawn.narrow.size() > 200 ? 1 : 0;
    LineQuery query{.lexicon = drawn.lexicon.view, .grid = grid};
    draw_options(query, rng);
    query.wrap = seed % 4 == 0;
    StopToken stop;
    const LineResult expected = find_lines_general(query, stop);
    on_each_target([&](CpuTarget) { CHECK(same(expected, find_lines(query, stop))); });
  }
  CHECK(apart > scaled(100));
}

/// One letter of the words matches any letter of the grid.
void test_any_letter_equals_the_general_search() {
  for (uint64_t seed = 0; seed < scaled(800); ++seed) {
    Rng rng(seed + 9000);
    const uint32_t letters = 2 + rng.below(5);  // the last one matches any letter
    Drawn drawn(rng, tests::random_words(rng, letters, 1 + rng.below(20), 2, 6), letters, 'a');
    for (uint8_t& cell : drawn.narrow) {
      if (cell == 'a' + letters - 1) cell = 'z';
    }
    drawn.tiles.letter['a' + letters - 1] = kNoLetter;
    drawn.tiles.kind['a' + letters - 1] = TileKind::dead;
    drawn.tiles.kind['z'] = TileKind::letter;
    drawn.tiles.letter['z'] = kOtherLetter;
    const GridView grid = drawn.grid(false);
    LineQuery query{.lexicon = drawn.lexicon.view, .grid = grid};
    draw_options(query, rng);
    query.any_letter = static_cast<LetterCode>(letters - 1);
    StopToken stop;
    const LineResult expected = find_lines_general(query, stop);
    on_each_target([&](CpuTarget) { CHECK(same(expected, find_lines(query, stop))); });
  }
}

/// With near misses everywhere, the time of filters would grow with the length of the words.
void test_filters_decline_a_grid_of_near_misses() {
  const tests::Lexicon lexicon(std::string(200, 'a') + "b\n" + std::string(3, 'a') + "\n");
  const LexiconView& view = lexicon.view;
  const ByteTiles tiles(2, 'a');
  const std::vector<uint8_t> cells(size_t{220} * 220, 'a');
  const GridView grid{220, 220, Cells(std::span<const uint8_t>(cells)), tiles.table()};
  const LineQuery query{.lexicon = view, .grid = grid};
  StopToken stop;
  const LineIndex index(view);
  const LinePatterns patterns(view, query.directions, kNoLetter, cells.size());
  ComplexTiles complex;
  const LineOutcome outcome =
      search_in_bands(query, [&] { return make_teddy(query, patterns, complex); }, stop);
  CHECK(std::get_if<LineDeclined>(&outcome) != nullptr &&
        std::get<LineDeclined>(outcome) == LineDeclined::over_budget);
  const LineResult found = find_lines(query, stop);
  CHECK(found.count == 2 * 218 * 220 + 2 * 218 * 218);
  CHECK(same(find_lines_general(query, stop), found));
}

void test_threads_on_a_large_grid() {
  const tests::Lexicon lexicon("cab\nabba\nbead\n");
  const LexiconView& view = lexicon.view;
  const ByteTiles tiles(5, 'a');
  Rng rng(3);
  std::vector<uint8_t> cells(size_t{3001} * 3003);
  for (uint8_t& cell : cells) cell = static_cast<uint8_t>('a' + rng.below(12));
  const GridView grid{3001, 3003, Cells(std::span<const uint8_t>(cells)), tiles.table()};
  LineQuery query{.lexicon = view, .grid = grid};
  StopToken stop;
  const LineResult alone = find_lines(query, stop);
  query.threads = 2;
  const LineResult both = find_lines(query, stop);
  CHECK(alone.count > 1000);
  CHECK(same(alone, both));
  std::atomic<uint64_t> rows_done{0};
  query.rows_done = &rows_done;
  query.count_only = true;
  CHECK(find_lines(query, stop).count == alone.count);
  CHECK(rows_done == 3001);
}

void test_joined_parts_keep_counts_words_and_cuts() {
  const tests::Lexicon lexicon("cab\nabba\nbead\n");
  const ByteTiles tiles(5, 'a');
  const std::vector<uint8_t> cells(4, 'a');
  const GridView grid{2, 2, Cells(std::span<const uint8_t>(cells)), tiles.table()};
  const LineQuery query{.lexicon = lexicon.view, .grid = grid, .count_only = true};
  StopToken stop;
  std::vector<LineResult> parts(3);
  parts[0] = {.seen = {0b001}, .count = 3};
  parts[1] = {.seen = {0b100}, .count = 2, .finish = Finish::deadline};
  parts[2] = {.seen = {0b000}};
  const LineResult all = join(query, std::move(parts), stop);
  CHECK(all.count == 5);
  CHECK(all.finish == Finish::deadline);
  CHECK(all.seen == std::vector<uint64_t>{0b101});
}

}  // namespace

int main() {
  test_all_searches_equal_the_general_one();
  test_wide_grids_equal_the_automaton();
  test_wild_tiles_of_wide_grids_are_found();
  test_words_across_windows_are_found();
  test_wild_tiles_are_found();
  test_any_letter_equals_the_general_search();
  test_filters_decline_a_grid_of_near_misses();
  test_threads_on_a_large_grid();
  test_joined_parts_keep_counts_words_and_cuts();
  return tests::report();
}

// The strip search on every kernel against the general search.
#include <string>
#include <vector>

#include "../cpu.hpp"
#include "../lexicon_compile.hpp"
#include "../lexicon_format.hpp"
#include "../lines_general.hpp"
#include "../lines_many.hpp"
#include "../lines_strips.hpp"
#include "check.hpp"

using namespace lexigrid;
using tests::Chance;

namespace {

bool same(const LineOccurrence& a, const LineOccurrence& b) {
  return a.word == b.word && a.row == b.row && a.column == b.column && a.length == b.length && a.direction == b.direction;
}

bool same(const LineResult& a, const LineResult& b) {
  if (a.occurrences.size() != b.occurrences.size() || a.count != b.count || a.seen != b.seen || a.finish != b.finish) return false;
  for (std::size_t i = 0; i < a.occurrences.size(); ++i) {
    if (!same(a.occurrences[i], b.occurrences[i])) return false;
  }
  return true;
}

std::vector<std::byte> image_of(const std::string& text) {
  WordList list;
  if (!append_ascii(list, text, AsciiOptions{})) std::printf("not ASCII\n");
  number_letters(list);
  return compile(list, "{}");
}

/// Tables of tiles as a grid of bytes has them: 256, most of them dead, one wild and unused.
struct ByteTiles {
  std::vector<TileKind> kind = std::vector<TileKind>(256, TileKind::dead);
  std::vector<LetterCode> letter = std::vector<LetterCode>(256, kNoLetter);
  std::vector<std::uint32_t> alternative_at = std::vector<std::uint32_t>(257, 0);
  std::vector<std::uint32_t> letter_at{0};

  ByteTiles(std::uint32_t letters, std::uint32_t first) {
    kind['?'] = TileKind::wild;
    for (std::uint32_t code = 0; code < letters; ++code) {
      kind[first + code] = TileKind::letter;
      letter[first + code] = static_cast<LetterCode>(code);
    }
  }
  [[nodiscard]] TileTable table() const { return {kind, letter, alternative_at, letter_at, {}}; }
};

void test_strips_equal_the_general_search() {
  std::size_t served = 0;
  for (std::uint64_t seed = 0; seed < 1200; ++seed) {
    Chance chance(seed);
    const std::uint32_t letters = 1 + chance.below(seed % 5 == 0 ? 26 : 4);
    std::string text;
    for (std::uint32_t c = 0; c < letters; ++c) (text += std::string(2, static_cast<char>('a' + c))) += "\n";
    for (std::uint32_t i = 0, n = chance.below(seed % 7 == 0 ? 90 : 12); i < n; ++i) {
      for (std::uint32_t k = 0, length = 2 + chance.below(7); k < length; ++k) text += static_cast<char>('a' + chance.below(letters));
      text += "\n";
    }
    const auto image = image_of(text);
    const LexiconView view = open_image(image);
    const std::uint32_t first = seed % 2 == 0 ? 'a' : 0;
    const ByteTiles tiles(letters, first);
    const std::uint32_t rows = 1 + chance.below(seed % 3 == 0 ? 150 : 9);
    const std::uint32_t columns = 1 + chance.below(seed % 4 == 0 ? 150 : 70);
    // Exactly as large as the grid: the sanitizer sees every byte beyond its ends.
    std::vector<std::uint8_t> cells(std::size_t{rows} * columns);
    for (std::uint8_t& cell : cells) cell = static_cast<std::uint8_t>(chance.below(20) == 0 ? 255 : first + chance.below(letters));
    const GridView grid{rows, columns, Cells(std::span<const std::uint8_t>(cells)), tiles.table()};
    LineQuery query{.lexicon = view, .grid = grid};
    query.directions = seed % 3 == 0 ? kAllDirections : static_cast<std::uint8_t>(1 + chance.below(255));
    query.first_only = seed % 11 == 0;
    query.count_only = !query.first_only && seed % 13 == 0;
    query.threads = 1 + chance.below(3);
    StopSignal stop;
    const LineResult expected = find_lines_general(query, stop);
    for (int isa = 0; isa <= static_cast<int>(best_isa()); ++isa) {
      CHECK(force_isa(kIsaNames[isa]));
      const auto answer = find_lines_in_strips(query, stop);
      if (!answer) continue;  // letters so few that every cell is a near miss
      ++served;
      CHECK(same(expected, *answer));
    }
  }
  CHECK(force_isa(""));
  CHECK(served > 3000);
}

void test_a_used_wild_tile_is_left_to_the_general_search() {
  const auto image = image_of("ab\nabc\n");
  const LexiconView view = open_image(image);
  const ByteTiles tiles(3, 'a');
  const std::vector<std::uint8_t> cells = {'a', '?', 'c'};
  const GridView grid{1, 3, Cells(std::span<const std::uint8_t>(cells)), tiles.table()};
  const LineQuery query{.lexicon = view, .grid = grid};
  StopSignal stop;
  CHECK(!find_lines_in_strips(query, stop).has_value());
}

void test_threads_on_a_large_grid() {
  const auto image = image_of("cab\nabba\nbead\n");
  const LexiconView view = open_image(image);
  const ByteTiles tiles(5, 'a');
  Chance chance(3);
  std::vector<std::uint8_t> cells(std::size_t{3001} * 3003);
  for (std::uint8_t& cell : cells) cell = static_cast<std::uint8_t>('a' + chance.below(12));
  const GridView grid{3001, 3003, Cells(std::span<const std::uint8_t>(cells)), tiles.table()};
  LineQuery query{.lexicon = view, .grid = grid};
  StopSignal stop;
  const auto alone = find_lines_in_strips(query, stop);
  query.threads = 2;
  const auto both = find_lines_in_strips(query, stop);
  CHECK(alone && both && alone->count > 1000);
  CHECK(alone && both && same(*alone, *both));
}

void test_many_words_equal_the_general_search() {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Chance chance(seed + 7000);
    const std::uint32_t letters = 1 + chance.below(seed % 5 == 0 ? 26 : 3);
    std::string text;
    for (std::uint32_t i = 0, n = 1 + chance.below(150); i < n; ++i) {
      for (std::uint32_t k = 0, length = 1 + chance.below(8); k < length; ++k) text += static_cast<char>('a' + chance.below(letters));
      text += "\n";
    }
    for (std::uint32_t c = 0; c < letters; ++c) (text += std::string(3, static_cast<char>('a' + c))) += "\n";
    const auto image = image_of(text);
    const LexiconView view = open_image(image);
    const ByteTiles tiles(letters, 'a');
    const std::uint32_t rows = 1 + chance.below(seed % 3 == 0 ? 140 : 6);
    const std::uint32_t columns = 1 + chance.below(20);
    std::vector<std::uint8_t> cells(std::size_t{rows} * columns);
    for (std::uint8_t& cell : cells) cell = static_cast<std::uint8_t>(chance.below(15) == 0 ? 255 : 'a' + chance.below(letters));
    const std::vector<std::uint16_t> wide(cells.begin(), cells.end());
    const bool is_wide = seed % 2 == 0;
    const GridView grid{rows, columns, is_wide ? Cells(std::span<const std::uint16_t>(wide)) : Cells(std::span<const std::uint8_t>(cells)),
                        tiles.table()};
    LineQuery query{.lexicon = view, .grid = grid};
    query.directions = seed % 3 == 0 ? kAllDirections : static_cast<std::uint8_t>(1 + chance.below(255));
    query.first_only = seed % 11 == 0;
    query.count_only = seed % 13 == 0;
    query.limit = seed % 4 == 0 ? chance.below(50) : kNoLimit;
    query.max_stored = seed % 17 == 0 ? 10 : query.max_stored;
    StopSignal stop;
    const auto answer = find_lines_of_many(query, stop);
    CHECK(answer.has_value() && same(find_lines_general(query, stop), *answer));
  }
}

}  // namespace

int main() {
  test_strips_equal_the_general_search();
  test_a_used_wild_tile_is_left_to_the_general_search();
  test_threads_on_a_large_grid();
  test_many_words_equal_the_general_search();
  return tests::report();
}

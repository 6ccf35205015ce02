// Layouts and fillings on small boards, compared with a scan of every line.
#include <algorithm>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "layout/fill.hpp"
#include "layout/layout.hpp"
#include "layout/state.hpp"
#include "lines/lines.hpp"
#include "tests/check.hpp"

using namespace lexigrid;

namespace {

struct Words {
  std::vector<LetterCode> letters;
  std::vector<uint32_t> at{0};

  void add(std::vector<LetterCode> word) {
    letters.insert(letters.end(), word.begin(), word.end());
    at.push_back(static_cast<uint32_t>(letters.size()));
  }
  [[nodiscard]] WordsView view() const { return {letters, at}; }
};

/// The number of lines on which a word occurs, by a scan of every line of the board.
int count_lines(const std::vector<LetterCode>& cells, int rows, int columns,
                std::span<const LetterCode> word) {
  std::vector<std::pair<int, int>> seen;
  const int length = static_cast<int>(word.size());
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      for (int d = 0; d < 8; ++d) {
        bool fits = true;
        for (int i = 0; i < length && fits; ++i) {
          const int r = row + i * kRowStep[d];
          const int c = column + i * kColumnStep[d];
          fits = r >= 0 && c >= 0 && r < rows && c < columns &&
                 cells[static_cast<size_t>(r * columns + c)] == word[static_cast<size_t>(i)];
        }
        if (!fits) continue;
        const int first = row * columns + column;
        const int last =
            (row + (length - 1) * kRowStep[d]) * columns + column + (length - 1) * kColumnStep[d];
        const std::pair<int, int> line{std::min(first, last), std::max(first, last)};
        if (std::find(seen.begin(), seen.end(), line) == seen.end()) seen.push_back(line);
      }
    }
  }
  return static_cast<int>(seen.size());
}

bool is_inside(std::span<const LetterCode> a, std::span<const LetterCode> b) {
  const std::vector<LetterCode> reversed(a.rbegin(), a.rend());
  return std::search(b.begin(), b.end(), a.begin(), a.end()) != b.end() ||
         std::search(b.begin(), b.end(), reversed.begin(), reversed.end()) != b.end();
}

/// Random words, none of which is part of another.
Words random_words(Rng& rng, uint32_t letters, uint32_t count) {
  Words made;
  for (uint32_t tries = 0; tries < 4 * count && made.view().size() < count; ++tries) {
    std::vector<LetterCode> word;
    for (uint32_t i = 0, n = 3 + rng.below(4); i < n; ++i)
      word.push_back(static_cast<LetterCode>(rng.below(letters)));
    bool is_separate = true;
    for (uint32_t i = 0; i < made.view().size(); ++i) {
      is_separate = is_separate && !is_inside(word, made.view()[i]) && !is_inside(made.view()[i], word);
    }
    if (is_separate) made.add(word);
  }
  return made;
}

void test_words_occur_exactly_where_placed() {
  const uint64_t rounds = tests::scaled(400);
  uint64_t whole = 0;
  uint64_t complete_fillings = 0;
  for (uint64_t seed = 0; seed < rounds; ++seed) {
    Rng rng(seed);
    const uint32_t rows = 5 + rng.below(6);
    const uint32_t columns = 5 + rng.below(6);
    const uint32_t letters = 5 + rng.below(8);
    const bool is_dense = seed % 8 == 7;
    const Words words = random_words(rng, letters, is_dense ? 40 : 1 + rng.below(9));
    std::vector<LetterCode> cells(size_t{rows} * columns, kEmptyCell);
    for (LetterCode& cell : cells) {
      if (seed % 3 == 0 && rng.below(9) == 0) cell = kHoleCell;
    }
    std::vector<uint8_t> directions(words.view().size(), seed % 4 == 0 ? uint8_t{0b00010100} : uint8_t{0xFF});
    const std::vector<uint32_t> none{0};
    LayoutQuery query;
    query.rows = rows;
    query.columns = columns;
    query.cells = cells;
    query.words = words.view();
    query.directions = directions;
    query.avoided = {{}, none};
    query.overlap = static_cast<Overlap>(seed % 3);
    query.seed = seed;
    query.effort = 2'000'000;
    StopToken stop;
    const LayoutResult made = make_layout(query, stop);
    std::vector<bool> covered(cells.size());
    for (uint32_t word = 0; word < words.view().size(); ++word) {
      if (made.place[word] == kNowhere) continue;
      const auto text = words.view()[word];
      CHECK((directions[word] >> made.direction[word] & 1) != 0);
      for (size_t i = 0; i < text.size(); ++i) {
        const int step =
            kRowStep[made.direction[word]] * static_cast<int>(columns) + kColumnStep[made.direction[word]];
        const size_t cell =
            static_cast<size_t>(static_cast<int>(made.place[word]) + static_cast<int>(i) * step);
        CHECK(made.cells[cell] == text[i]);
        CHECK(cells[cell] == kEmptyCell);
        covered[cell] = true;
      }
      CHECK(count_lines(made.cells, static_cast<int>(rows), static_cast<int>(columns), text) == 1);
    }
    for (size_t cell = 0; cell < cells.size(); ++cell)
      CHECK(covered[cell] || made.cells[cell] == cells[cell]);
    whole += is_dense || made.placed == words.view().size();

    FillQuery fill;
    fill.rows = rows;
    fill.columns = columns;
    fill.cells = made.cells;
    fill.words = words.view();
    fill.avoided = {{}, none};
    const std::vector<uint32_t> weights(letters, 3);
    fill.weights = weights;
    fill.decoys = seed % 5 == 0 ? 6 : 0;
    fill.seed = seed;
    const FillResult result = fill_cells(fill, stop);
    complete_fillings += result.is_complete;
    if (!result.is_complete) continue;
    for (uint32_t word = 0; word < words.view().size(); ++word) {
      const int expected = made.place[word] != kNowhere ? 1 : 0;
      CHECK(count_lines(result.cells, static_cast<int>(rows), static_cast<int>(columns),
                        words.view()[word]) == expected);
    }
    for (size_t cell = 0; cell < cells.size(); ++cell) CHECK(result.cells[cell] != kEmptyCell);
    // The same query gives the same puzzle.
    StopToken again;
    CHECK(make_layout(query, again).cells == made.cells);
    CHECK(fill_cells(fill, again).cells == result.cells);
  }
  CHECK(whole > rounds * 3 / 4);
  CHECK(complete_fillings > rounds * 7 / 8);
}

/// Pairs of neighbouring empty cells.
int64_t count_empty_pairs(const Board& board) {
  int64_t pairs = 0;
  for (uint32_t place = 0; place < board.rows() * board.columns(); ++place) {
    const uint32_t cell = board.cell_at(place);
    for (uint8_t direction = 0; direction < 4 && board.letter(cell) == kEmptyCell; ++direction)
      pairs += board.letter(board.cell_of({cell, direction}, 1)) == kEmptyCell;
  }
  return pairs;
}

/// Compares the words, the letters and, where they are used, the letter sets of a state.
void check_state(LayoutState& state) {
  const Board& board = state.board();
  uint32_t empty = 0;
  for (uint32_t place = 0; place < board.rows() * board.columns(); ++place) {
    const uint32_t cell = board.cell_at(place);
    const bool is_empty = board.letter(cell) == kEmptyCell;
    CHECK(board.letter(cell) == kHoleCell || is_empty == state.words_on(cell).empty());
    empty += is_empty;
  }
  CHECK(empty == board.empty_count());
  for (uint32_t word = 0; word < state.query().words.size(); ++word) {
    const Spot& spot = state.spot(word);
    for (uint32_t i = 0; i < state.length(word) && spot.is_set(); ++i) {
      const uint32_t cell = board.cell_of(spot, i);
      CHECK(board.letter(cell) == state.letters(word)[i]);
      CHECK(std::ranges::count(state.words_on(cell), word) == 1);
    }
    if (!state.sets().is_used()) continue;
    for (uint8_t direction = 0; direction < 8; ++direction) {
      std::vector<uint32_t> found;
      std::vector<uint32_t> expected;
      state.sets().for_each_fit(word, board.step(direction), 0, board.size(),
                                [&](uint32_t cell) { found.push_back(cell); });
      for (uint32_t place = 0; place < board.rows() * board.columns(); ++place) {
        const Spot line{board.cell_at(place), direction};
        if (board.compare(state.letters(word), line).agreeing == state.length(word))
          expected.push_back(line.cell);
      }
      CHECK(found == expected);
    }
  }
}

void test_the_state_keeps_its_promises() {
  for (uint64_t seed = 0; seed < tests::scaled(60); ++seed) {
    Rng rng(seed);
    const Words words = random_words(rng, 6, 8);
    std::vector<LetterCode> cells(size_t{7} * 6, kEmptyCell);
    cells[rng.below(42)] = kHoleCell;
    const std::vector<uint8_t> directions(words.view().size(), uint8_t{0xFF});
    const std::vector<uint32_t> none{0};
    LayoutQuery query;
    query.rows = 7;
    query.columns = 6;
    query.cells = cells;
    query.words = words.view();
    query.directions = directions;
    query.avoided = {{}, none};
    StopToken stop;
    LayoutState state(query, stop);
    if (seed % 2 == 0) state.index();
    const int64_t pairs = count_empty_pairs(state.board());
    for (uint32_t step = 0; step < 30; ++step) {
      const std::vector<LetterCode> before = state.board().cells();
      state.begin_step();
      for (uint32_t i = 0; i < 2; ++i) {
        const uint32_t word = rng.below(words.view().size());
        if (state.spot(word).is_set()) state.take(word);
      }
      const uint32_t word = rng.below(words.view().size());
      const auto direction = static_cast<uint8_t>(rng.below(8));
      const Spot spot =
          state.board().line_through(state.board().cell_at(rng.below(42)), 0, state.length(word), direction);
      const bool fits = spot.is_set() && !state.spot(word).is_set() &&
                        state.board().compare(state.letters(word), spot).agreeing == state.length(word);
      const bool is_placed = fits && state.try_put(word, spot);
      CHECK(!is_placed || !state.new_cells().empty());
      if (rng.below(2) == 0) {
        if (is_placed) state.remove(word);
        state.undo();
        CHECK(state.board().cells() == before);
      }
      check_state(state);
      CHECK(seed % 2 != 0 || state.empty_pairs() == count_empty_pairs(state.board()) - pairs);
    }
  }
}

void test_splitmix_gives_the_published_numbers() {
  SplitMix spread(1234567);
  CHECK(spread.next() == 6457827717110365317u);
  CHECK(spread.next() == 3203168211198807973u);
}

void test_impossible_filling_ends() {
  // AB is placed once, and the only fillers are A and B, so every filling forms AB again.
  const std::vector<LetterCode> cells{0,          1,          kEmptyCell, kEmptyCell, kEmptyCell,
                                      kEmptyCell, kEmptyCell, kEmptyCell, kEmptyCell};
  Words words;
  words.add({0, 1});
  const std::vector<uint32_t> none{0};
  const std::vector<uint32_t> weights{1, 1};
  FillQuery fill;
  fill.rows = 3;
  fill.columns = 3;
  fill.cells = cells;
  fill.words = words.view();
  fill.avoided = {{}, none};
  fill.weights = weights;
  StopToken stop;
  CHECK(!fill_cells(fill, stop).is_complete);
}

}  // namespace

int main() {
  test_words_occur_exactly_where_placed();
  test_the_state_keeps_its_promises();
  test_splitmix_gives_the_published_numbers();
  test_impossible_filling_ends();
  return tests::report();
}

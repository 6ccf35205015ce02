// Bounds of patterns, compared with the scores of all their boards.
#include "bounds/bounds.hpp"

#include <string>

#include "paths/boards.hpp"
#include "tests/lexicons.hpp"

namespace lexigrid::tests {
namespace {

/// A random pattern of up to six cells, and the board solver's scores of all its boards.
struct SmallPattern {
  Lexicon lexicon;
  PathTries tries;
  std::vector<uint32_t> points;
  Adjacency adjacency;
  std::vector<std::vector<uint8_t>> symbols;
  std::vector<std::vector<uint8_t>> boards;  // indices of symbols
  std::vector<uint64_t> scores;

  explicit SmallPattern(uint64_t seed) : SmallPattern(Rng(seed), seed % 2 == 0) {}

  [[nodiscard]] BoardPattern pattern() const {
    return {qu ? *tries.with_qu(lexicon.code('q'), lexicon.code('u')) : tries.plain(), adjacency, symbols,
            points, min_length};
  }

 private:
  bool qu;
  uint32_t min_length;

  SmallPattern(Rng rng, bool with_qu)
      : lexicon("q\nu\n" + random_words(rng, 4, 40, 1, 6) + (with_qu ? "qua\nquad\ncqu\n" : "")),
        tries(lexicon.view),
        adjacency(Adjacency::build(TopologyKind::king, false, 2, 2 + rng.below(2))),
        symbols(adjacency.cells()),
        qu(with_qu),
        min_length(1 + rng.below(2)) {
    for (uint32_t length = 0; length <= lexicon.view.max_length; ++length) points.push_back(length * 3 % 5);
    for (auto& cell : symbols) {
      for (uint8_t code = 0; code < lexicon.view.letter_count; ++code) {
        if (rng.below(3) == 0) cell.push_back(code);
      }
    }
    score_boards_from(0, std::vector<uint8_t>(symbols.size()));
  }

  void score_boards_from(size_t cell, std::vector<uint8_t> indices) {
    if (cell < symbols.size()) {
      for (uint8_t i = 0; i < std::max<size_t>(symbols[cell].size(), 1); ++i) {
        indices[cell] = i;
        score_boards_from(cell + 1, indices);
      }
      return;
    }
    std::vector<uint8_t> letters;
    for (size_t i = 0; i < symbols.size(); ++i)
      letters.push_back(symbols[i].empty() ? levels::kNoTile : symbols[i][indices[i]]);
    std::vector<uint8_t> letter_of(256, levels::kNoTile);
    for (uint8_t code = 0; code < lexicon.view.letter_count; ++code) letter_of[code] = code;
    BoardsQuery query{lexicon.view, tries, adjacency, letters, letter_of};
    query.qu = qu;
    query.q = lexicon.code('q');
    query.u = lexicon.code('u');
    query.min_length = min_length;
    query.points = points;
    StopToken stop;
    boards.push_back(indices);
    scores.push_back(BoardSolver(query).score(letters.data(), stop));
  }
};

void test_bounds() {
  for (uint64_t seed = 0; seed < scaled(300); ++seed) {
    const SmallPattern small(seed);
    const BoardPattern pattern = small.pattern();
    const uint64_t best = *std::max_element(small.scores.begin(), small.scores.end());
    for (size_t i = 0; i < small.boards.size(); ++i)
      CHECK(score_board_of(pattern, small.boards[i]) == small.scores[i]);
    StopToken stop;
    const auto exact = bound_boards(pattern, 1, 1 << 20, stop);
    CHECK(exact && exact->bound == best);
    for (size_t at = 0; at < exact->boards.size(); at += small.symbols.size()) {
      const std::span board = std::span(exact->boards).subspan(at, small.symbols.size());
      CHECK(score_board_of(pattern, board) == best);
    }
    CHECK(exact->boards.empty() == (best == 0));
    const auto one = bound_boards(pattern, 1, 1, stop);
    CHECK(one && one->bound == best && one->boards.size() == (best == 0 ? 0 : small.symbols.size()));
    for (const uint64_t at_least : {best + 1, best + 5, best + 1000}) {
      const auto bounded = bound_boards(pattern, at_least, 1, stop);
      CHECK(bounded && bounded->boards.empty() && bounded->bound >= best && bounded->bound < at_least);
    }
  }
}

void test_clauses() {
  const Lexicon lexicon("tea\neat\nate\nnet\nten\n");
  const PathTries tries(lexicon.view);
  const Adjacency adjacency = Adjacency::build(TopologyKind::king, false, 1, 3);
  const auto code = [&](char letter) { return static_cast<uint8_t>(lexicon.code(letter)); };
  const std::vector<std::vector<uint8_t>> symbols{
      {code('n'), code('t')}, {code('e')}, {code('a'), code('t')}};
  const std::vector<uint32_t> points{0, 0, 0, 1};
  const BoardPattern pattern{tries.plain(), adjacency, symbols, points};
  const auto layout = KeyLayout::of(pattern);
  CHECK(layout && layout->places() == 2 && layout->cell_at(0) == 0 && layout->cell_at(1) == 2);
  StopToken stop;
  const auto clauses = list_clauses(pattern, *layout, stop);
  // N E T spells net and ten; T E A spells only tea.
  const std::vector<uint64_t> keys{layout->key(0, 0) | layout->key(2, 1),
                                   layout->key(0, 1) | layout->key(2, 0)};
  CHECK(clauses && clauses->keys == keys && clauses->points == std::vector<uint32_t>({2, 1}));
}

void test_limits() {
  const Lexicon lexicon("tea\n");
  const PathTries tries(lexicon.view);
  const std::vector<uint32_t> points{0, 0, 0, 1};
  const Adjacency wide = Adjacency::build(TopologyKind::king, false, 5, 7);
  const std::vector<std::vector<uint8_t>> symbols(35, std::vector<uint8_t>{0, 1, 2});
  StopToken stop;
  CHECK(!bound_boards({tries.plain(), wide, symbols, points}, 1, 1, stop));  // 70 bits
  const std::vector<uint32_t> many{0, 0, 0, 0xFFFFFFFF};
  const Adjacency small = Adjacency::build(TopologyKind::king, false, 1, 3);
  CHECK(!bound_boards({tries.plain(), small, std::span(symbols).first(3), many}, 1, 1, stop));
}

}  // namespace
}  // namespace lexigrid::tests

int main() {
  lexigrid::tests::test_bounds();
  lexigrid::tests::test_clauses();
  lexigrid::tests::test_limits();
  return lexigrid::tests::report();
}

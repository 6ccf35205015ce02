// Random boards of up to 5 x 5 cells with a lexicon of their letters.
#pragma once

#include <string>
#include <vector>

#include "paths/boards.hpp"
#include "tests/lexicons.hpp"
#include "tests/paths/answers.hpp"

namespace lexigrid::tests {

/// The board of a seed. Some cells are dead, some are Qu, and the topology may wrap.
struct SmallBoard {
  Lexicon lexicon;
  std::vector<TileKind> kind;
  std::vector<LetterCode> letter;
  std::vector<uint32_t> alternative_at{0};
  std::vector<uint32_t> letter_at{0};
  std::vector<LetterCode> letters;  // q and u if there are Qu tiles
  std::vector<uint32_t> points;
  uint32_t rows = 1;
  uint32_t columns = 1;
  std::vector<uint8_t> cells;
  std::vector<uint8_t> letter_of;  // by byte; levels::kNoTile if it spells nothing
  Adjacency adjacency = Adjacency::build(TopologyKind::king, false, 1, 1);
  PathTries tries;
  uint32_t min_length;

  explicit SmallBoard(uint64_t seed) : SmallBoard(seed, Rng(seed)) {}

  [[nodiscard]] GridView grid(std::span<const uint8_t> tiles) const {
    return {rows, columns, Cells(tiles), TileTable{kind, letter, alternative_at, letter_at, letters}};
  }
  [[nodiscard]] PathQuery query(const GridView& on) const {
    PathQuery query{.lexicon = lexicon.view, .grid = on, .adjacency = adjacency};
    query.tries = &tries;
    query.min_length = min_length;
    query.points = points;
    return query;
  }
  /// The answer of the general search for these cells.
  [[nodiscard]] PathResult answer_for(std::span<const uint8_t> tiles, PathsWanted wanted) const {
    const GridView on = grid(tiles);
    PathQuery one = query(on);
    one.wanted = wanted;
    StopToken stop;
    return general_answer(one, stop);
  }
  /// Sets the options that searches over boards and over neighbours of one board share.
  template <class Query>
  [[nodiscard]] Query with_options(Query bare) const {
    bare.qu = !letters.empty();
    if (bare.qu) bare.q = letters[0];
    if (bare.qu) bare.u = letters[1];
    bare.points = points;
    bare.min_length = min_length;
    return bare;
  }
  [[nodiscard]] BoardsQuery boards_query(std::span<const uint8_t> boards) const {
    return with_options(BoardsQuery{lexicon.view, tries, adjacency, boards, letter_of});
  }

 private:
  SmallBoard(uint64_t seed, Rng rng)
      : lexicon(random_text(rng, 1 + rng.below(4) + (seed % 4 == 0 ? 6 : 0))),
        letter_of(256, levels::kNoTile),
        tries(lexicon.view),
        min_length(1 + static_cast<uint32_t>(seed % 3)) {
    const uint32_t count = lexicon.view.letter_count;
    for (uint32_t length = 0; length <= lexicon.view.max_length; ++length) points.push_back(length * 7 % 5);
    if (rng.below(2) == 0) letters = {lexicon.code('q'), lexicon.code('u')};
    for (LetterCode code = 0; code < count; ++code) {
      const bool is_qu = !letters.empty() && code == letters[0];
      add_tile(is_qu ? TileKind::choice : TileKind::letter, is_qu ? kNoLetter : code);
      letter_of[code] = static_cast<uint8_t>(code);
    }
    add_tile(TileKind::dead, kNoLetter);
    rows = 1 + rng.below(5);
    columns = 1 + rng.below(5);
    for (uint32_t i = 0; i < rows * columns; ++i)
      cells.push_back(static_cast<uint8_t>(rng.below(rng.below(4) == 0 ? count + 1 : count)));
    const auto topology = static_cast<TopologyKind>(seed % 4);
    const bool wrap = seed % 3 == 0 && (topology != TopologyKind::hex || rows % 2 == 0);
    adjacency = Adjacency::build(topology, wrap, rows, columns);
  }

  static std::string random_text(Rng& rng, uint32_t size) {
    std::string text = "q\nu\nqu\nqua\n";
    for (uint32_t i = 0, n = 20 + rng.below(200); i < n; ++i) {
      for (uint32_t k = 0, length = 1 + rng.below(9); k < length; ++k) text += "qusetaoinr"[rng.below(size)];
      text += "\n";
    }
    return text;
  }
  void add_tile(TileKind what, LetterCode code) {
    kind.push_back(what);
    letter.push_back(code);
    if (what == TileKind::choice) letter_at.push_back(2);
    alternative_at.push_back(static_cast<uint32_t>(letter_at.size() - 1));
  }
};

}  // namespace lexigrid::tests

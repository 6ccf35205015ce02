// Boards for the tests of trace, a brute-force search, and settings of the passes.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tests/check.hpp"
#include "trace/trace.hpp"

namespace lexigrid::tests {

/// A board of letters 'a', 'b' ..., '.' for holes and '?' for wild tiles, and its tile table.
struct Board {
  uint32_t rows, columns;
  std::vector<uint8_t> cells;
  std::vector<TileKind> kind;
  std::vector<LetterCode> letter;
  std::vector<uint32_t> alternative_at, letter_at{0};
  std::vector<LetterCode> letters;
  Adjacency adjacency;

  Board(uint32_t r, uint32_t c, const std::string& text, TopologyKind topology, bool wrap = false)
      : rows(r),
        columns(c),
        cells(text.begin(), text.end()),
        kind(256, TileKind::dead),
        letter(256, kNoLetter),
        alternative_at(257, 0),
        adjacency(Adjacency::sketch(topology, wrap, r, c)) {
    for (unsigned tile = 'a'; tile <= 'z'; ++tile) {
      kind[tile] = TileKind::letter;
      letter[tile] = static_cast<LetterCode>(tile);
    }
    kind['?'] = TileKind::wild;
  }
  /// Defines the tile of a character by its alternatives. Call in ascending order of characters, each with
  /// its alternatives in ascending order.
  void name_tile(unsigned char tile, const std::vector<std::string>& alternatives) {
    kind[tile] = TileKind::choice;
    for (const std::string& each : alternatives) {
      letters.insert(letters.end(), each.begin(), each.end());
      letter_at.push_back(static_cast<uint32_t>(letters.size()));
    }
    for (size_t later = tile + size_t{1}; later < alternative_at.size(); ++later) {
      alternative_at[later] = static_cast<uint32_t>(letter_at.size() - 1);
    }
  }
  [[nodiscard]] GridView view() const {
    return {rows,
            columns,
            Cells(std::span<const uint8_t>(cells)),
            {kind, letter, alternative_at, letter_at, letters}};
  }
};

using Paths = std::vector<std::vector<CellId>>;

/// Appends all paths that extend `path`, in canonical order, by exhaustive search.
inline void follow(const Board& board, const Adjacency& adjacency, const std::string& word, bool reuse,
                   std::vector<CellId>& path, Paths& found) {
  if (path.size() == word.size()) {
    found.push_back(path);
    return;
  }
  Adjacency::Buffer buffer;
  std::vector<CellId> ways;
  if (path.empty()) {
    for (CellId cell = 0; cell < board.cells.size(); ++cell) ways.push_back(cell);
  } else {
    const auto near = adjacency.of(path.back(), buffer);
    ways.assign(near.begin(), near.end());
  }
  for (const CellId cell : ways) {
    const auto tile = static_cast<char>(board.cells[cell]);
    if (tile != '?' && tile != word[path.size()]) continue;
    if (!reuse && std::find(path.begin(), path.end(), cell) != path.end()) continue;
    path.push_back(cell);
    follow(board, adjacency, word, reuse, path, found);
    path.pop_back();
  }
}

inline Paths brute_force(const Board& board, const std::string& word, bool reuse = false) {
  Paths found;
  std::vector<CellId> path;
  follow(board, board.adjacency, word, reuse, path, found);
  return found;
}

struct Setting {
  Parts without = 0;
  size_t region_cells = 1024;
  bool reuse = false;
};

inline TraceResult ask(const Board& board, const std::string& word, TraceWanted wanted,
                       const Setting& setting) {
  const GridView grid = board.view();
  const std::vector<LetterCode> letters(word.begin(), word.end());
  TraceQuery query{.grid = grid, .adjacency = board.adjacency, .word = letters};
  query.wanted = wanted;
  query.region_cells = setting.region_cells;
  query.reuse = setting.reuse;
  StopToken stop;
  leave_out(setting.without);
  TraceResult result = trace(query, stop);
  leave_out(0);
  return result;
}

inline Paths paths_of(const TraceResult& result) {
  Paths paths;
  for (size_t p = 0; p < result.paths(); ++p) {
    const std::span<const CellId> path = result.path(p);
    paths.emplace_back(path.begin(), path.end());
  }
  return paths;
}

/// All passes on, each pass off, and settings in which each engine works alone without the sweep, which
/// would decide small boards first.
inline std::vector<Setting> settings() {
  using enum Part;
  std::vector<Setting> all{{}};
  for (const Part pass :
       {portfolio, letters, sweep, reachability, runs, regions, bidirectional, forward, backward, clauses}) {
    all.push_back({parts_of(pass)});
    if (pass != sweep) all.push_back({parts_of(pass) | parts_of(sweep)});
  }
  constexpr Parts kNoLook = parts_of(letters, sweep, reachability, runs);
  all.push_back({kNoLook});
  all.push_back({kNoLook | parts_of(backward, clauses)});
  all.push_back({kNoLook | parts_of(forward, clauses)});
  all.push_back({kNoLook | parts_of(forward, backward)});
  all.push_back({kNoLook | parts_of(forward, backward, clauses)});
  all.push_back({kNoLook | parts_of(regions)});
  all.push_back({kNoLook, 0});
  all.push_back({parts_of(sweep), 0});
  all.push_back({kNoLook | parts_of(bidirectional), 0});
  return all;
}

inline void compare(const Board& board, const std::string& word, const Setting& setting,
                    const Paths& expected) {
  const TraceResult counted = ask(board, word, TraceWanted::count, setting);
  CHECK(counted.status == (expected.empty() ? TraceStatus::absent : TraceStatus::found));
  CHECK(counted.exact && counted.count == Number(expected.size()) && counted.paths() == 0);
  const TraceResult one = ask(board, word, TraceWanted::one, setting);
  CHECK(one.status == counted.status);
  CHECK(one.paths() == (expected.empty() ? 0u : 1u));
  if (one.paths() == 1) CHECK(std::binary_search(expected.begin(), expected.end(), paths_of(one)[0]));
  if (one.exact) CHECK(one.count == counted.count);
  if (one.exact && one.paths() == 1) CHECK(paths_of(one)[0] == expected[0]);
  const TraceResult every = ask(board, word, TraceWanted::all, setting);
  CHECK(every.status == counted.status && every.exact && paths_of(every) == expected);
}

}  // namespace lexigrid::tests

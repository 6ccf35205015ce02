// Tiles of several letters, by segmentation and by the general search, and large components.
#include "tests/trace/boards.hpp"
#include "trace/listing.hpp"
#include "trace/strategies/general.hpp"

using namespace lexigrid;
using namespace lexigrid::tests;

namespace {

/// Appends all paths that spell the word, in canonical order, by exhaustive search.
void try_all(const Board& board, const TraceQuery& query, std::vector<CellId>& path, Paths& found) {
  if (can_spell(query, path)) found.push_back(path);
  if (path.size() == query.word.size()) return;
  Adjacency::Buffer buffer;
  std::vector<CellId> ways;
  if (path.empty()) {
    for (CellId cell = 0; cell < board.cells.size(); ++cell) ways.push_back(cell);
  } else {
    const auto near = board.adjacency.of(path.back(), buffer);
    ways.assign(near.begin(), near.end());
  }
  for (const CellId cell : ways) {
    if (!query.reuse && std::find(path.begin(), path.end(), cell) != path.end()) continue;
    path.push_back(cell);
    try_all(board, query, path, found);
    path.pop_back();
  }
}

/// Q spells "ab"; R, "a" or "ab" (so cells can be read in two ways); S, "aab" or "ba".
void tiles_of_several_letters() {
  std::vector<Setting> all = settings();
  all.push_back({parts_of(Part::segmentation)});
  all.push_back({parts_of(Part::segmentation, Part::walks)});
  for (unsigned seed = 0; seed < scaled(600); ++seed) {
    Rng rng(seed + 12'000);
    const uint32_t rows = 2 + rng.below(2);
    const uint32_t columns = 2 + rng.below(2);
    std::string text;
    for (uint32_t i = 0; i < rows * columns; ++i)
      text += seed % 3 == 0 ? "aabbQQQ."[rng.below(8)] : "aabbQRS?."[rng.below(9)];
    Board board(rows, columns, text, static_cast<TopologyKind>(rng.below(4)));
    board.name_tile('Q', {"ab"});
    board.name_tile('R', {"a", "ab"});
    board.name_tile('S', {"aab", "ba"});
    std::string word;
    for (uint32_t i = 0, n = 1 + rng.below(8); i < n; ++i) word += "ab"[rng.below(2)];
    const GridView grid = board.view();
    const std::vector<LetterCode> letters(word.begin(), word.end());
    TraceQuery query{.grid = grid, .adjacency = board.adjacency, .word = letters};
    query.reuse = word.size() < 5 && rng.below(3) == 0;
    Paths expected;
    std::vector<CellId> path;
    try_all(board, query, path, expected);
    for (unsigned k = 0; k < 4; ++k) {
      Setting setting = k == 0 ? Setting{} : all[rng.below(static_cast<uint32_t>(all.size()))];
      setting.reuse = query.reuse;
      compare(board, word, setting, expected);
    }
    TraceListing paths(query);
    StopToken stop;
    Paths listed;
    while (paths.next(stop) == Verdict::found) listed.emplace_back(paths.path().begin(), paths.path().end());
    CHECK(listed == expected);
  }
}

/// If one path is wanted, counting the others soon ends, though the word can be divided in many ways.
void one_of_many_paths() {
  Rng rng(3);
  std::string text;
  for (unsigned i = 0; i < 30 * 30; ++i) text += "abQS"[rng.below(4)];
  Board board(30, 30, text, TopologyKind::king);
  board.name_tile('Q', {"ab"});
  board.name_tile('S', {"ba"});
  std::string word;
  for (unsigned i = 0; i < 10; ++i) word += "ab";
  const TraceResult result = ask(board, word, TraceWanted::one, {});
  CHECK(result.status == TraceStatus::found && !result.exact && result.paths() == 1);
}

/// With one c among letters a and b in a large component, the bidirectional search agrees with brute force,
/// and so does the enumeration without it.
void large_components() {
  for (unsigned seed = 0; seed < scaled(60); ++seed) {
    Rng rng(seed + 900);
    std::string text;
    for (unsigned i = 0; i < 40 * 40; ++i) text += "ab"[rng.below(2)];
    text[40 * (10 + rng.below(20)) + 10 + rng.below(20)] = 'c';
    const Board board(40, 40, text, seed % 2 == 0 ? TopologyKind::king : TopologyKind::rook);
    std::string word;
    for (unsigned i = 0; i < 13; ++i) word += i == 6 ? 'c' : "ab"[rng.below(2)];
    using enum Part;
    const TraceResult one = ask(board, word, TraceWanted::one, {parts_of(sweep), 100});
    const TraceResult other = ask(board, word, TraceWanted::one, {parts_of(sweep, bidirectional), 100});
    CHECK(one.status == other.status && one.status != TraceStatus::undetermined);
    CHECK(one.status == (brute_force(board, word).empty() ? TraceStatus::absent : TraceStatus::found));
  }
}

}  // namespace

int main() {
  tiles_of_several_letters();
  one_of_many_paths();
  large_components();
  return tests::report();
}

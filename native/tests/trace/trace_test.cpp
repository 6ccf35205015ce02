// Trace with each pass alone and each switched off, compared with brute force.
#include <array>
#include <ctime>

#include "tests/trace/boards.hpp"
#include "trace/engines/clauses.hpp"
#include "trace/listing.hpp"

using namespace lexigrid;
using namespace lexigrid::tests;

namespace {

std::string board_of(unsigned number, unsigned cells, unsigned letters) {
  std::string text;
  for (unsigned i = 0; i < cells; ++i, number /= letters) text += static_cast<char>('a' + number % letters);
  return text;
}

/// All 3x3 boards of two and three letters, each with a word of its own letters.
void all_small_boards() {
  const std::vector<Setting> all = settings();
  unsigned turn = 0;
  for (unsigned letters = 2; letters <= 3; ++letters) {
    const unsigned boards = letters == 2 ? 512 : 19'683;
    for (unsigned number = 0; number < boards; ++number) {
      const std::string text = board_of(number, 9, letters);
      for (const TopologyKind topology :
           {TopologyKind::king, TopologyKind::rook, TopologyKind::bishop, TopologyKind::hex}) {
        Rng rng(number * 4 + static_cast<unsigned>(topology));
        const Board board(3, 3, text, topology);
        std::string word = text;
        for (unsigned i = 8; i > 0; --i) std::swap(word[i], word[rng.below(i + 1)]);
        if (rng.below(2) == 0) word.resize(1 + rng.below(9));
        if (++turn % stride() != 0) continue;
        // Two settings per board, cycling through all of them.
        const Paths expected = brute_force(board, word);
        compare(board, word, all[turn / stride() % all.size()], expected);
        compare(board, word, all[(turn / stride() * 7 + 3) % all.size()], expected);
      }
    }
  }
}

/// Random boards with holes, wild tiles and all topologies, with words up to the size of the board.
void random_boards() {
  const std::vector<Setting> all = settings();
  for (unsigned seed = 0; seed < scaled(1200); ++seed) {
    Rng rng(seed);
    const uint32_t rows = 2 + rng.below(4);
    const uint32_t columns = 2 + rng.below(4);
    const auto topology = static_cast<TopologyKind>(rng.below(4));
    const bool wrap = rng.below(4) == 0 && (topology != TopologyKind::hex || rows % 2 == 0);
    std::string text;
    const uint32_t letters = 1 + rng.below(3);
    const uint32_t holes = rng.below(4);
    for (uint32_t i = 0; i < rows * columns; ++i) {
      const uint32_t what = rng.below(12);
      text += what < holes                  ? '.'
              : what == 11 && seed % 3 == 0 ? '?'
                                            : static_cast<char>('a' + rng.below(letters));
    }
    const Board board(rows, columns, text, topology, wrap);
    // Boards of one letter have many paths, so their words are short.
    const uint32_t max = letters == 1 ? 6 : rows * columns > 16 ? 9 : 14;
    std::string word;
    for (uint32_t i = 0, n = 1 + rng.below(std::min(max, rows * columns)); i < n; ++i) {
      word += static_cast<char>('a' + rng.below(letters));
    }
    const Paths expected = brute_force(board, word);
    for (unsigned k = 0; k < 6; ++k)
      compare(board, word, all[rng.below(static_cast<uint32_t>(all.size()))], expected);
  }
}

/// Words of nearly all cells of 4x4 and 4x5 boards of two letters, which are hard but small enough for brute
/// force.
void tight_boards() {
  const std::vector<Setting> all = settings();
  for (unsigned seed = 0; seed < scaled(400); ++seed) {
    Rng rng(seed + 5000);
    const uint32_t columns = 4 + seed % 2;
    std::string text;
    for (uint32_t i = 0; i < 4 * columns; ++i)
      text += seed % 5 == 0 ? "ab"[i % columns % 2] : "ab"[rng.below(2)];
    const Board board(4, columns, text, seed % 3 == 0 ? TopologyKind::king : TopologyKind::rook);
    std::string word = text;
    for (size_t i = word.size() - 1; i > 0; --i)
      std::swap(word[i], word[rng.below(static_cast<uint32_t>(i) + 1)]);
    word.resize(word.size() - rng.below(3));
    const Paths expected = brute_force(board, word);
    const GridView grid = board.view();
    const std::vector<LetterCode> letters(word.begin(), word.end());
    StopToken stop;
    const TraceQuery query{.grid = grid, .adjacency = board.adjacency, .word = letters};
    CHECK(refute(std::get<TraceQuestions>(questions_of(query, stop)).all[0], stop).verdict ==
          (expected.empty() ? Verdict::absent : Verdict::found));
    for (unsigned k = 0; k < 5; ++k)
      compare(board, word, all[rng.below(static_cast<uint32_t>(all.size()))], expected);
  }
}

/// Hard boards whose answers are known.
void known_boards() {
  std::string stripes;
  for (unsigned i = 0; i < 36; ++i) stripes += "ab"[i % 2];
  const Board board(6, 6, stripes, TopologyKind::king);
  std::string word;
  for (unsigned i = 0; i < 17; ++i) word += "ab";
  const TraceResult absent = ask(board, word + "aa", TraceWanted::one, {});
  CHECK(absent.status == TraceStatus::absent && absent.decided_by == Part::letters);
  CHECK(ask(board, word + "ab", TraceWanted::one, {}).status == TraceStatus::found);
  const TraceResult counted = ask(board, word + "ab", TraceWanted::count, {});
  CHECK(counted.exact && counted.count == Number(6094));
  // The mutilated chessboard has enough cells, but parity rules out a path.
  std::string mutilated(64, 'a');
  mutilated[0] = mutilated[63] = '.';
  const TraceResult parity =
      ask(Board(8, 8, mutilated, TopologyKind::rook), std::string(62, 'a'), TraceWanted::one, {});
  CHECK(parity.status == TraceStatus::absent && parity.decided_by == Part::regions);
}

/// Paths that may reuse cells, compared with brute force, and a count beyond 64 bits.
void reuse() {
  for (unsigned seed = 0; seed < scaled(200); ++seed) {
    Rng rng(seed + 77);
    std::string text;
    for (unsigned i = 0; i < 6; ++i) text += ".ab?"[seed % 2 == 0 ? 1 + rng.below(2) : rng.below(4)];
    const Board board(2, 3, text, static_cast<TopologyKind>(rng.below(4)), rng.below(4) == 0);
    std::string word;
    for (uint32_t i = 0, n = 1 + rng.below(6); i < n; ++i) word += "ab"[rng.below(2)];
    const Paths expected = brute_force(board, word, true);
    for (const Parts without : {Parts{0}, parts_of(Part::walks)})
      compare(board, word, {without, 1024, true}, expected);
  }
  // Each of four cells in a square has three neighbours.
  const TraceResult many = ask(Board(2, 2, "aaaa", TopologyKind::king), std::string(101, 'a'),
                               TraceWanted::count, {0, 1024, true});
  Number expected(4);
  for (unsigned i = 0; i < 100; ++i) {
    const Number once = expected;
    expected.add(once);
    expected.add(once);
  }
  CHECK(many.exact && many.count == expected && expected.limbs().size() == 3);
}

/// The listing yields all paths one by one.
void listing() {
  for (unsigned seed = 0; seed < scaled(200); ++seed) {
    Rng rng(seed + 31);
    std::string text;
    for (unsigned i = 0; i < 12; ++i) text += "aab"[rng.below(3)];
    const Board board(3, 4, text, seed % 2 == 0 ? TopologyKind::king : TopologyKind::rook);
    std::string word;
    for (uint32_t i = 0, n = 1 + rng.below(8); i < n; ++i) word += "aab"[rng.below(3)];
    const Paths expected = brute_force(board, word);
    const GridView grid = board.view();
    const std::vector<LetterCode> letters(word.begin(), word.end());
    const TraceQuery query{.grid = grid, .adjacency = board.adjacency, .word = letters};
    TraceListing paths(query);
    StopToken stop;
    Paths found;
    while (paths.next(stop) == Verdict::found) found.emplace_back(paths.path().begin(), paths.path().end());
    CHECK(found == expected);
    CHECK(paths.next(stop) == Verdict::absent);
  }
}

/// Sets spread by rows of bits as they do cell by cell, even with several 64-bit words per row.
void bit_grids() {
  for (unsigned seed = 0; seed < scaled(120); ++seed) {
    Rng rng(seed + 400);
    const uint32_t rows = 1 + rng.below(6);
    const uint32_t columns = 1 + rng.below(seed % 2 == 0 ? 8 : 140);
    const auto kind = static_cast<TopologyKind>(seed % 4);
    const bool wrap = seed % 5 == 0 && (kind != TopologyKind::hex || rows % 2 == 0);
    const Adjacency adjacency = Adjacency::sketch(kind, wrap, rows, columns);
    const BitGrid bit_grid(rows, columns, adjacency);
    std::vector<uint64_t> from(bit_grid.words()), within(bit_grid.words()), out(bit_grid.words()),
        expected(bit_grid.words());
    for (CellId cell = 0; cell < rows * columns; ++cell) {
      if (rng.below(4) == 0) bit_grid.insert(from, cell);
      if (rng.below(4) != 0) bit_grid.insert(within, cell);
    }
    Adjacency::Buffer buffer;
    bit_grid.for_each(from, [&](CellId cell) {
      for (const CellId near : adjacency.of(cell, buffer)) {
        if (bit_grid.has(within, near)) bit_grid.insert(expected, near);
      }
    });
    (void)bit_grid.spread(from, within, out);
    CHECK(out == expected);
  }
}

void numbers() {
  Number number;
  CHECK(number.is_zero());
  number.add(~uint64_t{0});
  number.add(1);
  CHECK(number.limbs().size() == 2 && number.limbs()[0] == 0 && number.limbs()[1] == 1);
  number.add(number);
  CHECK(number == Number(std::array<uint64_t, 3>{0, 2, 0}));
}

/// After the deadline, the answer is undetermined at every stage, never absent.
void deadlines() {
  const Board board(10, 10, std::string(100, 'a'), TopologyKind::rook);
  const GridView grid = board.view();
  const std::vector<LetterCode> letters(99, 'a');
  TraceQuery query{.grid = grid, .adjacency = board.adjacency, .word = letters};
  for (const Parts without : {Parts{0}, parts_of(Part::sweep), parts_of(Part::sweep, Part::regions)}) {
    leave_out(without);
    StopToken stop(0.0, nullptr, nullptr);
    const TraceResult result = trace(query, stop);
    CHECK(result.status == TraceStatus::undetermined && !result.exact && result.finish == Finish::deadline);
  }
  leave_out(0);
}

/// With words of 200,000 letters, every long step must check the clock. Measures processor time, so that a
/// busy machine does not matter.
void long_words_keep_their_deadline() {
  const double max_late = scale() < 1 ? 2.0 : 0.1;  // sanitizers and emulators make the code slower
  constexpr double kSeconds = 0.05;
  constexpr unsigned kLength = 200'000;
  for (const unsigned side : {30u, 300u, 1000u}) {
    for (unsigned kind = 0; kind < 6; ++kind) {
      Rng rng(side + kind);
      const bool has_tiles = kind % 2 == 1;
      std::string text;
      std::string word;
      for (unsigned i = 0; i < side * side; ++i)
        text += kind < 2 ? 'a' : kind < 4 ? "ab"[i % 2] : "ab"[rng.below(2)];
      for (unsigned i = 0; i < kLength; ++i)
        word += kind < 2 ? 'a' : kind < 4 ? "ab"[i % 2] : "ab"[rng.below(2)];
      if (has_tiles) {
        for (unsigned i = 0; i < side; ++i) text[rng.below(side * side)] = 'Q';
        for (unsigned i = 0; i < side / 10; ++i) word.insert(rng.below(kLength), "qu");
      }
      Board board(side, side, text, side == 300 ? TopologyKind::rook : TopologyKind::king);
      board.name_tile('Q', {"qu"});
      const GridView grid = board.view();
      const std::vector<LetterCode> letters(word.begin(), word.end());
      for (const TraceWanted wanted : {TraceWanted::one, TraceWanted::all, TraceWanted::count}) {
        TraceQuery query{.grid = grid, .adjacency = board.adjacency, .word = letters};
        query.wanted = wanted;
        query.limit = 10;
        const std::clock_t begun = std::clock();
        {
          StopToken stop(kSeconds, nullptr, nullptr);
          const TraceResult result = trace(query, stop);
          CHECK(side > 30 || result.status != TraceStatus::found);
        }
        const double took = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
        CHECK(took < kSeconds + max_late);
      }
    }
  }
}

/// 4x4 boards of three letters with words of their own letters, cycling through all settings.
void three_letters() {
  const std::vector<Setting> all = settings();
  for (unsigned seed = 0; seed < scaled(400); ++seed) {
    Rng rng(seed + 40'000);
    std::string text;
    for (unsigned i = 0; i < 16; ++i) text += "abc"[rng.below(3)];
    const Board board(4, 4, text, static_cast<TopologyKind>(rng.below(4)), rng.below(5) == 0);
    std::string word = text;
    for (unsigned i = 15; i > 0; --i) std::swap(word[i], word[rng.below(i + 1)]);
    word.resize(4 + rng.below(13));
    const Paths expected = brute_force(board, word);
    for (unsigned k = 0; k < 4; ++k) compare(board, word, all[(seed * 4 + k) % all.size()], expected);
  }
}

/// All 3x3 boards of two letters with short and full-length words, each pass switched off in turn.
void every_pass_off() {
  using enum Part;
  for (unsigned number = 0; number < 512; number += stride()) {
    Rng rng(number + 60'000);
    const std::string text = board_of(number, 9, 2);
    const Board board(3, 3, text, static_cast<TopologyKind>(number / 2 % 4));
    std::string full = text;
    for (unsigned i = 8; i > 0; --i) std::swap(full[i], full[rng.below(i + 1)]);
    for (const std::string& word : {full, full.substr(0, 7), full.substr(0, 4)}) {
      const Paths expected = brute_force(board, word);
      for (const Part pass : {portfolio, letters, sweep, reachability, runs, regions, bidirectional, forward,
                              backward, clauses}) {
        compare(board, word, {parts_of(pass)}, expected);
        compare(board, word, {parts_of(pass) | parts_of(sweep)}, expected);
      }
    }
  }
}

}  // namespace

int main() {
  numbers();
  long_words_keep_their_deadline();
  three_letters();
  every_pass_off();
  bit_grids();
  known_boards();
  deadlines();
  reuse();
  listing();
  tight_boards();
  random_boards();
  all_small_boards();
  return tests::report();
}

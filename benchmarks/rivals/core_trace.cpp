// Repeats single questions in the core without Python, to measure the cost of `trace` itself.
//
// Usage: core_trace WANTED SECONDS FILE...   WANTED: one, all or count; FILE: neighbours rows columns
// known, the rows, the word. Prints for each file: S (found), U (absent) or T (out of time), the count,
// and the seconds of one call. A call includes the work of the bindings: checking the cells, building the
// query, answering it and freeing all memory.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "trace/trace.hpp"

using namespace lexigrid;
using Clock = std::chrono::steady_clock;

namespace {

constexpr double kEnough = 0.05;  // the shortest measurement, in seconds

struct Question {
  std::uint32_t rows = 0, columns = 0;
  TopologyKind topology = TopologyKind::king;
  std::vector<std::uint8_t> cells;
  std::vector<LetterCode> word;
  std::vector<TileKind> kind;
  std::vector<LetterCode> letter;
  std::vector<std::uint32_t> alternative_at, letter_at{0};
  std::vector<LetterCode> letters;

  explicit Question(const char* file) {
    std::ifstream in(file);
    int neighbours = 0;
    std::string known, row, text;
    in >> neighbours >> rows >> columns >> known;
    if (neighbours == 4) topology = TopologyKind::rook;
    for (std::uint32_t r = 0; r < rows && in >> row; ++r) {
      for (const char c : row) cells.push_back(static_cast<std::uint8_t>(c - 'a'));
    }
    in >> text;
    for (const char c : text) word.push_back(static_cast<LetterCode>(c - 'a'));
    kind.assign(26, TileKind::letter);
    for (LetterCode code = 0; code < 26; ++code) letter.push_back(code);
    alternative_at.assign(27, 0);
  }

  [[nodiscard]] TraceResult ask(TraceWanted wanted, double seconds) const {
    const Cells encoded{std::span<const std::uint8_t>(cells)};
    if (!has_tiles_below(encoded, kind.size())) std::abort();
    const GridView grid{rows, columns, encoded, {kind, letter, alternative_at, letter_at, letters}};
    const Adjacency adjacency = Adjacency::sketch(topology, false, rows, columns);
    TraceQuery query{.grid = grid, .adjacency = adjacency, .word = word};
    query.wanted = wanted;
    StopToken stop(seconds, nullptr, nullptr);
    return trace(query, stop);
  }
};

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) return 2;
  const std::string mode = arguments[1];
  const TraceWanted wanted = mode == "all"     ? TraceWanted::all
                             : mode == "count" ? TraceWanted::count
                                               : TraceWanted::one;
  const double seconds = std::atof(arguments[2]);
  for (int file = 3; file < count; ++file) {
    const Question question(arguments[file]);
    if (question.cells.size() != std::size_t{question.rows} * question.columns || question.word.empty())
      return 2;
    const TraceResult first = question.ask(wanted, seconds);
    std::uint64_t turns = 1;
    double spent = 0;
    for (;;) {
      const auto begin = Clock::now();
      for (std::uint64_t turn = 0; turn < turns; ++turn) {
        if (question.ask(wanted, seconds).status != first.status) return 1;
      }
      spent = since(begin);
      if (spent >= kEnough) break;
      turns *= 4;
    }
    const std::uint64_t paths = first.count.is_zero() ? 0 : first.count.limbs()[0];
    std::printf("%c %llu %.9f\n", "SUT"[static_cast<int>(first.status)],
                static_cast<unsigned long long>(paths), spent / static_cast<double>(turns));
    std::fflush(stdout);
  }
}

// Scores of all changes and all swaps in one call, compared with boards searched one by one.
#include <vector>

#include "paths/neighbours/changes.hpp"
#include "paths/neighbours/swaps.hpp"
#include "tests/paths/small_boards.hpp"

using namespace lexigrid;
using tests::on_each_target;
using tests::scaled;
using tests::SmallBoard;

namespace {

/// Cells that spell nothing are holes on half of the boards, and tiles that no word uses on the others.
struct Case {
  SmallBoard board;
  std::vector<uint8_t> letters;
  std::vector<uint8_t> is_hole;

  explicit Case(uint64_t seed) : board(seed) {
    for (const uint8_t cell : board.cells) letters.push_back(board.letter_of[cell]);
    for (const uint8_t code : letters) is_hole.push_back(code == levels::kNoTile && seed % 2 == 0 ? 1 : 0);
  }
  [[nodiscard]] ChangesQuery query() const {
    return board.with_options(
        ChangesQuery{board.lexicon.view, board.tries, board.adjacency, letters, is_hole});
  }
  [[nodiscard]] uint64_t score_of(const std::vector<uint8_t>& cells) const {
    return board.answer_for(cells, PathsWanted::count).score;
  }
};

void test_changes_equal_boards_one_by_one() {
  size_t boards = 0;
  for (uint64_t seed = 0; seed < scaled(300); ++seed) {
    const Case base(seed);
    const uint32_t letter_count = base.board.lexicon.view.letter_count;
    if (letter_count < 2) continue;
    std::vector<uint64_t> expected;
    for (size_t cell = 0; cell < base.letters.size(); ++cell) {
      for (uint32_t code = 0; code < letter_count; ++code) {
        std::vector<uint8_t> changed = base.board.cells;
        if (base.is_hole[cell] == 0) changed[cell] = static_cast<uint8_t>(code);
        expected.push_back(base.score_of(changed));
      }
    }
    on_each_target([&](CpuTarget) {
      std::vector<uint64_t> scores(expected.size(), 999'999);
      StopToken stop;
      CHECK(score_changes(base.query(), scores, stop) == Finish::complete);
      CHECK(scores == expected);
      boards += expected.size();
    });
  }
  CHECK(boards > scaled(1'700) * cpu_targets().size());
}

void test_swaps_equal_boards_one_by_one() {
  size_t boards = 0;
  for (uint64_t seed = 0; seed < scaled(300); ++seed) {
    const Case base(seed);
    const size_t cells = base.letters.size();
    std::vector<uint64_t> expected;
    for (size_t first = 0; first < cells; ++first) {
      for (size_t second = 0; second < cells; ++second) {
        if (second < first) {
          expected.push_back(expected[second * cells + first]);
          continue;
        }
        std::vector<uint8_t> changed = base.board.cells;
        if (base.is_hole[first] == 0 && base.is_hole[second] == 0) std::swap(changed[first], changed[second]);
        expected.push_back(base.score_of(changed));
      }
    }
    on_each_target([&](CpuTarget) {
      std::vector<uint64_t> scores(cells * cells, 999'999);
      StopToken stop;
      CHECK(score_swaps(base.query(), scores, stop) == Finish::complete);
      CHECK(scores == expected);
      boards += expected.size();
    });
  }
  CHECK(boards > scaled(1'700) * cpu_targets().size());
}

}  // namespace

int main() {
  test_changes_equal_boards_one_by_one();
  test_swaps_equal_boards_one_by_one();
  return tests::report();
}

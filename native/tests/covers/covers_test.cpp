// Boards that paths cover: made boards are checked cell by cell, and solved again.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "covers/maker.hpp"
#include "covers/ranking.hpp"
#include "covers/solver.hpp"
#include "tests/check.hpp"

using namespace lexigrid;

namespace {

struct Words {
  std::vector<LetterCode> letters;
  std::vector<uint32_t> at{0};

  void add(const std::string& word) {
    for (const char c : word) letters.push_back(static_cast<LetterCode>(c - 'a'));
    at.push_back(static_cast<uint32_t>(letters.size()));
  }
  [[nodiscard]] WordsView view() const { return {letters, at}; }
};

/// Words of 4 to 8 random letters that fill a number of cells.
Words fill(tests::Rng& rng, uint32_t cells) {
  Words words;
  while (words.letters.size() < cells) {
    const auto left = static_cast<uint32_t>(cells - words.letters.size());
    uint32_t length = left <= 8 ? left : 4 + rng.below(5);
    if (left - length != 0 && left - length < 4) length = left - 4;
    std::string word;
    for (uint32_t i = 0; i < length; ++i) word += static_cast<char>('a' + rng.below(20));
    words.add(word);
  }
  return words;
}

/// All paths that spell a word, by plain recursion.
void trace(const Adjacency& adjacency, const std::vector<LetterCode>& board, std::span<const LetterCode> word,
           std::vector<uint32_t>& path, std::vector<std::vector<uint32_t>>& found) {
  if (path.size() == word.size()) {
    found.push_back(path);
    return;
  }
  Adjacency::Buffer buffer;
  std::vector<uint32_t> next;
  if (path.empty()) {
    for (uint32_t cell = 0; cell < board.size(); ++cell) next.push_back(cell);
  } else {
    const auto near = adjacency.of(path.back(), buffer);
    next.assign(near.begin(), near.end());
  }
  for (const uint32_t cell : next) {
    if (board[cell] != word[path.size()] || std::find(path.begin(), path.end(), cell) != path.end()) continue;
    path.push_back(cell);
    trace(adjacency, board, word, path, found);
    path.pop_back();
  }
}

void check_board(uint32_t rows, uint32_t columns, uint64_t seed, bool is_trail, TopologyKind kind) {
  tests::Rng rng(seed);
  std::vector<uint8_t> is_open(size_t{rows} * columns, 1);
  if (seed % 3 == 0) is_open[0] = 0;
  const auto open = static_cast<uint32_t>(std::count(is_open.begin(), is_open.end(), 1));
  const Words words = fill(rng, open);
  const Adjacency adjacency = Adjacency::build(kind, false, rows, columns);
  StopToken stop;
  const CoverQuery query{.adjacency = adjacency,
                         .rows = rows,
                         .columns = columns,
                         .is_open = is_open,
                         .words = words.view(),
                         .forbidden = {},
                         .spans = false,
                         .is_trail = is_trail,
                         .seed = seed,
                         .effort = 20'000'000};
  const MadeCover made = make_cover(query, stop);
  CHECK(make_cover(query, stop).cells == made.cells);  // the same board again
  if (made.cells.empty()) {
    CHECK(made.finish == Finish::limited);
    return;
  }
  CHECK(made.cells.size() == open);
  CHECK(std::set<uint32_t>(made.cells.begin(), made.cells.end()).size() == open);
  std::vector<LetterCode> board(is_open.size(), kNoLetter);
  for (size_t i = 0; i < made.cells.size(); ++i) board[made.cells[i]] = words.letters[i];
  std::vector<uint32_t> cells;
  std::vector<uint64_t> first{0};
  std::vector<uint32_t> numbers;
  for (uint32_t word = 0; word < words.view().size(); ++word) {
    std::vector<uint32_t> path;
    std::vector<std::vector<uint32_t>> found;
    trace(adjacency, board, words.view()[word], path, found);
    if (found.size() == 2 && std::equal(found[0].begin(), found[0].end(), found[1].rbegin())) {
      // A palindrome, which is read both ways.
      if (found[0][0] != made.cells[words.at[word]]) found.erase(found.begin());
      found.resize(1);
    }
    CHECK(found.size() == size_t{1});
    for (const auto& each : found) {
      CHECK(std::equal(each.begin(), each.end(), made.cells.begin() + words.at[word]));
      cells.insert(cells.end(), each.begin(), each.end());
      first.push_back(cells.size());
      numbers.push_back(word);
    }
  }
  const std::vector<uint8_t> roles(numbers.size(), 1);
  const CoversQuery again{.adjacency = adjacency,
                          .rows = rows,
                          .columns = columns,
                          .is_open = is_open,
                          .cells = cells,
                          .first = first,
                          .words = numbers,
                          .roles = roles,
                          .needed = {},
                          .spans = false,
                          .most = words.view().size()};
  const FoundCovers covers = find_covers(again, stop);
  CHECK(covers.finish == Finish::complete);
  CHECK(covers.first.size() == size_t{2});
  CHECK(covers.options.size() == size_t{words.view().size()});
}

/// Two options of two choices each; the second choice of option 1 is a phrase. Members 0 and 3 are one word.
void check_ranking() {
  constexpr uint32_t none = RankedCovers::kNoMember;
  const std::vector<uint32_t> options{1, 0, 0};
  const std::vector<uint64_t> first{0, 2, 3};
  const std::vector<uint64_t> choice_at{0, 2, 4};
  const std::vector<uint32_t> members{0, none, 1, none, 3, none, 2, 4};
  const std::vector<uint32_t> costs{5, 3, 1, 1};
  const std::vector<uint32_t> names{0, 1, 2, 0, 4};
  RankQuery query{options, first, choice_at, members, costs, names};
  StopToken stop;
  const RankedCovers all = rank_covers(query, stop);
  CHECK(all.members == std::vector<uint32_t>({1, 0, 1, 2, 4, 1, 3, 0, 2, 4}));
  CHECK(all.first == std::vector<uint64_t>({0, 1, 2, 5, 7, 10}));
  CHECK(all.phrases == std::vector<uint32_t>({none, none, 3, none, 3}));
  CHECK(all.finish == Finish::complete);
  query.limit = 2;
  const RankedCovers some = rank_covers(query, stop);
  CHECK(some.members == std::vector<uint32_t>({1, 0}));
  CHECK(some.finish == Finish::limited);
}

}  // namespace

int main() {
  check_ranking();
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const bool is_trail = seed % 4 == 1;
    check_board(4 + seed % 5, 4 + seed % 3, seed, is_trail, TopologyKind::king);
    check_board(9, 8, seed, is_trail, TopologyKind::king);
    check_board(12, 12, seed, is_trail, TopologyKind::king);
    check_board(6, 5, seed, is_trail, TopologyKind::rook);
    check_board(6, 6, seed, is_trail, TopologyKind::hex);
  }
  return tests::report();
}

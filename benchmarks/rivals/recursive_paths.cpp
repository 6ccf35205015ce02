// A plain recursion over the trie of lexigrid, for grids of more than the 64 cells of the textbook solver.
// Finds all words, each with its first path.
// Usage: recursive_paths WORDS GRID [REPEAT]; GRID has one row per line, letters a-z.
// Prints: cells, words found, cells of their paths, best seconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lexicon/compile.hpp"
#include "lexicon/format.hpp"

using namespace lexigrid;

namespace {

struct Search {
  const LexiconView& lexicon;
  const std::vector<std::string>& rows;
  const std::vector<LetterCode>& code_of;
  std::vector<char> used, found;
  std::vector<std::uint32_t> path;
  std::vector<std::uint32_t> cells;  // of all first paths
  std::size_t words = 0;

  void walk(int row, int column, NodeId node) {
    const auto width = static_cast<int>(rows[0].size());
    const auto cell = static_cast<std::uint32_t>(row * width + column);
    used[cell] = 1;
    path.push_back(cell);
    if (lexicon.ends_word(node) && path.size() >= 3) {
      char& is_found = found[lexicon.word_at(node)];
      if (!is_found) {
        is_found = 1;
        ++words;
        cells.insert(cells.end(), path.begin(), path.end());
      }
    }
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, static_cast<int>(rows.size()) - 1); ++r) {
      for (int c = std::max(column - 1, 0); c <= std::min(column + 1, width - 1); ++c) {
        if (used[static_cast<std::size_t>(r * width + c)]) continue;
        const NodeId child = lexicon.narrow_child(node, code_of[static_cast<unsigned char>(rows[r][c])]);
        if (child != kDeadNode) walk(r, c, child);
      }
    }
    path.pop_back();
    used[cell] = 0;
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::ifstream words(argv[1]);
  const std::string text((std::istreambuf_iterator<char>(words)), {});
  WordList list;
  if (!append_ascii(list, text, AsciiOptions{})) return 1;
  number_letters(list);
  const auto image = compile(list, "{}");
  const LexiconView lexicon = open_image(image);
  std::vector<LetterCode> code_of(256, 0);
  for (std::size_t code = 0; code < list.faces.size(); ++code) {
    code_of[static_cast<unsigned char>(list.faces[code][0])] = static_cast<LetterCode>(code);
  }
  std::vector<std::string> rows;
  std::ifstream grid(argv[2]);
  for (std::string line; std::getline(grid, line);) rows.push_back(line);
  double best = 1e9;
  std::size_t found = 0, cells = 0;
  for (int k = 0; k < (argc > 3 ? std::atoi(argv[3]) : 1); ++k) {
    const auto begin = std::chrono::steady_clock::now();
    Search search{lexicon,
                  rows,
                  code_of,
                  std::vector<char>(rows.size() * rows[0].size()),
                  std::vector<char>(lexicon.word_count),
                  {},
                  {}};
    for (int r = 0; r < static_cast<int>(rows.size()); ++r) {
      for (int c = 0; c < static_cast<int>(rows[0].size()); ++c) {
        const NodeId node = lexicon.narrow_child(kRootNode, code_of[static_cast<unsigned char>(rows[r][c])]);
        if (node != kDeadNode) search.walk(r, c, node);
      }
    }
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    found = search.words;
    cells = search.cells.size();
  }
  std::printf("%zu %zu %zu %.6f\n", rows.size() * rows[0].size(), found, cells, best);
}

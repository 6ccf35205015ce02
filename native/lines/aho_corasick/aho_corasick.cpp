#include "lines/aho_corasick/aho_corasick.hpp"

#include <numeric>

#include "lines/collect.hpp"
#include "lines/palindromes.hpp"

namespace lexigrid {
namespace {

class Automaton {
 public:
  explicit Automaton(const LexiconView& lexicon)
      : lexicon_(lexicon),
        failure_(lexicon.node_count, kRootNode),
        word_(lexicon.node_count, kDeadNode) {
    // Nodes are numbered breadth first, so shorter suffixes are known before longer ones.
    for (NodeId node = kRootNode; node < lexicon.node_count; ++node) {
      lexicon.for_each_child(node, [&](NodeId child, LetterCode letter) {
        if (node != kRootNode) failure_[child] = step(failure_[node], letter);
        const NodeId next = failure_[child];
        word_[child] = lexicon.ends_word(next) ? next : word_[next];
      });
    }
  }

  /// Returns the longest suffix of the letters read that begins a word.
  [[nodiscard]] NodeId step(NodeId node, LetterCode letter) const noexcept {
    for (;;) {
      if (const NodeId child = lexicon_.child(node, letter); child != kDeadNode) return child;
      if (node == kRootNode) return kRootNode;
      node = failure_[node];
    }
  }

  /// Calls `visit(word)` for all words that end here, the longest first.
  template <class Visit>
  void for_each_word(NodeId node, Visit&& visit) const {
    if (!lexicon_.ends_word(node)) node = word_[node];
    for (; node != kDeadNode; node = word_[node]) visit(lexicon_.word_at(node));
  }

 private:
  const LexiconView& lexicon_;
  std::vector<NodeId> failure_;
  std::vector<NodeId> word_;  // the longest proper suffix that is a word, or kDeadNode
};

class AutomatonSearch {
 public:
  AutomatonSearch(const LineQuery& query, StopToken& stop)
      : query_(query),
        stop_(stop),
        automaton_(query.lexicon),
        found_(query, 0, query.grid.rows),
        rows_(query.grid.rows),
        columns_(query.grid.columns),
        readings_(query.lexicon.word_count, Reading::unknown) {}

  [[nodiscard]] LineResult run() {
    take_single_words();
    for (uint8_t direction = 0; direction < 8; ++direction) {
      if ((query_.directions >> direction & 1) != 0) search_direction(direction);
    }
    std::vector<LineResult> parts;
    parts.push_back(found_.finish(stop_));
    LineResult all = join(query_, std::move(parts), stop_);
    if (stop_.reason() != Finish::complete) all.finish = stop_.reason();
    return all;
  }

 private:
  [[nodiscard]] LetterCode letter_at(int64_t row, int64_t column) const noexcept {
    return query_.grid.table.letter[query_.grid.cells[static_cast<uint64_t>(row * columns_ + column)]];
  }

  void take_single_words() {
    const LexiconView& lexicon = query_.lexicon;
    if (lexicon.max_length == 0 || lexicon.first_word[1] == lexicon.first_word[2]) return;
    for (int64_t row = 0; row < rows_; ++row) {
      for (int64_t column = 0; column < columns_; ++column) {
        const LetterCode letter = letter_at(row, column);
        if (letter >= lexicon.letter_count) continue;
        const NodeId node = lexicon.child(kRootNode, letter);
        if (node != kDeadNode && lexicon.ends_word(node)) {
          found_.take(lexicon.word_at(node), row, static_cast<uint32_t>(column), 1, kNoDirection);
        }
      }
    }
  }

  /// Searches each line of a direction once, from the edge or around the torus.
  void search_direction(uint8_t direction) {
    const int down = kRowStep[direction];
    const int right = kColumnStep[direction];
    if (query_.wrap) {
      const int64_t ring = down == 0 ? columns_ : right == 0 ? rows_ : std::lcm(rows_, columns_);
      // All rings of a direction have the same number of cells, and each crosses the first row or column.
      // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): no grid has zero rows or columns
      const int64_t rings = rows_ * columns_ / ring;
      for (int64_t k = 0; k < rings; ++k) search_line(down == 0 ? k : 0, down == 0 ? 0 : k, ring, direction);
      return;
    }
    for (int64_t row = 0; row < rows_; ++row) {
      for (int64_t column = 0; column < columns_; ++column) {
        const bool is_edge =
            row - down < 0 || row - down >= rows_ || column - right < 0 || column - right >= columns_;
        if (!is_edge) {
          column =
              right == 0 ? columns_ : std::max(column, columns_ - 2);  // only the ends of the row are edges
          continue;
        }
        search_line(row, column, 0, direction);
        if (stop_.reason() != Finish::complete) return;
      }
    }
  }

  /// Searches `ring` cells around the torus or, if `ring` is 0, all cells up to the edge.
  void search_line(int64_t row, int64_t column, int64_t ring, uint8_t direction) {
    const int64_t start_row = row;
    const int64_t start_column = column;
    NodeId node = kRootNode;
    const int64_t end = ring == 0 ? rows_ + columns_ : ring + query_.lexicon.max_length - 1;
    for (int64_t at = 0; at < end && !stop_.due(); ++at) {
      if (ring == 0 && (row < 0 || column < 0 || row >= rows_ || column >= columns_)) return;
      const LetterCode letter = letter_at(row, column);
      node = letter < query_.lexicon.letter_count ? automaton_.step(node, letter) : kRootNode;
      automaton_.for_each_word(node, [&](WordId word) {
        const int64_t length = query_.lexicon.length_of(word);
        const int64_t first = at - length + 1;
        if (length == 1 || (ring != 0 && first >= ring) || first < 0) return;
        const int64_t r = wrapped(start_row + kRowStep[direction] * first, rows_);
        const int64_t c = wrapped(start_column + kColumnStep[direction] * first, columns_);
        const auto start = static_cast<uint64_t>(r * columns_ + c);
        const auto end = static_cast<uint64_t>(row * columns_ + column);
        if (stop_.due()) return;
        if (!is_first_reading(query_.directions, direction, start, end) &&
            is_palindrome(word, static_cast<uint32_t>(length)))
          return;
        found_.take(word, r, static_cast<uint32_t>(c), static_cast<uint32_t>(length), direction);
      });
      row += kRowStep[direction];
      column += kColumnStep[direction];
      if (ring != 0) {
        row = (row + rows_) % rows_;
        column = (column + columns_) % columns_;
      }
    }
  }

  /// Computed once per word: on a grid of a single letter, all words found are palindromes, at every cell.
  [[nodiscard]] bool is_palindrome(WordId word, uint32_t length) noexcept {
    Reading& known = readings_[word];
    if (known == Reading::unknown)
      known = lexigrid::is_palindrome(query_.lexicon, word, length) ? Reading::palindrome : Reading::one_way;
    return known == Reading::palindrome;
  }

  enum class Reading : uint8_t { unknown, one_way, palindrome };

  const LineQuery& query_;
  StopToken& stop_;
  const Automaton automaton_;
  LineCollector found_;
  int64_t rows_;
  int64_t columns_;
  std::vector<Reading> readings_;  // by word
};

}  // namespace

LineResult find_lines_by_automaton(const LineQuery& query, StopToken& stop) {
  return AutomatonSearch(query, stop).run();
}

}  // namespace lexigrid

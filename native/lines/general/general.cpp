#include "lines/general/general.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "grid/speller.hpp"
#include "lines/collect.hpp"
#include "lines/palindromes.hpp"

namespace lexigrid {
namespace {

/// A cell as row * columns + column. Grids searched for lines can have more cells than a CellId can number.
using Place = uint64_t;

/// The sets of cells on which each word was read. On a torus, a set can be read in many ways (rings, sides of
/// one or two cells).
class SeenSets {
 public:
  /// Returns true for the first reading of a word on a set of cells.
  [[nodiscard]] bool add(WordId word, std::vector<Place> cells) {
    std::sort(cells.begin(), cells.end());
    uint64_t hash = word;
    for (const Place cell : cells) hash = (hash ^ cell) * 0x9E3779B97F4A7C15u;
    auto& sets = sets_[hash];
    const Entry entry{word, std::move(cells)};
    if (std::find(sets.begin(), sets.end(), entry) != sets.end()) return false;
    sets.push_back(entry);
    return true;
  }

 private:
  struct Entry {
    WordId word;
    std::vector<Place> cells;
    bool operator==(const Entry&) const = default;
  };
  std::unordered_map<uint64_t, std::vector<Entry>> sets_;
};

class LineWalk {
 public:
  LineWalk(const LineQuery& query, StopToken& stop)
      : query_(query),
        stop_(stop),
        speller_(query.lexicon, query.grid.table, query.any_letter),
        found_(query, 0, query.grid.rows) {}

  /// Finds the lines through one of `cells` that begin at `starts` (cell * 8 + direction, ascending).
  [[nodiscard]] LineResult run_through(const std::vector<uint64_t>& starts, std::span<const Place> cells) {
    wanted_ = cells;
    for (size_t i = 0; i < starts.size() && is_going();) {
      const Place cell = starts[i] / 8;
      uint8_t directions = 0;
      for (; i < starts.size() && starts[i] / 8 == cell; ++i)
        directions |= static_cast<uint8_t>(1u << starts[i] % 8);
      search_from(static_cast<uint32_t>(cell / query_.grid.columns),
                  static_cast<uint32_t>(cell % query_.grid.columns), directions);
      (void)stop_.due();
    }
    return finish();
  }

  [[nodiscard]] LineResult run() {
    for (uint32_t row = 0; row < query_.grid.rows && is_going(); ++row) {
      for (uint32_t column = 0; column < query_.grid.columns && is_going(); ++column) {
        search_from(row, column, query_.directions);
        (void)stop_.due();
      }
    }
    return finish();
  }

 private:
  [[nodiscard]] bool is_going() const noexcept {
    return !found_.is_full() && stop_.reason() == Finish::complete;
  }

  [[nodiscard]] LineResult finish() {
    LineResult result = found_.finish(stop_);
    if (result.finish == Finish::complete) result.finish = stop_.reason();
    return result;
  }

  [[nodiscard]] bool is_wanted(Place cell) const noexcept {
    return wanted_.empty() || std::binary_search(wanted_.begin(), wanted_.end(), cell);
  }

  void search_from(uint32_t row, uint32_t column, uint8_t directions) {
    const Place start = uint64_t{row} * query_.grid.columns + column;
    first_.assign(1, kRootNode);
    speller_.step(query_.grid.cells[start], 0, 1, first_);
    first_.erase(first_.begin());
    if (first_.empty()) return;
    line_.assign(1, start);
    words_at(query_.lexicon, first_, 0, first_.size(), words_);
    if (is_wanted(start)) {
      for (const WordId word : words_) found_.take_sorted({word, row, column, 1, kNoDirection, 0});
    }
    for (uint8_t direction = 0; direction < 8 && is_going(); ++direction) {
      if ((directions >> direction & 1) != 0) search_along(row, column, direction);
    }
  }

  void search_along(uint32_t row, uint32_t column, uint8_t direction) {
    const int64_t rows = query_.grid.rows;
    const int64_t columns = query_.grid.columns;
    int64_t r = row;
    int64_t c = column;
    line_.resize(1);
    nodes_ = first_;
    bool has_wanted = is_wanted(line_.front());
    while (is_going()) {
      r += kRowStep[direction];
      c += kColumnStep[direction];
      if (query_.wrap) {
        r = (r + rows) % rows;
        c = (c + columns) % columns;
      } else if (r < 0 || c < 0 || r >= rows || c >= columns) {
        return;
      }
      const auto cell = static_cast<Place>(r * columns + c);
      if (cell == line_.front()) return;  // a line never uses a cell twice
      const size_t end = nodes_.size();
      speller_.step(query_.grid.cells[cell], 0, end, nodes_);
      nodes_.erase(nodes_.begin(), nodes_.begin() + static_cast<ptrdiff_t>(end));
      (void)stop_.due(end + nodes_.size());  // one step over a wild tile can produce 100,000 nodes
      if (nodes_.empty()) return;
      line_.push_back(cell);
      has_wanted = has_wanted || is_wanted(cell);
      if (!has_wanted) continue;
      words_at(query_.lexicon, nodes_, 0, nodes_.size(), words_);
      if (words_.empty()) continue;
      read_backwards(direction);
      if (!is_going()) return;  // the line may not have been read to its end
      for (const WordId word : words_) {
        if (is_new(word))
          found_.take_sorted({word, row, column, static_cast<uint16_t>(line_.size()), direction, 0});
      }
    }
  }

  /// Is this the first reading, in canonical order, of the word on these cells?
  [[nodiscard]] bool is_new(WordId word) {
    if (query_.wrap) return sets_.add(word, line_);
    return !std::binary_search(back_words_.begin(), back_words_.end(), word);
  }

  /// Collects the words that the line spells from its other end, if that reading comes first in canonical
  /// order.
  void read_backwards(uint8_t direction) {
    back_words_.clear();
    if (query_.wrap || is_first_reading(query_.directions, direction, line_.front(), line_.back())) return;
    back_.assign(1, kRootNode);
    for (size_t i = line_.size(); i-- > 0 && !back_.empty() && is_going();) {
      const size_t end = back_.size();
      speller_.step(query_.grid.cells[line_[i]], 0, end, back_);
      back_.erase(back_.begin(), back_.begin() + static_cast<ptrdiff_t>(end));
      (void)stop_.due(back_.size());
    }
    for (const NodeId node : back_) {
      if (query_.lexicon.ends_word(node)) back_words_.push_back(query_.lexicon.word_at(node));
    }
    std::sort(back_words_.begin(), back_words_.end());
  }

  const LineQuery& query_;
  StopToken& stop_;
  Speller speller_;
  LineCollector found_;
  SeenSets sets_;
  NodeSet first_;  // after the start cell
  NodeSet nodes_;  // after the line
  NodeSet back_;
  std::vector<WordId> back_words_;
  std::vector<Place> line_;
  std::vector<WordId> words_;
  std::span<const Place> wanted_;  // unless empty, lines must go through one of them
};

}  // namespace

std::vector<uint64_t> find_complex_cells(const GridView& grid, size_t most) {
  std::vector<Place> cells;
  const size_t count = grid.cells.size();
  for (size_t cell = 0; cell < count && cells.size() <= most; ++cell) {
    if (is_complex(grid.table.kind[grid.cells[cell]])) cells.push_back(cell);
  }
  return cells;
}

LineResult find_lines_through(const LineQuery& query, std::span<const uint64_t> cells, StopToken& stop) {
  const int64_t rows = query.grid.rows;
  const int64_t columns = query.grid.columns;
  std::vector<uint64_t> starts;
  for (const Place cell : cells) {
    if (stop.look()) break;
    for (unsigned direction = 0; direction < 8; ++direction) {
      if ((query.directions >> direction & 1) == 0) continue;
      int64_t row = static_cast<int64_t>(cell) / columns;
      int64_t column = static_cast<int64_t>(cell) % columns;
      for (uint32_t back = 0; back < query.lexicon.max_length; ++back) {
        starts.push_back(static_cast<uint64_t>(row * columns + column) * 8 + direction);
        row -= kRowStep[direction];
        column -= kColumnStep[direction];
        if (query.wrap) {
          row = (row + rows) % rows;
          column = (column + columns) % columns;
        } else if (row < 0 || column < 0 || row >= rows || column >= columns) {
          break;
        }
      }
    }
  }
  sort_unless_stopped(starts, stop, std::less<>());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  return LineWalk(query, stop).run_through(starts, cells);
}

LineResult find_lines_general(const LineQuery& query, StopToken& stop) { return LineWalk(query, stop).run(); }

}  // namespace lexigrid

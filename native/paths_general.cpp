#include "paths_general.hpp"

#include <algorithm>

#include "spelling.hpp"

namespace lexigrid {
namespace {

/// What a search has found so far, in the order met.
class Findings {
 public:
  explicit Findings(const PathQuery& query) : query_(query), place_of_(query.lexicon.word_count, kNone) {}

  /// Takes a word met at a path; false ends the search.
  [[nodiscard]] bool add(WordId word, const std::vector<CellId>& path) {
    const bool is_new = place_of_[word] == kNone;
    if (is_new && result_.word_count == query_.limit) {
      result_.finish = Finish::limited;
      return query_.wanted == PathsWanted::all;  // other paths of the words that count may follow
    }
    const bool stores = query_.wanted == PathsWanted::all || (query_.wanted == PathsWanted::one && is_new);
    if (stores && cells_.size() + path.size() > query_.max_stored) {
      result_.finish = Finish::overflow;
      return false;
    }
    if (is_new) {
      place_of_[word] = static_cast<std::uint32_t>(result_.word_count++);
      result_.score += query_.points[query_.lexicon.length_of(word)];
      if (query_.wanted != PathsWanted::count) result_.words.push_back(word);
    }
    ++result_.path_count;
    if (stores) {
      owner_.push_back(place_of_[word]);
      cells_.insert(cells_.end(), path.begin(), path.end());
      cell_of_.push_back(cells_.size());
    }
    return true;
  }

  [[nodiscard]] PathResult finish(Finish reason) {
    if (reason != Finish::complete) result_.finish = reason;
    if (query_.wanted == PathsWanted::one) {  // met in the order of the words already
      result_.cells = std::move(cells_);
      result_.cell_of = std::move(cell_of_);
      result_.path_of.resize(result_.words.size() + 1);
      for (std::size_t i = 0; i < result_.path_of.size(); ++i) result_.path_of[i] = i;
    } else if (query_.wanted == PathsWanted::all) {
      group();
    }
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// Brings the paths of one word together; among themselves they keep the order met.
  void group() {
    result_.path_of.assign(result_.words.size() + 1, 0);
    for (const std::uint32_t word : owner_) ++result_.path_of[word + 1];
    for (std::size_t i = 1; i < result_.path_of.size(); ++i) result_.path_of[i] += result_.path_of[i - 1];
    std::vector<std::uint64_t> next(result_.path_of.begin(), result_.path_of.end());
    std::vector<std::uint64_t> source(owner_.size());
    for (std::size_t path = 0; path < owner_.size(); ++path) source[next[owner_[path]]++] = path;
    result_.cells.reserve(cells_.size());
    result_.cell_of.reserve(cell_of_.size());
    result_.cell_of.push_back(0);
    for (const std::uint64_t path : source) {
      const auto begin = cells_.begin() + static_cast<std::ptrdiff_t>(cell_of_[path]);
      const auto end = cells_.begin() + static_cast<std::ptrdiff_t>(cell_of_[path + 1]);
      result_.cells.insert(result_.cells.end(), begin, end);
      result_.cell_of.push_back(result_.cells.size());
    }
  }

  const PathQuery& query_;
  PathResult result_;
  std::vector<std::uint32_t> place_of_;  // per word its place in `words`
  std::vector<std::uint32_t> owner_;     // per stored path the place of its word
  std::vector<std::uint64_t> cell_of_{0};
  std::vector<CellId> cells_;
};

/// The stack of the search: one level a cell of the path, at most max_length deep.
class Walk {
 public:
  Walk(const PathQuery& query, StopSignal& stop)
      : query_(query), stop_(stop), speller_(query.lexicon, query.grid.table), found_(query),
        is_used_(query.grid.cells.size()) {}

  [[nodiscard]] PathResult run() {
    for (CellId start = 0; start < query_.grid.cells.size() && is_going_; ++start) {
      nodes_.assign(1, kRootNode);
      enter(start, 0, 1);
      while (!levels_.empty() && is_going_) advance();
      if (stop_.due()) break;
    }
    return found_.finish(stop_.reason());
  }

 private:
  struct Level {
    std::size_t begin, end;  // its nodes
    std::uint32_t next;      // the neighbour to try next
  };

  void advance() {
    if (stop_.due()) {
      is_going_ = false;
      return;
    }
    Level& level = levels_.back();
    const auto near = query_.adjacency.of(path_.back());
    if (level.next == near.size()) {
      nodes_.resize(level.begin);
      is_used_[path_.back()] = 0;
      path_.pop_back();
      levels_.pop_back();
      return;
    }
    const CellId cell = near[level.next++];
    if (query_.reuse || is_used_[cell] == 0) enter(cell, level.begin, level.end);
  }

  /// Looks at the clock after so many nodes: one step over a wild tile can make 100,000.
  void count_work(std::size_t nodes) {
    work_ += nodes;
    if (work_ < StopSignal::kInterval) return;
    work_ = 0;
    if (stop_.look()) is_going_ = false;
  }

  /// Goes on to a cell if any of the nodes can, and takes the words that end there.
  void enter(CellId cell, std::size_t begin, std::size_t end) {
    const std::size_t made = nodes_.size();
    speller_.step(query_.grid.cells[cell], begin, end, nodes_);
    count_work(end - begin + nodes_.size() - made);
    if (nodes_.size() == made || !is_going_) return;
    path_.push_back(cell);
    is_used_[cell] = 1;
    levels_.push_back({made, nodes_.size(), 0});
    words_at(query_.lexicon, nodes_, made, nodes_.size(), words_);
    for (const WordId word : words_) {
      if (query_.lexicon.length_of(word) < query_.min_length) continue;
      if (!found_.add(word, path_)) {
        is_going_ = false;
        return;
      }
    }
  }

  const PathQuery& query_;
  StopSignal& stop_;
  Speller speller_;
  Findings found_;
  std::vector<std::uint8_t> is_used_;  // not looked at where cells may come again
  std::vector<Level> levels_;
  std::vector<CellId> path_;
  NodeSet nodes_;  // the sets of all levels, one behind the other
  std::vector<WordId> words_;
  std::size_t work_ = 0;
  bool is_going_ = true;
};

}  // namespace

PathResult find_paths_general(const PathQuery& query, StopSignal& stop) { return Walk(query, stop).run(); }

}  // namespace lexigrid

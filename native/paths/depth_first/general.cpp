// The reference path search, which defines the answer. Takes any grid, any topology and any tiles.
#include "grid/speller.hpp"
#include "paths/depth_first/collector.hpp"
#include "paths/strategies.hpp"

namespace lexigrid {
namespace {

/// A search with an explicit stack: one level per cell of the path, at most max_length deep.
class GeneralSearch {
 public:
  GeneralSearch(const PathQuery& query, StopToken& stop)
      : query_(query),
        stop_(stop),
        speller_(query.lexicon, query.grid.table),
        collector_(query),
        is_used_(query.grid.cells.size()) {}

  [[nodiscard]] PathResult run() {
    for (CellId start = 0; start < query_.grid.cells.size() && is_running_; ++start) {
      nodes_.assign(1, kRootNode);
      enter(start, 0, 1);
      while (!levels_.empty() && is_running_) advance();
      if (stop_.due()) break;
    }
    return collector_.finish(stop_);
  }

 private:
  struct Level {
    size_t begin, end;  // its nodes
    uint32_t next;      // index of the neighbour to try next
  };

  void advance() {
    if (stop_.due()) {
      is_running_ = false;
      return;
    }
    Level& level = levels_.back();
    Adjacency::Buffer buffer;
    const auto near = query_.adjacency.of(path_.back(), buffer);
    if (path_.size() >= collector_.most_cells()) level.next = static_cast<uint32_t>(near.size());
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

  /// Steps onto a cell if any of the nodes can, and takes the words that end there.
  void enter(CellId cell, size_t begin, size_t end) {
    const size_t made = nodes_.size();
    speller_.step(query_.grid.cells[cell], begin, end, nodes_);
    // One step over a wild tile can produce 100,000 nodes.
    if (stop_.due(end - begin + nodes_.size() - made)) is_running_ = false;
    if (nodes_.size() == made || !is_running_) return;
    path_.push_back(cell);
    is_used_[cell] = 1;
    levels_.push_back({made, nodes_.size(), 0});
    words_at(query_.lexicon, nodes_, made, nodes_.size(), words_);
    for (const WordId word : words_) {
      if (query_.lexicon.length_of(word) < query_.min_length) continue;
      if (!collector_.add(word, path_)) {
        is_running_ = false;
        return;
      }
    }
  }

  const PathQuery& query_;
  StopToken& stop_;
  Speller speller_;
  Collector collector_;
  std::vector<uint8_t> is_used_;  // ignored if cells may be reused
  std::vector<Level> levels_;
  std::vector<CellId> path_;
  NodeSet nodes_;  // the sets of all levels, one after the other
  std::vector<WordId> words_;
  bool is_running_ = true;
};

}  // namespace

PathOutcome search_general(PreparedQuery& query, StopToken& stop) {
  return GeneralSearch(query.query(), stop).run();
}

}  // namespace lexigrid

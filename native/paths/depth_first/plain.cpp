// The general search for tiles of one letter: one node per cell instead of a set.
#include "paths/depth_first/collector.hpp"
#include "paths/strategies.hpp"

namespace lexigrid {
namespace {

/// `kIsWide` says whether the lexicon is wide: the two node layouts find a child in different ways.
template <bool kIsWide>
class PlainSearch {
 public:
  PlainSearch(const PathQuery& query, StopToken& stop)
      : query_(query),
        stop_(stop),
        collector_(query),
        letters_(query.grid.cells.size()),
        is_used_(letters_.size()) {
    for (size_t cell = 0; cell < letters_.size(); ++cell)
      letters_[cell] = query.grid.table.letter[query.grid.cells[cell]];
    path_.reserve(query.lexicon.max_length);
    levels_.reserve(query.lexicon.max_length);
  }

  [[nodiscard]] PathResult run() {
    for (CellId start = 0; start < letters_.size() && is_running_; ++start) {
      if (stop_.due()) break;
      enter(start, kRootNode);
      while (!levels_.empty() && is_running_) advance();
    }
    return collector_.finish(stop_);
  }

 private:
  struct Level {
    NodeId node;
    uint32_t next;  // index of the neighbour to try next
    uint32_t near_count;
    const CellId* near;  // null if they are in the buffer
    Adjacency::Buffer buffer;
  };

  [[nodiscard]] NodeId child_of(NodeId node, LetterCode letter) const noexcept {
    return kIsWide ? query_.lexicon.wide_child(node, letter) : query_.lexicon.narrow_child(node, letter);
  }

  void advance() {
    if (stop_.due()) {
      is_running_ = false;
      return;
    }
    Level& level = levels_.back();
    const CellId* const near = level.near != nullptr ? level.near : level.buffer.data();
    if (path_.size() >= collector_.most_cells()) level.next = level.near_count;
    while (level.next < level.near_count) {
      const CellId cell = near[level.next++];
      if (is_used_[cell] == 0 && enter(cell, level.node)) return;
    }
    is_used_[path_.back()] = 0;
    path_.pop_back();
    levels_.pop_back();
  }

  /// Steps onto a cell if the trie has its letter; returns whether it does.
  bool enter(CellId cell, NodeId from) {
    const LetterCode letter = letters_[cell];
    if (letter == kNoLetter) return false;
    const NodeId node = child_of(from, letter);
    if (node == kDeadNode) return false;
    path_.push_back(cell);
    is_used_[cell] = 1;
    Level& level = levels_.emplace_back();
    level.node = node;
    const auto near = query_.adjacency.of(cell, level.buffer);
    level.near_count = static_cast<uint32_t>(near.size());
    level.near = near.data() == level.buffer.data() ? nullptr : near.data();
    if (query_.lexicon.ends_word(node) && path_.size() >= query_.min_length) {  // one letter per cell
      is_running_ = collector_.add(query_.lexicon.word_at(node), path_);
    }
    return true;
  }

  const PathQuery& query_;
  StopToken& stop_;
  Collector collector_;
  std::vector<LetterCode> letters_;  // per cell; kNoLetter if it is dead
  std::vector<uint8_t> is_used_;
  std::vector<Level> levels_;  // room for the longest word is reserved, so it never moves
  std::vector<CellId> path_;
  bool is_running_ = true;
};

}  // namespace

bool serves_plain(PreparedQuery& query) {
  return !query.query().reuse && has_plain_tiles(query.query().grid);
}

PathOutcome search_plain(PreparedQuery& query, StopToken& stop) {
  if (query.query().lexicon.is_wide) return PlainSearch<true>(query.query(), stop).run();
  return PlainSearch<false>(query.query(), stop).run();
}

}  // namespace lexigrid

#include "paths/depth_first/plain.hpp"

#include "paths/findings.hpp"

namespace lexigrid {
namespace {

/// The letter of every cell, kNoLetter where it is dead; empty where a tile is not plain.
std::vector<LetterCode> letters_of(const GridView& grid) {
  std::vector<LetterCode> letters(grid.cells.size());
  for (size_t cell = 0; cell < letters.size(); ++cell) {
    const TileId tile = grid.cells[cell];
    const TileKind kind = grid.table.kind[tile];
    if (kind != TileKind::letter && kind != TileKind::dead) return {};
    letters[cell] = grid.table.letter[tile];
  }
  return letters;
}

/// `kIsWide` as the lexicon: the two layouts of nodes find a child in different ways.
template <bool kIsWide>
class PlainWalk {
 public:
  PlainWalk(const PathQuery& query, const std::vector<LetterCode>& letters, StopToken& stop)
      : query_(query),
        letters_(letters),
        stop_(stop),
        found_(query),
        is_used_(letters.size()) {
    path_.reserve(query.lexicon.max_length);
    levels_.reserve(query.lexicon.max_length);
  }

  [[nodiscard]] PathResult run() {
    for (CellId start = 0; start < letters_.size() && is_going_; ++start) {
      if (stop_.due()) break;
      enter(start, kRootNode);
      while (!levels_.empty() && is_going_) advance();
    }
    return found_.finish(stop_.reason());
  }

 private:
  struct Level {
    NodeId node;
    uint32_t next;  // the neighbour to try next
    uint32_t near_count;
    const CellId* near;  // null where they are in the buffer
    Adjacency::Buffer buffer;
  };

  [[nodiscard]] NodeId child_of(NodeId node, LetterCode letter) const noexcept {
    return kIsWide ? query_.lexicon.wide_child(node, letter) : query_.lexicon.narrow_child(node, letter);
  }

  void advance() {
    if (stop_.due()) {
      is_going_ = false;
      return;
    }
    Level& level = levels_.back();
    const CellId* const near = level.near != nullptr ? level.near : level.buffer.data();
    if (path_.size() >= found_.most_cells()) level.next = level.near_count;
    while (level.next < level.near_count) {
      const CellId cell = near[level.next++];
      if (is_used_[cell] == 0 && enter(cell, level.node)) return;
    }
    is_used_[path_.back()] = 0;
    path_.pop_back();
    levels_.pop_back();
  }

  /// Goes on to a cell if its letter does; false where it does not.
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
    if (query_.lexicon.ends_word(node) && path_.size() >= query_.min_length) {  // a letter a cell
      is_going_ = found_.add(query_.lexicon.word_at(node), path_);
    }
    return true;
  }

  const PathQuery& query_;
  const std::vector<LetterCode>& letters_;
  StopToken& stop_;
  Findings found_;
  std::vector<uint8_t> is_used_;
  std::vector<Level> levels_;  // never longer than the longest word: reserved, so it stays in place
  std::vector<CellId> path_;
  bool is_going_ = true;
};

}  // namespace

std::optional<PathResult> find_paths_plain(const PathQuery& query, StopToken& stop) {
  if (query.reuse) return std::nullopt;
  const std::vector<LetterCode> letters = letters_of(query.grid);
  if (letters.empty()) return std::nullopt;
  if (query.lexicon.is_wide) return PlainWalk<true>(query, letters, stop).run();
  return PlainWalk<false>(query, letters, stop).run();
}

}  // namespace lexigrid

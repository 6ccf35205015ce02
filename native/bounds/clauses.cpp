#include "bounds/clauses.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace lexigrid {
namespace {

/// A word on a set of cells.
struct Occurrence {
  uint64_t key;
  NodeId node;  // of the word
};

/// Walks all paths of a pattern and calls `visit(node, key)` for each path that spells a word with points,
/// until `visit` returns false.
template <class Visit>
class PatternWalk {
 public:
  PatternWalk(const BoardPattern& pattern, const KeyLayout* layout, Visit& visit)
      : pattern_(pattern),
        layout_(layout),
        visit_(visit),
        index_of_(pattern.symbols.size()) {
    for (size_t cell = 0; cell < index_of_.size(); ++cell) {
      index_of_[cell].fill(kNotShown);
      for (size_t i = 0; i < pattern.symbols[cell].size(); ++i)
        index_of_[cell][pattern.symbols[cell][i]] = static_cast<uint8_t>(i);
    }
  }

  void run() {
    for (CellId cell = 0; cell < pattern_.adjacency.cells() && !is_over_; ++cell) step(cell, kRootNode, 0, 0);
  }

 private:
  void step(CellId cell, NodeId from, uint64_t key, uint64_t used) {
    const PathTrie& trie = pattern_.trie;
    used |= uint64_t{1} << cell;
    const Node* const nodes = trie.nodes();
    auto node = static_cast<NodeId>(nodes[from]);
    for (Node rest = letters_of(nodes[from]); rest != 0; rest &= rest - 1, ++node) {
      const uint8_t index = index_of_[cell][static_cast<unsigned>(std::countr_zero(rest))];
      if (index == kNotShown) continue;
      const uint64_t longer = layout_ == nullptr ? 0 : key | layout_->key(cell, index);
      if ((nodes[node] & kWordBit) != 0) {
        const uint32_t length = trie.length_at(node);
        if (length >= pattern_.min_length && pattern_.points[length] != 0 && !visit_(node, longer))
          is_over_ = true;
      }
      if (letters_of(nodes[node]) == 0) continue;
      Adjacency::Buffer buffer;
      for (const CellId next : pattern_.adjacency.of(cell, buffer)) {
        if (is_over_) return;
        if ((used >> next & 1) == 0) step(next, node, longer, used);
      }
    }
  }

  static Node letters_of(Node node) noexcept { return node >> kLettersShift & kLettersMask; }

  static constexpr uint8_t kNotShown = 0xFF;
  const BoardPattern& pattern_;
  const KeyLayout* layout_;
  Visit& visit_;
  std::vector<std::array<uint8_t, 32>> index_of_;  // [cell][symbol]
  bool is_over_ = false;
};

/// LSD radix sort by key, with eleven-bit digits; stable. Eight times as fast as std::sort for a million.
void sort_by_key(std::vector<Occurrence>& items, uint64_t used_bits, StopToken& stop) {
  constexpr unsigned kBits = 11;
  std::vector<Occurrence> other(items.size());
  for (unsigned shift = 0; shift < 64 && used_bits >> shift != 0; shift += kBits) {
    if (stop.look()) return;
    const auto digit = [shift](const Occurrence& each) { return each.key >> shift & ((1u << kBits) - 1); };
    std::array<size_t, (size_t{1} << kBits) + 1> begin{};
    for (const Occurrence& each : items) ++begin[digit(each) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (const Occurrence& each : items) other[begin[digit(each)]++] = each;
    items.swap(other);
  }
}

}  // namespace

std::optional<KeyLayout> KeyLayout::of(const BoardPattern& pattern) {
  KeyLayout layout;
  const uint32_t cells = pattern.adjacency.cells();
  if (cells > kMaxPatternCells) return std::nullopt;
  std::vector<CellId> open;
  unsigned bits = 0;
  for (CellId cell = 0; cell < cells; ++cell) {
    layout.shift_of_cell_[cell] = -1;
    const size_t letters = pattern.symbols[cell].size();
    if (letters > kMaxSymbols) return std::nullopt;
    if (letters < 2) continue;
    open.push_back(cell);
    bits += static_cast<unsigned>(std::bit_width(letters));
  }
  if (bits > 64) return std::nullopt;
  std::stable_sort(open.begin(), open.end(), [&](CellId one, CellId other) {
    Adjacency::Buffer buffer;
    const size_t near = pattern.adjacency.of(one, buffer).size();
    return near > pattern.adjacency.of(other, buffer).size();
  });
  layout.places_ = static_cast<unsigned>(open.size());
  layout.from_[0] = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  for (unsigned place = 0; place < layout.places_; ++place) {
    const CellId cell = open[place];
    const size_t letters = pattern.symbols[cell].size();
    bits -= static_cast<unsigned>(std::bit_width(letters));
    layout.cell_[place] = cell;
    layout.letters_[place] = static_cast<uint8_t>(letters);
    layout.shift_[place] = static_cast<uint8_t>(bits);
    layout.shift_of_cell_[cell] = static_cast<int8_t>(bits);
    layout.from_[place + 1] = (uint64_t{1} << bits) - 1;
  }
  return layout;
}

std::optional<Clauses> list_clauses(const BoardPattern& pattern, const KeyLayout& layout, StopToken& stop) {
  std::vector<Occurrence> found;
  auto keep = [&](NodeId node, uint64_t key) {
    found.push_back({key, pattern.trie.identity(node)});
    return found.size() <= kMaxClauses && !stop.due();
  };
  PatternWalk(pattern, &layout, keep).run();
  if (found.size() > kMaxClauses) return std::nullopt;
  sort_by_key(found, layout.from(0), stop);
  Clauses clauses;
  uint64_t total = 0;
  for (size_t begin = 0, end = 0; begin < found.size(); begin = end) {
    while (end < found.size() && found[end].key == found[begin].key) ++end;
    const auto same = std::span(found).subspan(begin, end - begin);
    if (same.size() > 1) {
      std::sort(same.begin(), same.end(),
                [](const Occurrence& one, const Occurrence& other) { return one.node < other.node; });
    }
    uint64_t points = 0;
    for (size_t i = 0; i < same.size(); ++i) {
      if (i == 0 || same[i].node != same[i - 1].node)
        points += pattern.points[pattern.trie.length_at(same[i].node)];
    }
    total += points;
    if (total > std::numeric_limits<uint32_t>::max()) return std::nullopt;
    clauses.keys.push_back(same[0].key);
    clauses.points.push_back(static_cast<uint32_t>(points));
  }
  return clauses;
}

uint64_t score_board_of(const BoardPattern& pattern, std::span<const uint8_t> indices) {
  std::vector<std::vector<uint8_t>> shown(pattern.symbols.size());
  for (size_t cell = 0; cell < shown.size(); ++cell) {
    if (!pattern.symbols[cell].empty()) shown[cell] = {pattern.symbols[cell][indices[cell]]};
  }
  BoardPattern board = pattern;
  board.symbols = shown;
  std::vector<NodeId> words;
  auto keep = [&](NodeId node, uint64_t) {
    words.push_back(pattern.trie.identity(node));
    return true;
  };
  PatternWalk(board, nullptr, keep).run();
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return std::accumulate(words.begin(), words.end(), uint64_t{0}, [&](uint64_t sum, NodeId node) {
    return sum + pattern.points[pattern.trie.length_at(node)];
  });
}

}  // namespace lexigrid

// What a thread keeps from one board to the next, and the total of a board.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "grid/adjacency.hpp"
#include "lexicon/lexicon.hpp"
#include "paths/levels/board.hpp"
#include "paths/trie.hpp"

namespace lexigrid {

/// The lists of the kernels, and a stamp per node that says "counted on this board".
struct Workspace {
  levels::Tables tables;
  levels::Lists lists;
  std::vector<uint8_t> stamps;
  std::vector<uint32_t> indices;  // per counted node, the index of its word in a result, if wanted
  uint8_t now = 0;
  bool has_large_pages = false;
  std::optional<levels::Shape> last_shape;
  std::optional<Adjacency::Shape> last_topology;  // of `last_shape`

  /// The shape of a board, which is kept for the next one: making it takes as long as finding a few words.
  [[nodiscard]] const levels::Shape& shape_of(const Adjacency& adjacency);

  /// Prepares for many boards. With pages of 4 KB, some processes are a third slower.
  void use_large_pages() noexcept {
    if (!std::exchange(has_large_pages, true)) prefer_large_pages(this, sizeof *this);
  }

  /// Makes every node uncounted. Rewrites the stamps, which may be of another trie, only every 255th time.
  void begin(const PathTrie& trie) {
    if (stamps.size() < trie.node_count()) stamps.resize(trie.node_count());
    if (++now == 0) {
      std::fill(stamps.begin(), stamps.end(), uint8_t{0});
      now = 1;
    }
  }
  [[nodiscard]] bool is_counted(NodeId node) const noexcept { return stamps[node] == now; }
  [[nodiscard]] bool is_first(NodeId node) noexcept {
    const bool first = stamps[node] != now;
    stamps[node] = now;
    return first;
  }
};

/// The workspace of this thread.
[[nodiscard]] Workspace& workspace();

struct Total {
  uint64_t score = 0;
  uint64_t words = 0;
};

/// The total of one word by the length in its node. Zero at kLengthMask, which means that the node has no
/// room for the length.
using LengthTable = std::array<Total, 32>;

[[nodiscard]] LengthTable length_table(std::span<const uint32_t> points, uint32_t min_length);

[[nodiscard]] constexpr unsigned length_of_node(Node node) noexcept {
  return static_cast<unsigned>(node >> kLengthShift & kLengthMask);
}

/// How words score.
struct Scheme {
  const LexiconView& lexicon;
  std::span<const uint32_t> points;  // per number of letters
  uint32_t min_length;
  LengthTable table;
  /// By the highest byte of a node: points << 32 | 1, so that one addition sums both. Empty if only
  /// lists are made, or points are so high that their sum could exceed 32 bits.
  std::vector<uint64_t> packed;

  Scheme(const LexiconView& view, std::span<const uint32_t> points_of, uint32_t least, bool sums);
};

/// A board that a kernel has searched, with the hits in `work.lists` and all words uncounted.
struct SearchedBoard {
  const Scheme& scheme;
  const PathTrie& trie;
  const levels::Shape& shape;
  const uint8_t* letters;
  Workspace& work;
};

/// Sums the distinct words of a board.
[[nodiscard]] Total sum_up(const SearchedBoard& board);

}  // namespace lexigrid

// What a thread keeps from one small board to the next, and the sums over the words of a board.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "lexicon/lexicon.hpp"
#include "paths/levels/packed.hpp"
#include "paths/trie.hpp"

namespace lexigrid {

/// Lists of the kernels, and a stamp a node that says "counted now".
struct Workspace {
  packed::Tables tables;
  packed::Lists lists;
  std::vector<uint8_t> stamps;
  std::vector<uint32_t> places;  // of a counted node: its word's place in the answer, where that is wanted
  uint64_t trie_id = 0;
  uint8_t now = 0;

  /// Makes every node uncounted; touches the stamps once in 255 times only.
  void begin(const PathTrie& trie) {
    if (trie_id != trie.id()) {
      stamps.assign(trie.node_count(), 0);
      trie_id = trie.id();
      now = 0;
    }
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

/// What a word counts, by the length that stands in its node; nothing at kLengthMask, which stands
/// for all lengths that a node has no room for.
using LengthTable = std::array<Total, 32>;

[[nodiscard]] LengthTable length_table(std::span<const uint32_t> points, uint32_t min_length);

[[nodiscard]] constexpr unsigned length_of_node(Node node) noexcept {
  return static_cast<unsigned>(node >> kLengthShift & kLengthMask);
}

/// What counts for a board, and where longer words than a node tells look up theirs.
struct Scheme {
  const LexiconView& lexicon;
  std::span<const uint32_t> points;
  uint32_t min_length;
  LengthTable table;
  /// By the highest byte of a node, points << 32 | 1: one addition sums both. Empty where points are
  /// so high that their sum could pass 32 bits.
  std::vector<uint64_t> packed;

  Scheme(const LexiconView& view, std::span<const uint32_t> points_of, uint32_t least);
};

/// Sums the distinct words of a board whose kernel has run: `hits` are its entries that end a word.
[[nodiscard]] Total sum_up(const Scheme& scheme, const PathTrie& trie, unsigned cells, const uint8_t* letters,
                           std::span<const uint64_t> hits, Workspace& work);

/// The same of a small board.
[[nodiscard]] inline Total sum_up(const Scheme& scheme, const PathTrie& trie, unsigned cells,
                                  const uint8_t* letters, Workspace& work) {
  return sum_up(scheme, trie, cells, letters, {work.lists.hits, work.lists.hit_count}, work);
}

}  // namespace lexigrid

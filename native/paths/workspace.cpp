#include "paths/workspace.hpp"

#include "base/per_thread.hpp"

namespace lexigrid {

Workspace& workspace() { return PerThread<Workspace>::mine(); }

LengthTable length_table(std::span<const uint32_t> points, uint32_t min_length) {
  LengthTable table{};
  for (uint32_t length = 1; length < kLengthMask; ++length) {
    if (length >= min_length) table[length] = {length < points.size() ? points[length] : 0u, 1};
  }
  return table;
}

const levels::Shape& Workspace::shape_of(const Adjacency& adjacency) {
  const auto topology = adjacency.shape();
  const bool is_last = topology && topology == last_topology;
  if (!is_last || last_shape->is_packed != levels::Shape::packs(adjacency)) last_shape.emplace(adjacency);
  last_topology = topology;
  return *last_shape;
}

Scheme::Scheme(const LexiconView& view, std::span<const uint32_t> points_of, uint32_t least, bool sums)
    : lexicon(view),
      points(points_of),
      min_length(least),
      table(length_table(points_of, least)) {
  static_assert(levels::kMaxHits <= 1u << 16);
  const bool fits = sums && std::all_of(table.begin(), table.end(),
                                        [](const Total& each) { return each.score < 1u << 15; });
  if (!fits) return;
  packed.resize(256);
  for (unsigned byte = 0; byte < 256; ++byte) {
    const Total& total = table[length_of_node(Node{byte} << 56)];
    packed[byte] = total.score << 32 | total.words;
  }
}

namespace {

/// Sums the words of 31 or more letters, whose length is not in the node.
Total sum_of_long_words(const Scheme& scheme, const PathTrie& trie, std::span<const uint64_t> hits) {
  std::vector<NodeId> long_nodes;
  for (const uint64_t hit : hits) {
    const auto node = static_cast<NodeId>(hit >> 32);
    if (length_of_node(trie.nodes()[node]) == kLengthMask) long_nodes.push_back(node);
  }
  std::sort(long_nodes.begin(), long_nodes.end());
  long_nodes.erase(std::unique(long_nodes.begin(), long_nodes.end()), long_nodes.end());
  Total sum;
  for (const NodeId node : long_nodes) {
    const uint32_t length = trie.length_at(node);
    if (length < scheme.min_length) continue;
    sum.score += scheme.points[length];
    ++sum.words;
  }
  return sum;
}

/// Sums the words if nodes do not have the length of their word, or if a word can end at several nodes.
Total sum_slowly(const SearchedBoard& board, std::span<const uint64_t> hits) {
  Total sum;
  const auto add = [&](NodeId node) {
    if (!board.work.is_first(board.trie.identity(node))) return;
    const uint32_t length = board.trie.length_at(node);
    if (length < board.scheme.min_length) return;
    sum.score += board.scheme.points[length];
    ++sum.words;
  };
  for (unsigned cell = 0; cell < board.shape.cells && board.trie.has_single_words(); ++cell) {
    const NodeId node = board.trie.singles()[board.letters[cell] & 31];
    if ((board.trie.nodes()[node] & kWordBit) != 0) add(node);
  }
  for (const uint64_t hit : hits) add(static_cast<NodeId>(hit >> 32));
  return sum;
}

}  // namespace

Total sum_up(const SearchedBoard& board) {
  const auto& [scheme, trie, shape, letters, work] = board;
  const std::span<const uint64_t> hits(work.lists.hits, work.lists.hit_count);
  if (!trie.has_node_lengths() || trie.has_aliases()) return sum_slowly(board, hits);
  const Node* const nodes = trie.nodes();
  Total sum;
  const auto add = [&](NodeId node) {
    const uint64_t is_first = board.work.is_first(node) ? ~uint64_t{0} : 0;
    const Total& total = board.scheme.table[length_of_node(nodes[node])];
    sum.score += total.score & is_first;
    sum.words += total.words & is_first;
  };
  if (trie.has_single_words()) {
    for (unsigned cell = 0; cell < shape.cells; ++cell) {
      const NodeId node = trie.singles()[letters[cell] & 31];
      if ((nodes[node] & kWordBit) != 0) add(node);
    }
  }
  if (scheme.packed.empty()) {
    for (const uint64_t hit : hits) add(static_cast<NodeId>(hit >> 32));
  } else {
    // Local pointers, because stamps are bytes, and a store to one could alias anything.
    const uint64_t* const packed = scheme.packed.data();
    uint8_t* const stamps = work.stamps.data();
    const uint8_t now = work.now;
    uint64_t both = 0;
    for (const uint64_t hit : hits) {
      const auto node = static_cast<NodeId>(hit >> 32);
      const uint64_t is_first = stamps[node] != now ? ~uint64_t{0} : 0;
      stamps[node] = now;
      both += packed[nodes[node] >> 56] & is_first;
    }
    sum.score += both >> 32;
    sum.words += both & 0xFFFFFFFF;
  }
  if (scheme.lexicon.max_length >= kLengthMask) {
    const Total more = sum_of_long_words(scheme, trie, hits);
    sum.score += more.score;
    sum.words += more.words;
  }
  return sum;
}

}  // namespace lexigrid

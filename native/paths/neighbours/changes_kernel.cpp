#include "paths/neighbours/changes_kernel.hpp"

#include <algorithm>
#include <cstring>

#include "paths/levels/packed_plain.hpp"

namespace lexigrid::packed {

Children::Children()
    : nodes(kMaxChildren + 64),
      entries(kMaxChildren + 64),
      paths(kMaxHits + 64),
      noted(kMaxHits + 64) {}

namespace {

LEXIGRID_INLINE uint64_t letters_of(Node node) noexcept { return node >> kLettersShift & kLettersMask; }

/// The node behind a letter that `node` goes on with.
LEXIGRID_INLINE uint64_t child_of(Node node, uint64_t letter) noexcept {
  return static_cast<NodeId>(node) +
         static_cast<uint64_t>(std::popcount(letters_of(node) & ((uint64_t{1} << letter) - 1)));
}

/// Notes the steps that a path of the board, or none yet, can make onto a cell of any letter allowed.
LEXIGRID_INLINE size_t note_children(const Node* nodes, uint64_t path, uint64_t allowed, size_t at,
                                     Children& children) {
  const Node node = nodes[tagged_node(path)];
  for (uint64_t rest = letters_of(node) & allowed; rest != 0; rest &= rest - 1, ++at) {
    const auto letter = static_cast<uint64_t>(std::countr_zero(rest));
    const uint64_t child = child_of(node, letter);
    children.nodes[at] = nodes[child];
    children.entries[at] = letter << kTagShift | child << 32 | (path & kUsedMask);
  }
  return at;
}

/// Sorts the steps of `paths[0 .. count)` by the cell they leave, and adds those from the root.
LEXIGRID_INLINE bool make_children(const Shape& shape, const Node* nodes, uint64_t allowed, size_t count,
                                   Children& children) {
  uint32_t per_cell[kMaxCells + 1] = {};
  const auto cell_of = [](uint64_t path) { return static_cast<unsigned>(path >> kCellShift) & 31; };
  for (size_t i = 0; i < count; ++i) {
    const uint64_t path = children.paths[i];
    per_cell[cell_of(path)] +=
        static_cast<uint32_t>(std::popcount(letters_of(nodes[tagged_node(path)]) & allowed));
  }
  per_cell[shape.cells] = static_cast<uint32_t>(std::popcount(letters_of(nodes[kRootNode]) & allowed));
  children.at[0] = 0;
  for (unsigned cell = 0; cell <= shape.cells; ++cell)
    children.at[cell + 1] = children.at[cell] + per_cell[cell];
  if (children.at[shape.cells + 1] > kMaxChildren) return false;
  size_t next[kMaxCells];
  for (unsigned cell = 0; cell < shape.cells; ++cell) next[cell] = children.at[cell];
  for (size_t i = 0; i < count; ++i) {
    size_t& at = next[cell_of(children.paths[i])];
    at = note_children(nodes, children.paths[i], allowed, at, children);
  }
  (void)note_children(nodes, uint64_t{kRootNode} << 32, allowed, children.at[shape.cells], children);
  return true;
}

/// Paths of one tile: they are in no level of the search, which starts with two.
LEXIGRID_INLINE void take_single_tiles(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                       Lists& lists, size_t& hits, size_t& paths, Children& children) {
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    const NodeId node = letters[cell] == kNoTile ? kDeadNode : trie.singles()[letters[cell]];
    const uint64_t entry = uint64_t{node} << 32 | uint64_t{cell} << kCellShift | uint64_t{1} << cell;
    lists.hits[hits] = children.paths[paths] = entry;
    hits += trie.nodes()[node] >> 63;
    paths += letters_of(trie.nodes()[node]) != 0 ? 1 : 0;
  }
}

template <bool kHasPopcnt>
LEXIGRID_INLINE size_t expanded(const Shape& shape, const Tables& tables, Lists& lists, size_t kept) {
  return kHasPopcnt ? expand<false>(shape, tables, lists, kept, 0)
                    : expand_then_count<false>(shape, tables, lists, kept, 0);
}

template <bool kHasPopcnt>
LEXIGRID_INLINE bool collect(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                             uint32_t allowed, Tables& tables, Lists& lists, Children& children) {
  fill_tables(shape, letters, tables);
  const Node* const nodes = trie.nodes();
  size_t hits = 0;
  size_t paths = 0;
  take_single_tiles(shape, trie, letters, lists, hits, paths, children);
  for (size_t count = start<false>(shape, trie, letters, lists); count != 0;) {
    if (hits + count > kMaxHits || paths + count > kMaxHits) return false;
    for (size_t i = 0; i < count; ++i) {
      children.paths[paths] = lists.entries[i];
      paths += letters_of(nodes[lists.entries[i] >> 32]) != 0 ? 1 : 0;
    }
    size_t kept = 0;
    filter<0>(nodes, tables, lists, count, kept, hits);
    if (kept * kLanes > kMaxEntries) return false;
    count = expanded<kHasPopcnt>(shape, tables, lists, kept);
  }
  lists.hit_count = hits;
  return make_children(shape, nodes, allowed, paths, children);
}

/// The filter of the first step onto the wild cell: the nodes are at hand already.
LEXIGRID_INLINE void enter_wild(const Tables& tables, Lists& lists, const Children& children, size_t begin,
                                size_t end, unsigned wild, size_t& kept, size_t& hits) {
  const uint64_t near = tables.near_letters[wild] & kLettersMask;
  const uint64_t here = uint64_t{1} << wild | uint64_t{wild} << kCellShift | kAlways;
  for (size_t i = begin; i < end; ++i) {
    const Node node = children.nodes[i];
    const uint64_t before = children.entries[i];
    const uint64_t is_free = ~before >> wild & 1;
    const uint64_t entry = before | here;
    const uint64_t low = entry & 0xFFFFFFFF;
    lists.kept_x[kept] = (~node & 0xFFFFFFFF00000000u) | low;
    lists.kept_y[kept] = (node << 32 & kTagNodeMask) | (entry & kTagMask) | low;
    lists.hits[hits] = entry;
    kept += (letters_of(node) & near) != 0 ? is_free : 0;
    hits += (node >> 63) & is_free;
  }
}

/// Searches on from the entries in hand, `count` of them, until none goes on.
template <bool kHasPopcnt, class Note>
LEXIGRID_INLINE bool go_on(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                           size_t kept, size_t& hits, Note&& note) {
  while (kept != 0) {
    if (kept * kLanes > kMaxEntries) return false;
    const size_t count = expanded<kHasPopcnt>(shape, tables, lists, kept);
    if (hits + count > kMaxHits || !note(count)) return false;
    kept = 0;
    filter<kTagMask>(trie.nodes(), tables, lists, count, kept, hits);
  }
  return true;
}

/// All paths over the wild cell. `note_children(begin, end)` sees what enters it, `note(count)` the
/// entries of each level behind it; false ends the search.
template <bool kHasPopcnt, class NoteChildren, class Note>
LEXIGRID_INLINE bool search_over(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                                 const Children& children, unsigned wild, NoteChildren&& note_children,
                                 Note&& note) {
  size_t hits = 0;
  for (unsigned k = 0; k <= shape.near_count[wild]; ++k) {
    const size_t from = k < shape.near_count[wild] ? shape.near[wild][k] : shape.cells;
    for (size_t begin = children.at[from]; begin < children.at[from + 1]; begin += kBatch) {
      if (hits + kBatch > kMaxHits) return false;
      size_t kept = 0;
      const size_t end = std::min<size_t>(children.at[from + 1], begin + kBatch);
      if (!note_children(begin, end)) return false;
      enter_wild(tables, lists, children, begin, end, wild, kept, hits);
      if (!go_on<kHasPopcnt>(shape, trie, tables, lists, kept, hits, note)) return false;
    }
  }
  lists.hit_count = hits;
  return true;
}

template <bool kHasPopcnt>
LEXIGRID_INLINE bool search_wild(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                                 const Children& children, unsigned wild) {
  return search_over<kHasPopcnt>(
      shape, trie, tables, lists, children, wild, [](size_t, size_t) { return true; },
      [](size_t) { return true; });
}

template <bool kHasPopcnt>
LEXIGRID_INLINE bool search_noting(const Shape& shape, const PathTrie& trie, const Tables& tables,
                                   Lists& lists, Children& children, unsigned wild, unsigned own) {
  children.noted_count = 0;
  return search_over<kHasPopcnt>(
      shape, trie, tables, lists, children, wild,
      [&](size_t begin, size_t end) { return note_first(tables, begin, end, wild, own, children); },
      [&](size_t count) {
        return note_entries(trie.nodes(), tables, {lists.entries, count}, own, children);
      });
}

template <bool kHasPopcnt>
LEXIGRID_INLINE bool follow(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                            size_t count) {
  size_t hits = 0;
  for (size_t begin = 0; begin < count; begin += kBatch) {
    const size_t some = std::min(kBatch, count - begin);
    if (hits + some > kMaxHits) return false;
    std::copy_n(lists.paths + begin, some, lists.entries);
    size_t kept = 0;
    filter<kTagMask>(trie.nodes(), tables, lists, some, kept, hits);
    if (!go_on<kHasPopcnt>(shape, trie, tables, lists, kept, hits, [](size_t) { return true; })) return false;
  }
  lists.hit_count = hits;
  return true;
}

bool collect_portable(const Shape& shape, const PathTrie& trie, const uint8_t* letters, uint32_t allowed,
                      Tables& tables, Lists& lists, Children& children) {
  return collect<false>(shape, trie, letters, allowed, tables, lists, children);
}
bool search_portable(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                     const Children& children, unsigned wild) {
  return search_wild<false>(shape, trie, tables, lists, children, wild);
}
bool search_noting_portable(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                            Children& children, unsigned wild, unsigned own) {
  return search_noting<false>(shape, trie, tables, lists, children, wild, own);
}
bool follow_portable(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                     size_t count) {
  return follow<false>(shape, trie, tables, lists, count);
}
#if LEXIGRID_X86
LEXIGRID_TARGET_POPCNT bool collect_popcnt(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                           uint32_t allowed, Tables& tables, Lists& lists,
                                           Children& children) {
  return collect<true>(shape, trie, letters, allowed, tables, lists, children);
}
LEXIGRID_TARGET_POPCNT bool search_popcnt(const Shape& shape, const PathTrie& trie, const Tables& tables,
                                          Lists& lists, const Children& children, unsigned wild) {
  return search_wild<true>(shape, trie, tables, lists, children, wild);
}
LEXIGRID_TARGET_POPCNT bool search_noting_popcnt(const Shape& shape, const PathTrie& trie,
                                                 const Tables& tables, Lists& lists, Children& children,
                                                 unsigned wild, unsigned own) {
  return search_noting<true>(shape, trie, tables, lists, children, wild, own);
}
LEXIGRID_TARGET_POPCNT bool follow_popcnt(const Shape& shape, const PathTrie& trie, const Tables& tables,
                                          Lists& lists, size_t count) {
  return follow<true>(shape, trie, tables, lists, count);
}
LEXIGRID_TARGET_AVX2 bool collect_avx2(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                       uint32_t allowed, Tables& tables, Lists& lists, Children& children) {
  return collect<true>(shape, trie, letters, allowed, tables, lists, children);
}
#endif

}  // namespace

ChangesKernel changes_kernel_for(CpuTarget isa) noexcept {
#if LEXIGRID_X86
  switch (isa) {
    case CpuTarget::avx512: return {collect_avx2, search_wild_avx512, search_noting_avx512, follow_avx512};
    case CpuTarget::avx2: return {collect_avx2, search_wild_avx2, search_noting_avx2, follow_avx2};
    case CpuTarget::popcnt: return {collect_popcnt, search_popcnt, search_noting_popcnt, follow_popcnt};
    case CpuTarget::portable: break;
  }
#else
  (void)isa;
#endif
  return {collect_portable, search_portable, search_noting_portable, follow_portable};
}

}  // namespace lexigrid::packed

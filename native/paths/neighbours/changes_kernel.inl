// The search over a wild cell (neighbours/changes_kernel.hpp), for the `Vector` of a target.

LEXIGRID_INLINE uint64_t letters_of(Node node) { return node >> kLettersShift & kLettersMask; }

/// Appends the steps that a path of the board, or the root, can make onto a cell with any letter allowed.
LEXIGRID_INLINE size_t append_children(const Node* nodes, uint64_t path, uint64_t allowed, size_t at,
                                       Children& children) {
  const Node node = nodes[tagged_node(path)];
  for (uint64_t rest = letters_of(node) & allowed; rest != 0; rest &= rest - 1, ++at) {
    const auto letter = static_cast<uint64_t>(std::countr_zero(rest));
    const auto below = std::popcount(letters_of(node) & ((uint64_t{1} << letter) - 1));
    const uint64_t child = static_cast<NodeId>(node) + static_cast<uint64_t>(below);
    children.nodes[at] = nodes[child];
    children.entries[at] = letter << kTagShift | child << 32 | (path & Packed::kUsedMask);
  }
  return at;
}

/// Sorts the steps of `paths[0 .. count)` by the cell they leave, and adds those from the root.
LEXIGRID_INLINE bool make_children(const Shape& shape, const Node* nodes, uint64_t allowed, size_t count,
                                   Children& children) {
  uint32_t per_cell[kMaxPackedCells + 1] = {};
  for (size_t i = 0; i < count; ++i) {
    const uint64_t path = children.paths[i];
    per_cell[cell_of<Packed>(path)] +=
        static_cast<uint32_t>(std::popcount(letters_of(nodes[tagged_node(path)]) & allowed));
  }
  per_cell[shape.cells] = static_cast<uint32_t>(std::popcount(letters_of(nodes[kRootNode]) & allowed));
  children.at[0] = 0;
  for (unsigned cell = 0; cell <= shape.cells; ++cell)
    children.at[cell + 1] = children.at[cell] + per_cell[cell];
  if (children.at[shape.cells + 1] > kMaxChildren) return false;
  size_t next[kMaxPackedCells];
  for (unsigned cell = 0; cell < shape.cells; ++cell) next[cell] = children.at[cell];
  for (size_t i = 0; i < count; ++i) {
    size_t& at = next[cell_of<Packed>(children.paths[i])];
    at = append_children(nodes, children.paths[i], allowed, at, children);
  }
  (void)append_children(nodes, uint64_t{kRootNode} << 32, allowed, children.at[shape.cells], children);
  return true;
}

/// Collects the words and paths of one tile, as the search starts with two.
LEXIGRID_INLINE void take_single_tiles(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                       Lists& lists, size_t& hits, size_t& paths, Children& children) {
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    const NodeId node = letters[cell] == kNoTile ? kDeadNode : trie.singles()[letters[cell]];
    const uint64_t entry = uint64_t{node} << 32 | uint64_t{cell} << Packed::kCellShift | uint64_t{1} << cell;
    lists.hits[hits] = children.paths[paths] = entry;
    hits += trie.nodes()[node] >> 63;
    paths += letters_of(trie.nodes()[node]) != 0 ? 1 : 0;
  }
}

template <bool kIsLarge>
using NearPacked = Vector::NearLetters<Packed, kIsLarge>;

template <bool kIsLarge>
LEXIGRID_INLINE bool collect_as(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                uint32_t allowed, Tables& tables, Lists& lists, Children& children) {
  fill_tables<Packed, kIsLarge>(shape, letters, tables);
  const NearPacked<kIsLarge> near(tables);
  const Node* const nodes = trie.nodes();
  Ends ends{0, 0};
  NoNotes no_notes;
  size_t paths = 0;
  take_single_tiles(shape, trie, letters, lists, ends.hits, paths, children);
  for (size_t count = start<Packed, false>(shape, trie, letters, lists); count != 0;) {
    if (ends.hits + count > kMaxHits || paths + count > kMaxHits) return false;
    for (size_t i = 0; i < count; ++i) {
      children.paths[paths] = lists.entries[i];
      paths += letters_of(nodes[lists.entries[i] >> 32]) != 0 ? 1 : 0;
    }
    ends.kept = 0;
    filter<Packed, false, kNodePart>(nodes, near, lists, count, ends, no_notes);
    if (ends.kept * kWays > kMaxEntries) return false;
    count = expand<Packed, false, kNodePart>(shape, tables, nodes, lists, ends.kept);
  }
  lists.hit_count = ends.hits;
  return make_children(shape, nodes, allowed, paths, children);
}

/// Records entries over the wild cell that can continue with its original letter, `own`, and are next to a
/// cell with the letter of the tag.
struct OwnLetterNotes {
  uint64_t own_bit;
  Children& children;

  LEXIGRID_INLINE OwnLetterNotes(unsigned own, Children& to)
      : own_bit(uint64_t{1} << (32 + own)),
        children(to) {
    children.noted_count = 0;
  }
  LEXIGRID_INLINE bool fits(size_t more) const { return children.noted_count + more <= kMaxHits; }
  LEXIGRID_INLINE void take(Vector::Lanes entry, Vector::Lanes node, Vector::Lanes near_letters,
                            Vector::Mask present) {
    const Vector::Lanes near_tag = near_letters >> (entry >> kTagShift);
    const auto noted = static_cast<Vector::Mask>(Vector::any(near_tag, Vector::fill(uint64_t{1} << 32)) &
                                                 Vector::any(node, Vector::fill(own_bit)) & present);
    Vector::store_front(children.noted.data() + children.noted_count, entry, Vector::order_of(noted));
    children.noted_count += Vector::count(noted);
  }
};
struct NoOwnNotes : NoNotes {
  LEXIGRID_INLINE bool fits(size_t) const { return true; }
};

/// The filter of the first step onto the wild cell, whose nodes are known. Reads up to `kLanes - 1` children
/// too many, which `is_free` leaves out.
template <class Notes>
LEXIGRID_INLINE void enter_wild(const Tables& tables, Lists& lists, const Children& children, size_t begin,
                                size_t end, unsigned wild, Ends& ends, Notes& notes) {
  const Vector::Lanes near = Vector::fill((tables.near_letters[wild] & kLettersMask) << 32);
  const Vector::Lanes wild_bit = Vector::fill(uint64_t{1} << wild);
  const Vector::Lanes here =
      Vector::fill(uint64_t{1} << wild | uint64_t{wild} << Packed::kCellShift | kAlways);
  for (size_t i = begin; i < end; i += Vector::kLanes) {
    const Vector::Lanes node = Vector::load(children.nodes.data() + i);
    const Vector::Lanes before = Vector::load(children.entries.data() + i);
    const auto is_free = static_cast<Vector::Mask>(Vector::none(before, wild_bit) & Vector::first(end - i));
    const auto goes_on = static_cast<Vector::Mask>(Vector::any(node, near) & is_free);
    const auto is_word = static_cast<Vector::Mask>(Vector::highest_bit(node) & is_free);
    const Vector::Lanes entry = before | here;
    append<Packed, kTaggedNodePart>(entry, node, Vector::order_of(goes_on), Vector::order_of(is_word), lists,
                                    ends);
    notes.take(entry, node, near, is_free);
    ends.kept += Vector::count(goes_on);
    ends.hits += Vector::count(is_word);
  }
}

/// Continues the search from the kept entries until none goes on.
template <class Near, class Notes>
LEXIGRID_INLINE bool go_on(const Shape& shape, const PathTrie& trie, const Tables& tables, const Near& near,
                           Lists& lists, Ends& ends, Notes& notes) {
  while (ends.kept != 0) {
    if (ends.kept * kWays > kMaxEntries) return false;
    const size_t count =
        expand<Packed, false, kTaggedNodePart>(shape, tables, trie.nodes(), lists, ends.kept);
    if (ends.hits + count > kMaxHits || !notes.fits(count)) return false;
    ends.kept = 0;
    filter<Packed, false, kTaggedNodePart>(trie.nodes(), near, lists, count, ends, notes);
  }
  return true;
}

template <bool kIsLarge, class Notes>
LEXIGRID_INLINE bool search_over(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                                 const Children& children, unsigned wild, Notes notes) {
  const NearPacked<kIsLarge> near(tables);
  Ends ends{0, 0};
  for (unsigned k = 0; k <= shape.near_count[wild]; ++k) {
    const size_t from = k < shape.near_count[wild] ? shape.near[wild][k] : shape.cells;
    for (size_t begin = children.at[from]; begin < children.at[from + 1]; begin += kBatch) {
      if (ends.hits + kBatch > kMaxHits || !notes.fits(kBatch)) return false;
      ends.kept = 0;
      const size_t end = std::min<size_t>(children.at[from + 1], begin + kBatch);
      enter_wild(tables, lists, children, begin, end, wild, ends, notes);
      if (!go_on(shape, trie, tables, near, lists, ends, notes)) return false;
    }
  }
  lists.hit_count = ends.hits;
  return true;
}

bool collect(const Shape& shape, const PathTrie& trie, const uint8_t* letters, uint32_t allowed,
             Tables& tables, Lists& lists, Children& children) {
  std::array<uint8_t, kMaxBitsetCells> board{};  // searches read vectors of letters
  std::copy_n(letters, shape.cells, board.begin());
  return Vector::kHasSmallTable && shape.cells <= 16
             ? collect_as<false>(shape, trie, board.data(), allowed, tables, lists, children)
             : collect_as<true>(shape, trie, board.data(), allowed, tables, lists, children);
}

bool search_wild(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                 Children& children, unsigned wild) {
  return Vector::kHasSmallTable && shape.cells <= 16
             ? search_over<false>(shape, trie, tables, lists, children, wild, NoOwnNotes{})
             : search_over<true>(shape, trie, tables, lists, children, wild, NoOwnNotes{});
}

bool search_noting(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists,
                   Children& children, unsigned wild, unsigned own) {
  const OwnLetterNotes notes(own, children);
  return Vector::kHasSmallTable && shape.cells <= 16
             ? search_over<false>(shape, trie, tables, lists, children, wild, notes)
             : search_over<true>(shape, trie, tables, lists, children, wild, notes);
}

bool follow(const Shape& shape, const PathTrie& trie, const Tables& tables, Lists& lists, size_t count) {
  const NearPacked<true> near(tables);
  NoOwnNotes no_notes;
  Ends ends{0, 0};
  for (size_t begin = 0; begin < count; begin += kBatch) {
    const size_t some = std::min(kBatch, count - begin);
    if (ends.hits + some > kMaxHits) return false;
    std::copy_n(lists.codes + begin, some, lists.entries);
    ends.kept = 0;
    filter<Packed, false, kTaggedNodePart>(trie.nodes(), near, lists, some, ends, no_notes);
    if (!go_on(shape, trie, tables, near, lists, ends, no_notes)) return false;
  }
  lists.hit_count = ends.hits;
  return true;
}

void add_points(std::span<const uint64_t> points_of_line, const Line* lines, unsigned pairs,
                uint64_t* scores) {
  for (const uint64_t points : points_of_line) {
    for (unsigned pair = 0; pair < pairs; ++pair, ++lines) {
      uint64_t words = 0;
      for (const uint64_t bits : lines->bits) words += static_cast<uint64_t>(popcount(bits));
      scores[pair] += points * words;
    }
  }
}

// Searches one board, for a layout (Packed, Bitset) and the `Vector` of a target.

/// Ends of the lists that a filter appends to.
struct Ends {
  size_t kept;
  size_t hits;
};

template <class Layout>
LEXIGRID_INLINE size_t cell_of(uint64_t entry) {
  return entry >> Layout::kCellShift & Layout::kCellMask;
}

/// The place of the last cell of an entry in a table of `Around`, in bytes.
template <class Layout>
LEXIGRID_INLINE size_t around_of(uint64_t entry) {
  constexpr unsigned kShift = std::countr_zero(sizeof(Shape::Around));
  static_assert(sizeof(Shape::Around) == 1 << kShift && sizeof(Tables::Around) == 1 << kShift);
  if constexpr (Layout::kCellShift < kShift) {
    return cell_of<Layout>(entry) << kShift;
  } else {
    return entry >> (Layout::kCellShift - kShift) & Layout::kCellMask << kShift;
  }
}

/// Appends the entries that go on, as X and Y, and those that end a word. `kNodes` are the bits of an entry
/// that number its node; the other bits of the high half are a tag, which is kept.
template <class Layout, uint64_t kNodes>
LEXIGRID_INLINE void append(Vector::Lanes entry, Vector::Lanes node, Vector::Order goes_on,
                            Vector::Order is_word, Lists& lists, const Ends& ends) {
  constexpr uint64_t kLast = Layout::kCellMask << Layout::kCellShift | Layout::kCarry;
  const Vector::Lanes x = Vector::x_of(node, entry & Vector::fill(~kLast));
  const Vector::Lanes y = Vector::template y_of<kNodes>(node, entry & Vector::fill(~Layout::kCarry));
  Vector::store_front(lists.x + ends.kept, x, goes_on);
  Vector::store_front(lists.y + ends.kept, y, goes_on);
  Vector::store_front(lists.hits + ends.hits, entry, is_word);
}

/// Ignores the entries that a filter sees.
struct NoNotes {
  LEXIGRID_INLINE void take(Vector::Lanes, Vector::Lanes, Vector::Lanes, Vector::Mask) {}
};

/// Filters `entries[0 .. count)`; overwrites up to `kLanes - 1` entries after them. Every step writes to
/// every list and advances its end by the entries that belong there, so there is no branch to mispredict.
/// `shift` is the position of the last cells in codes.
template <class Layout, bool kCodes, uint64_t kNodes, class Near, class Notes>
LEXIGRID_INLINE void filter(const Node* nodes, const Near& near, Lists& lists, size_t count, Ends& ends,
                            Notes& notes, [[maybe_unused]] unsigned shift = 0) {
  // Entries of the dead node, which lead nowhere and end no word, fill the last vector.
  if constexpr (Vector::kLanes > 1) Vector::store(lists.entries + count, Vector::fill(0));
  [[maybe_unused]] const Vector::Place place = Vector::place_of(shift);
  for (size_t i = 0; i < count; i += Vector::kLanes) {
    const Vector::Lanes entry = Vector::load(lists.entries + i);
    const Vector::Lanes node = Vector::template load_nodes<kNodes>(nodes, lists.entries + i);
    const Vector::Lanes letters = near.pick(entry);
    const auto goes_on = Vector::any(letters, node);
    const Vector::Mask is_word = Vector::highest_bit(node);
    const Vector::Order hit_order = Vector::order_of(is_word);
    const Vector::Order kept_order = Vector::order_of(goes_on);
    append<Layout, kNodes>(entry, node, kept_order, hit_order, lists, ends);
    if constexpr (Layout::kHasUsedList)
      Vector::store_front(lists.kept_used + ends.kept, Vector::load(lists.used + i), kept_order);
    if constexpr (kCodes) {
      const Vector::Lanes cell = entry >> Layout::kCellShift & Vector::fill(Layout::kCellMask);
      const Vector::Lanes code = Vector::load(lists.codes + i) | Vector::shift_left(cell, place);
      Vector::store_front(lists.kept_codes + ends.kept, code, kept_order);
      Vector::store_front(lists.hit_codes + ends.hits, code, hit_order);
    }
    notes.take(entry, node, letters, static_cast<Vector::Mask>(~Vector::Mask{0}));
    ends.kept += Vector::count(goes_on);
    ends.hits += Vector::count(is_word);
  }
}

/// Adds the number of letters below to each entry of a level, that is, only for the lanes that went on: a
/// quarter of all. Compilers vectorize the loop.
LEXIGRID_INLINE void count_letters_below(Lists& lists, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = lists.below[i];  // those in the high half are counted
    bits -= bits >> 1 & 0x5555555500000000u;
    bits = (bits & 0x3333333300000000u) + (bits >> 2 & 0x3333333300000000u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F00000000u;
    bits += bits >> 8;
    bits += bits >> 16;
    lists.entries[i] += bits & 0x3F00000000u;
  }
}

/// Returns the lanes of the neighbours that an entry can step to.
template <class Layout>
LEXIGRID_INLINE auto can_step(Vector::Lanes x, Vector::Lanes lane, [[maybe_unused]] Vector::Lanes used,
                              [[maybe_unused]] Vector::Lanes bit) {
  if constexpr (Layout::kHasUsedList) {
    return Vector::none(x, lane, used, bit);
  } else {
    return Vector::none(x, lane);
  }
}

/// Writes the next level from the kept entries and returns its size. Always tries eight neighbours: a loop
/// over 3, 5 or 8 would mispredict its end.
template <class Layout, bool kCodes, uint64_t kNodes>
LEXIGRID_INLINE size_t expand(const Shape& shape, const Tables& tables, [[maybe_unused]] const Node* nodes,
                              Lists& lists, size_t kept) {
  using Lanes = Vector::Lanes;
  constexpr unsigned kParts = kWays / Vector::kLanes;
  constexpr bool kHasBelow = !Vector::kHasPermutes || Layout::kHasUsedList;
  size_t next = 0;
  const auto* const shapes = reinterpret_cast<const char*>(shape.around);
  const auto* const lanes = reinterpret_cast<const char*>(tables.around);
  for (size_t i = 0; i < kept; ++i) {
    // One offset serves both tables. With references, GCC keeps the address of each array in a register.
    const uint64_t first = lists.y[i];
    const size_t offset = around_of<Layout>(first);
    [[maybe_unused]] const auto* const around = reinterpret_cast<const Shape::Around*>(shapes + offset);
    const auto* const letters = reinterpret_cast<const Tables::Around*>(lanes + offset);
    const Lanes x = Vector::load_one(lists.x + i);
    const Lanes y = Vector::load_one(lists.y + i);
    [[maybe_unused]] Lanes used{};
    if constexpr (Layout::kHasUsedList) used = Vector::load_one(lists.kept_used + i);
    if constexpr (kCodes) {
      const Lanes code = Vector::load_one(lists.kept_codes + i);
      for (unsigned way = 0; way < kWays; way += Vector::kLanes)
        Vector::store(lists.codes + next + way, code);
    }
    Vector::prefetch(nodes + ((first & kNodes) >> 32));
    // AVX-512 has an instruction to spare for the lanes less one letter, but no load.
    [[maybe_unused]] Lanes all{};
    if constexpr (!kHasBelow) all = Vector::load_once(letters->lane);
    const auto step = [&](unsigned lane) {
      if constexpr (kHasBelow) {
        return Vector::and_not(x, Vector::load(letters->below + lane));
      } else {
        return Vector::and_not(x, all + Vector::fill(kNodePart));
      }
    };
    // The number of letters below lands in the high half, where the node is.
    [[maybe_unused]] Lanes steps[kParts];
    if constexpr (!Vector::kCountsLast) {
      for (unsigned part = 0; part < kParts; ++part) steps[part] = step(part * Vector::kLanes);
      Vector::count_high(steps);
    }
    for (unsigned part = 0; part < kParts; ++part) {
      const unsigned lane = part * Vector::kLanes;
      const Lanes near = kHasBelow ? Vector::load(letters->lane + lane) : all;
      [[maybe_unused]] Lanes bit{};
      if constexpr (Layout::kHasUsedList) bit = Vector::load(around->bit + lane);
      const auto goes_on = can_step<Layout>(x, near, used, bit);
      const Vector::Order order = Vector::order_of(goes_on);
      if constexpr (Vector::kCountsLast) {
        Vector::store_front(lists.entries + next, y + (near & Vector::fill(~kNodePart)), order);
        Vector::store_front(lists.below + next, step(lane), order);
      } else {
        Vector::store_front(lists.entries + next, y + steps[part], order);
      }
      if constexpr (Layout::kHasUsedList) Vector::store_front(lists.used + next, used | bit, order);
      next += Vector::count(goes_on);
    }
  }
  if constexpr (Vector::kCountsLast) count_letters_below(lists, next);
  return next;
}

/// Fills the tables of a board.
template <class Layout, bool kIsLarge>
LEXIGRID_INLINE void fill_tables(const Shape& shape, const uint8_t* letters, Tables& tables) {
  if constexpr (Vector::kHasPermutes && !Layout::kHasUsedList)
    return Vector::template fill_tables<kIsLarge>(shape, letters, tables);
  alignas(64) uint64_t lane_of[Layout::kNoCell + 1];
  std::fill(std::begin(lane_of), std::end(lane_of), kAlways);
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    const uint64_t used = Layout::kHasUsedList ? 0 : uint64_t{1} << cell;
    if (letters[cell] != kNoTile) lane_of[cell] = used | uint64_t{1} << (32 + letters[cell]);
  }
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    Tables::Around* const around = tables.around + cell;
    Vector::Lanes near_letters = Vector::fill(0);
    for (unsigned k = 0; k < kWays; k += Vector::kLanes) {
      const Vector::Lanes lane = Vector::template pick<Layout>(lane_of, shape.near[cell] + k) |
                                 Vector::load(shape.around[cell].ahead + k);
      Vector::store(around->lane + k, lane);
      Vector::store(around->below + k, lane + Vector::fill(kNodePart));
      near_letters = near_letters | (lane & Vector::fill(kNodePart));
    }
    tables.near_letters[cell] = static_cast<uint32_t>(Vector::any_lane(near_letters) >> 32);
  }
}

/// Fills the first level, paths of two cells: one table lookup per pair instead of two levels.
template <class Layout, bool kCodes>
LEXIGRID_INLINE size_t start(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Lists& lists) {
  if constexpr (Vector::kHasPermutes && !Layout::kHasUsedList)
    return Vector::template start<kCodes>(shape, trie, letters, lists);
  const auto letter_of = [&](size_t cell) { return letters[cell] & 31u; };  // a dead cell: 31, an empty row
  size_t pair = 0;
  size_t count = 0;
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    const NodeId* const row = trie.pairs().data() + 32 * letter_of(cell);
    for (unsigned k = 0; k < shape.near_count[cell]; ++k, ++pair) {
      const uint64_t node = row[letter_of(shape.near[cell][k])];
      lists.entries[count] = shape.pair_entry[pair] | node << 32;
      if constexpr (Layout::kHasUsedList) lists.used[count] = shape.pair_used[pair];
      if constexpr (kCodes) lists.codes[count] = shape.pair_code[pair];
      count += node != kDeadNode ? 1 : 0;
    }
  }
  return count;
}

template <class Layout, bool kCodes, bool kIsLarge>
LEXIGRID_INLINE bool search_board_as(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                     Tables& tables, Lists& lists) {
  fill_tables<Layout, kIsLarge>(shape, letters, tables);
  size_t count = start<Layout, kCodes>(shape, trie, letters, lists);
  const typename Vector::template NearLetters<Layout, kIsLarge> near(tables);
  NoNotes notes;
  Ends ends{0, 0};
  unsigned tiles = 1;
  lists.hits_to[1] = 0;
  for (unsigned shift = 64 - 2 * Layout::kCellBits; count != 0; shift = next_shift<Layout>(shift)) {
    if (ends.hits + count > kMaxHits) return false;
    ends.kept = 0;
    filter<Layout, kCodes, kNodePart>(trie.nodes(), near, lists, count, ends, notes, shift);
    lists.hits_to[++tiles] = ends.hits;
    if (ends.kept * kWays > kMaxEntries) return false;
    count = expand<Layout, kCodes, kNodePart>(shape, tables, trie.nodes(), lists, ends.kept);
  }
  lists.hit_count = ends.hits;
  lists.most_tiles = tiles;
  return true;
}

template <class Layout, bool kCodes>
bool search_board(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Tables& tables,
                  Lists& lists) {
  if constexpr (Vector::kHasSmallTable && !Layout::kHasUsedList) {
    if (shape.cells <= 16) return search_board_as<Layout, kCodes, false>(shape, trie, letters, tables, lists);
  }
  return search_board_as<Layout, kCodes, true>(shape, trie, letters, tables, lists);
}

// Operations that the vectors of all targets inherit; few targets have better ones.

using namespace levels;  // NOLINT(google-build-using-namespace)

struct Common {
  LEXIGRID_INLINE static void prefetch(const Node*) {}

  template <class Layout, bool kIsLarge>
  LEXIGRID_INLINE static void fill_tables(const Shape& shape, const uint8_t* letters, Tables& tables) {
    uint64_t lane_of[kMaxBitsetCells];
    for (unsigned cell = 0; cell < shape.cells; ++cell) {
      const uint64_t used = Layout::kHasUsedList ? 0 : uint64_t{1} << cell;
      lane_of[cell] = letters[cell] == kNoTile ? kAlways : used | uint64_t{1} << (32 + letters[cell]);
    }
    for (unsigned cell = 0; cell < shape.cells; ++cell) {
      uint32_t near_letters = 0;
      for (unsigned k = 0; k < kWays; ++k) {
        const uint64_t lane = k < shape.near_count[cell] ? lane_of[shape.near[cell][k]] : kAlways;
        const auto letter = static_cast<uint32_t>(lane >> 32);
        tables.around[cell].lane[k] = lane;
        tables.around[cell].below[k] = uint64_t{letter == 0 ? 0 : letter - 1} << 32;
        near_letters |= letter;
      }
      tables.near_letters[cell] = near_letters;
    }
  }

  /// Fills the first level, paths of two cells: one table lookup per pair instead of two levels.
  template <class Layout, bool kCodes>
  LEXIGRID_INLINE static size_t start(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                      Lists& lists) {
    const NodeId* const pairs = trie.pairs().data();
    size_t count = 0;
    for (unsigned i = 0; i < shape.pair_count; ++i) {
      const unsigned first = letters[shape.pair_from[i]] & 31;  // kNoTile becomes 31, an empty row of pairs
      const unsigned second = letters[shape.pair_to[i]] & 31;
      const uint64_t node = pairs[32 * first + second];
      lists.entries[count] = shape.pair_entry[i] | node << 32;
      if constexpr (Layout::kHasUsedList) lists.used[count] = shape.pair_used[i];
      if constexpr (kCodes) lists.codes[count] = shape.pair_code[i];
      count += node != kDeadNode ? 1 : 0;
    }
    return count;
  }

  /// Appends the steps from an entry of the window search to its eight neighbours.
  LEXIGRID_INLINE static void step_around(const window::Band& band, Node node, uint32_t cell, uint64_t used,
                                          size_t i, window::Levels& levels, size_t& next) {
    const auto letters = static_cast<uint32_t>(node >> kLettersShift);
    const uint32_t* const around = band.around.data() + size_t{cell} * window::kWays;
    for (unsigned way = 0; way < window::kWays; ++way) {
      levels.nodes[next] = static_cast<uint32_t>(node) + count_bits(letters & (around[way] - 1));
      levels.cells[next] = cell + static_cast<uint32_t>(band.step[way]);
      levels.from[next] = static_cast<uint32_t>(64 * i + 9 * way);
      const uint64_t is_free = ~used >> window::window_bit(way) & 1;
      next += (letters & around[way]) != 0 ? is_free : 0;
    }
  }

  /// Writes the cells of a packed code: up to sixteen bytes, meaningless after the end of the path.
  LEXIGRID_INLINE static void write_cells(uint64_t code, uint8_t* to) {
    for (unsigned k = 0; k < Packed::kCodeTiles; ++k) to[k] = static_cast<uint8_t>(Packed::cell_at(code, k));
  }
};

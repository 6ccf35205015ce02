// One 64-bit lane: the vector that defines what the kernels compute. Others inherit what they cannot do
// better.

/// The operations of the kernels on `kLanes` 64-bit lanes, besides `&`, `|`, `~`, `+` and `>>`, which are
/// those of `Lanes`. A mask selects lanes.
struct Scalar {
  using Lanes = uint64_t;
  using Mask = uint64_t;
  struct Order {};         // a mask, ready for `store_front`
  using Place = uint64_t;  // the shift of a cell in codes, ready for `shift_left`
  static constexpr unsigned kLanes = 1;
  static constexpr bool kHasSmallTable = false;  // NearLetters is faster on up to 16 cells
  static constexpr bool kCountsLast = true;      // counting bits is a dozen instructions
  static constexpr bool kHasPermutes = false;    // has these three for Packed
  static Lanes load_once(const uint64_t* from);
  template <bool kIsLarge>
  static void fill_tables(const Shape&, const uint8_t* letters, Tables&);
  template <bool kCodes>
  static size_t start(const Shape&, const PathTrie&, const uint8_t* letters, Lists&);

  LEXIGRID_INLINE static Lanes fill(uint64_t value) { return value; }
  LEXIGRID_INLINE static Lanes load(const uint64_t* from) { return *from; }
  LEXIGRID_INLINE static Lanes load_one(const uint64_t* from) { return *from; }  // into every lane
  LEXIGRID_INLINE static void store(uint64_t* to, Lanes lanes) { *to = lanes; }

  /// Loads the nodes of the entries at `entries`.
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes load_nodes(const Node* nodes, const uint64_t* entries) {
    return nodes[(*entries & kNodes) >> 32];
  }

  /// Stores the lanes of a mask one after the other. What follows them is undefined.
  LEXIGRID_INLINE static void store_front(uint64_t* to, Lanes lanes, Order) { *to = lanes; }
  template <class AnyMask>
  LEXIGRID_INLINE static Order order_of(const AnyMask&) {
    return {};
  }
  LEXIGRID_INLINE static uint64_t count(Mask mask) { return mask; }
  LEXIGRID_INLINE static Mask first(size_t) { return 1; }

  LEXIGRID_INLINE static Lanes and_not(Lanes a, Lanes b) { return ~a & b; }
  // Masks that are evaluated only when they are counted, by a comparison and an addition with carry.
  struct Any {
    uint64_t bits;
    LEXIGRID_INLINE operator Mask() const {
      return bits != 0 ? 1 : 0;
    }  // NOLINT(google-explicit-constructor)
  };
  struct None {
    uint64_t bits;
    LEXIGRID_INLINE operator Mask() const {
      return bits == 0 ? 1 : 0;
    }  // NOLINT(google-explicit-constructor)
  };
  LEXIGRID_INLINE static Any any(Lanes a, Lanes b) { return {a & b}; }    // a & b is not 0
  LEXIGRID_INLINE static None none(Lanes a, Lanes b) { return {a & b}; }  // a & b is 0
  LEXIGRID_INLINE static None none(Lanes a, Lanes b, Lanes c, Lanes d) { return {(a & b) | (c & d)}; }
  LEXIGRID_INLINE static Mask highest_bit(Lanes lanes) { return lanes >> 63; }

  LEXIGRID_INLINE static Lanes x_of(Lanes node, Lanes entry) {
    return (~node & kNodePart) | (entry & ~kNodePart);
  }
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes y_of(Lanes node, Lanes entry) {
    return (node << 32 & kNodes) | (entry & ~kNodes);
  }
  LEXIGRID_INLINE static Place place_of(unsigned shift) { return shift < 64 ? uint64_t{1} << shift : 0; }
  LEXIGRID_INLINE static Lanes shift_left(Lanes lanes, Place place) { return lanes * place; }

  /// Replaces the high halves by the numbers of their bits.
  LEXIGRID_INLINE static void count_high(Lanes (&parts)[kWays]) {
    for (Lanes& lanes : parts)
      lanes = static_cast<uint64_t>(std::popcount(lanes >> 32)) << 32 | (lanes & ~kNodePart);
  }

  /// The letters near the cells of entries, << 32.
  template <class Layout, bool kIsLarge>
  struct NearLetters {
    const uint32_t* letters;
    LEXIGRID_INLINE explicit NearLetters(const Tables& tables) : letters(tables.near_letters) {}
    LEXIGRID_INLINE Lanes pick(Lanes entry) const {
      return uint64_t{letters[entry >> Layout::kCellShift & Layout::kCellMask]} << 32;
    }
  };

  /// The values of as many cells as there are lanes.
  template <class Layout>
  LEXIGRID_INLINE static Lanes pick(const uint64_t* values, const uint8_t* cells) {
    return values[*cells];
  }
  LEXIGRID_INLINE static uint64_t any_lane(Lanes lanes) { return lanes; }  // the OR of all

  LEXIGRID_INLINE static void prefetch(const Node*) {}

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
    for (unsigned k = 0; k < Packed::kCodeTiles; ++k) to[k] = static_cast<uint8_t>(cell_at<Packed>(code, k));
  }
};

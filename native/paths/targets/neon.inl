// Vectors of Advanced SIMD of 64-bit Arm: two entries at a time.

/// See Scalar.
struct Vector : Scalar {
  using Lanes = uint64x2_t;
  using Mask = unsigned;
  using Order = unsigned;
  using Place = int64x2_t;
  static constexpr unsigned kLanes = 2;
  static constexpr bool kHasSmallTable = false;
  static constexpr bool kCountsLast = false;

  LEXIGRID_INLINE static Lanes fill(uint64_t value) { return vdupq_n_u64(value); }
  LEXIGRID_INLINE static Lanes load(const uint64_t* from) { return vld1q_u64(from); }
  LEXIGRID_INLINE static Lanes load_one(const uint64_t* from) { return vld1q_dup_u64(from); }
  LEXIGRID_INLINE static void store(uint64_t* to, Lanes lanes) { vst1q_u64(to, lanes); }
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes load_nodes(const Node* nodes, const uint64_t* entries) {
    return Lanes{nodes[(entries[0] & kNodes) >> 32], nodes[(entries[1] & kNodes) >> 32]};
  }
  /// The second lane overwrites the first if the mask excludes the first.
  LEXIGRID_INLINE static void store_front(uint64_t* to, Lanes lanes, Order order) {
    vst1q_lane_u64(to, lanes, 0);
    vst1q_lane_u64(to + (order & 1), lanes, 1);
  }
  LEXIGRID_INLINE static Order order_of(Mask mask) { return mask; }
  LEXIGRID_INLINE static unsigned count(Mask mask) { return (mask & 1) + (mask >> 1 & 1); }
  LEXIGRID_INLINE static Mask first(size_t count) { return count >= 2 ? 3 : 1; }

  LEXIGRID_INLINE static Lanes and_not(Lanes a, Lanes b) { return ~a & b; }
  LEXIGRID_INLINE static Mask highest_bit(Lanes lanes) {
    const Lanes bits = vshrq_n_u64(lanes, 63);
    return static_cast<Mask>(vgetq_lane_u64(bits, 0) | vgetq_lane_u64(bits, 1) << 1);
  }
  LEXIGRID_INLINE static Mask any(Lanes a, Lanes b) { return highest_bit(vtstq_u64(a, b)); }
  LEXIGRID_INLINE static Mask none(Lanes a, Lanes b) { return highest_bit(vceqzq_u64(a & b)); }
  LEXIGRID_INLINE static Mask none(Lanes a, Lanes b, Lanes c, Lanes d) {
    return highest_bit(vceqzq_u64((a & b) | (c & d)));
  }

  LEXIGRID_INLINE static Lanes x_of(Lanes node, Lanes entry) {
    return vbslq_u64(fill(kNodePart), ~node, entry);
  }
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes y_of(Lanes node, Lanes entry) {
    return vbslq_u64(fill(kNodes), vshlq_n_u64(node, 32), entry);
  }
  LEXIGRID_INLINE static Place place_of(unsigned shift) { return vdupq_n_s64(shift); }
  LEXIGRID_INLINE static Lanes shift_left(Lanes lanes, Place place) { return vshlq_u64(lanes, place); }

  LEXIGRID_INLINE static void count_high(Lanes (&parts)[4]) {
    for (Lanes& lanes : parts) {
      const uint8x16_t bytes = vcntq_u8(vreinterpretq_u8_u64(lanes));
      lanes = vbslq_u64(fill(kNodePart), vreinterpretq_u64_u32(vpaddlq_u16(vpaddlq_u8(bytes))), lanes);
    }
  }

  template <class Layout, bool kIsLarge>
  struct NearLetters {
    const uint32_t* letters;
    LEXIGRID_INLINE explicit NearLetters(const Tables& tables) : letters(tables.near_letters) {}
    LEXIGRID_INLINE uint64_t at(uint64_t entry) const {
      return letters[entry >> Layout::kCellShift & Layout::kCellMask];
    }
    LEXIGRID_INLINE Lanes pick(Lanes entry) const { return Lanes{at(entry[0]), at(entry[1])} << 32; }
  };

  template <class Layout>
  LEXIGRID_INLINE static Lanes pick(const uint64_t* values, const uint8_t* cells) {
    return Lanes{values[cells[0]], values[cells[1]]};
  }
  LEXIGRID_INLINE static uint64_t any_lane(Lanes lanes) { return lanes[0] | lanes[1]; }
};

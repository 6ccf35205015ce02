// Vectors of AVX2: four entries at a time, the eight neighbours of an entry in two halves.

/// For each subset of eight 32-bit lanes, the order that brings it to the front, one byte per lane.
constexpr std::array<uint64_t, 256> kFrontOfEight = [] {
  std::array<uint64_t, 256> table{};
  for (unsigned mask = 0; mask < 256; ++mask) {
    unsigned at = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1) != 0) table[mask] |= uint64_t{lane} << (8 * at++);
    }
  }
  return table;
}();

/// Counts the bits of each of eight 32-bit lanes.
LEXIGRID_INLINE __m256i count_bits_of_eight(__m256i lanes) {
  const __m256i nibbles = _mm256_set1_epi8(15);
  const __m256i bits_of = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2,
                                           2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i bytes =
      _mm256_add_epi8(_mm256_shuffle_epi8(bits_of, _mm256_and_si256(lanes, nibbles)),
                      _mm256_shuffle_epi8(bits_of, _mm256_and_si256(_mm256_srli_epi32(lanes, 4), nibbles)));
  return _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
}

/// Brings a subset of eight 32-bit lanes to the front. What follows them is undefined.
LEXIGRID_INLINE __m256i front_of_eight(__m256i lanes, unsigned mask) {
  const __m128i order = _mm_cvtsi64_si128(static_cast<long long>(kFrontOfEight[mask]));
  return _mm256_permutevar8x32_epi32(lanes, _mm256_cvtepu8_epi32(order));
}

#include "paths/targets/x86.inl"

/// For each subset of four 64-bit lanes, the order of 32-bit halves that brings it to the front.
struct alignas(32) Permutation {
  uint32_t half[8];
};
constexpr std::array<Permutation, 16> kFrontOfFour = [] {
  std::array<Permutation, 16> table{};
  for (unsigned mask = 0; mask < 16; ++mask) {
    unsigned at = 0;
    for (unsigned lane = 0; lane < 4; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      table[mask].half[at++] = 2 * lane;
      table[mask].half[at++] = 2 * lane + 1;
    }
  }
  return table;
}();

/// See Scalar.
struct Vector : X86 {
  using Lanes = unsigned long long __attribute__((vector_size(32)));
  using Mask = unsigned;
  using Order = __m256i;
  using Place = __m128i;
  static constexpr unsigned kLanes = 4;
  static constexpr bool kHasSmallTable = true;
  static constexpr bool kCountsLast = false;

  LEXIGRID_INLINE static __m256i raw(Lanes lanes) { return reinterpret_cast<__m256i>(lanes); }
  LEXIGRID_INLINE static Lanes of(__m256i lanes) { return reinterpret_cast<Lanes>(lanes); }

  LEXIGRID_INLINE static Lanes fill(uint64_t value) {
    return of(_mm256_set1_epi64x(static_cast<long long>(value)));
  }
  LEXIGRID_INLINE static Lanes load(const void* from) {
    return of(_mm256_loadu_si256(static_cast<const __m256i*>(from)));
  }
  LEXIGRID_INLINE static Lanes load_one(const uint64_t* from) { return fill(*from); }
  LEXIGRID_INLINE static void store(uint64_t* to, Lanes lanes) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), raw(lanes));
  }
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes load_nodes(const Node* nodes, const uint64_t* entries) {
    return Lanes{nodes[(entries[0] & kNodes) >> 32], nodes[(entries[1] & kNodes) >> 32],
                 nodes[(entries[2] & kNodes) >> 32], nodes[(entries[3] & kNodes) >> 32]};
  }
  LEXIGRID_INLINE static void store_front(uint64_t* to, Lanes lanes, Order order) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(raw(lanes), order));
  }
  LEXIGRID_INLINE static Order order_of(Mask mask) { return raw(load(kFrontOfFour[mask].half)); }
  LEXIGRID_INLINE static unsigned count(Mask mask) { return static_cast<unsigned>(std::popcount(mask)); }
  LEXIGRID_INLINE static Mask first(size_t count) { return count >= 4 ? 15 : (1u << count) - 1; }

  /// A bit for each lane that is zero.
  LEXIGRID_INLINE static Mask zero(Lanes lanes) {
    return highest_bit(of(_mm256_cmpeq_epi64(raw(lanes), _mm256_setzero_si256())));
  }
  LEXIGRID_INLINE static Lanes and_not(Lanes a, Lanes b) { return of(_mm256_andnot_si256(raw(a), raw(b))); }
  LEXIGRID_INLINE static Mask any(Lanes a, Lanes b) { return zero(a & b) ^ 15; }
  LEXIGRID_INLINE static Mask none(Lanes a, Lanes b) { return zero(a & b); }
  LEXIGRID_INLINE static Mask none(Lanes a, Lanes b, Lanes c, Lanes d) { return zero((a & b) | (c & d)); }
  LEXIGRID_INLINE static Mask highest_bit(Lanes lanes) {
    return static_cast<Mask>(_mm256_movemask_pd(_mm256_castsi256_pd(raw(lanes))));
  }

  LEXIGRID_INLINE static Lanes x_of(Lanes node, Lanes entry) {
    return of(_mm256_blend_epi32(raw(entry), raw(~node), 0xAA));
  }
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes y_of(Lanes node, Lanes entry) {
    const Lanes moved = node << 32;
    if constexpr (kNodes == kNodePart) return of(_mm256_blend_epi32(raw(entry), raw(moved), 0xAA));
    return (moved & fill(kNodes)) | (entry & fill(~kNodes));
  }
  LEXIGRID_INLINE static Place place_of(unsigned shift) { return _mm_cvtsi32_si128(static_cast<int>(shift)); }
  LEXIGRID_INLINE static Lanes shift_left(Lanes lanes, Place place) {
    return of(_mm256_sll_epi64(raw(lanes), place));
  }

  LEXIGRID_INLINE static void count_high(Lanes (&parts)[2]) {
    const __m256 first = _mm256_castsi256_ps(raw(parts[0]));
    const __m256 second = _mm256_castsi256_ps(raw(parts[1]));
    const __m256i low = _mm256_castps_si256(_mm256_shuffle_ps(first, second, 0x88));
    const __m256i high = _mm256_castps_si256(_mm256_shuffle_ps(first, second, 0xDD));
    const __m256i counts = count_bits_of_eight(high);
    parts[0] = of(_mm256_unpacklo_epi32(low, counts));
    parts[1] = of(_mm256_unpackhi_epi32(low, counts));
  }

  /// Packed: the letters of 16 or 32 cells in registers, picked for four cells at a time.
  template <class Layout, bool kIsLarge>
  struct NearLetters {
    static constexpr unsigned kParts = kIsLarge ? 4 : 2;
    __m256i parts[kParts];

    LEXIGRID_INLINE explicit NearLetters(const Tables& tables) {
      for (unsigned i = 0; i < kParts; ++i) parts[i] = raw(load(tables.near_letters + 8 * i));
    }
    LEXIGRID_INLINE static __m256i choose(__m256i low, __m256i high, Lanes by_sign) {
      return _mm256_castpd_si256(_mm256_blendv_pd(_mm256_castsi256_pd(low), _mm256_castsi256_pd(high),
                                                  _mm256_castsi256_pd(raw(by_sign))));
    }
    LEXIGRID_INLINE Lanes pick(Lanes entry) const {
      // The cell is in bits 25-29: shifted left by 7 it is the index of the high half; bits 28 and 29
      // shifted to the top choose between registers.
      const __m256i index = raw(entry << 7);
      const Lanes upper = entry << (63 - (Layout::kCellShift + 3));
      __m256i found = choose(_mm256_permutevar8x32_epi32(parts[0], index),
                             _mm256_permutevar8x32_epi32(parts[1], index), upper);
      if constexpr (kIsLarge) {
        const __m256i high = choose(_mm256_permutevar8x32_epi32(parts[2], index),
                                    _mm256_permutevar8x32_epi32(parts[3], index), upper);
        found = choose(found, high, entry << (63 - (Layout::kCellShift + 4)));
      }
      return of(found) & fill(kNodePart);
    }
  };
  /// Bitset: the letters of 64 cells do not fit in a few registers.
  template <bool kIsLarge>
  struct NearLetters<Bitset, kIsLarge> {
    const uint32_t* letters;
    LEXIGRID_INLINE explicit NearLetters(const Tables& tables) : letters(tables.near_letters) {}
    LEXIGRID_INLINE Lanes pick(Lanes entry) const {
      return Lanes{letters[entry[0] & 63], letters[entry[1] & 63], letters[entry[2] & 63],
                   letters[entry[3] & 63]}
             << 32;
    }
  };

  template <class Layout>
  LEXIGRID_INLINE static Lanes pick(const uint64_t* values, const uint8_t* cells) {
    return Lanes{values[cells[0]], values[cells[1]], values[cells[2]], values[cells[3]]};
  }
  LEXIGRID_INLINE static uint64_t any_lane(Lanes lanes) { return lanes[0] | lanes[1] | lanes[2] | lanes[3]; }
};

// Vectors of AVX-512: eight entries at a time, all neighbours of an entry at once.

LEXIGRID_INLINE __m256i count_bits_of_eight(__m256i lanes) { return _mm256_popcnt_epi32(lanes); }
LEXIGRID_INLINE __m256i front_of_eight(__m256i lanes, unsigned mask) {
  return _mm256_maskz_compress_epi32(static_cast<__mmask8>(mask), lanes);
}

#include "paths/targets/x86.inl"

/// See Scalar.
struct Vector : X86 {
  using Lanes = unsigned long long __attribute__((vector_size(64)));
  using Mask = __mmask8;
  using Order = __mmask8;
  using Place = __m128i;
  static constexpr unsigned kLanes = 8;
  static constexpr bool kHasSmallTable = true;
  static constexpr bool kCountsLast = false;
  static constexpr bool kHasPermutes = true;

  LEXIGRID_INLINE static __m512i raw(Lanes lanes) { return __builtin_bit_cast(__m512i, lanes); }
  LEXIGRID_INLINE static Lanes of(__m512i lanes) { return __builtin_bit_cast(Lanes, lanes); }

  LEXIGRID_INLINE static Lanes fill(uint64_t value) {
    return of(_mm512_set1_epi64(static_cast<long long>(value)));
  }
  LEXIGRID_INLINE static Lanes load(const void* from) { return of(_mm512_loadu_si512(from)); }
  /// Loads into a register. GCC would load an operand of two instructions twice.
  LEXIGRID_INLINE static Lanes load_once(const uint64_t* from) {
    Lanes lanes = load(from);
#ifndef LEXIGRID_EMULATE_AVX512
    asm("" : "+v"(lanes));  // NOLINT(hicpp-no-assembler)
#endif
    return lanes;
  }
  /// GCC would broadcast from a register where it has the value, on the port that permutes need.
  LEXIGRID_INLINE static Lanes load_one(const uint64_t* from) {
#ifdef LEXIGRID_EMULATE_AVX512
    return fill(*from);
#else
    __m512i lanes;
    asm("vpbroadcastq %1, %0" : "=v"(lanes) : "m"(*from));  // NOLINT(hicpp-no-assembler)
    return of(lanes);
#endif
  }
  LEXIGRID_INLINE static void store(uint64_t* to, Lanes lanes) { _mm512_storeu_si512(to, raw(lanes)); }
  LEXIGRID_INLINE static long long at(const Node* nodes, uint32_t node) {
    return static_cast<long long>(nodes[node]);
  }
  /// Loads and inserts: with the gather instruction, the whole search is 15 to 25 % slower.
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes load_nodes(const Node* nodes, const uint64_t* entries) {
    constexpr auto kMask = static_cast<uint32_t>(kNodes >> 32);
    const auto* const high = reinterpret_cast<const uint32_t*>(entries) + 1;
    const __m256i low = _mm256_set_epi64x(at(nodes, high[6] & kMask), at(nodes, high[4] & kMask),
                                          at(nodes, high[2] & kMask), at(nodes, high[0] & kMask));
    const __m256i upper = _mm256_set_epi64x(at(nodes, high[14] & kMask), at(nodes, high[12] & kMask),
                                            at(nodes, high[10] & kMask), at(nodes, high[8] & kMask));
    return of(_mm512_inserti64x4(_mm512_castsi256_si512(low), upper, 1));
  }
  LEXIGRID_INLINE static void prefetch(const Node* node) {
    _mm_prefetch(reinterpret_cast<const char*>(node), _MM_HINT_T0);
  }
  LEXIGRID_INLINE static void store_front(uint64_t* to, Lanes lanes, Order order) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(order, raw(lanes)));
  }
  LEXIGRID_INLINE static Order order_of(Mask mask) { return mask; }
  LEXIGRID_INLINE static unsigned count(Mask mask) { return static_cast<unsigned>(std::popcount(mask)); }
  LEXIGRID_INLINE static Mask first(size_t count) {
    return static_cast<Mask>(count >= 8 ? 0xFF : (1u << count) - 1);
  }

  LEXIGRID_INLINE static Lanes and_not(Lanes a, Lanes b) { return of(_mm512_andnot_si512(raw(a), raw(b))); }
  LEXIGRID_INLINE static Mask any(Lanes a, Lanes b) { return _mm512_test_epi64_mask(raw(a), raw(b)); }
  LEXIGRID_INLINE static Mask none(Lanes a, Lanes b) { return _mm512_testn_epi64_mask(raw(a), raw(b)); }
  LEXIGRID_INLINE static Mask none(Lanes a, Lanes b, Lanes c, Lanes d) {
    return _mm512_mask_testn_epi64_mask(none(a, b), raw(c), raw(d));
  }
  LEXIGRID_INLINE static Mask highest_bit(Lanes lanes) { return _mm512_movepi64_mask(raw(lanes)); }

  LEXIGRID_INLINE static Lanes x_of(Lanes node, Lanes entry) {  // kNodePart ? ~node : entry
    return of(_mm512_ternarylogic_epi64(raw(fill(kNodePart)), raw(node), raw(entry), 0x3A));
  }
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes y_of(Lanes node, Lanes entry) {  // kNodes ? node << 32 : entry
    const __m512i moved = _mm512_slli_epi64(raw(node), 32);
    return of(_mm512_ternarylogic_epi64(raw(fill(kNodes)), moved, raw(entry), 0xCA));
  }
  LEXIGRID_INLINE static Place place_of(unsigned shift) { return _mm_cvtsi32_si128(static_cast<int>(shift)); }
  LEXIGRID_INLINE static Lanes shift_left(Lanes lanes, Place place) {
    return of(_mm512_sll_epi64(raw(lanes), place));
  }

  LEXIGRID_INLINE static void count_high(Lanes (&parts)[1]) {
    parts[0] = of(_mm512_mask_popcnt_epi32(raw(parts[0]), 0xAAAA, raw(parts[0])));
  }

  /// The letters of up to 64 cells in registers, picked for eight cells at a time.
  template <class Layout, bool kIsLarge>
  struct NearLetters {
    static constexpr unsigned kParts = Layout::kHasUsedList ? 4 : kIsLarge ? 2 : 1;
    __m512i parts[kParts];

    LEXIGRID_INLINE explicit NearLetters(const Tables& tables) {
      for (unsigned i = 0; i < kParts; ++i) parts[i] = _mm512_load_si512(tables.near_letters + 16 * i);
    }
    LEXIGRID_INLINE Lanes pick(Lanes entry) const {
      // The cell, moved to bit 32, is the index of the high half.
      const __m512i index = _mm512_slli_epi64(raw(entry), 32 - Layout::kCellShift);
      __m512i found;
      if constexpr (kParts == 1) {
        found = _mm512_permutexvar_epi32(index, parts[0]);
      } else {
        found = _mm512_permutex2var_epi32(parts[0], index, parts[1]);
      }
      if constexpr (kParts == 4) {
        const __m512i high = _mm512_permutex2var_epi32(parts[2], index, parts[3]);
        found =
            _mm512_mask_blend_epi64(_mm512_test_epi64_mask(raw(entry), _mm512_set1_epi64(32)), found, high);
      }
      return of(found) & fill(kNodePart);
    }
  };

  /// Packed: from 32 values, which compilers keep in registers.
  template <class Layout>
  LEXIGRID_INLINE static Lanes pick(const uint64_t* values, const uint8_t* cells) {
    if constexpr (Layout::kHasUsedList) {
      return Lanes{values[cells[0]], values[cells[1]], values[cells[2]], values[cells[3]],
                   values[cells[4]], values[cells[5]], values[cells[6]], values[cells[7]]};
    }
    const __m512i index = _mm512_cvtepu8_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(cells)));
    const __m512i low = _mm512_permutex2var_epi64(raw(load(values)), index, raw(load(values + 8)));
    const __m512i high = _mm512_permutex2var_epi64(raw(load(values + 16)), index, raw(load(values + 24)));
    return of(_mm512_mask_blend_epi64(_mm512_test_epi64_mask(index, _mm512_set1_epi64(16)), low, high));
  }
  LEXIGRID_INLINE static uint64_t any_lane(Lanes lanes) {
    return static_cast<uint64_t>(_mm512_reduce_or_epi64(raw(lanes)));
  }

  /// Packed: permutes of the letters of all cells. A lane without a neighbour keeps its index, which is
  /// kAlways.
  template <bool kIsLarge>
  LEXIGRID_INLINE static void fill_tables(const Shape& shape, const uint8_t* letters, Tables& tables) {
    constexpr unsigned kParts = kIsLarge ? 2 : 1;  // of 16 cells
    __m512i bits[2];
    __m512i lanes[4];
    for (unsigned part = 0; part < kParts; ++part) {
      const __m128i cells = _mm_loadu_si128(reinterpret_cast<const __m128i*>(letters + 16 * part));
      const __m512i wide = _mm512_cvtepu8_epi32(cells);  // a dead cell has the letter 255: no bit
      bits[part] = _mm512_sllv_epi32(_mm512_set1_epi32(1), wide);
      const __m512i used =
          _mm512_sllv_epi32(_mm512_set1_epi32(1 << (16 * part)),
                            _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
      const __mmask16 is_dead = _mm512_testn_epi32_mask(bits[part], bits[part]);
      const __m512i low = _mm512_mask_mov_epi32(used, is_dead, _mm512_set1_epi32(static_cast<int>(kAlways)));
      lanes[2 * part] = both_halves(_mm512_castsi512_si256(low), _mm512_castsi512_si256(bits[part]));
      lanes[2 * part + 1] =
          both_halves(_mm512_extracti64x4_epi64(low, 1), _mm512_extracti64x4_epi64(bits[part], 1));
    }
    for (unsigned cell = 0; cell < shape.cells; ++cell) {
      const Shape::Near& near = shape.near_lanes[cell];
      __m512i lane =
          _mm512_mask2_permutex2var_epi64(lanes[0], raw(load(near.index)), near.present[0], lanes[1]);
      if constexpr (kIsLarge)
        lane = _mm512_mask2_permutex2var_epi64(lanes[2], lane, near.present[1], lanes[3]);
      store(tables.around[cell].lane, of(lane) | load(shape.around[cell].ahead));
    }
    for (unsigned part = 0; part < kParts; ++part) {
      __m512i near = _mm512_setzero_si512();
      for (unsigned k = 0; k < kWays; ++k) {
        const Shape::Rank& rank = shape.ranks[k];
        const auto present = static_cast<__mmask16>(rank.present >> (16 * part));
        const __m512i index = raw(load(rank.index + 16 * part));
        near =
            _mm512_or_si512(near, kIsLarge ? _mm512_maskz_permutex2var_epi32(present, bits[0], index, bits[1])
                                           : _mm512_maskz_permutexvar_epi32(present, index, bits[0]));
      }
      _mm512_store_si512(tables.near_letters + 16 * part, near);
    }
  }

  /// Packed: sixteen pairs at a time.
  template <bool kCodes>
  LEXIGRID_INLINE static size_t start(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                      Lists& lists) {
    const auto is_cell = static_cast<__mmask32>((uint64_t{1} << shape.cells) - 1);
    const __m256i no_letter = _mm256_set1_epi8(31);  // an empty row of the pairs
    const __m256i letter_of =
        _mm256_and_si256(_mm256_mask_mov_epi8(no_letter, is_cell, load_eight(letters)), no_letter);
    size_t count = 0;
    for (unsigned pair = 0; pair < shape.pair_count; pair += 16) {
      const auto from = _mm512_cvtepu8_epi32(
          _mm256_castsi256_si128(_mm256_permutexvar_epi8(load_sixteen(shape.pair_from + pair), letter_of)));
      const auto to = _mm512_cvtepu8_epi32(
          _mm256_castsi256_si128(_mm256_permutexvar_epi8(load_sixteen(shape.pair_to + pair), letter_of)));
      const __m512i node =
          _mm512_i32gather_epi32(_mm512_add_epi32(_mm512_slli_epi32(from, 5), to), trie.pairs().data(), 4);
      const __mmask16 exists = _mm512_test_epi32_mask(node, node);
      for (unsigned half = 0; half < 2; ++half) {
        const auto mask = static_cast<Mask>(exists >> (8 * half));
        const unsigned at = pair + 8 * half;
        const __m256i nodes = half == 0 ? _mm512_castsi512_si256(node) : _mm512_extracti64x4_epi64(node, 1);
        const __m512i high = _mm512_slli_epi64(_mm512_cvtepu32_epi64(nodes), 32);
        store_front(lists.entries + count, of(high) | load(shape.pair_entry + at), mask);
        if constexpr (kCodes) store_front(lists.codes + count, load(shape.pair_code + at), mask);
        count += Vector::count(mask);
      }
    }
    return count;
  }

 private:
  LEXIGRID_INLINE static __m512i both_halves(__m256i low, __m256i high) {
    return _mm512_or_si512(_mm512_cvtepu32_epi64(low), _mm512_slli_epi64(_mm512_cvtepu32_epi64(high), 32));
  }
  LEXIGRID_INLINE static __m256i load_sixteen(const uint8_t* from) {
    return _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  }
};

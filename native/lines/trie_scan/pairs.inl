// With AVX-512: tests pairs of classes for 64 cells at a time, and lists places with compressed stores.

/// Appends `begin + i` for each set bit i, ascending, and returns their number. Overwrites what follows.
LEXIGRID_INLINE uint32_t list_places(uint64_t bits, uint32_t begin, uint16_t* places) {
  alignas(64) static constexpr auto kLanes = [] {
    std::array<uint8_t, 64> lanes{};
    for (uint8_t i = 0; i < 64; ++i) lanes[i] = i;
    return lanes;
  }();
  const __m512i base = _mm512_set1_epi16(static_cast<short>(begin));
  const __m512i at = _mm512_maskz_compress_epi8(bits, Bytes::load(kLanes.data()));
  const __m512i low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(at));
  const __m512i high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(at, 1));
  _mm512_storeu_si512(places, _mm512_add_epi16(base, low));
  _mm512_storeu_si512(places + 32, _mm512_add_epi16(base, high));
  return static_cast<uint32_t>(popcount(bits));
}

/// The first of 64 bits, as many as there are cells from i on.
LEXIGRID_INLINE __mmask64 lanes_from(uint32_t i, uint32_t count) {
  return count - i >= 64 ? ~__mmask64{0} : (__mmask64{1} << (count - i)) - 1;
}

/// As lexigrid::collect.
LEXIGRID_INLINE uint32_t collect(const uint8_t* bytes, uint32_t count, uint16_t* places) {
  uint32_t some = 0;
  for (uint32_t i = 0; i < count; i += 64) {
    const __mmask64 set = Bytes::set_bits(Bytes::both(Bytes::load(bytes + i), Bytes::fill(1)));
    some += list_places(set & lanes_from(i, count), i, places + some);
  }
  return some;
}

/// The second classes of 64 pairs, split for the look-up.
struct Seconds {
  __m512i high;  // class / 8
  __m512i bit;   // 1 << class % 8
};

LEXIGRID_INLINE Seconds seconds(__m512i classes) {
  const __m512i bits = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201u));
  const __m512i high = _mm512_and_si512(_mm512_srli_epi16(classes, 3), _mm512_set1_epi8(3));
  return {high, _mm512_shuffle_epi8(bits, classes)};  // ignores bit 4 of a class
}

/// The first classes of 64 pairs: class * 4, below 128.
LEXIGRID_INLINE __m512i firsts(__m512i classes) { return _mm512_slli_epi16(classes, 2); }

struct Table {
  __m512i low;
  __m512i high;
};

/// Returns the lanes of `so_far` whose pair is allowed.
LEXIGRID_INLINE __mmask64 is_allowed(__mmask64 so_far, const Table& table, __m512i first,
                                     const Seconds& second) {
  const __m512i row = _mm512_permutex2var_epi8(table.low, _mm512_or_si512(first, second.high), table.high);
  return _mm512_mask_test_epi8_mask(so_far, row, second.bit);
}

LEXIGRID_INLINE Table load(const uint8_t* bytes) {
  return {_mm512_load_si512(bytes), _mm512_load_si512(bytes + 64)};
}

/// Lists the cells whose first three pairs of classes are allowed. With 10,000 words, three in ten random
/// cells pass.
LEXIGRID_INLINE uint32_t collect_pairs(const PairTables& tables, const Run& run, uint16_t* places) {
  const Table t01 = load(tables.follows[0]);
  const Table t12 = load(tables.follows[1]);
  const Table t23 = load(tables.follows[2]);
  uint32_t some = 0;
  for (uint32_t i = 0; i < run.count; i += 64) {
    const __mmask64 here = lanes_from(i, run.count);
    const uint8_t* const cell = run.first + i;
    const __m512i a = _mm512_maskz_loadu_epi8(here, cell);
    const __m512i b = _mm512_maskz_loadu_epi8(here, cell + run.step);
    const __m512i c = _mm512_maskz_loadu_epi8(here, cell + 2 * run.step);
    const __m512i d = _mm512_maskz_loadu_epi8(here, cell + 3 * run.step);
    const __mmask64 kept =
        is_allowed(is_allowed(is_allowed(here, t01, firsts(a), seconds(b)), t12, firsts(b), seconds(c)), t23,
                   firsts(c), seconds(d));
    some += list_places(kept, i, places + some);
  }
  return some;
}

// With AVX-512: tests pairs of classes for 64 cells at a time, and gathers for sixteen.

/// The first of 64 or 16 bits, as many as there are cells from i on.
template <class Mask>
LEXIGRID_INLINE Mask lanes_from(uint32_t i, uint32_t count) {
  constexpr uint32_t kLanes = 8 * sizeof(Mask);
  return count - i >= kLanes ? static_cast<Mask>(~Mask{0}) : static_cast<Mask>((Mask{1} << (count - i)) - 1);
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

/// Cells whose first three pairs of classes are allowed: where they are, and their classes.
struct Paired {
  alignas(64) uint8_t high[kMaxRun + kOverrun];  // the first three as a number of 15 bits
  alignas(64) uint8_t low[kMaxRun + kOverrun];
  alignas(64) uint8_t fourth[kMaxRun + kOverrun];
  alignas(64) uint16_t places[kMaxRun + kOverrun];
  uint32_t count;
};

/// With 10,000 words, three in ten random cells are allowed.
LEXIGRID_INLINE void list_paired(const PairTables& tables, const Run& run, Paired& paired) {
  alignas(64) static constexpr auto kLanes = [] {
    std::array<uint8_t, 64> lanes{};
    for (uint8_t i = 0; i < 64; ++i) lanes[i] = i;
    return lanes;
  }();
  const Table t01 = load(tables.follows[0]);
  const Table t12 = load(tables.follows[1]);
  const Table t23 = load(tables.follows[2]);
  const __m512i lanes = Bytes::load(kLanes.data());
  const __m512i low_bits = Bytes::fill(0xE0);
  uint32_t some = 0;
  for (uint32_t i = 0; i < run.count; i += 64) {
    const auto here = lanes_from<__mmask64>(i, run.count);
    const uint8_t* const cell = run.first + i;
    const __m512i a = _mm512_maskz_loadu_epi8(here, cell);
    const __m512i b = _mm512_maskz_loadu_epi8(here, cell + run.step);
    const __m512i c = _mm512_maskz_loadu_epi8(here, cell + 2 * run.step);
    const __m512i d = _mm512_maskz_loadu_epi8(here, cell + 3 * run.step);
    const Seconds to_b = seconds(b);
    const __mmask64 kept =
        is_allowed(is_allowed(is_allowed(here, t01, firsts(a), to_b), t12, firsts(b), seconds(c)), t23,
                   firsts(c), seconds(d));
    const __m512i high = Bytes::either(firsts(a), to_b.high);
    const __m512i low = Bytes::either(Bytes::both(_mm512_slli_epi16(b, kClassBits), low_bits), c);
    Bytes::store(paired.high + some, _mm512_maskz_compress_epi8(kept, high));
    Bytes::store(paired.low + some, _mm512_maskz_compress_epi8(kept, low));
    Bytes::store(paired.fourth + some, _mm512_maskz_compress_epi8(kept, d));
    const __m512i at = _mm512_maskz_compress_epi8(kept, lanes);
    const __m512i base = _mm512_set1_epi16(static_cast<short>(i));
    _mm512_storeu_si512(paired.places + some,
                        _mm512_add_epi16(base, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(at))));
    _mm512_storeu_si512(paired.places + some + 32,
                        _mm512_add_epi16(base, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(at, 1))));
    some += static_cast<uint32_t>(popcount(kept));
  }
  paired.count = some;
}

/// Widens sixteen bytes.
LEXIGRID_INLINE __m512i widened(const uint8_t* bytes) {
  return _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
}

/// Appends those of sixteen cells whose first four classes begin a pattern.
LEXIGRID_INLINE uint32_t add_begun(const LineIndex& index, __mmask16 here, __m512i three, __m512i fourth,
                                   __m256i places, Begun& begun, uint32_t count) {
  const __m512i bits =
      _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), here, three, index.passes(), sizeof(uint32_t));
  const __mmask16 kept =
      _mm512_mask_test_epi32_mask(here, _mm512_srlv_epi32(bits, fourth), _mm512_set1_epi32(1));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(begun.places + count),
                      _mm256_maskz_compress_epi16(kept, places));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(begun.threes + count),
                      _mm256_maskz_compress_epi16(kept, _mm512_cvtepi32_epi16(three)));
  return count + static_cast<uint32_t>(popcount(uint32_t{kept}));
}

LEXIGRID_INLINE uint32_t list_begun(const LineIndex& index, const Run& run, Begun& begun) {
  constexpr double kMaxPassRate = 0.7;  // of random cells; beyond that, testing pairs first takes longer
  constexpr uint32_t kAtOnce = 16;
  uint32_t count = 0;
  if (uses(Part::pairs) && index.pair_pass_rate() < kMaxPassRate) {
    Paired paired;
    list_paired(index.pair_tables(), run, paired);
    for (uint32_t k = 0; k < paired.count; k += kAtOnce) {
      const __m512i three =
          _mm512_or_si512(_mm512_slli_epi32(widened(paired.high + k), 8), widened(paired.low + k));
      const __m256i places = _mm256_load_si256(reinterpret_cast<const __m256i*>(paired.places + k));
      count = add_begun(index, lanes_from<__mmask16>(k, paired.count), three, widened(paired.fourth + k),
                        places, begun, count);
    }
    return count;
  }
  const uint8_t* const c0 = run.first;
  const uint8_t* const c1 = c0 + run.step;
  const uint8_t* const c2 = c1 + run.step;
  const uint8_t* const c3 = c2 + run.step;
  const __m256i lanes = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (uint32_t i = 0; i < run.count; i += kAtOnce) {
    const __m512i three = _mm512_or_si512(_mm512_or_si512(_mm512_slli_epi32(widened(c0 + i), 2 * kClassBits),
                                                          _mm512_slli_epi32(widened(c1 + i), kClassBits)),
                                          widened(c2 + i));
    const __m256i places = _mm256_add_epi16(lanes, _mm256_set1_epi16(static_cast<short>(i)));
    count =
        add_begun(index, lanes_from<__mmask16>(i, run.count), three, widened(c3 + i), places, begun, count);
  }
  return count;
}

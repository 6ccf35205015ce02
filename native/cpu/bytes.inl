// A vector of bytes, for the target of the region that includes this file.
//
//   either, both, all_of, or_both   bitwise operations
//   equal                           bytes with the highest bit set where a and b are equal, clear elsewhere
//   set_bits                        bit i: byte i is not zero
//   high_bits                       bit i: the highest bit of byte i
//   Table, Index                    look-up of bytes by their five (AVX-512: six) low bits

#if defined(LEXIGRID_FOR_AVX512)

struct Bytes {
  using Type = __m512i;
  static constexpr uint32_t kWidth = 64;
  LEXIGRID_INLINE static Type load(const uint8_t* at) { return _mm512_loadu_si512(at); }
  LEXIGRID_INLINE static void store(uint8_t* at, Type bytes) { _mm512_storeu_si512(at, bytes); }
  LEXIGRID_INLINE static Type fill(uint8_t byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
  LEXIGRID_INLINE static Type both(Type a, Type b) { return _mm512_and_si512(a, b); }
  LEXIGRID_INLINE static Type either(Type a, Type b) { return _mm512_or_si512(a, b); }
  LEXIGRID_INLINE static Type all_of(Type a, Type b, Type c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x80);
  }
  LEXIGRID_INLINE static Type or_both(Type any, Type a, Type b) {
    return _mm512_ternarylogic_epi64(any, a, b, 0xF8);
  }
  LEXIGRID_INLINE static Type equal(Type a, Type b) { return _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(a, b)); }
  LEXIGRID_INLINE static bool none(Type a) { return _mm512_test_epi64_mask(a, a) == 0; }
  LEXIGRID_INLINE static uint64_t set_bits(Type a) { return _mm512_test_epi8_mask(a, a); }
  LEXIGRID_INLINE static uint64_t high_bits(Type a) { return _mm512_movepi8_mask(a); }

  using Table = Type;
  using Index = Type;
  LEXIGRID_INLINE static Table load_table(const uint8_t* bytes) { return _mm512_load_si512(bytes); }
  LEXIGRID_INLINE static Index index(Type tiles) { return tiles; }
  LEXIGRID_INLINE static Type look_up(Table table, Index index) {
    return _mm512_permutexvar_epi8(index, table);
  }
};

#elif defined(LEXIGRID_FOR_AVX2)

struct Bytes {
  using Type = __m256i;
  static constexpr uint32_t kWidth = 32;
  LEXIGRID_INLINE static Type load(const uint8_t* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  }
  LEXIGRID_INLINE static void store(uint8_t* at, Type bytes) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), bytes);
  }
  LEXIGRID_INLINE static Type fill(uint8_t byte) { return _mm256_set1_epi8(static_cast<char>(byte)); }
  LEXIGRID_INLINE static Type both(Type a, Type b) { return _mm256_and_si256(a, b); }
  LEXIGRID_INLINE static Type either(Type a, Type b) { return _mm256_or_si256(a, b); }
  LEXIGRID_INLINE static Type all_of(Type a, Type b, Type c) { return both(both(a, b), c); }
  LEXIGRID_INLINE static Type or_both(Type any, Type a, Type b) { return either(any, both(a, b)); }
  LEXIGRID_INLINE static Type equal(Type a, Type b) { return _mm256_cmpeq_epi8(a, b); }
  LEXIGRID_INLINE static bool none(Type a) { return _mm256_testz_si256(a, a) != 0; }
  LEXIGRID_INLINE static uint64_t set_bits(Type a) {
    return static_cast<uint32_t>(~_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, _mm256_setzero_si256())));
  }
  LEXIGRID_INLINE static uint64_t high_bits(Type a) { return static_cast<uint32_t>(_mm256_movemask_epi8(a)); }

  /// 32 bytes in two registers. A shuffle returns zero where the top bit of the index is set, so one of the
  /// two results is always zero, and an OR replaces a blend (three operations on many machines).
  struct Table {
    __m256i low;
    __m256i high;
  };
  struct Index {
    __m256i low;   // 0x70 + tile % 32: from 16 on, the top bit is set
    __m256i high;  // tile % 32 - 16: below 16, the top bit is set
  };
  LEXIGRID_INLINE static Table load_table(const uint8_t* bytes) {
    return {_mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes))),
            _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes + 16)))};
  }
  LEXIGRID_INLINE static Index index(Type tiles) {
    const __m256i five_bits = both(tiles, fill(31));
    return {_mm256_add_epi8(five_bits, fill(0x70)), _mm256_sub_epi8(five_bits, fill(16))};
  }
  LEXIGRID_INLINE static Type look_up(const Table& table, const Index& index) {
    return either(_mm256_shuffle_epi8(table.low, index.low), _mm256_shuffle_epi8(table.high, index.high));
  }
};

#elif defined(LEXIGRID_FOR_NEON)

struct Bytes {
  using Type = uint8x16_t;
  static constexpr uint32_t kWidth = 16;
  static Type load(const uint8_t* at) { return vld1q_u8(at); }
  static void store(uint8_t* at, Type bytes) { vst1q_u8(at, bytes); }
  static Type fill(uint8_t byte) { return vdupq_n_u8(byte); }
  static Type both(Type a, Type b) { return vandq_u8(a, b); }
  static Type either(Type a, Type b) { return vorrq_u8(a, b); }
  static Type all_of(Type a, Type b, Type c) { return both(both(a, b), c); }
  static Type or_both(Type any, Type a, Type b) { return either(any, both(a, b)); }
  static Type equal(Type a, Type b) { return vceqq_u8(a, b); }
  static bool none(Type a) { return vmaxvq_u32(vreinterpretq_u32_u8(a)) == 0; }
  static uint64_t set_bits(Type a) {
    static constexpr uint8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(vtstq_u8(a, a), vld1q_u8(kBits));
    return vaddv_u8(vget_low_u8(bits)) | uint64_t{vaddv_u8(vget_high_u8(bits))} << 8;
  }
  static uint64_t high_bits(Type a) { return set_bits(both(a, fill(0x80))); }

  using Table = uint8x16x2_t;
  using Index = uint8x16_t;
  static Table load_table(const uint8_t* bytes) { return {{load(bytes), load(bytes + 16)}}; }
  static Index index(Type tiles) { return both(tiles, fill(31)); }
  static Type look_up(const Table& table, Index index) { return vqtbl2q_u8(table, index); }
};

#else

/// Sixteen bytes that compilers keep in a vector register where the baseline has one. No look-up.
struct Bytes {
  struct Type {
    uint64_t half[2];
  };
  static constexpr uint32_t kWidth = 16;
  static constexpr uint64_t kLow = 0x7F7F7F7F7F7F7F7Fu;  // the seven low bits of each byte
  static Type load(const uint8_t* at) noexcept {
    Type bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
  }
  static Type fill(uint8_t byte) noexcept {
    const uint64_t eight = byte * 0x0101010101010101u;
    return {{eight, eight}};
  }
  static Type both(Type a, Type b) noexcept { return {{a.half[0] & b.half[0], a.half[1] & b.half[1]}}; }
  static Type either(Type a, Type b) noexcept { return {{a.half[0] | b.half[0], a.half[1] | b.half[1]}}; }
  static Type all_of(Type a, Type b, Type c) noexcept { return both(both(a, b), c); }
  static Type or_both(Type any, Type a, Type b) noexcept { return either(any, both(a, b)); }
  static Type equal(Type a, Type b) noexcept {
    return {{~marked(a.half[0] ^ b.half[0]), ~marked(a.half[1] ^ b.half[1])}};
  }
  static bool none(Type a) noexcept { return (a.half[0] | a.half[1]) == 0; }
  static uint64_t set_bits(Type a) noexcept { return high_bits({{marked(a.half[0]), marked(a.half[1])}}); }
  static uint64_t high_bits(Type a) noexcept { return gathered(a.half[0]) | gathered(a.half[1]) << 8; }

 private:
  /// Sets the highest bit of each byte that is not zero, and clears it in the others. The rest is undefined.
  static uint64_t marked(uint64_t bytes) noexcept { return ((bytes & kLow) + kLow) | bytes; }
  static uint64_t gathered(uint64_t bytes) noexcept {
    return ((bytes & ~kLow) >> 7) * 0x0102040810204080u >> 56;
  }
};

#endif

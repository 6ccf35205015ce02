// Maps bytes for a target (map_bytes.hpp).
#if defined(LEXIGRID_FOR_AVX512)

void map_bytes(const uint8_t* table, const uint8_t* from, uint8_t* to, size_t count) {
  const __m512i t0 = _mm512_loadu_si512(table);
  const __m512i t1 = _mm512_loadu_si512(table + 64);
  const __m512i t2 = _mm512_loadu_si512(table + 128);
  const __m512i t3 = _mm512_loadu_si512(table + 192);
  for (size_t i = 0; i < count; i += 64) {
    const __mmask64 here = count - i >= 64 ? ~__mmask64{0} : (__mmask64{1} << (count - i)) - 1;
    const __m512i bytes = _mm512_maskz_loadu_epi8(here, from + i);
    const __m512i low = _mm512_permutex2var_epi8(t0, bytes, t1);
    const __m512i high = _mm512_permutex2var_epi8(t2, bytes, t3);
    _mm512_mask_storeu_epi8(to + i, here, _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high));
  }
}

#elif defined(LEXIGRID_FOR_AVX2)

/// A shuffle looks up a row of sixteen table entries. The letters of a script occupy few rows, and rows of
/// zeros are skipped: 0.15 ns per byte for a-z, where the plain loop takes 0.6.
void map_bytes(const uint8_t* table, const uint8_t* from, uint8_t* to, size_t count) {
  struct Row {
    __m256i bytes;
    __m256i number;
  };
  Row rows[16];
  size_t used = 0;
  for (int number = 0; number < 16; ++number) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(table + 16 * number));
    if (_mm_testz_si128(bytes, bytes) != 0) continue;
    rows[used++] = {_mm256_broadcastsi128_si256(bytes), _mm256_set1_epi8(static_cast<char>(number << 4))};
  }
  // Only bytes within the row stay below 0x80; the shuffle returns zero for all others.
  const __m256i lift = _mm256_set1_epi8(0x70);
  size_t i = 0;
  for (; i + 32 <= count; i += 32) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
    __m256i mapped = _mm256_setzero_si256();
    for (size_t k = 0; k < used; ++k) {
      const __m256i place = _mm256_adds_epu8(_mm256_xor_si256(bytes, rows[k].number), lift);
      mapped = _mm256_or_si256(mapped, _mm256_shuffle_epi8(rows[k].bytes, place));
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i), mapped);
  }
  for (; i < count; ++i) to[i] = table[from[i]];
}

#elif defined(LEXIGRID_FOR_NEON)

/// As with AVX2, but with 64 table entries per look-up.
void map_bytes(const uint8_t* table, const uint8_t* from, uint8_t* to, size_t count) {
  uint8x16x4_t rows[4];
  uint8x16_t begins[4];
  size_t used = 0;
  for (unsigned begin = 0; begin < 256; begin += 64) {
    const uint8x16x4_t row = vld1q_u8_x4(table + begin);
    const uint8x16_t any = vorrq_u8(vorrq_u8(row.val[0], row.val[1]), vorrq_u8(row.val[2], row.val[3]));
    if (vmaxvq_u8(any) == 0) continue;
    rows[used] = row;
    begins[used++] = vdupq_n_u8(static_cast<uint8_t>(begin));
  }
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    const uint8x16_t bytes = vld1q_u8(from + i);
    uint8x16_t mapped = vdupq_n_u8(0);
    for (size_t k = 0; k < used; ++k)
      mapped = vorrq_u8(mapped, vqtbl4q_u8(rows[k], vsubq_u8(bytes, begins[k])));  // zero beyond 63
    vst1q_u8(to + i, mapped);
  }
  for (; i < count; ++i) to[i] = table[from[i]];
}

#else

void map_bytes(const uint8_t* table, const uint8_t* from, uint8_t* to, size_t count) {
  for (size_t i = 0; i < count; ++i) to[i] = table[from[i]];
}

#endif

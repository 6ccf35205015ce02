// Operations that AVX2 and AVX-512 share: on eight 32-bit lanes, and with the deposit instruction.

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

struct X86 : Common {
  LEXIGRID_INLINE static __m256i fill_eight(uint64_t value) {
    return _mm256_set1_epi32(static_cast<int>(value));
  }
  LEXIGRID_INLINE static __m256i load_eight(const void* from) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(from));
  }
  LEXIGRID_INLINE static void store_eight(uint32_t* to, uint64_t base, __m256i more, __m256i order) {
    const __m256i lanes = _mm256_add_epi32(fill_eight(base), more);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(lanes, order));
  }
  /// All eight neighbours at once.
  LEXIGRID_INLINE static void step_around(const window::Band& band, Node node, uint32_t cell, uint64_t used,
                                          size_t i, window::Levels& levels, size_t& next) {
    const __m256i letters = fill_eight(node >> kLettersShift);
    const __m256i around = load_eight(band.around.data() + size_t{cell} * window::kWays);
    const __m256i lacks = _mm256_cmpeq_epi32(_mm256_and_si256(letters, around), _mm256_setzero_si256());
    const auto lacks_letter = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(lacks)));
    const auto is_used = static_cast<unsigned>(_pext_u64(used, window::kAround));
    const unsigned goes_on = ~(lacks_letter | is_used) & 0xFF;
    const __m256i below = _mm256_and_si256(letters, _mm256_add_epi32(around, _mm256_set1_epi32(-1)));
    const __m256i order =
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kFrontOfEight[goes_on])));
    store_eight(levels.nodes.data() + next, node, count_bits_of_eight(below), order);
    store_eight(levels.cells.data() + next, cell, load_eight(band.step), order);
    store_eight(levels.from.data() + next, 64 * i, _mm256_setr_epi32(0, 9, 18, 27, 36, 45, 54, 63), order);
    next += static_cast<unsigned>(std::popcount(goes_on));
  }

  /// Spreads eight cells of five bits over eight bytes. The first cell is the highest, so they are reversed.
  LEXIGRID_INLINE static void write_cells(uint64_t code, uint8_t* to) {
    constexpr uint64_t kFiveBits = 0x1F1F1F1F1F1F1F1Fu;
    const uint64_t cells[2] = {__builtin_bswap64(_pdep_u64(code >> 24, kFiveBits)),
                               __builtin_bswap64(_pdep_u64(code << 16, kFiveBits))};
    std::memcpy(to, cells, sizeof cells);
  }
};

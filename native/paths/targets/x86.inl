// Operations that AVX2 and AVX-512 share: on eight 32-bit lanes, and with the deposit instruction. Each
// target defines `count_bits_of_eight` and `front_of_eight` before it includes this file.

struct X86 : Scalar {
  LEXIGRID_INLINE static __m256i fill_eight(uint64_t value) {
    return _mm256_set1_epi32(static_cast<int>(value));
  }
  LEXIGRID_INLINE static __m256i load_eight(const void* from) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(from));
  }
  LEXIGRID_INLINE static void store_front_of_eight(uint32_t* to, uint64_t base, __m256i more, unsigned mask) {
    const __m256i lanes = _mm256_add_epi32(fill_eight(base), more);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), front_of_eight(lanes, mask));
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
    store_front_of_eight(levels.nodes.data() + next, node, count_bits_of_eight(below), goes_on);
    store_front_of_eight(levels.cells.data() + next, cell, load_eight(band.step), goes_on);
    store_front_of_eight(levels.from.data() + next, 64 * i, _mm256_setr_epi32(0, 9, 18, 27, 36, 45, 54, 63),
                         goes_on);
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

#include "lines/teddy/rows.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

#include <algorithm>
#include <cstring>

LEXIGRID_BEGIN_TARGET(LEXIGRID_AVX2)
namespace lexigrid::teddy {
namespace {

struct Vector {
  using Type = __m256i;
  static constexpr uint32_t kWidth = 32;
  LEXIGRID_INLINE static Type load(const uint8_t* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  }
  LEXIGRID_INLINE static void store(uint8_t* at, Type bytes) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), bytes);
  }
  LEXIGRID_INLINE static Type set_all() { return _mm256_set1_epi8(-1); }
  LEXIGRID_INLINE static Type clear_all() { return _mm256_setzero_si256(); }
  LEXIGRID_INLINE static Type both(Type a, Type b) { return _mm256_and_si256(a, b); }
  LEXIGRID_INLINE static Type either(Type a, Type b) { return _mm256_or_si256(a, b); }
  LEXIGRID_INLINE static Type all_of(Type a, Type b, Type c) { return both(both(a, b), c); }
  LEXIGRID_INLINE static Type or_both(Type any, Type a, Type b) { return either(any, both(a, b)); }
  LEXIGRID_INLINE static bool none(Type a) { return _mm256_testz_si256(a, a) != 0; }
  /// Sets bit i where byte i is not zero.
  LEXIGRID_INLINE static uint64_t candidates(Type a) {
    return static_cast<uint32_t>(~_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, clear_all())));
  }
  LEXIGRID_INLINE static bool lacks_bit(Type a, uint8_t bit) {
    return _mm256_testc_si256(a, _mm256_set1_epi8(static_cast<char>(bit))) == 0;
  }
  LEXIGRID_INLINE static bool any_high(Type a) { return _mm256_movemask_epi8(a) != 0; }

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
    const __m256i five_bits = _mm256_and_si256(tiles, _mm256_set1_epi8(31));
    return {_mm256_add_epi8(five_bits, _mm256_set1_epi8(0x70)),
            _mm256_sub_epi8(five_bits, _mm256_set1_epi8(16))};
  }
  LEXIGRID_INLINE static Type look_up(const Table& table, const Index& index) {
    return either(_mm256_shuffle_epi8(table.low, index.low), _mm256_shuffle_epi8(table.high, index.high));
  }
};

#include "lines/teddy/look_up.inl"
#include "lines/teddy/rows.inl"

}  // namespace

bool filter_avx2(const Window& window, const Tables& tables, Scan& scan) {
  return filter(window, tables, scan);
}

}  // namespace lexigrid::teddy
LEXIGRID_END_TARGET

#endif

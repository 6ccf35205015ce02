// The filter over rows for AVX2.
#include "lines/teddy/rows.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

#include <algorithm>
#include <cstring>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 and its own intrinsics
#endif

namespace lexigrid::teddy {

namespace {

#define LEXIGRID_ROWS_TARGET LEXIGRID_TARGET_AVX2

struct Vector {
  using Type = __m256i;
  static constexpr uint32_t kWidth = 32;
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Type load(const uint8_t* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Type both(Type a, Type b) { return _mm256_and_si256(a, b); }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Type all_of(Type a, Type b, Type c) {
    return both(both(a, b), c);
  }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Type or_both(Type any, Type a, Type b) {
    return _mm256_or_si256(any, both(a, b));
  }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static bool none(Type a) { return _mm256_testz_si256(a, a) != 0; }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static uint64_t starts(Type a) {
    const __m256i is_empty = _mm256_cmpeq_epi8(a, _mm256_setzero_si256());
    return static_cast<uint32_t>(~_mm256_movemask_epi8(is_empty));
  }
};

/// A table of 32 bytes in two registers. A shuffle gives zero where the uppermost bit of a place is
/// set: so one of the two is zero, and their OR needs no choice (three operations on many machines).
struct Table {
  __m256i low;
  __m256i high;
};

struct Places {
  __m256i low;   // 0x70 + tile % 32: beyond 15, the uppermost bit
  __m256i high;  // tile % 32 - 16: below 16, the uppermost bit
};

LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE Table load_table(const uint8_t* bytes) {
  return {_mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes))),
          _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes + 16)))};
}

LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE __m256i look_up(const Table& table, const Places& at) {
  return _mm256_or_si256(_mm256_shuffle_epi8(table.low, at.low), _mm256_shuffle_epi8(table.high, at.high));
}

LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE void store(uint8_t* at, __m256i bytes) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), bytes);
}

/// The four tables, and what cells had that were looked up.
struct LookUp {
  Table tables[kPatternLetters];
  __m256i all;   // bits that all tiles have
  __m256i some;  // bits that some tile has

  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE void cells(const uint8_t* from, uint8_t* to, size_t stride) {
    const __m256i tiles = Vector::load(from);
    all = _mm256_and_si256(all, tiles);
    some = _mm256_or_si256(some, tiles);
    const __m256i five_bits = _mm256_and_si256(tiles, _mm256_set1_epi8(31));
    const Places places{_mm256_add_epi8(five_bits, _mm256_set1_epi8(0x70)),
                        _mm256_sub_epi8(five_bits, _mm256_set1_epi8(16))};
    for (unsigned place = 0; place < kPatternLetters; ++place)
      store(to + place * stride, look_up(tables[place], places));
  }
};

LEXIGRID_TARGET_AVX2 inline unsigned look_up_row(const uint8_t* cells, uint32_t count, const uint8_t* ahead,
                                                 const Tables& tables, uint8_t* plane) {
  constexpr size_t kStride = Planes::kStride;
  LookUp row{{load_table(tables.low[0]), load_table(tables.low[1]), load_table(tables.low[2]),
              load_table(tables.low[3])},
             _mm256_set1_epi8(-1),
             _mm256_setzero_si256()};
  if (count < 32) {
    // Cells that are not there read as the first one, which says nothing new.
    alignas(32) uint8_t few[32];
    alignas(32) uint8_t few_planes[kPatternLetters * 32];
    std::memset(few, cells[0], sizeof few);
    std::memcpy(few, cells, count);
    row.cells(few, few_planes, 32);
    for (unsigned place = 0; place < kPatternLetters; ++place)
      std::memcpy(plane + place * kStride, few_planes + place * size_t{32}, count);
  } else {
    uint32_t i = 0;
    for (; i + 64 <= count; i += 64) {
      _mm_prefetch(reinterpret_cast<const char*>(ahead + i), _MM_HINT_T0);
      row.cells(cells + i, plane + i, kStride);
      row.cells(cells + i + 32, plane + i + 32, kStride);
    }
    if (i + 32 <= count) row.cells(cells + i, plane + i, kStride);
    row.cells(cells + count - 32, plane + count - 32, kStride);  // overlaps the one before
  }
  const bool has_low = _mm256_testc_si256(row.all, _mm256_set1_epi8(kLetterBit)) == 0;
  return (has_low ? kOddTile : 0) | (_mm256_movemask_epi8(row.some) != 0 ? kHighTile : 0);
}

#include "lines/teddy/rows_kernel.inc"
#undef LEXIGRID_ROWS_TARGET

}  // namespace

LEXIGRID_TARGET_AVX2 bool filter_rows_avx2(const Window& window, const Tables& tables, uint32_t& next,
                                           Planes& planes, Hits& hits, bool& has_odd_tile) {
  return filter(window, tables, next, planes, hits, has_odd_tile);
}

}  // namespace lexigrid::teddy

#endif

// The strip filter for AVX-512 and AVX2.
#include "lines_strips.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 and its own intrinsics
#endif

namespace lexigrid::strips {

namespace avx512 {
namespace {

#define LEXIGRID_STRIP_TARGET LEXIGRID_TARGET_AVX512

struct Vector {
  using Type = __m512i;
  using Table = __m512i;
  static constexpr std::size_t kWidth = 64;
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static Table table(const std::uint8_t* bytes) { return _mm512_load_si512(bytes); }
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static Type zero() { return _mm512_setzero_si512(); }
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static Type load(const std::uint8_t* at) { return _mm512_loadu_si512(at); }
  /// The permute looks at the low six bits of a tile only.
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static Type look_up(Table table, Type tiles) { return _mm512_permutexvar_epi8(tiles, table); }
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static Type both(Type a, Type b) { return _mm512_and_si512(a, b); }
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static bool none(Type a, Type b, Type c, Type d) {
    const Type any = _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d));
    return _mm512_test_epi64_mask(any, any) == 0;
  }
  using Odd = __mmask64;
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static Odd no_odd() { return 0; }
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static Type all(std::uint8_t tile) { return _mm512_set1_epi8(static_cast<char>(tile)); }
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static Odd note_odd(Odd odd, Type tiles, Type tile) {
    return odd | _mm512_cmpeq_epi8_mask(tiles, tile);
  }
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static bool is_odd(Odd odd) { return odd != 0; }
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static std::uint64_t starts(Type a) { return _mm512_test_epi8_mask(a, a); }
  LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE static void prefetch(const std::uint8_t* at) {
    _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T0);
  }
};

#include "lines_strips_kernel.inc"
#undef LEXIGRID_STRIP_TARGET

}  // namespace
}  // namespace avx512

namespace avx2 {
namespace {

#define LEXIGRID_STRIP_TARGET LEXIGRID_TARGET_AVX2

struct Vector {
  using Type = __m256i;
  struct Table {
    __m256i low;
    __m256i high;
  };
  static constexpr std::size_t kWidth = 32;
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Table table(const std::uint8_t* bytes) {
    return {_mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes))),
            _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes + 16)))};
  }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Type zero() { return _mm256_setzero_si256(); }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Type load(const std::uint8_t* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  }
  /// Two shuffles of 16 and a choice by bit 4: five bits of a tile.
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Type look_up(Table table, Type tiles) {
    const __m256i place = _mm256_and_si256(tiles, _mm256_set1_epi8(15));
    const __m256i is_high = _mm256_slli_epi16(tiles, 3);  // bit 4 becomes the sign of its byte
    return _mm256_blendv_epi8(_mm256_shuffle_epi8(table.low, place), _mm256_shuffle_epi8(table.high, place), is_high);
  }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Type both(Type a, Type b) { return _mm256_and_si256(a, b); }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static bool none(Type a, Type b, Type c, Type d) {
    const Type any = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
    return _mm256_testz_si256(any, any) != 0;
  }
  using Odd = __m256i;
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Odd no_odd() { return _mm256_setzero_si256(); }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Type all(std::uint8_t tile) { return _mm256_set1_epi8(static_cast<char>(tile)); }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static Odd note_odd(Odd odd, Type tiles, Type tile) {
    return _mm256_or_si256(odd, _mm256_cmpeq_epi8(tiles, tile));
  }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static bool is_odd(Odd odd) { return _mm256_testz_si256(odd, odd) == 0; }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static std::uint64_t starts(Type a) {
    const __m256i is_empty = _mm256_cmpeq_epi8(a, _mm256_setzero_si256());
    return static_cast<std::uint32_t>(~_mm256_movemask_epi8(is_empty));
  }
  LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE static void prefetch(const std::uint8_t* at) {
    _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T0);
  }
};

#include "lines_strips_kernel.inc"
#undef LEXIGRID_STRIP_TARGET

}  // namespace
}  // namespace avx2

LEXIGRID_TARGET_AVX512 Filtered filter_avx512(const Band& band, std::uint32_t column, const Tables& tables, Hit* hits) {
  return avx512::filter(band, column, tables, hits);
}

LEXIGRID_TARGET_AVX2 Filtered filter_avx2(const Band& band, std::uint32_t column, const Tables& tables, Hit* hits) {
  return avx2::filter(band, column, tables, hits);
}

}  // namespace lexigrid::strips

#endif

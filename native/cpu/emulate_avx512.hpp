// Emulates the AVX-512 intrinsics of the kernels on processors without AVX-512, with SIMDe. For tests only.
//
// SIMDe (https://github.com/simd-everywhere/simde) defines most of them; this file adds those that version
// 0.7.4 lacks.
#pragma once

#include <immintrin.h>

#include <bit>
#include <cstdint>
#include <cstring>

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>

namespace lexigrid::emulated {

/// The lanes of a vector.
template <class Lane, class Vector>
struct Lanes {
  static constexpr int kCount = sizeof(Vector) / sizeof(Lane);
  Lane at[kCount] = {};

  Lanes() = default;
  explicit Lanes(const Vector& vector) { std::memcpy(at, &vector, sizeof at); }
  [[nodiscard]] Vector vector() const {
    Vector result;
    std::memcpy(&result, at, sizeof at);
    return result;
  }
};

template <class From, class To, class Vector>
__m512i widen(const Vector& narrow) {
  const Lanes<From, Vector> from(narrow);
  Lanes<To, __m512i> to;
  for (int i = 0; i < to.kCount; ++i) to.at[i] = from.at[i];
  return to.vector();
}

template <class Lane, class Mask>
__m512i load(Mask mask, const void* from) {
  Lanes<Lane, __m512i> lanes;
  for (int i = 0; i < lanes.kCount; ++i) {
    if ((mask >> i & 1) != 0)
      std::memcpy(&lanes.at[i], static_cast<const char*>(from) + i * sizeof(Lane), sizeof(Lane));
  }
  return lanes.vector();
}

template <class Mask>
void store_bytes(void* to, Mask mask, const __m512i& vector) {
  const Lanes<uint8_t, __m512i> lanes(vector);
  for (int i = 0; i < lanes.kCount; ++i) {
    if ((mask >> i & 1) != 0) static_cast<uint8_t*>(to)[i] = lanes.at[i];
  }
}

inline __m512i gather(const __m512i& otherwise, __mmask16 mask, const __m512i& index, const void* base,
                      int scale) {
  Lanes<uint32_t, __m512i> lanes(otherwise);
  const Lanes<int32_t, __m512i> indices(index);
  for (int i = 0; i < lanes.kCount; ++i) {
    if ((mask >> i & 1) != 0)
      std::memcpy(&lanes.at[i], static_cast<const char*>(base) + int64_t{indices.at[i]} * scale, 4);
  }
  return lanes.vector();
}

template <class Lane, class Mask>
__m512i compress(Mask mask, const __m512i& vector) {
  const Lanes<Lane, __m512i> from(vector);
  Lanes<Lane, __m512i> to;
  int count = 0;
  for (int i = 0; i < from.kCount; ++i) {
    if ((mask >> i & 1) != 0) to.at[count++] = from.at[i];
  }
  return to.vector();
}

inline long long reduce_or(const __m512i& vector) {
  long long all = 0;
  for (const long long lane : Lanes<long long, __m512i>(vector).at) all |= lane;
  return all;
}

}  // namespace lexigrid::emulated

#define _mm512_cvtepu8_epi16(v) (lexigrid::emulated::widen<uint8_t, uint16_t>(v))
#define _mm512_cvtepu8_epi32(v) (lexigrid::emulated::widen<uint8_t, uint32_t>(v))
#define _mm512_cvtepu8_epi64(v) (lexigrid::emulated::widen<uint8_t, uint64_t>(v))
#define _mm512_cvtepu16_epi32(v) (lexigrid::emulated::widen<uint16_t, uint32_t>(v))
#define _mm512_cvtepu32_epi64(v) (lexigrid::emulated::widen<uint32_t, uint64_t>(v))
#define _mm512_maskz_loadu_epi8(mask, from) (lexigrid::emulated::load<uint8_t>(mask, from))
#define _mm512_maskz_loadu_epi32(mask, from) (lexigrid::emulated::load<uint32_t>(mask, from))
#define _mm512_mask_storeu_epi8(to, mask, v) (lexigrid::emulated::store_bytes(to, mask, v))
#define _mm512_mask_i32gather_epi32(otherwise, mask, index, base, scale) \
  (lexigrid::emulated::gather(otherwise, mask, index, base, scale))
#define _mm512_i32gather_epi32(index, base, scale) \
  (lexigrid::emulated::gather(_mm512_setzero_si512(), 0xFFFF, index, base, scale))
#define _mm512_maskz_compress_epi8(mask, v) (lexigrid::emulated::compress<uint8_t>(mask, v))
#define _mm512_mask_testn_epi64_mask(mask, a, b) \
  (static_cast<__mmask8>((mask) & _mm512_testn_epi64_mask(a, b)))
#define _mm512_reduce_or_epi64(v) (lexigrid::emulated::reduce_or(v))
#define _mm512_shuffle_i64x2(a, b, lanes) (simde_mm512_shuffle_i32x4(a, b, lanes))

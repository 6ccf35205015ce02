// The scan for AVX-512: pairs of 64 cells at a time, what is left of them sixteen at a time.
#include "lines/trie_scan/scan.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

#include "lines/trie_scan/pairs_avx512.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 and its own intrinsics
#endif

namespace lexigrid::scan {
namespace {

/// Classes of sixteen cells, widened.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE __m512i classes_at(const uint8_t* cells) {
  return _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(cells)));
}

LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE __m512i three_of(const uint8_t* c0, const uint8_t* c1,
                                                        const uint8_t* c2) {
  return _mm512_or_si512(
      _mm512_or_si512(_mm512_slli_epi32(classes_at(c0), 10), _mm512_slli_epi32(classes_at(c1), 5)),
      classes_at(c2));
}

LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE __mmask16 lanes(uint32_t i, uint32_t count) {
  return count - i >= 16 ? static_cast<__mmask16>(0xFFFF) : static_cast<__mmask16>((1u << (count - i)) - 1);
}

/// Cells whose first four classes begin a pattern.
struct Begun {
  alignas(64) uint32_t codes[kMaxRun + 16];
  alignas(64) uint32_t at[kMaxRun + 16];
  uint32_t count = 0;
};

/// Keeps those of sixteen cells whose four classes begin a pattern: 128 KB of bits, gathered by
/// three of them. Returns how many there are then. (In a register, as the stores could overwrite
/// `begun.count`: each step would wait for the one before.)
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE uint32_t keep_begun(Begun& begun, uint32_t count,
                                                           const uint32_t* passes, __mmask16 lanes,
                                                           __m512i three, __m512i fourth, __m512i at) {
  const __m512i bits = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, three, passes, 4);
  const __mmask16 may =
      _mm512_mask_test_epi32_mask(lanes, _mm512_srlv_epi32(bits, fourth), _mm512_set1_epi32(1));
  const __m512i code = _mm512_or_si512(_mm512_slli_epi32(three, 5), fourth);
  _mm512_storeu_si512(begun.codes + count, _mm512_maskz_compress_epi32(may, code));
  _mm512_storeu_si512(begun.at + count, _mm512_maskz_compress_epi32(may, at));
  return count + static_cast<uint32_t>(_mm_popcnt_u32(may));
}

/// Where fewer of random cells have pairs that may be, the rest is worth looking at them.
constexpr double kPairsTell = 0.7;

/// Cells whose three pairs of classes may be, a byte a part.
struct Paired {
  // The first three classes as a number of fifteen bits.
  alignas(64) uint8_t high[kMaxRun + 64];
  alignas(64) uint8_t low[kMaxRun + 64];
  alignas(64) uint8_t fourth[kMaxRun + 64];
  alignas(64) uint16_t at[kMaxRun + 64];
  uint32_t count = 0;
};

/// Of 10,000 words three in ten random cells pass: 64 of them take as long as gathering for sixteen.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE void keep_paired(Paired& paired, const pairs::Tables& tables,
                                                        const Run& run) {
  using pairs::firsts, pairs::seconds, pairs::may;
  alignas(64) static constexpr uint8_t kPlaces[64] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
      22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
      44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const pairs::Table t01 = pairs::load(tables.follows[0]);
  const pairs::Table t12 = pairs::load(tables.follows[1]);
  const pairs::Table t23 = pairs::load(tables.follows[2]);
  const __m512i places = _mm512_load_si512(kPlaces);
  const __m512i five_bits = _mm512_set1_epi8(static_cast<char>(0xE0));
  uint32_t count = 0;
  for (uint32_t i = 0; i < run.count; i += 64) {
    const __mmask64 here = run.count - i >= 64 ? ~__mmask64{0} : (__mmask64{1} << (run.count - i)) - 1;
    const __m512i a = _mm512_maskz_loadu_epi8(here, run.first + i);
    const __m512i b = _mm512_maskz_loadu_epi8(here, run.first + run.step + i);
    const __m512i c = _mm512_maskz_loadu_epi8(here, run.first + 2 * run.step + i);
    const __m512i d = _mm512_maskz_loadu_epi8(here, run.first + 3 * run.step + i);
    const pairs::Seconds to_b = seconds(b);
    const __mmask64 kept =
        may(may(may(here, t01, firsts(a), to_b), t12, firsts(b), seconds(c)), t23, firsts(c), seconds(d));
    const __m512i high = _mm512_or_si512(firsts(a), to_b.high);
    const __m512i low = _mm512_or_si512(_mm512_and_si512(_mm512_slli_epi16(b, kClassBits), five_bits), c);
    _mm512_storeu_si512(paired.high + count, _mm512_maskz_compress_epi8(kept, high));
    _mm512_storeu_si512(paired.low + count, _mm512_maskz_compress_epi8(kept, low));
    _mm512_storeu_si512(paired.fourth + count, _mm512_maskz_compress_epi8(kept, d));
    const __m512i base = _mm512_set1_epi16(static_cast<short>(i));
    const __m512i at = _mm512_maskz_compress_epi8(kept, places);
    _mm512_storeu_si512(paired.at + count,
                        _mm512_add_epi16(base, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(at))));
    _mm512_storeu_si512(paired.at + count + 32,
                        _mm512_add_epi16(base, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(at, 1))));
    count += static_cast<uint32_t>(_mm_popcnt_u64(kept));
  }
  paired.count = count;
}

/// Those of them whose four classes begin a pattern.
LEXIGRID_TARGET_AVX512 LEXIGRID_INLINE void keep_begun_of(Begun& begun, const LineIndex& index,
                                                          const Paired& paired) {
  uint32_t count = 0;
  const uint32_t all = paired.count;
  const uint32_t* const passes = index.passes();
  for (uint32_t k = 0; k < all; k += 16) {
    const __m512i three =
        _mm512_or_si512(_mm512_slli_epi32(classes_at(paired.high + k), 8), classes_at(paired.low + k));
    const __m512i at =
        _mm512_cvtepu16_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(paired.at + k)));
    count = keep_begun(begun, count, passes, lanes(k, all), three, classes_at(paired.fourth + k), at);
  }
  begun.count = count;
}

/// Their nodes, and whether the fifth class goes on there; `fifths` are the fifth classes of cells.
LEXIGRID_TARGET_AVX512 uint32_t candidates_of(const LineIndex& index, const Begun& begun,
                                              const uint8_t* fifths, Candidate* out) {
  const __m512i one = _mm512_set1_epi32(1);
  const __m512i class_mask = _mm512_set1_epi32(31);
  const uint32_t* const starts = index.starts();
  const uint32_t* const before = index.before();
  const LineNode* const nodes = index.nodes();
  uint32_t found = 0;
  for (uint32_t k = 0; k < begun.count; k += 16) {
    const __mmask16 here = lanes(k, begun.count);
    const __m512i code = _mm512_maskz_loadu_epi32(here, begun.codes + k);
    const __m512i at = _mm512_maskz_loadu_epi32(here, begun.at + k);
    const __m512i three = _mm512_srli_epi32(code, 5);
    const __m512i fourth = _mm512_and_si512(code, class_mask);
    const __m512i bits = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), here, three, starts, 4);
    const __m512i rank = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), here, three, before, 4);
    const __m512i below = _mm512_sub_epi32(_mm512_sllv_epi32(one, fourth), one);
    const __m512i node = _mm512_add_epi32(rank, _mm512_popcnt_epi32(_mm512_and_si512(bits, below)));
    const __mmask16 is_start = _mm512_mask_test_epi32_mask(_mm512_mask_test_epi32_mask(here, fourth, fourth),
                                                           _mm512_srlv_epi32(bits, fourth), one);
    const __m512i classes = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), is_start, node, nodes, 8);
    const __m512i fifth = _mm512_and_si512(
        _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), here, at, fifths, 1), class_mask);
    const __mmask16 goes_on = _mm512_mask_test_epi32_mask(
        is_start, _mm512_or_si512(_mm512_srlv_epi32(classes, fifth), classes), one);
    const __mmask16 is_short = _mm512_mask_test_epi32_mask(here, bits, one);
    if ((goes_on | is_short) == 0) continue;
    alignas(64) uint32_t place[16];
    alignas(64) uint32_t long_node[16];
    alignas(64) uint32_t short_node[16];
    _mm512_store_si512(place, at);
    _mm512_store_si512(long_node, node);
    _mm512_store_si512(short_node, rank);
    for (uint32_t rest = goes_on | is_short; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      if ((is_short >> lane & 1) != 0) out[found++] = {place[lane], short_node[lane] | kShort};
      if ((goes_on >> lane & 1) != 0) out[found++] = {place[lane], long_node[lane]};
    }
  }
  return found;
}

}  // namespace

LEXIGRID_TARGET_AVX512 uint32_t scan_avx512(const LineIndex& index, const Run& run, Candidate* out) {
  Begun begun;
  const uint8_t* const c0 = run.first;
  const uint8_t* const c1 = c0 + run.step;
  const uint8_t* const c2 = c1 + run.step;
  const uint8_t* const c3 = c2 + run.step;
  const __m512i steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  if (index.pairs_pass() < kPairsTell) {
    Paired paired;
    keep_paired(paired, index.pairs_tables(), run);
    keep_begun_of(begun, index, paired);
    return candidates_of(index, begun, c3 + run.step, out);
  }
  uint32_t count = 0;
  for (uint32_t i = 0; i < run.count; i += 16) {
    const __m512i at = _mm512_add_epi32(steps, _mm512_set1_epi32(static_cast<int>(i)));
    count = keep_begun(begun, count, index.passes(), lanes(i, run.count), three_of(c0 + i, c1 + i, c2 + i),
                       classes_at(c3 + i), at);
  }
  begun.count = count;
  return candidates_of(index, begun, c3 + run.step, out);
}

LEXIGRID_TARGET_AVX512 uint32_t look_avx512(const LineIndex& index, const Cells& cells, Candidate* out) {
  Begun begun;
  const __m512i class_mask = _mm512_set1_epi32(31);
  const __m512i column_mask = _mm512_set1_epi32((1 << pairs::Starts::kColumnBits) - 1);
  const __m512i stride = _mm512_set1_epi32(static_cast<int>(cells.stride));
  const uint8_t* const c1 = cells.first + cells.step;
  const uint8_t* const c2 = c1 + cells.step;
  const uint8_t* const c3 = c2 + cells.step;
  uint32_t count = 0;
  for (uint32_t k = 0; k < cells.count; k += 16) {
    const __mmask16 here = lanes(k, cells.count);
    const __m512i start = _mm512_maskz_loadu_epi32(here, cells.starts + k);
    const __m512i row = _mm512_srli_epi32(start, pairs::Starts::kColumnBits);
    const __m512i at =
        _mm512_add_epi32(_mm512_mullo_epi32(row, stride), _mm512_and_si512(start, column_mask));
    // Four bytes are read for one class: the plane has room behind its last cell.
    const __m512i none = _mm512_setzero_si512();
    const __m512i a =
        _mm512_and_si512(_mm512_mask_i32gather_epi32(none, here, at, cells.first, 1), class_mask);
    const __m512i b = _mm512_and_si512(_mm512_mask_i32gather_epi32(none, here, at, c1, 1), class_mask);
    const __m512i c = _mm512_and_si512(_mm512_mask_i32gather_epi32(none, here, at, c2, 1), class_mask);
    const __m512i d = _mm512_and_si512(_mm512_mask_i32gather_epi32(none, here, at, c3, 1), class_mask);
    const __m512i three =
        _mm512_or_si512(_mm512_or_si512(_mm512_slli_epi32(a, 10), _mm512_slli_epi32(b, 5)), c);
    count = keep_begun(begun, count, index.passes(), here, three, d, at);
  }
  begun.count = count;
  return candidates_of(index, begun, c3 + cells.step, out);
}

}  // namespace lexigrid::scan

#endif

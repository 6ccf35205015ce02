// The trie scan for AVX-512: tests pairs of classes for 64 cells at a time, and looks up tables and nodes for
// sixteen.
#include "lines/trie_scan/scan.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

#include <bit>

#include "lines/trie_scan/pairs.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // false positives in the intrinsics of GCC 12
#endif

LEXIGRID_BEGIN_TARGET(LEXIGRID_AVX512)
namespace lexigrid::scan::avx512 {
namespace {

alignas(64) constexpr uint8_t kLanes[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                            16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                            32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                            48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

/// Appends `base + i` for each set bit i, ascending, and returns the new end. Writes sixteen numbers at a
/// time, without a branch if there are no more; overwrites up to sixteen after the end.
LEXIGRID_INLINE uint32_t* append_places(uint32_t* out, uint64_t bits, uint32_t base) {
  const uint32_t count = static_cast<uint32_t>(_mm_popcnt_u64(bits));
  __m512i places = _mm512_maskz_compress_epi8(bits, _mm512_load_si512(kLanes));
  const __m512i bases = _mm512_set1_epi32(static_cast<int>(base));
  _mm512_storeu_si512(out, _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(places))));
  for (uint32_t k = 16; k < count; k += 16) {
    places = _mm512_shuffle_i64x2(places, places, 0x39);
    _mm512_storeu_si512(out + k,
                        _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(places))));
  }
  return out + count;
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

/// Loads the classes of sixteen cells, widened.
LEXIGRID_INLINE __m512i classes_at(const uint8_t* cells) {
  return _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(cells)));
}

LEXIGRID_INLINE __m512i three_of(const uint8_t* c0, const uint8_t* c1, const uint8_t* c2) {
  return _mm512_or_si512(
      _mm512_or_si512(_mm512_slli_epi32(classes_at(c0), 10), _mm512_slli_epi32(classes_at(c1), 5)),
      classes_at(c2));
}

LEXIGRID_INLINE __mmask16 lanes(uint32_t i, uint32_t count) {
  return count - i >= 16 ? static_cast<__mmask16>(0xFFFF) : static_cast<__mmask16>((1u << (count - i)) - 1);
}

/// Cells whose first four classes begin a pattern.
struct Begun {
  alignas(64) uint32_t codes[kMaxRun + 16];
  alignas(64) uint32_t at[kMaxRun + 16];
  uint32_t count = 0;
};

/// Keeps those of sixteen cells whose four classes begin a pattern: the first three select a word of a 128 KB
/// table, the fourth a bit of it. Returns the new count in a register: the stores might alias `begun.count`,
/// so each step would wait for the one before.
LEXIGRID_INLINE uint32_t keep_begun(Begun& begun, uint32_t count, const uint32_t* passes, __mmask16 lanes,
                                    __m512i three, __m512i fourth, __m512i at) {
  const __m512i bits = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, three, passes, 4);
  const __mmask16 may =
      _mm512_mask_test_epi32_mask(lanes, _mm512_srlv_epi32(bits, fourth), _mm512_set1_epi32(1));
  const __m512i code = _mm512_or_si512(_mm512_slli_epi32(three, 5), fourth);
  _mm512_storeu_si512(begun.codes + count, _mm512_maskz_compress_epi32(may, code));
  _mm512_storeu_si512(begun.at + count, _mm512_maskz_compress_epi32(may, at));
  return count + static_cast<uint32_t>(_mm_popcnt_u32(may));
}

/// If fewer than this fraction of random cells pass, filtering by pairs first is faster.
constexpr double kMaxPassRate = 0.7;

/// Cells whose three pairs of classes are allowed, as bytes.
struct Paired {
  // The first three classes as a 15-bit number.
  alignas(64) uint8_t high[kMaxRun + 64];
  alignas(64) uint8_t low[kMaxRun + 64];
  alignas(64) uint8_t fourth[kMaxRun + 64];
  alignas(64) uint16_t at[kMaxRun + 64];
  uint32_t count = 0;
};

/// With 10,000 words, three in ten random cells pass. Testing 64 cells takes as long as gathering for
/// sixteen.
LEXIGRID_INLINE void keep_paired(Paired& paired, const PairTables& tables, const Run& run) {
  const Table t01 = load(tables.follows[0]);
  const Table t12 = load(tables.follows[1]);
  const Table t23 = load(tables.follows[2]);
  const __m512i places = _mm512_load_si512(kLanes);
  const __m512i five_bits = _mm512_set1_epi8(static_cast<char>(0xE0));
  uint32_t count = 0;
  for (uint32_t i = 0; i < run.count; i += 64) {
    const __mmask64 here = run.count - i >= 64 ? ~__mmask64{0} : (__mmask64{1} << (run.count - i)) - 1;
    const __m512i a = _mm512_maskz_loadu_epi8(here, run.first + i);
    const __m512i b = _mm512_maskz_loadu_epi8(here, run.first + run.step + i);
    const __m512i c = _mm512_maskz_loadu_epi8(here, run.first + 2 * run.step + i);
    const __m512i d = _mm512_maskz_loadu_epi8(here, run.first + 3 * run.step + i);
    const Seconds to_b = seconds(b);
    const __mmask64 kept =
        is_allowed(is_allowed(is_allowed(here, t01, firsts(a), to_b), t12, firsts(b), seconds(c)), t23,
                   firsts(c), seconds(d));
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

/// Keeps the paired cells whose four classes begin a pattern.
LEXIGRID_INLINE void keep_begun_of(Begun& begun, const LineIndex& index, const Paired& paired) {
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

/// Finds the nodes of `begun` and keeps those that go on with the fifth class or end a pattern. `fifths` has
/// the fifth class of each cell.
uint32_t candidates_of(const LineIndex& index, const Begun& begun, const uint8_t* fifths, Candidate* out) {
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
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if ((is_short >> lane & 1) != 0) out[found++] = {place[lane], short_node[lane] | kShort};
      if ((goes_on >> lane & 1) != 0) out[found++] = {place[lane], long_node[lane]};
    }
  }
  return found;
}

}  // namespace

/// Three look-ups per axis and row, each three instructions for 64 cells.
void filter_pairs(const PairWindow& window, uint32_t column, uint64_t lanes, const PairTables& tables,
                  PairCandidates& found) {
  const Table t01 = load(tables.follows[0]);
  const Table t12 = load(tables.follows[1]);
  const Table t23 = load(tables.follows[2]);
  const __mmask64 all = ~__mmask64{0};
  // Partial matches of two and three letters that go on in the next row, by axis.
  __mmask64 s2 = 0, s3 = 0;  // S
  __mmask64 d2 = 0, d3 = 0;  // SE
  __mmask64 u2 = 0, u3 = 0;  // SW
  // Classes of the row above as first classes: two columns to the left, ... two to the right.
  __m512i above_w2 = _mm512_setzero_si512(), above_w1 = above_w2, above = above_w2, above_e1 = above_w2,
          above_e2 = above_w2;
  uint32_t* out[kAxes];
  for (unsigned axis = 0; axis < kAxes; ++axis) out[axis] = found.at[axis] + found.count[axis];
  const uint8_t* cell = window.first + column;
  for (uint32_t row = 0; row < window.rows + 3; ++row, cell += window.stride) {
    _mm_prefetch(reinterpret_cast<const char*>(cell) + 256, _MM_HINT_T0);
    const __m512i v = _mm512_loadu_si512(cell);
    const __m512i e1 = _mm512_loadu_si512(cell + 1);
    const __m512i e2 = _mm512_loadu_si512(cell + 2);
    const __m512i e3 = _mm512_loadu_si512(cell + 3);
    const __m512i w1 = _mm512_loadu_si512(cell - 1);
    const __m512i w2 = _mm512_loadu_si512(cell - 2);
    const __m512i w3 = _mm512_loadu_si512(cell - 3);
    const Seconds to_v = seconds(v), to_e1 = seconds(e1), to_e2 = seconds(e2), to_e3 = seconds(e3);
    const Seconds to_w1 = seconds(w1), to_w2 = seconds(w2), to_w3 = seconds(w3);

    const __mmask64 south = is_allowed(s3, t23, above, to_v);
    s3 = is_allowed(s2, t12, above, to_v);
    s2 = is_allowed(all, t01, above, to_v);
    const __mmask64 south_east = is_allowed(d3, t23, above_e2, to_e3);
    d3 = is_allowed(d2, t12, above_e1, to_e2);
    d2 = is_allowed(all, t01, above, to_e1);
    const __mmask64 south_west = is_allowed(u3, t23, above_w2, to_w3);
    u3 = is_allowed(u2, t12, above_w1, to_w2);
    u2 = is_allowed(all, t01, above, to_w1);
    above = firsts(v);
    above_e1 = firsts(e1);
    above_e2 = firsts(e2);
    above_w1 = firsts(w1);
    above_w2 = firsts(w2);
    const __mmask64 east = is_allowed(is_allowed(is_allowed(all, t01, above, to_e1), t12, above_e1, to_e2),
                                      t23, above_e2, to_e3);

    if ((east | south | south_east | south_west) == 0) continue;
    // With a hundred words most rows have a candidate, so there is no branch per axis.
    if (row < window.rows)
      out[0] = append_places(out[0], east & lanes, (row << PairCandidates::kColumnBits) + column);
    if (row < 3) continue;  // words that go down start three rows above
    const uint32_t base = ((row - 3) << PairCandidates::kColumnBits) + column;
    out[1] = append_places(out[1], south_east & lanes, base);
    out[2] = append_places(out[2], south & lanes, base);
    out[3] = append_places(out[3], south_west & lanes, base);
  }
  for (unsigned axis = 0; axis < kAxes; ++axis)
    found.count[axis] = static_cast<uint32_t>(out[axis] - found.at[axis]);
}

uint32_t scan(const LineIndex& index, const Run& run, Candidate* out) {
  Begun begun;
  const uint8_t* const c0 = run.first;
  const uint8_t* const c1 = c0 + run.step;
  const uint8_t* const c2 = c1 + run.step;
  const uint8_t* const c3 = c2 + run.step;
  const __m512i steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  if (index.pair_pass_rate() < kMaxPassRate) {
    Paired paired;
    keep_paired(paired, index.pair_tables(), run);
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

uint32_t scan_cells(const LineIndex& index, const Cells& cells, Candidate* out) {
  Begun begun;
  const __m512i class_mask = _mm512_set1_epi32(31);
  const __m512i column_mask = _mm512_set1_epi32((1 << PairCandidates::kColumnBits) - 1);
  const __m512i stride = _mm512_set1_epi32(static_cast<int>(cells.stride));
  const uint8_t* const c1 = cells.first + cells.step;
  const uint8_t* const c2 = c1 + cells.step;
  const uint8_t* const c3 = c2 + cells.step;
  uint32_t count = 0;
  for (uint32_t k = 0; k < cells.count; k += 16) {
    const __mmask16 here = lanes(k, cells.count);
    const __m512i start = _mm512_maskz_loadu_epi32(here, cells.at + k);
    const __m512i row = _mm512_srli_epi32(start, PairCandidates::kColumnBits);
    const __m512i at =
        _mm512_add_epi32(_mm512_mullo_epi32(row, stride), _mm512_and_si512(start, column_mask));
    // Each class is gathered as four bytes; the window is readable beyond its last cell.
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

}  // namespace lexigrid::scan::avx512
LEXIGRID_END_TARGET

#endif

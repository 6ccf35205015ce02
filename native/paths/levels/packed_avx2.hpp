// Steps that the AVX2 kernels share: four lanes at a time, compressed by a table of permutations.
#pragma once

#include "paths/levels/packed.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

#include <array>

namespace lexigrid::packed {

/// For each set of four lanes the order of 32-bit halves that brings them to the front.
struct alignas(32) Permutation {
  uint32_t half[8];
};
inline constexpr std::array<Permutation, 16> kCompress = [] {
  std::array<Permutation, 16> table{};
  for (unsigned mask = 0; mask < 16; ++mask) {
    unsigned at = 0;
    for (unsigned lane = 0; lane < 4; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      table[mask].half[at++] = 2 * lane;
      table[mask].half[at++] = 2 * lane + 1;
    }
  }
  return table;
}();

LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE __m256i load(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE __m256i order_of(unsigned mask) { return load(kCompress[mask].half); }

/// Stores the lanes that `order` brings to the front, and whatever follows.
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE void store_ordered(uint64_t* to, __m256i lanes, __m256i order) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(lanes, order));
}

/// A bit for each lane that is zero.
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE unsigned zero_lanes(__m256i lanes) {
  const __m256i is_zero = _mm256_cmpeq_epi64(lanes, _mm256_setzero_si256());
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(is_zero)));
}

/// The letters near each cell, picked by four cells at a time.
template <bool kLarge>
struct NearLetters {
  __m256i part[kLarge ? 4 : 2];
};

template <bool kLarge>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE NearLetters<kLarge> near_letters(const Tables& tables) {
  NearLetters<kLarge> near;
  for (unsigned i = 0; i < (kLarge ? 4 : 2); ++i) near.part[i] = load(tables.near_letters + 8 * i);
  return near;
}

LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE __m256i choose(__m256i low, __m256i high, __m256i by_sign) {
  return _mm256_castpd_si256(
      _mm256_blendv_pd(_mm256_castsi256_pd(low), _mm256_castsi256_pd(high), _mm256_castsi256_pd(by_sign)));
}

/// The letters near the cells of four entries, in the high halves.
template <bool kLarge>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE __m256i pick(const NearLetters<kLarge>& near, __m256i entries) {
  // The cell stands in bits 25-29: shifted left by 7 it is the index of the high half; bits 28 and
  // 29 shifted to the top choose between registers.
  const __m256i index = _mm256_slli_epi64(entries, 7);
  const __m256i upper = _mm256_slli_epi64(entries, 63 - (kCellShift + 3));
  const __m256i low = choose(_mm256_permutevar8x32_epi32(near.part[0], index),
                             _mm256_permutevar8x32_epi32(near.part[1], index), upper);
  if constexpr (!kLarge) return low;
  const __m256i high = choose(_mm256_permutevar8x32_epi32(near.part[2], index),
                              _mm256_permutevar8x32_epi32(near.part[3], index), upper);
  return choose(low, high, _mm256_slli_epi64(entries, 63 - (kCellShift + 4)));
}

/// Ends of the lists that a filter appends to.
struct Ends {
  size_t kept;
  size_t hits;
};

/// Appends those of four entries that go on, as X and Y, and those that end a word. `kNodePart`
/// are the bits of an entry that number its node.
template <uint64_t kNodePart>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE void append(__m256i entry, __m256i node, unsigned goes_on,
                                                 unsigned is_word, Lists& lists, Ends& ends) {
  const __m256i node_part = _mm256_set1_epi64x(static_cast<long long>(kNodePart));
  // The halves of X: letters inverted, entry; of Y: first child (and tag), entry.
  const __m256i x = _mm256_blend_epi32(entry, _mm256_andnot_si256(node, _mm256_set1_epi64x(-1)), 0xAA);
  const __m256i moved = _mm256_slli_epi64(node, 32);
  const __m256i y = kNodePart == 0xFFFFFFFF00000000u ? _mm256_blend_epi32(entry, moved, 0xAA)
                                                     : _mm256_or_si256(_mm256_and_si256(node_part, moved),
                                                                       _mm256_andnot_si256(node_part, entry));
  const __m256i order = order_of(goes_on);
  store_ordered(lists.kept_x + ends.kept, x, order);
  store_ordered(lists.kept_y + ends.kept, y, order);
  store_ordered(lists.hits + ends.hits, entry, order_of(is_word));
  ends.kept += static_cast<unsigned>(__builtin_popcount(goes_on));
  ends.hits += static_cast<unsigned>(__builtin_popcount(is_word));
}

/// Filters `entries[0 .. count)`; up to three beyond are overwritten.
template <uint64_t kNodePart, bool kPaths, bool kLarge>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE void filter_by_fours(const Node* nodes, const NearLetters<kLarge>& near,
                                                          Lists& lists, size_t count, Ends& ends) {
  const __m256i letters = _mm256_set1_epi64x(static_cast<long long>(0xFFFFFFFF00000000u));
  // The tail of the last four: entries of the dead node, which go nowhere and end nothing.
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(lists.entries + count), _mm256_setzero_si256());
  for (size_t i = 0; i < count; i += 4) {
    const uint64_t* const four = lists.entries + i;
    const __m256i entry = load(four);
    const auto at = [&](unsigned k) { return static_cast<long long>(nodes[(four[k] & kNodePart) >> 32]); };
    const __m256i node = _mm256_set_epi64x(at(3), at(2), at(1), at(0));
    const unsigned goes_on =
        zero_lanes(_mm256_and_si256(_mm256_and_si256(pick(near, entry), node), letters)) ^ 15;
    const auto is_word = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(node)));
    if constexpr (kPaths) {
      const __m256i path = load(lists.paths + i);
      store_ordered(lists.kept_paths + ends.kept, path, order_of(goes_on));
      store_ordered(lists.hit_paths + ends.hits, path, order_of(is_word));
    }
    append<kNodePart>(entry, node, goes_on, is_word, lists, ends);
  }
}

/// Counts the bits in the high halves of eight lanes, into the high halves.
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE void count_high(__m256i& first, __m256i& second) {
  const __m256i nibbles = _mm256_set1_epi8(15);
  const __m256i bits_of = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2,
                                           2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i high =
      _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0xDD));
  const __m256i bytes =
      _mm256_add_epi8(_mm256_shuffle_epi8(bits_of, _mm256_and_si256(high, nibbles)),
                      _mm256_shuffle_epi8(bits_of, _mm256_and_si256(_mm256_srli_epi32(high, 4), nibbles)));
  const __m256i counts =
      _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
  first = _mm256_unpacklo_epi32(_mm256_setzero_si256(), counts);
  second = _mm256_unpackhi_epi32(_mm256_setzero_si256(), counts);
}

/// Entries one cell further, of all that is kept; returns how many. `shift` is the place of the new
/// cell in a path code, 64 where it has none.
template <bool kPaths>
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE size_t expand_by_fours(const Shape& shape, const Tables& tables,
                                                            Lists& lists, size_t kept, unsigned shift) {
  uint64_t* next = lists.entries;
  uint64_t* next_path = lists.paths;
  const __m128i place = _mm_cvtsi32_si128(static_cast<int>(shift));
  for (size_t i = 0; i < kept; ++i) {
    const size_t cell = lists.kept_x[i] >> kCellShift & 31;
    const __m256i x = _mm256_set1_epi64x(static_cast<long long>(lists.kept_x[i]));
    const __m256i y = _mm256_set1_epi64x(static_cast<long long>(lists.kept_y[i]));
    // The count of letters below lands in the high half, where the node number is.
    __m256i rank[2] = {_mm256_andnot_si256(x, load(tables.below[cell])),
                       _mm256_andnot_si256(x, load(tables.below[cell] + 4))};
    count_high(rank[0], rank[1]);
    for (unsigned half = 0; half < 2; ++half) {
      const unsigned goes_on = zero_lanes(_mm256_and_si256(x, load(tables.lane[cell] + 4 * half)));
      const __m256i to = _mm256_add_epi64(_mm256_add_epi64(rank[half], load(shape.step[cell] + 4 * half)), y);
      const __m256i order = order_of(goes_on);
      store_ordered(next, to, order);
      if constexpr (kPaths) {
        const __m256i before = _mm256_set1_epi64x(static_cast<long long>(lists.kept_paths[i]));
        store_ordered(next_path,
                      _mm256_or_si256(before, _mm256_sll_epi64(load(shape.near[cell] + 4 * half), place)),
                      order);
        next_path += __builtin_popcount(goes_on);
      }
      next += __builtin_popcount(goes_on);
    }
  }
  return static_cast<size_t>(next - lists.entries);
}

}  // namespace lexigrid::packed

#endif

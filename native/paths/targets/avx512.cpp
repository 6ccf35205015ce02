// The kernels for AVX-512: eight entries at a time, all neighbours of an entry at once.
#include "paths/targets/kernels.hpp"

#if LEXIGRID_X86

#include <immintrin.h>

// GCC 12 warns about the deliberately undefined operands of its own intrinsics.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

LEXIGRID_BEGIN_TARGET(LEXIGRID_AVX512)
namespace lexigrid::avx512 {
namespace {

#include "paths/targets/common.inl"

LEXIGRID_INLINE __m256i count_bits_of_eight(__m256i lanes) { return _mm256_popcnt_epi32(lanes); }
LEXIGRID_INLINE __m256i front_of_eight(__m256i lanes, unsigned mask) {
  return _mm256_maskz_compress_epi32(static_cast<__mmask8>(mask), lanes);
}

#include "paths/targets/x86.inl"

/// See Scalar.
struct Vector : X86 {
  using Lanes = unsigned long long __attribute__((vector_size(64)));
  using Mask = __mmask8;
  using Order = __mmask8;
  using Place = __m128i;
  static constexpr unsigned kLanes = 8;
  static constexpr bool kHasSmallTable = true;
  static constexpr bool kCountsLast = false;

  LEXIGRID_INLINE static __m512i raw(Lanes lanes) { return __builtin_bit_cast(__m512i, lanes); }
  LEXIGRID_INLINE static Lanes of(__m512i lanes) { return __builtin_bit_cast(Lanes, lanes); }

  LEXIGRID_INLINE static Lanes fill(uint64_t value) {
    return of(_mm512_set1_epi64(static_cast<long long>(value)));
  }
  LEXIGRID_INLINE static Lanes load(const void* from) { return of(_mm512_loadu_si512(from)); }
  LEXIGRID_INLINE static void store(uint64_t* to, Lanes lanes) { _mm512_storeu_si512(to, raw(lanes)); }

  LEXIGRID_INLINE static long long at(const Node* nodes, uint32_t node) {
    return static_cast<long long>(nodes[node]);
  }
  /// Loads and inserts: with the gather instruction, the whole search is 15 to 25 % slower.
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes load_nodes(const Node* nodes, const uint64_t* entries) {
    constexpr auto kMask = static_cast<uint32_t>(kNodes >> 32);
    const auto* const high = reinterpret_cast<const uint32_t*>(entries) + 1;
    const __m256i low = _mm256_set_epi64x(at(nodes, high[6] & kMask), at(nodes, high[4] & kMask),
                                          at(nodes, high[2] & kMask), at(nodes, high[0] & kMask));
    const __m256i upper = _mm256_set_epi64x(at(nodes, high[14] & kMask), at(nodes, high[12] & kMask),
                                            at(nodes, high[10] & kMask), at(nodes, high[8] & kMask));
    return of(_mm512_inserti64x4(_mm512_castsi256_si512(low), upper, 1));
  }
  LEXIGRID_INLINE static void prefetch(const Node* node) {
    _mm_prefetch(reinterpret_cast<const char*>(node), _MM_HINT_T0);
  }
  LEXIGRID_INLINE static void store_front(uint64_t* to, Lanes lanes, Order order) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(order, raw(lanes)));
  }
  LEXIGRID_INLINE static Order order_of(Mask mask) { return mask; }
  LEXIGRID_INLINE static unsigned count(Mask mask) { return static_cast<unsigned>(std::popcount(mask)); }
  LEXIGRID_INLINE static Mask first(size_t count) {
    return static_cast<Mask>(count >= 8 ? 0xFF : (1u << count) - 1);
  }

  LEXIGRID_INLINE static Lanes and_not(Lanes a, Lanes b) { return of(_mm512_andnot_si512(raw(a), raw(b))); }
  LEXIGRID_INLINE static Mask any(Lanes a, Lanes b) { return _mm512_test_epi64_mask(raw(a), raw(b)); }
  LEXIGRID_INLINE static Mask none(Lanes a, Lanes b) { return _mm512_testn_epi64_mask(raw(a), raw(b)); }
  LEXIGRID_INLINE static Mask none(Lanes a, Lanes b, Lanes c, Lanes d) {
    return _mm512_mask_testn_epi64_mask(none(a, b), raw(c), raw(d));
  }
  LEXIGRID_INLINE static Mask highest_bit(Lanes lanes) { return _mm512_movepi64_mask(raw(lanes)); }

  LEXIGRID_INLINE static Lanes x_of(Lanes node, Lanes entry) {  // kNodePart ? ~node : entry
    return of(_mm512_ternarylogic_epi64(raw(fill(kNodePart)), raw(node), raw(entry), 0x3A));
  }
  template <uint64_t kNodes>
  LEXIGRID_INLINE static Lanes y_of(Lanes node, Lanes entry) {  // kNodes ? node << 32 : entry
    const __m512i moved = _mm512_slli_epi64(raw(node), 32);
    return of(_mm512_ternarylogic_epi64(raw(fill(kNodes)), moved, raw(entry), 0xCA));
  }
  LEXIGRID_INLINE static Place place_of(unsigned shift) { return _mm_cvtsi32_si128(static_cast<int>(shift)); }
  LEXIGRID_INLINE static Lanes shift_left(Lanes lanes, Place place) {
    return of(_mm512_sll_epi64(raw(lanes), place));
  }
  LEXIGRID_INLINE static Lanes ranks(unsigned) { return Lanes{0, 1, 2, 3, 4, 5, 6, 7}; }

  LEXIGRID_INLINE static void count_high(Lanes (&parts)[1]) {
    parts[0] = of(_mm512_popcnt_epi32(raw(parts[0])));
  }

  /// The letters of up to 64 cells in registers, picked for eight cells at a time.
  template <class Layout, bool kIsLarge>
  struct NearLetters {
    static constexpr unsigned kParts = Layout::kHasUsedList ? 4 : kIsLarge ? 2 : 1;
    __m512i parts[kParts];

    LEXIGRID_INLINE explicit NearLetters(const Tables& tables) {
      for (unsigned i = 0; i < kParts; ++i) parts[i] = _mm512_load_si512(tables.near_letters + 16 * i);
    }
    LEXIGRID_INLINE Lanes pick(Lanes entry) const {
      // The cell, moved to bit 32, is the index of the high half.
      const __m512i index = _mm512_slli_epi64(raw(entry), 32 - Layout::kCellShift);
      __m512i found;
      if constexpr (kParts == 1) {
        found = _mm512_permutexvar_epi32(index, parts[0]);
      } else {
        found = _mm512_permutex2var_epi32(parts[0], index, parts[1]);
      }
      if constexpr (kParts == 4) {
        const __m512i high = _mm512_permutex2var_epi32(parts[2], index, parts[3]);
        found =
            _mm512_mask_blend_epi64(_mm512_test_epi64_mask(raw(entry), _mm512_set1_epi64(32)), found, high);
      }
      return of(found) & fill(kNodePart);
    }
  };

  /// Looks up the 64-bit values of eight cells in a table of 16 or 32 cells in registers.
  template <bool kIsLarge>
  LEXIGRID_INLINE static __m512i pick_value(const __m512i* parts, __m512i cells) {
    const __m512i low = _mm512_permutex2var_epi64(parts[0], cells, parts[1]);
    if constexpr (!kIsLarge) return low;
    const __m512i high = _mm512_permutex2var_epi64(parts[2], cells, parts[3]);
    return _mm512_mask_blend_epi64(_mm512_test_epi64_mask(cells, _mm512_set1_epi64(16)), low, high);
  }

  template <class Layout, bool kIsLarge>
  LEXIGRID_INLINE static void fill_tables(const Shape& shape, const uint8_t* letters, Tables& tables) {
    if constexpr (Layout::kHasUsedList) {
      Common::fill_tables<Layout, kIsLarge>(shape, letters, tables);
      return;
    }
    constexpr unsigned kCells = kIsLarge ? 32 : 16;
    alignas(64) uint64_t lane_of[kCells];
    for (unsigned cell = 0; cell < kCells; ++cell) {
      lane_of[cell] = cell >= shape.cells || letters[cell] == kNoTile
                          ? kAlways
                          : uint64_t{1} << cell | uint64_t{1} << (32 + letters[cell]);
    }
    __m512i parts[kCells / 8];
    for (unsigned i = 0; i < kCells / 8; ++i) parts[i] = _mm512_load_si512(lane_of + 8 * i);
    const __m512i always = _mm512_set1_epi64(static_cast<long long>(kAlways));
    const __m512i high = raw(fill(kNodePart));
    for (unsigned cell = 0; cell < shape.cells; ++cell) {
      const auto present = static_cast<__mmask8>((1u << shape.near_count[cell]) - 1);
      const __m512i picked = pick_value<kIsLarge>(parts, _mm512_load_si512(shape.around[cell].mark));
      const __m512i lane = _mm512_mask_mov_epi64(always, present, picked);
      const __m512i letter = _mm512_and_si512(lane, high);
      // The letter's bit - 1, in the high half; without a letter the lane is blocked anyway.
      const __m512i below = _mm512_and_si512(_mm512_sub_epi64(letter, _mm512_set1_epi64(1ll << 32)), high);
      _mm512_store_si512(tables.around[cell].lane, lane);
      _mm512_store_si512(tables.around[cell].below, below);
      tables.near_letters[cell] = static_cast<uint32_t>(_mm512_reduce_or_epi64(letter) >> 32);
    }
  }

  /// Sixteen pairs at a time.
  template <class Layout, bool kCodes>
  LEXIGRID_INLINE static size_t start(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                      Lists& lists) {
    if constexpr (Layout::kHasUsedList) return Common::start<Layout, kCodes>(shape, trie, letters, lists);
    alignas(32) uint8_t letter_of[32];  // 31, an empty row of `pairs`, for dead cells and for no cell
    for (unsigned cell = 0; cell < 32; ++cell)
      letter_of[cell] = cell < shape.cells ? letters[cell] & 31 : kNoCell;
    const __m256i letter_table = _mm256_load_si256(reinterpret_cast<const __m256i*>(letter_of));
    const NodeId* const pairs = trie.pairs().data();
    size_t count = 0;
    for (unsigned i = 0; i < shape.pair_count; i += 16) {
      const __m128i from = _mm_loadu_si128(reinterpret_cast<const __m128i*>(shape.pair_from + i));
      const __m128i to = _mm_loadu_si128(reinterpret_cast<const __m128i*>(shape.pair_to + i));
      const __m256i both = _mm256_permutexvar_epi8(_mm256_set_m128i(to, from), letter_table);
      const __m512i first = _mm512_cvtepu8_epi32(_mm256_castsi256_si128(both));
      const __m512i second = _mm512_cvtepu8_epi32(_mm256_extracti128_si256(both, 1));
      const __m512i node =
          _mm512_i32gather_epi32(_mm512_or_si512(_mm512_slli_epi32(first, 5), second), pairs, 4);
      const __mmask16 exists = _mm512_test_epi32_mask(node, node);
      for (unsigned half = 0; half < 2; ++half) {
        const auto mask = static_cast<__mmask8>(exists >> (8 * half));
        const __m256i part = half == 0 ? _mm512_castsi512_si256(node) : _mm512_extracti64x4_epi64(node, 1);
        const __m512i entry = _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(part), 32),
                                              _mm512_loadu_si512(shape.pair_entry + i + 8 * half));
        store_front(lists.entries + count, of(entry), mask);
        if constexpr (kCodes) store_front(lists.codes + count, load(shape.pair_code + i + 8 * half), mask);
        count += Vector::count(mask);
      }
    }
    return count;
  }
};

#include "paths/levels/board_kernel.inl"
#include "paths/levels/window_kernel.inl"
#include "paths/list.inl"
#include "paths/neighbours/changes_kernel.inl"

}  // namespace

extern const Kernels kernels = LEXIGRID_PATH_KERNELS;

}  // namespace lexigrid::avx512
LEXIGRID_END_TARGET

#endif

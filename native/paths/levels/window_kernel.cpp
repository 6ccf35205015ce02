#include "paths/levels/window_kernel.hpp"

#include <array>
#include <bit>

#if LEXIGRID_X86
#include <immintrin.h>
#endif

namespace lexigrid::window {

Levels::Levels()
    : nodes(kMaxEntries + 16),
      cells(kMaxEntries + 16),
      from(kMaxEntries + 16),
      hit_nodes(kMaxHits + 16),
      hit_codes(kMaxHits + 16) {
  for (Kept& each : kept) {
    each.nodes.resize(kMaxEntries + 16);
    each.cells.resize(kMaxEntries + 16);
    each.windows.resize(kMaxEntries + 16);
    each.codes.resize(kMaxEntries + 16);
  }
}

namespace {

constexpr std::array<unsigned char, kWays> kTurns = [] {
  std::array<unsigned char, kWays> turns{};
  for (unsigned way = 0; way < kWays; ++way)
    turns[way] = static_cast<unsigned char>((64 + kCentre - window_bit(way)) % 64);
  return turns;
}();

/// The steps of one entry, one by one; its neighbour can be several symbols. False where the level
/// would be too long.
LEXIGRID_INLINE bool expand_odd(const Band& band, Node node, uint32_t cell, uint64_t window, size_t i,
                                Levels& levels, size_t& next) {
  if (next + kWays * 31 > kMaxEntries) return false;
  const auto letters = static_cast<uint32_t>(node >> kLettersShift);
  const size_t row = size_t{cell} * kWays;
  const bool is_listed = band.is_odd[cell] == 2;
  for (unsigned rank = 0; rank < kWays; ++rank) {
    const uint32_t around = band.around[row + rank];
    const uint32_t to = is_listed ? band.targets[row + rank] : cell + static_cast<uint32_t>(band.step[rank]);
    const unsigned way = is_listed ? band.ways[row + rank] : rank;
    const unsigned bit = band.memory == Memory::set ? to & 63 : window_bit(way);
    if ((letters & around) == 0 || (window >> bit & 1) != 0) continue;
    for (uint32_t rest = letters & around; rest != 0; rest &= rest - 1) {
      levels.nodes[next] =
          static_cast<uint32_t>(node) + static_cast<uint32_t>(std::popcount(letters & ((rest & -rest) - 1)));
      levels.cells[next] = to;
      levels.from[next++] = static_cast<uint32_t>(64 * i + 8 * rank + way);
    }
  }
  return true;
}

LEXIGRID_INLINE size_t expand(const Band& band, const Levels::Kept& kept, size_t count, Levels& levels) {
  uint32_t* nodes = levels.nodes.data();
  uint32_t* cells = levels.cells.data();
  uint32_t* from = levels.from.data();
  const uint8_t* const is_odd = band.is_odd.empty() ? nullptr : band.is_odd.data();
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    const Node node = kept.nodes[i];
    const auto letters = static_cast<uint32_t>(node >> kLettersShift);
    const uint32_t cell = kept.cells[i];
    const uint64_t window = kept.windows[i];
    if (is_odd != nullptr) {
      if (is_odd[cell] != 0) {
        if (!expand_odd(band, node, cell, window, i, levels, next)) return kTooMany;
        continue;
      }
      if (next + kWays > kMaxEntries) return kTooMany;
    }
    const uint32_t* const around = band.around.data() + size_t{cell} * kWays;
    for (unsigned way = 0; way < kWays; ++way) {
      nodes[next] =
          static_cast<uint32_t>(node) + static_cast<uint32_t>(std::popcount(letters & (around[way] - 1)));
      cells[next] = cell + static_cast<uint32_t>(band.step[way]);
      from[next] = static_cast<uint32_t>(64 * i + 9 * way);
      const uint64_t is_free = ~window >> window_bit(way) & 1;
      next += (letters & around[way]) != 0 ? is_free : 0;
    }
  }
  return next;
}

/// The window of an entry, from that before the step.
template <Memory kMemory>
LEXIGRID_INLINE uint64_t window_after(uint64_t before, unsigned way, uint32_t cell) {
  if constexpr (kMemory == Memory::none) return 0;
  if constexpr (kMemory == Memory::set) return before | uint64_t{1} << (cell & 63);
  return (std::rotl(before, kTurns[way]) & kWindow) | uint64_t{1} << kCentre;
}

template <Memory kMemory>
LEXIGRID_INLINE size_t filter_by(const Band& band, const Node* nodes, const Levels::Kept& before,
                                 size_t count, unsigned shift, Levels::Kept& kept, Levels& levels,
                                 size_t& hits_end) {
  size_t keeps = 0;
  size_t hits = hits_end;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t id = levels.nodes[i];
    const uint32_t cell = levels.cells[i];
    const uint32_t from = levels.from[i];
    const Node node = nodes[id];
    const uint64_t code = before.codes[from / 64] | uint64_t{from / 8 % 8} << shift;
    kept.nodes[keeps] = node;
    kept.cells[keeps] = cell;
    kept.codes[keeps] = code;
    kept.windows[keeps] = window_after<kMemory>(before.windows[from / 64], from % 8, cell);
    levels.hit_nodes[hits] = id;
    levels.hit_codes[hits] = code;
    keeps += (static_cast<uint32_t>(node >> kLettersShift) & band.near[cell]) != 0 ? 1 : 0;
    hits += node >> 63;
  }
  hits_end = hits;
  return keeps;
}

LEXIGRID_INLINE size_t filter(const Band& band, const Node* nodes, const Levels::Kept& before, size_t count,
                              unsigned shift, Levels::Kept& kept, Levels& levels, size_t& hits) {
  if (band.memory == Memory::window)
    return filter_by<Memory::window>(band, nodes, before, count, shift, kept, levels, hits);
  if (band.memory == Memory::set)
    return filter_by<Memory::set>(band, nodes, before, count, shift, kept, levels, hits);
  return filter_by<Memory::none>(band, nodes, before, count, shift, kept, levels, hits);
}

size_t expand_portable(const Band& band, const Levels::Kept& kept, size_t count, Levels& levels) {
  return expand(band, kept, count, levels);
}
size_t filter_portable(const Band& band, const Node* nodes, const Levels::Kept& before, size_t count,
                       unsigned shift, Levels::Kept& kept, Levels& levels, size_t& hits) {
  return filter(band, nodes, before, count, shift, kept, levels, hits);
}

#if LEXIGRID_X86

LEXIGRID_TARGET_POPCNT size_t expand_popcnt(const Band& band, const Levels::Kept& kept, size_t count,
                                            Levels& levels) {
  return expand(band, kept, count, levels);
}
LEXIGRID_TARGET_POPCNT size_t filter_popcnt(const Band& band, const Node* nodes, const Levels::Kept& before,
                                            size_t count, unsigned shift, Levels::Kept& kept, Levels& levels,
                                            size_t& hits) {
  return filter(band, nodes, before, count, shift, kept, levels, hits);
}

/// For each set of eight lanes the order that brings them to the front, one byte a lane.
constexpr std::array<uint64_t, 256> kCompress = [] {
  std::array<uint64_t, 256> table{};
  for (unsigned mask = 0; mask < 256; ++mask) {
    unsigned at = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1) != 0) table[mask] |= uint64_t{lane} << (8 * at++);
    }
  }
  return table;
}();

LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE void store(uint32_t* to, __m256i lanes, __m256i order) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(lanes, order));
}

/// Bits set in each of eight lanes.
LEXIGRID_TARGET_AVX2 LEXIGRID_INLINE __m256i count_bits(__m256i lanes) {
  const __m256i nibbles = _mm256_set1_epi8(15);
  const __m256i bits_of = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2,
                                           2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i bytes =
      _mm256_add_epi8(_mm256_shuffle_epi8(bits_of, _mm256_and_si256(lanes, nibbles)),
                      _mm256_shuffle_epi8(bits_of, _mm256_and_si256(_mm256_srli_epi32(lanes, 4), nibbles)));
  return _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
}

/// All eight ways of an entry at once.
LEXIGRID_TARGET_AVX2 size_t expand_avx2(const Band& band, const Levels::Kept& kept, size_t count,
                                        Levels& levels) {
  const __m256i steps = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(band.step));
  const __m256i ways = _mm256_setr_epi32(0, 9, 18, 27, 36, 45, 54, 63);
  const uint8_t* const is_odd = band.is_odd.empty() ? nullptr : band.is_odd.data();
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    const Node node = kept.nodes[i];
    const uint32_t cell = kept.cells[i];
    if (is_odd != nullptr) {
      if (is_odd[cell] != 0) {
        if (!expand_odd(band, node, cell, kept.windows[i], i, levels, next)) return kTooMany;
        continue;
      }
      if (next + kWays > kMaxEntries) return kTooMany;
    }
    const __m256i letters = _mm256_set1_epi32(static_cast<int>(node >> kLettersShift));
    const __m256i around =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(band.around.data() + size_t{cell} * kWays));
    const __m256i is_no_letter =
        _mm256_cmpeq_epi32(_mm256_and_si256(letters, around), _mm256_setzero_si256());
    const auto not_there = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(is_no_letter)));
    const auto used = static_cast<unsigned>(_pext_u64(kept.windows[i], kAround));
    const unsigned goes_on = ~(not_there | used) & 0xFF;
    const __m256i below = _mm256_and_si256(letters, _mm256_add_epi32(around, _mm256_set1_epi32(-1)));
    const __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kCompress[goes_on])));
    store(levels.nodes.data() + next,
          _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(node)), count_bits(below)), order);
    store(levels.cells.data() + next, _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(cell)), steps),
          order);
    store(levels.from.data() + next, _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(64 * i)), ways),
          order);
    next += static_cast<unsigned>(__builtin_popcount(goes_on));
  }
  return next;
}
LEXIGRID_TARGET_AVX2 size_t filter_avx2(const Band& band, const Node* nodes, const Levels::Kept& before,
                                        size_t count, unsigned shift, Levels::Kept& kept, Levels& levels,
                                        size_t& hits) {
  return filter(band, nodes, before, count, shift, kept, levels, hits);
}

#endif

}  // namespace

Kernel kernel_for(CpuTarget isa) noexcept {
#if LEXIGRID_X86
  // AVX-512 adds little here: the eight ways of an entry fill a register of AVX2.
  if (isa >= CpuTarget::avx2) return {expand_avx2, filter_avx2};
  if (isa == CpuTarget::popcnt) return {expand_popcnt, filter_popcnt};
#endif
  (void)isa;
  return {expand_portable, filter_portable};
}

}  // namespace lexigrid::window

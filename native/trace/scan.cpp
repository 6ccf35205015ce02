#include "trace/scan.hpp"

#include <algorithm>

#include "cpu/cpu.hpp"

#if LEXIGRID_X86
#include <immintrin.h>
#endif

namespace lexigrid {
namespace {

#if LEXIGRID_X86
constexpr size_t kMaxTiles = 4;

/// A bit for each of 64 bytes, set if the byte is one of the tiles.
template <size_t kTiles>
LEXIGRID_INLINE uint64_t look_at_64(const uint8_t* cells, const __m128i (&wanted)[kTiles]) {
  uint64_t bits = 0;
  for (unsigned part = 0; part < 4; ++part) {
    const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(cells + part * 16));
    __m128i hits = _mm_cmpeq_epi8(here, wanted[0]);
    for (size_t i = 1; i < kTiles; ++i) hits = _mm_or_si128(hits, _mm_cmpeq_epi8(here, wanted[i]));
    bits |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(hits))) << (part * 16);
  }
  return bits;
}

template <size_t kTiles>
LEXIGRID_TARGET_AVX2 inline uint64_t look_at_64_avx2(const uint8_t* cells, const __m256i (&wanted)[kTiles]) {
  uint64_t bits = 0;
  for (unsigned part = 0; part < 2; ++part) {
    const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cells + part * 32));
    __m256i hits = _mm256_cmpeq_epi8(here, wanted[0]);
    for (size_t i = 1; i < kTiles; ++i) hits = _mm256_or_si256(hits, _mm256_cmpeq_epi8(here, wanted[i]));
    bits |= static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(hits))) << (part * 32);
  }
  return bits;
}

template <size_t kTiles>
LEXIGRID_TARGET_AVX2 void scan_row_avx2(const uint8_t* cells, size_t columns, std::span<const TileId> tiles,
                                        uint64_t* row) {
  __m256i wanted[kTiles];
  for (size_t i = 0; i < kTiles; ++i)
    wanted[i] = _mm256_set1_epi8(static_cast<char>(tiles[std::min(i, tiles.size() - 1)]));
  const size_t words = columns / 64;
  for (size_t w = 0; w < words; ++w) row[w] = look_at_64_avx2(cells + w * 64, wanted);
  const size_t rest = columns % 64;
  if (rest != 0) row[words] = look_at_64_avx2(cells + columns - 64, wanted) >> (64 - rest);
}

/// Scans a row of at least 64 bytes; a partial last block is read as the last 64 bytes of the row.
template <size_t kTiles>
void scan_row(const uint8_t* cells, size_t columns, std::span<const TileId> tiles, uint64_t* row) {
  __m128i wanted[kTiles];
  for (size_t i = 0; i < kTiles; ++i)
    wanted[i] = _mm_set1_epi8(static_cast<char>(tiles[std::min(i, tiles.size() - 1)]));
  const size_t words = columns / 64;
  for (size_t w = 0; w < words; ++w) row[w] = look_at_64(cells + w * 64, wanted);
  const size_t rest = columns % 64;
  if (rest != 0) row[words] = look_at_64(cells + columns - 64, wanted) >> (64 - rest);
}
#endif

}  // namespace

void scan_letter(const TraceQuestion& question, unsigned symbol, const BitGrid& bit_grid,
                 std::span<uint64_t> bits) {
  std::vector<TileId> tiles;
  for (size_t tile = 0; tile < question.spells.size(); ++tile) {
    if ((question.spells[tile] >> symbol & 1) != 0) tiles.push_back(static_cast<TileId>(tile));
  }
  if (tiles.empty()) return;
  const size_t columns = question.grid.columns;
  const size_t row_words = bit_grid.row_words();
#if LEXIGRID_X86
  const uint8_t* const narrow = question.grid.cells.narrow();
  const bool is_wide = active_cpu_target() >= CpuTarget::avx2;
#endif
  for (uint32_t r = 0; r < question.grid.rows; ++r) {
    const auto first = static_cast<CellId>(r * columns);
    uint64_t* const row = bits.data() + r * row_words;
#if LEXIGRID_X86
    if (narrow != nullptr && columns >= 64 && tiles.size() == 1) {
      is_wide ? scan_row_avx2<1>(narrow + first, columns, tiles, row)
              : scan_row<1>(narrow + first, columns, tiles, row);
      continue;
    }
    if (narrow != nullptr && columns >= 64 && tiles.size() <= kMaxTiles) {
      is_wide ? scan_row_avx2<kMaxTiles>(narrow + first, columns, tiles, row)
              : scan_row<kMaxTiles>(narrow + first, columns, tiles, row);
      continue;
    }
#endif
    for (size_t column = 0; column < columns; ++column) {
      row[column / 64] |= (question.at(first + static_cast<CellId>(column)) >> symbol & 1) << (column % 64);
    }
  }
}

}  // namespace lexigrid

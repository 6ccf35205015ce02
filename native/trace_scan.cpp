#include "trace_scan.hpp"

#include "cpu.hpp"

#if LEXIGRID_X86
#include <emmintrin.h>  // SSE2, which every x86-64 has
#endif

namespace lexigrid {
namespace {

constexpr std::size_t kMostTiles = 4;

void scan_plainly(const TraceQuestion& question, unsigned symbol, CellId first, std::size_t begin, std::size_t end,
                  std::uint64_t* row) {
  for (std::size_t column = begin; column < end; ++column) {
    row[column / 64] |= (question.at(first + static_cast<CellId>(column)) >> symbol & 1) << (column % 64);
  }
}

#if LEXIGRID_X86
/// Whole sixteens of a row of bytes; returns how many columns it did.
std::size_t scan_sixteens(const std::uint8_t* cells, std::size_t columns, std::span<const TileId> tiles, std::uint64_t* row) {
  const std::size_t end = columns / 16 * 16;
  for (std::size_t column = 0; column < end; column += 16) {
    const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(cells + column));
    __m128i hits = _mm_setzero_si128();
    for (const TileId tile : tiles) hits = _mm_or_si128(hits, _mm_cmpeq_epi8(here, _mm_set1_epi8(static_cast<char>(tile))));
    row[column / 64] |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(hits))) << (column % 64);
  }
  return end;
}
#endif

}  // namespace

void scan_letter(const TraceQuestion& question, unsigned symbol, const Plane& plane, std::span<std::uint64_t> bits) {
  std::vector<TileId> tiles;
  for (std::size_t tile = 0; tile < question.spells.size(); ++tile) {
    if ((question.spells[tile] >> symbol & 1) != 0) tiles.push_back(static_cast<TileId>(tile));
  }
  const std::size_t columns = question.grid.columns;
  const std::size_t row_words = plane.row_words();
  for (std::uint32_t r = 0; r < question.grid.rows; ++r) {
    const auto first = static_cast<CellId>(r * columns);
    std::uint64_t* const row = bits.data() + r * row_words;
    std::size_t done = 0;
#if LEXIGRID_X86
    const std::uint8_t* const narrow = question.grid.cells.narrow();
    if (narrow != nullptr && tiles.size() <= kMostTiles) done = scan_sixteens(narrow + first, columns, tiles, row);
#endif
    scan_plainly(question, symbol, first, done, columns, row);
  }
}

}  // namespace lexigrid

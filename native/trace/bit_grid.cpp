#include "trace/bit_grid.hpp"

#include <algorithm>

#include "cpu/cpu.hpp"

namespace lexigrid {
namespace {

/// Combines the rows above and below word by word and shifts them by one bit for the columns on either
/// side. The loops have no branches, so the compiler vectorizes them. `out` may be `within`, as each word of
/// it is read only just before it is written.
template <TopologyKind kKind>
LEXIGRID_INLINE bool spread_here(size_t rows, size_t n, const uint64_t* from, const uint64_t* within,
                                 uint64_t* out) {
  // Three rows padded with a zero word on either side, and a row of zeros for rows outside the grid.
  std::vector<uint64_t> buffer(4 * (n + 2));
  uint64_t* const __restrict straight = buffer.data() + 1;  // cells to spread within their column
  uint64_t* const __restrict west = straight + n + 2;       // cells one column west of their neighbours
  uint64_t* const __restrict east = west + n + 2;           // cells one column east of them
  const uint64_t* const nothing = east + n + 2;
  uint64_t any = 0;
  for (size_t row = 0; row < rows; ++row) {
    const uint64_t* const here = from + row * n;
    const uint64_t* const above = row > 0 ? here - n : nothing;
    const uint64_t* const below = row + 1 < rows ? here + n : nothing;
    // On hex grids a cell of an even row touches its own column and the one before it in the odd rows.
    const uint64_t goes_west = row % 2 == 0 ? ~uint64_t{0} : 0;
    for (size_t w = 0; w < n; ++w) {
      const uint64_t both = above[w] | below[w];
      if constexpr (kKind == TopologyKind::rook) {
        straight[w] = both;
        west[w] = east[w] = here[w];
      } else if constexpr (kKind == TopologyKind::bishop) {
        west[w] = east[w] = both;
      } else if constexpr (kKind == TopologyKind::hex) {
        straight[w] = both;
        west[w] = here[w] | (both & goes_west);
        east[w] = here[w] | (both & ~goes_west);
      } else {
        straight[w] = both;
        west[w] = here[w] | both;
      }
    }
    const uint64_t* const mask = within + row * n;
    uint64_t* const made = out + row * n;
    const uint64_t* const to_west = kKind == TopologyKind::king ? west : east;
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
    for (size_t w = 0; w < n; ++w) {
      const uint64_t from_west = west[w] << 1 | west[w - 1] >> 63;
      const uint64_t from_east = to_west[w] >> 1 | to_west[w + 1] << 63;
      made[w] = (straight[w] | from_west | from_east) & mask[w];
      any |= made[w];
    }
  }
  return any != 0;
}

#if LEXIGRID_X86
template <TopologyKind kKind>
LEXIGRID_TARGET_AVX2 bool spread_avx2(size_t rows, size_t n, const uint64_t* from, const uint64_t* within,
                                      uint64_t* out) {
  return spread_here<kKind>(rows, n, from, within, out);
}
#endif

template <TopologyKind kKind>
bool spread_any(size_t rows, size_t n, const uint64_t* from, const uint64_t* within, uint64_t* out) {
#if LEXIGRID_X86
  if (active_cpu_target() >= CpuTarget::avx2) return spread_avx2<kKind>(rows, n, from, within, out);
#endif
  return spread_here<kKind>(rows, n, from, within, out);
}

}  // namespace

BitGrid::BitGrid(uint32_t rows, uint32_t columns, const Adjacency& adjacency)
    : adjacency_(adjacency),
      rows_(rows),
      columns_(columns),
      row_words_((columns + 63) / 64),
      words_(rows * row_words_) {}

bool BitGrid::spread(Bits from, Bits within, std::span<uint64_t> out) const {
  return is_fast() ? spread_rows(adjacency_.shape()->kind, from, within, out)
                   : spread_cells(from, within, out);
}

bool BitGrid::spread_rows(TopologyKind kind, Bits from, Bits within, std::span<uint64_t> out) const {
  switch (kind) {
    case TopologyKind::rook:
      return spread_any<TopologyKind::rook>(rows_, row_words_, from.data(), within.data(), out.data());
    case TopologyKind::bishop:
      return spread_any<TopologyKind::bishop>(rows_, row_words_, from.data(), within.data(), out.data());
    case TopologyKind::hex:
      return spread_any<TopologyKind::hex>(rows_, row_words_, from.data(), within.data(), out.data());
    default: return spread_any<TopologyKind::king>(rows_, row_words_, from.data(), within.data(), out.data());
  }
}

bool BitGrid::spread_cells(Bits from, Bits within, std::span<uint64_t> out) const {
  std::vector<uint64_t> made(words_);
  Adjacency::Buffer buffer;
  for_each(from, [&](CellId cell) {
    for (const CellId near : adjacency_.of(cell, buffer)) insert(made, near);
  });
  uint64_t any = 0;
  for (size_t w = 0; w < words_; ++w) {
    out[w] = made[w] & within[w];
    any |= out[w];
  }
  return any != 0;
}

}  // namespace lexigrid

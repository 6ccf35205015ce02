// The kernels of a target (trace/kernels.hpp).
#include "cpu/bytes.inl"

/// Combines the rows above and below word by word and shifts them by one bit for the columns on either
/// side. The loops have no branches, so the compiler vectorizes them. `out` may be `within`, as each word of
/// it is read only just before it is written.
template <TopologyKind kKind>
bool spread(size_t rows, size_t n, const uint64_t* from, const uint64_t* within, uint64_t* out) {
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

template <size_t kTiles>
LEXIGRID_INLINE uint64_t find_in_64(const uint8_t* cells, const Bytes::Type (&wanted)[kTiles]) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < 64; i += Bytes::kWidth) {
    const Bytes::Type here = Bytes::load(cells + i);
    Bytes::Type hits = Bytes::equal(here, wanted[0]);
    for (size_t k = 1; k < kTiles; ++k) hits = Bytes::either(hits, Bytes::equal(here, wanted[k]));
    bits |= Bytes::high_bits(hits) << i;
  }
  return bits;
}

/// Reads a partial last block as the last 64 bytes.
template <size_t kTiles>
void find_some(const uint8_t* cells, size_t count, std::span<const TileId> tiles, uint64_t* bits) {
  Bytes::Type wanted[kTiles];
  for (size_t k = 0; k < kTiles; ++k)
    wanted[k] = Bytes::fill(static_cast<uint8_t>(tiles[std::min(k, tiles.size() - 1)]));
  for (size_t w = 0; w < count / 64; ++w) bits[w] = find_in_64(cells + w * 64, wanted);
  const size_t rest = count % 64;
  if (rest != 0) bits[count / 64] = find_in_64(cells + count - 64, wanted) >> (64 - rest);
}

void find_tiles(const uint8_t* cells, size_t count, std::span<const TileId> tiles, uint64_t* bits) {
  tiles.size() == 1 ? find_some<1>(cells, count, tiles, bits)
                    : find_some<TraceKernels::kMaxTiles>(cells, count, tiles, bits);
}

uint64_t count_tile(const uint8_t* cells, size_t count, uint8_t tile) {
  const Bytes::Type wanted[] = {Bytes::fill(tile)};
  uint64_t found = 0;
  size_t i = 0;
  for (; i + 64 <= count; i += 64) found += static_cast<uint64_t>(popcount(find_in_64(cells + i, wanted)));
  for (; i < count; ++i) found += cells[i] == tile ? 1 : 0;
  return found;
}

constexpr TraceKernels kernels = {{spread<TopologyKind::king>, spread<TopologyKind::rook>,
                                   spread<TopologyKind::bishop>, spread<TopologyKind::hex>},
                                  find_tiles,
                                  count_tile};

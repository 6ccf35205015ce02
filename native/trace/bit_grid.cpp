#include "trace/bit_grid.hpp"

#include "trace/kernels.hpp"

namespace lexigrid {

BitGrid::BitGrid(uint32_t rows, uint32_t columns, const Adjacency& adjacency)
    : adjacency_(adjacency),
      rows_(rows),
      columns_(columns),
      row_words_((columns + 63) / 64),
      words_(rows * row_words_) {}

bool BitGrid::spread(Bits from, Bits within, std::span<uint64_t> out) const {
  if (is_fast()) {
    const auto kind = static_cast<size_t>(adjacency_.kind());
    return trace_kernels().spread[kind](rows_, row_words_, from.data(), within.data(), out.data());
  }
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

void BitGrid::find(const GridView& grid, std::span<const uint64_t> masks, unsigned bit,
                   std::span<uint64_t> out) const {
  std::vector<TileId> tiles;
  for (size_t tile = 0; tile < masks.size(); ++tile) {
    if ((masks[tile] >> bit & 1) != 0) tiles.push_back(static_cast<TileId>(tile));
  }
  if (tiles.empty()) return;
  const uint8_t* const narrow = grid.cells.narrow();
  const bool is_fast = narrow != nullptr && columns_ >= 64 && tiles.size() <= TraceKernels::kMaxTiles;
  const auto find_tiles = trace_kernels().find_tiles;
  for (uint32_t r = 0; r < rows_; ++r) {
    const size_t first = size_t{r} * columns_;
    uint64_t* const row = out.data() + r * row_words_;
    if (is_fast) {
      find_tiles(narrow + first, columns_, tiles, row);
    } else {
      for (size_t column = 0; column < columns_; ++column)
        row[column / 64] |= (masks[grid.cells[first + column]] >> bit & 1) << (column % 64);
    }
  }
}

}  // namespace lexigrid

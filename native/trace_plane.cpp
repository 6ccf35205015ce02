#include "trace_plane.hpp"

#include <algorithm>

namespace lexigrid {

Plane::Plane(std::uint32_t rows, std::uint32_t columns, const Adjacency& adjacency)
    : adjacency_(adjacency), rows_(rows), columns_(columns), row_words_((columns + 63) / 64), words_(rows * row_words_) {}

bool Plane::spread(Bits from, Bits within, std::span<std::uint64_t> out) const {
  return is_fast() ? spread_rows(adjacency_.shape()->kind, from, within, out) : spread_cells(from, within, out);
}

/// Rows above and below are words above and below; a step to the side is a shift by one bit.
bool Plane::spread_rows(TopologyKind kind, Bits from, Bits within, std::span<std::uint64_t> out) const {
  const std::size_t n = row_words_;
  std::vector<std::uint64_t> buffer(3 * (n + 2));
  std::uint64_t* const straight = buffer.data() + 1;      // reached without a step to the side
  std::uint64_t* const west = straight + n + 2;           // what stands one column west of its neighbours
  std::uint64_t* const east = west + n + 2;               // and one column east
  std::uint64_t any = 0;
  for (std::size_t row = 0; row < rows_; ++row) {
    const std::uint64_t* const here = from.data() + row * n;
    for (std::size_t w = 0; w < n; ++w) {
      const std::uint64_t above = row > 0 ? here[w - n] : 0;
      const std::uint64_t below = row + 1 < rows_ ? here[w + n] : 0;
      const std::uint64_t both = above | below;
      straight[w] = kind == TopologyKind::bishop ? 0 : both;
      switch (kind) {
        case TopologyKind::rook: west[w] = east[w] = here[w]; break;
        case TopologyKind::bishop: west[w] = east[w] = both; break;
        case TopologyKind::hex:  // an even row touches the columns before and its own of the odd rows beside it
          west[w] = here[w] | (row % 2 == 0 ? both : 0);
          east[w] = here[w] | (row % 2 == 0 ? 0 : both);
          break;
        default: west[w] = east[w] = here[w] | both; break;
      }
    }
    const std::uint64_t* const mask = within.data() + row * n;
    std::uint64_t* const made = out.data() + row * n;
    for (std::size_t w = 0; w < n; ++w) {
      const std::uint64_t from_west = west[w] << 1 | (w > 0 ? west[w - 1] >> 63 : 0);
      const std::uint64_t from_east = east[w] >> 1 | (w + 1 < n ? east[w + 1] << 63 : 0);
      made[w] = (straight[w] | from_west | from_east) & mask[w];
      any |= made[w];
    }
  }
  return any != 0;
}

bool Plane::spread_cells(Bits from, Bits within, std::span<std::uint64_t> out) const {
  std::vector<std::uint64_t> made(words_);
  Adjacency::Buffer buffer;
  for_each(from, [&](CellId cell) {
    for (const CellId near : adjacency_.of(cell, buffer)) insert(made, near);
  });
  std::uint64_t any = 0;
  for (std::size_t w = 0; w < words_; ++w) {
    out[w] = made[w] & within[w];
    any |= out[w];
  }
  return any != 0;
}

}  // namespace lexigrid

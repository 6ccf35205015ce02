#include "paths/levels/board.hpp"

#include <algorithm>
#include <cstring>

#include "base/parts.hpp"

namespace lexigrid::levels {

bool Shape::fits(const Adjacency& adjacency) noexcept {
  if (adjacency.cells() > kMaxBitsetCells) return false;
  for (CellId cell = 0; cell < adjacency.cells(); ++cell) {
    Adjacency::Buffer buffer;
    if (adjacency.of(cell, buffer).size() > kWays) return false;
  }
  return true;
}

bool Shape::packs(const Adjacency& adjacency) noexcept {
  return adjacency.cells() <= kMaxPackedCells && uses(Part::packed);
}

Shape::Shape(const Adjacency& adjacency) : cells(adjacency.cells()), is_packed(packs(adjacency)) {
  std::memset(around, 0, cells * sizeof around[0]);
  is_packed ? fill<Packed>(adjacency) : fill<Bitset>(adjacency);
}

template <class Layout>
void Shape::fill(const Adjacency& adjacency) {
  if constexpr (!Layout::kHasUsedList) {
    std::memset(ranks, 0, sizeof ranks);
    std::memset(pair_from, Layout::kNoCell, sizeof pair_from);
    std::memset(pair_to, Layout::kNoCell, sizeof pair_to);
  }
  constexpr unsigned kSecondShift = 64 - 2 * Layout::kCellBits;
  bucket_shift = kSecondShift;
  std::memset(bucket_of, 0, sizeof bucket_of);
  for (uint64_t cell = 0; cell < cells; ++cell) {
    Adjacency::Buffer buffer;
    const auto neighbours = adjacency.of(static_cast<CellId>(cell), buffer);
    near_count[cell] = static_cast<uint8_t>(neighbours.size());
    std::fill_n(near[cell], kWays, Layout::kNoCell);
    const uint64_t start_code = cell << (64 - Layout::kCellBits);
    const auto add_bucket = [&](uint64_t second) {
      bucket_of[cell << Layout::kCellBits | second] = static_cast<uint16_t>(bucket_count++);
    };
    if (neighbours.empty() || neighbours[0] != 0) add_bucket(0);
    if constexpr (!Layout::kHasUsedList) {
      near_lanes[cell] = {};
      std::fill_n(near_lanes[cell].index, kWays, kAlways);
    }
    for (unsigned k = 0; k < neighbours.size(); ++k) {
      const uint64_t to = neighbours[k];
      if constexpr (!Layout::kHasUsedList) {
        near_lanes[cell].index[k] = to;
        near_lanes[cell].present[to / 16] |= static_cast<uint8_t>(1 << k);
        ranks[k].index[cell] = static_cast<uint32_t>(to);
        ranks[k].present |= uint32_t{1} << cell;
      }
      near[cell][k] = static_cast<uint8_t>(to);
      around[cell].ahead[k] = ((to - cell) & Layout::kCellMask) << Layout::kCellShift;
      around[cell].bit[k] = uint64_t{1} << to;
      pair_from[pair_count] = static_cast<uint8_t>(cell);
      pair_to[pair_count] = static_cast<uint8_t>(to);
      pair_entry[pair_count] = to << Layout::kCellShift | kAlways;
      pair_used[pair_count] = uint64_t{1} << cell | uint64_t{1} << to;
      pair_code[pair_count] = start_code;
      if constexpr (!Layout::kHasUsedList) pair_entry[pair_count] |= pair_used[pair_count];
      ++pair_count;
      add_bucket(to);
    }
  }
}

}  // namespace lexigrid::levels

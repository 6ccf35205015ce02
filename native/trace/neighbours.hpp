// Neighbours of a cell without a table: fixed offsets for inner cells, Adjacency at the edges.
#pragma once

#include <algorithm>
#include <array>

#include "grid/adjacency.hpp"

namespace lexigrid {

class Neighbours {
 public:
  explicit Neighbours(const Adjacency& adjacency) : adjacency_(adjacency) {
    const auto shape = adjacency.shape();
    if (!shape || shape->wrap || shape->rows < 3 || shape->columns < 3) return;
    rows_ = shape->rows;
    columns_ = shape->columns;
    // The offsets of an inner cell of a five-row grid, for even and odd rows (which differ on hex grids).
    for (uint32_t parity = 0; parity < 2; ++parity) {
      const CellId inner = (2 + parity) * columns_ + 1;
      Adjacency::Buffer buffer;
      const Adjacency sketch = Adjacency::sketch(shape->kind, false, 5, columns_);
      const auto near = sketch.of(inner, buffer);
      count_[parity] = near.size();
      for (size_t i = 0; i < near.size(); ++i) {
        offset_[parity][i] = static_cast<int32_t>(near[i]) - static_cast<int32_t>(inner);
      }
    }
  }

  /// Ascending; valid until the buffer is used again.
  [[nodiscard]] std::span<const CellId> of(CellId cell, Adjacency::Buffer& buffer) const noexcept {
    if (rows_ != 0) {
      const uint32_t row = cell / columns_;
      const uint32_t column = cell - row * columns_;
      if (row - 1 < rows_ - 2 && column - 1 < columns_ - 2) {
        const auto& offsets = offset_[row & 1];
        const size_t count = count_[row & 1];
        for (size_t i = 0; i < count; ++i) buffer[i] = cell + static_cast<uint32_t>(offsets[i]);
        return {buffer.data(), count};
      }
    }
    return adjacency_.of(cell, buffer);
  }

 private:
  const Adjacency& adjacency_;
  uint32_t rows_ = 0;  // 0: no offsets
  uint32_t columns_ = 0;
  std::array<size_t, 2> count_{};
  std::array<std::array<int32_t, Adjacency::kMaxNear>, 2> offset_{};
};

}  // namespace lexigrid

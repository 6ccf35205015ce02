// Which cells touch: a topology worked out on one shape.
#pragma once

#include <span>
#include <vector>

#include "types.hpp"

namespace lexigrid {

enum class TopologyKind : std::uint8_t { king = 0, rook = 1, bishop = 2, hex = 3, custom = 4 };

/// Neighbours of every cell, ascending, distinct, never the cell itself.
class Adjacency {
 public:
  /// One of the named topologies. `hex` has odd rows shifted right; wrapped it needs an even
  /// number of rows (the border checks).
  [[nodiscard]] static Adjacency build(TopologyKind kind, bool wrap, std::uint32_t rows,
                                       std::uint32_t columns);

  /// Any graph: undirected pairs of cells, each below `cells`; `pairs` has an even length.
  [[nodiscard]] static Adjacency build(std::span<const CellId> pairs, std::uint32_t cells);

  [[nodiscard]] std::span<const CellId> of(CellId cell) const noexcept {
    return {neighbours_.data() + first_[cell], first_[cell + 1] - first_[cell]};
  }
  [[nodiscard]] std::uint32_t cells() const noexcept {
    return static_cast<std::uint32_t>(first_.size() - 1);
  }

 private:
  std::vector<std::size_t> first_{0};  // cells + 1 offsets into neighbours_
  std::vector<CellId> neighbours_;
};

}  // namespace lexigrid

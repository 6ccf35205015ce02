// Which cells touch: a topology worked out on one shape.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/types.hpp"

namespace lexigrid {

enum class TopologyKind : uint8_t { king = 0, rook = 1, bishop = 2, hex = 3, custom = 4 };

/// Neighbours of every cell, ascending, distinct, never the cell itself.
///
/// On grids of up to kMaxTabled cells they are worked out once; on larger ones, whose table would
/// take longer to make (40 ms for a million cells) than most searches, each time they are asked for.
class Adjacency {
 public:
  static constexpr size_t kMaxTabled = 65'536;
  static constexpr unsigned kMaxNear = 8;  // of the named topologies

  /// Room for the neighbours of one cell.
  using Buffer = std::array<CellId, kMaxNear>;

  /// One of the named topologies. `hex` has odd rows shifted right; wrapped it needs an even
  /// number of rows (the border checks).
  [[nodiscard]] static Adjacency build(TopologyKind kind, bool wrap, uint32_t rows, uint32_t columns);

  /// The same without a table on any size: neighbours are worked out each time they are asked for.
  [[nodiscard]] static Adjacency sketch(TopologyKind kind, bool wrap, uint32_t rows,
                                        uint32_t columns) noexcept;

  /// As it would have been built: for a sketch that is asked often.
  [[nodiscard]] Adjacency tabled() const;

  struct Shape {
    TopologyKind kind;
    bool wrap;
    uint32_t rows;
    uint32_t columns;
  };
  /// How the neighbours lie; nothing for a graph of pairs.
  [[nodiscard]] std::optional<Shape> shape() const noexcept {
    if (kind_ == TopologyKind::custom) return std::nullopt;
    return Shape{kind_, wrap_, rows_, columns_};
  }

  /// Any graph: undirected pairs of cells, each below `cells`; `pairs` has an even length.
  [[nodiscard]] static Adjacency build(std::span<const CellId> pairs, uint32_t cells);

  /// The neighbours of a cell, in the table or in `buffer`: valid as long as both.
  [[nodiscard]] std::span<const CellId> of(CellId cell, Buffer& buffer) const noexcept {
    if (is_tabled_) return {neighbours_.data() + first_[cell], first_[cell + 1] - first_[cell]};
    return {buffer.data(), work_out(cell, buffer)};
  }
  [[nodiscard]] uint32_t cells() const noexcept { return cells_; }
  [[nodiscard]] TopologyKind kind() const noexcept { return kind_; }
  [[nodiscard]] bool is_wrapped() const noexcept { return wrap_; }

 private:
  [[nodiscard]] size_t work_out(CellId cell, Buffer& buffer) const noexcept;

  TopologyKind kind_ = TopologyKind::custom;
  bool wrap_ = false;
  bool is_tabled_ = true;
  uint32_t rows_ = 0;
  uint32_t columns_ = 0;
  uint32_t cells_ = 0;
  std::vector<size_t> first_{0};  // cells + 1 offsets into neighbours_
  std::vector<CellId> neighbours_;
};

}  // namespace lexigrid

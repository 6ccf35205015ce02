// Which cells of a grid are neighbours.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/types.hpp"

namespace lexigrid {

enum class TopologyKind : uint8_t { king = 0, rook = 1, bishop = 2, hex = 3, custom = 4 };

/// The neighbours of every cell: ascending, distinct, never the cell itself.
///
/// Grids of up to kMaxTabled cells have a table. For larger ones, building the table would take longer than
/// most searches (40 ms for a million cells), so neighbours are computed each time.
class Adjacency {
 public:
  static constexpr size_t kMaxTabled = 65'536;
  static constexpr unsigned kMaxNear = 8;  // most neighbours of a cell in a named topology

  /// Room for the neighbours of one cell.
  using Buffer = std::array<CellId, kMaxNear>;

  /// Builds one of the named topologies. `hex` has odd rows shifted to the right; wrapped, it needs an even
  /// number of rows, which the bindings check.
  [[nodiscard]] static Adjacency build(TopologyKind kind, bool wrap, uint32_t rows, uint32_t columns);

  /// The same without a table.
  [[nodiscard]] static Adjacency sketch(TopologyKind kind, bool wrap, uint32_t rows,
                                        uint32_t columns) noexcept;

  /// The same with a table, if the grid is small enough.
  [[nodiscard]] Adjacency tabled() const;

  struct Shape {
    TopologyKind kind;
    bool wrap;
    uint32_t rows;
    uint32_t columns;

    bool operator==(const Shape&) const = default;
  };
  /// Returns the parameters of a named topology, or nullopt for a graph of pairs.
  [[nodiscard]] std::optional<Shape> shape() const noexcept {
    if (kind_ == TopologyKind::custom) return std::nullopt;
    return Shape{kind_, wrap_, rows_, columns_};
  }

  /// Builds any graph from undirected pairs of cells, each below `cells`. `pairs` has an even length.
  [[nodiscard]] static Adjacency build(std::span<const CellId> pairs, uint32_t cells);

  /// Returns the neighbours of a cell, stored in the table or in `buffer`.
  [[nodiscard]] std::span<const CellId> of(CellId cell, Buffer& buffer) const noexcept {
    if (is_tabled_) return {neighbours_.data() + first_[cell], first_[cell + 1] - first_[cell]};
    return {buffer.data(), compute(cell, buffer)};
  }
  [[nodiscard]] uint32_t cells() const noexcept { return cells_; }
  [[nodiscard]] TopologyKind kind() const noexcept { return kind_; }
  [[nodiscard]] bool is_wrapped() const noexcept { return wrap_; }

 private:
  [[nodiscard]] size_t compute(CellId cell, Buffer& buffer) const noexcept;

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

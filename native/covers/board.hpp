// Boards that paths cover: sets of cells, which cells touch, and which steps cross.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "grid/adjacency.hpp"

namespace lexigrid::covers {

/// The most cells of a board: 12x12.
inline constexpr uint32_t kMaxCells = 144;

/// A set of up to 64 * W cells.
template <unsigned W>
struct CellSet {
  std::array<uint64_t, W> bits{};

  [[nodiscard]] static CellSet of(uint32_t cell) noexcept {
    CellSet set;
    set.insert(cell);
    return set;
  }
  void insert(uint32_t cell) noexcept { bits[cell / 64] |= uint64_t{1} << (cell % 64); }
  [[nodiscard]] bool has(uint32_t cell) const noexcept { return (bits[cell / 64] >> (cell % 64) & 1) != 0; }
  [[nodiscard]] bool any() const noexcept {
    uint64_t all = 0;
    for (const uint64_t each : bits) all |= each;
    return all != 0;
  }
  [[nodiscard]] bool meets(const CellSet& other) const noexcept { return (*this & other).any(); }
  [[nodiscard]] bool contains(const CellSet& other) const noexcept { return !other.without(*this).any(); }
  [[nodiscard]] uint32_t size() const noexcept {
    uint32_t count = 0;
    for (const uint64_t each : bits) count += count_bits(each);
    return count;
  }
  /// The least cell of a set that is not empty.
  [[nodiscard]] uint32_t first() const noexcept {
    uint32_t i = 0;
    while (i + 1 < W && bits[i] == 0) ++i;
    return i * 64 + static_cast<uint32_t>(std::countr_zero(bits[i]));
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (unsigned i = 0; i < W; ++i) {
      for_each_bit(bits[i], [&](unsigned bit) { visit(i * 64 + bit); });
    }
  }
  [[nodiscard]] CellSet without(const CellSet& other) const noexcept {
    CellSet set;
    for (unsigned i = 0; i < W; ++i) set.bits[i] = bits[i] & ~other.bits[i];
    return set;
  }
  friend CellSet operator&(const CellSet& a, const CellSet& b) noexcept {
    CellSet set;
    for (unsigned i = 0; i < W; ++i) set.bits[i] = a.bits[i] & b.bits[i];
    return set;
  }
  friend CellSet operator|(const CellSet& a, const CellSet& b) noexcept {
    CellSet set;
    for (unsigned i = 0; i < W; ++i) set.bits[i] = a.bits[i] | b.bits[i];
    return set;
  }
  friend CellSet operator^(const CellSet& a, const CellSet& b) noexcept {
    CellSet set;
    for (unsigned i = 0; i < W; ++i) set.bits[i] = a.bits[i] ^ b.bits[i];
    return set;
  }
  friend bool operator==(const CellSet&, const CellSet&) = default;
};

/// The shape of a board. Two diagonal steps cross if they are the diagonals of one 2x2 block; a block is
/// named by its upper left cell.
template <unsigned W>
class Board {
 public:
  using Cells = CellSet<W>;
  static constexpr uint32_t kNoBlock = 0xFFFFFFFF;

  Board(const Adjacency& adjacency, uint32_t rows, uint32_t columns, std::span<const uint8_t> is_open)
      : rows_(rows),
        columns_(columns),
        places_(size_t{rows} * columns) {
    Adjacency::Buffer buffer;
    const bool has_diagonals = adjacency.kind() == TopologyKind::king;
    for (uint32_t cell = 0; cell < places_.size(); ++cell) {
      if (is_open[cell] == 0) continue;
      Place& place = places_[cell];
      open_.insert(cell);
      if (cell / columns == 0) sides_[0].insert(cell);
      if (cell / columns == rows - 1) sides_[1].insert(cell);
      if (cell % columns == 0) sides_[2].insert(cell);
      if (cell % columns == columns - 1) sides_[3].insert(cell);
      for (const CellId other : adjacency.of(cell, buffer)) {
        if (is_open[other] == 0) continue;
        place.near.insert(other);
        place.neighbours.push_back(other);
        if (!has_diagonals || cell / columns == other / columns || cell % columns == other % columns)
          continue;
        const uint32_t block =
            std::min(cell / columns, other / columns) * columns + std::min(cell % columns, other % columns);
        place.diagonals.push_back({other, block});
        place.blocks.insert(block);
      }
    }
  }

  [[nodiscard]] uint32_t rows() const noexcept { return rows_; }
  [[nodiscard]] uint32_t columns() const noexcept { return columns_; }
  [[nodiscard]] const Cells& open() const noexcept { return open_; }
  [[nodiscard]] const Cells& near(uint32_t cell) const noexcept { return places_[cell].near; }
  /// The cells that touch one of a set.
  [[nodiscard]] Cells near(const Cells& cells) const {
    Cells all;
    cells.for_each([&](uint32_t cell) { all = all | near(cell); });
    return all;
  }
  [[nodiscard]] std::span<const uint32_t> neighbours(uint32_t cell) const noexcept {
    return places_[cell].neighbours;
  }

  /// The block that a step between cells that touch crosses, or kNoBlock.
  [[nodiscard]] uint32_t block(uint32_t from, uint32_t to) const noexcept {
    for (const Diagonal& each : places_[from].diagonals) {
      if (each.cell == to) return each.block;
    }
    return kNoBlock;
  }
  /// May a path step from one cell to the other, given the blocks that are crossed?
  [[nodiscard]] bool may_step(uint32_t from, uint32_t to, const Cells& crossed) const noexcept {
    const uint32_t at = block(from, to);
    return at == kNoBlock || !crossed.has(at);
  }
  /// The cells that a path may step to.
  [[nodiscard]] Cells steps(uint32_t from, const Cells& crossed) const noexcept {
    const Place& place = places_[from];
    Cells open = place.near;
    if (!place.blocks.meets(crossed)) return open;
    for (const Diagonal& each : place.diagonals) {
      if (crossed.has(each.block)) open = open.without(Cells::of(each.cell));
    }
    return open;
  }
  void cross(uint32_t from, uint32_t to, Cells& crossed) const noexcept {
    if (const uint32_t at = block(from, to); at != kNoBlock) crossed.insert(at);
  }
  /// The cells of a 2x2 block.
  [[nodiscard]] std::array<uint32_t, 4> cells_of(uint32_t block) const noexcept {
    return {block, block + 1, block + columns_, block + columns_ + 1};
  }
  /// True if the cells touch two opposite sides.
  [[nodiscard]] bool spans(const Cells& cells) const noexcept {
    return (cells.meets(sides_[0]) && cells.meets(sides_[1])) ||
           (cells.meets(sides_[2]) && cells.meets(sides_[3]));
  }
  /// The open cells of the first row, last row, first column and last column.
  [[nodiscard]] const Cells& side(unsigned number) const noexcept { return sides_[number]; }

 private:
  struct Diagonal {
    uint32_t cell;
    uint32_t block;
  };
  struct Place {
    Cells near{};
    Cells blocks{};  // of the diagonals
    std::vector<Diagonal> diagonals;
    std::vector<uint32_t> neighbours;
  };

  uint32_t rows_;
  uint32_t columns_;
  Cells open_{};
  std::array<Cells, 4> sides_{};
  std::vector<Place> places_;
};

}  // namespace lexigrid::covers

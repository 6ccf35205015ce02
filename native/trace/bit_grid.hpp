// Sets of cells of a grid as bits, and all their neighbours in one pass.
#pragma once

#include <bit>
#include <span>
#include <vector>

#include "grid/adjacency.hpp"

namespace lexigrid {

/// How cells are laid out as bits: each row begins with a new 64-bit word, so that a row above or
/// below is a whole number of words away and bits beyond the last column stay 0.
class BitGrid {
 public:
  using Bits = std::span<const uint64_t>;

  BitGrid(uint32_t rows, uint32_t columns, const Adjacency& adjacency);

  [[nodiscard]] size_t words() const noexcept { return words_; }
  [[nodiscard]] size_t row_words() const noexcept { return row_words_; }
  /// Is `spread` a matter of shifts here, and so cheap whatever the set?
  [[nodiscard]] bool is_fast() const noexcept {
    const auto shape = adjacency_.shape();
    return shape && !shape->wrap;
  }
  [[nodiscard]] size_t bit_of(CellId cell) const noexcept {
    const uint32_t row = cell / columns_;
    return size_t{row} * row_words_ * 64 + (cell - row * columns_);
  }
  [[nodiscard]] CellId cell_at(size_t word, unsigned bit) const noexcept {
    return static_cast<CellId>(word / row_words_ * columns_ + word % row_words_ * 64) + bit;
  }
  [[nodiscard]] bool has(Bits bits, CellId cell) const noexcept {
    const size_t bit = bit_of(cell);
    return (bits[bit / 64] >> (bit % 64) & 1) != 0;
  }
  void insert(std::span<uint64_t> bits, CellId cell) const noexcept {
    const size_t bit = bit_of(cell);
    bits[bit / 64] |= uint64_t{1} << (bit % 64);
  }

  void erase(std::span<uint64_t> bits, CellId cell) const noexcept {
    const size_t bit = bit_of(cell);
    bits[bit / 64] &= ~(uint64_t{1} << (bit % 64));
  }

  /// Calls `each(cell)` for all cells of a set, ascending.
  template <class Each>
  void for_each(Bits bits, Each&& each) const {
    for (size_t w = 0; w < bits.size(); ++w) {
      for (uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
        each(cell_at(w, static_cast<unsigned>(std::countr_zero(rest))));
      }
    }
  }

  /// out = all neighbours of `from` that are in `within`; returns whether there is one. `out` may be
  /// `within`, never `from`.
  bool spread(Bits from, Bits within, std::span<uint64_t> out) const;

 private:
  bool spread_rows(TopologyKind kind, Bits from, Bits within, std::span<uint64_t> out) const;
  bool spread_cells(Bits from, Bits within, std::span<uint64_t> out) const;

  const Adjacency& adjacency_;
  uint32_t rows_;
  uint32_t columns_;
  size_t row_words_;
  size_t words_;
};

}  // namespace lexigrid

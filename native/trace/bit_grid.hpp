// Sets of cells of a grid as bits, with the neighbours of a whole set computed in one pass.
#pragma once

#include <span>
#include <vector>

#include "grid/adjacency.hpp"
#include "grid/tiles.hpp"
#include "trace/bits.hpp"

namespace lexigrid {

/// The layout of such a set. Each row starts a new 64-bit word, so the same column of an adjacent row is a
/// whole number of words away. Bits beyond the last column are 0.
class BitGrid {
 public:
  using Bits = std::span<const uint64_t>;

  BitGrid(uint32_t rows, uint32_t columns, const Adjacency& adjacency);

  [[nodiscard]] size_t words() const noexcept { return words_; }
  [[nodiscard]] size_t row_words() const noexcept { return row_words_; }
  /// True if `spread` shifts whole rows, at a cost that does not depend on the size of the set.
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
  [[nodiscard]] bool has(Bits bits, CellId cell) const noexcept { return has_bit(bits, bit_of(cell)); }
  void insert(std::span<uint64_t> bits, CellId cell) const noexcept { insert_bit(bits, bit_of(cell)); }
  void erase(std::span<uint64_t> bits, CellId cell) const noexcept { erase_bit(bits, bit_of(cell)); }

  /// Calls `each(cell)` for all cells of a set in ascending order.
  template <class Each>
  void for_each(Bits bits, Each&& each) const {
    for (size_t w = 0; w < bits.size(); ++w) {
      for_each_bit(bits[w], [&](unsigned bit) { each(cell_at(w, bit)); });
    }
  }

  /// Sets `out` to the neighbours of `from` that are in `within`, and returns whether there are any. `out`
  /// may be `within` but not `from`.
  bool spread(Bits from, Bits within, std::span<uint64_t> out) const;

  /// Sets in `out`, which must be all zeros, the cells whose tile has this bit in `masks`.
  void find(const GridView& grid, std::span<const uint64_t> masks, unsigned bit,
            std::span<uint64_t> out) const;

 private:
  const Adjacency& adjacency_;
  uint32_t rows_;
  uint32_t columns_;
  size_t row_words_;
  size_t words_;
};

}  // namespace lexigrid

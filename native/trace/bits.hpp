// Bit sets of small numbers: rows of a table, and sets of fixed width.
#pragma once

#include <vector>

#include "base/bits.hpp"

namespace lexigrid {

/// Rows of bits.
class BitTable {
 public:
  BitTable() = default;
  BitTable(size_t rows, size_t words) : words_(words), bits_(rows * words) {}
  [[nodiscard]] std::span<uint64_t> operator[](size_t row) noexcept {
    return {bits_.data() + row * words_, words_};
  }
  [[nodiscard]] std::span<const uint64_t> operator[](size_t row) const noexcept {
    return {bits_.data() + row * words_, words_};
  }
  [[nodiscard]] bool has(size_t row, size_t bit) const noexcept { return has_bit((*this)[row], bit); }
  void insert(size_t row, size_t bit) noexcept { insert_bit((*this)[row], bit); }

 private:
  size_t words_ = 0;
  std::vector<uint64_t> bits_;
};

/// A set of up to 64 * W cells of a region; a small one stays in registers.
template <unsigned W>
struct CellSet {
  uint64_t w[W] = {};

  static CellSet of(std::span<const uint64_t> bits) noexcept {
    CellSet made;
    for (size_t i = 0; i < bits.size(); ++i) made.w[i] = bits[i];
    return made;
  }
  LEXIGRID_INLINE bool has(size_t v) const noexcept { return (w[v / 64] >> (v % 64) & 1) != 0; }
  LEXIGRID_INLINE void insert(size_t v) noexcept { w[v / 64] |= uint64_t{1} << (v % 64); }
  LEXIGRID_INLINE void erase(size_t v) noexcept { w[v / 64] &= ~(uint64_t{1} << (v % 64)); }
  LEXIGRID_INLINE void add(const CellSet& o) noexcept {
    for (unsigned i = 0; i < W; ++i) w[i] |= o.w[i];
  }
  LEXIGRID_INLINE CellSet operator&(const CellSet& o) const noexcept {
    CellSet r;
    for (unsigned i = 0; i < W; ++i) r.w[i] = w[i] & o.w[i];
    return r;
  }
  LEXIGRID_INLINE CellSet without(const CellSet& o) const noexcept {
    CellSet r;
    for (unsigned i = 0; i < W; ++i) r.w[i] = w[i] & ~o.w[i];
    return r;
  }
  LEXIGRID_INLINE bool is_empty() const noexcept {
    uint64_t any = 0;
    for (unsigned i = 0; i < W; ++i) any |= w[i];
    return any == 0;
  }
  LEXIGRID_INLINE bool is_within(const CellSet& o) const noexcept {
    uint64_t outside = 0;
    for (unsigned i = 0; i < W; ++i) outside |= w[i] & ~o.w[i];
    return outside == 0;
  }
  LEXIGRID_INLINE unsigned size() const noexcept {
    unsigned n = 0;
    for (unsigned i = 0; i < W; ++i) n += static_cast<unsigned>(std::popcount(w[i]));
    return n;
  }
  template <class Each>
  LEXIGRID_INLINE void for_each(Each&& each) const {
    for (unsigned i = 0; i < W; ++i) for_each_bit(w[i], [&](unsigned bit) { each(i * 64 + bit); });
  }
};

}  // namespace lexigrid

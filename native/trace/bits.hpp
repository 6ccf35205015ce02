// A set of up to 64 * W cells of a region, held in registers where W is small.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "cpu/cpu.hpp"

namespace lexigrid {

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
    uint64_t out = 0;
    for (unsigned i = 0; i < W; ++i) out |= w[i] & ~o.w[i];
    return out == 0;
  }
  LEXIGRID_INLINE unsigned size() const noexcept {
    unsigned n = 0;
    for (unsigned i = 0; i < W; ++i) n += static_cast<unsigned>(std::popcount(w[i]));
    return n;
  }
  template <class Each>
  LEXIGRID_INLINE void for_each(Each&& each) const {
    for (unsigned i = 0; i < W; ++i) {
      for (uint64_t rest = w[i]; rest != 0; rest &= rest - 1) {
        each(i * 64 + static_cast<unsigned>(std::countr_zero(rest)));
      }
    }
  }
};

}  // namespace lexigrid

// The bits of integers, and of spans of 64-bit words as sets of small numbers.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <span>

#include "cpu/cpu.hpp"

namespace lexigrid {

/// Calls `visit(i)` for each set bit i, ascending.
template <std::unsigned_integral Bits, class Visit>
LEXIGRID_INLINE void for_each_bit(Bits bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<unsigned>(std::countr_zero(bits)));
}

/// Without the instruction, std::popcount is a library call that takes twice as long.
constexpr uint32_t count_bits(uint32_t bits) noexcept {
  bits -= bits >> 1 & 0x55555555u;
  bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
  return ((bits + (bits >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24;
}

constexpr uint32_t count_bits(uint64_t bits) noexcept {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  return static_cast<uint32_t>(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

/// Calls `each(bit)` for all bits of a set in ascending order.
template <class Each>
void for_each_bit(std::span<const uint64_t> bits, Each&& each) {
  for (size_t w = 0; w < bits.size(); ++w) {
    for_each_bit(bits[w], [&](unsigned bit) { each(w * 64 + bit); });
  }
}

[[nodiscard]] inline size_t count_bits(std::span<const uint64_t> bits) noexcept {
  size_t count = 0;
  for (const uint64_t w : bits) count += count_bits(w);
  return count;
}

inline void insert_bit(std::span<uint64_t> bits, size_t bit) noexcept {
  bits[bit / 64] |= uint64_t{1} << (bit % 64);
}
inline void erase_bit(std::span<uint64_t> bits, size_t bit) noexcept {
  bits[bit / 64] &= ~(uint64_t{1} << (bit % 64));
}
[[nodiscard]] inline bool has_bit(std::span<const uint64_t> bits, size_t bit) noexcept {
  return (bits[bit / 64] >> (bit % 64) & 1) != 0;
}

}  // namespace lexigrid

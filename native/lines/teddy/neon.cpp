#include "lines/teddy/rows.hpp"

#if LEXIGRID_NEON

#include <arm_neon.h>

#include <algorithm>
#include <cstring>

namespace lexigrid::teddy {
namespace {

struct Vector {
  using Type = uint8x16_t;
  static constexpr uint32_t kWidth = 16;
  static Type load(const uint8_t* at) { return vld1q_u8(at); }
  static void store(uint8_t* at, Type bytes) { vst1q_u8(at, bytes); }
  static Type set_all() { return vdupq_n_u8(0xFF); }
  static Type clear_all() { return vdupq_n_u8(0); }
  static Type both(Type a, Type b) { return vandq_u8(a, b); }
  static Type either(Type a, Type b) { return vorrq_u8(a, b); }
  static Type all_of(Type a, Type b, Type c) { return both(both(a, b), c); }
  static Type or_both(Type any, Type a, Type b) { return either(any, both(a, b)); }
  static bool none(Type a) { return vmaxvq_u32(vreinterpretq_u32_u8(a)) == 0; }
  /// Sets bit i where byte i is not zero.
  static uint64_t candidates(Type a) {
    static constexpr uint8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(vtstq_u8(a, a), vld1q_u8(kBits));
    return vaddv_u8(vget_low_u8(bits)) | uint64_t{vaddv_u8(vget_high_u8(bits))} << 8;
  }
  static bool lacks_bit(Type a, uint8_t bit) { return vminvq_u8(vtstq_u8(a, vdupq_n_u8(bit))) == 0; }
  static bool any_high(Type a) { return vmaxvq_u8(a) >= 0x80; }

  using Table = uint8x16x2_t;
  using Index = uint8x16_t;
  static Table load_table(const uint8_t* bytes) { return {{load(bytes), load(bytes + 16)}}; }
  static Index index(Type tiles) { return vandq_u8(tiles, vdupq_n_u8(31)); }
  static Type look_up(const Table& table, Index index) { return vqtbl2q_u8(table, index); }
};

#include "lines/teddy/look_up.inl"
#include "lines/teddy/rows.inl"

}  // namespace

bool filter_neon(const Window& window, const Tables& tables, Scan& scan) {
  return filter(window, tables, scan);
}

}  // namespace lexigrid::teddy

#endif

// The filter for few words in rows: each row is looked up once in all four tables. The four rows of
// bytes that come out stay in the first-level cache until three more rows are there. Then the AND of
// four of them, each a column or a row further, tells for every cell and axis whether some pattern
// may start there: thirteen loads and no look-up, whatever the vectors.
#pragma once

#include "lines/teddy/teddy.hpp"

namespace lexigrid::teddy {

inline constexpr uint32_t kRowWindow = 1024;  // columns that are looked up at once
inline constexpr uint32_t kBeside = 32;       // columns beside them that are looked up too; 3 are needed
inline constexpr uint32_t kMargin = 64;       // columns beside them that can be read
inline constexpr uint32_t kRing = 4;          // rows that are kept

/// By letter: column `left + i` of the grid at `kMargin + i`.
struct Planes {
  static constexpr size_t kStride = kMargin + kRowWindow + kMargin;
  alignas(64) uint8_t of[kRing][kPatternLetters * kStride];
};

[[nodiscard]] bool filter_rows_portable(const Window&, const Tables&, uint32_t& next, Planes&, Hits&, bool&);
#if LEXIGRID_X86
[[nodiscard]] bool filter_rows_avx2(const Window&, const Tables&, uint32_t& next, Planes&, Hits&, bool&);
#endif

}  // namespace lexigrid::teddy

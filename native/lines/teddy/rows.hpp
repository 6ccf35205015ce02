// The filter in rows. Each row is looked up once in the tables of all four letters, and the resulting four
// rows of bucket masks stay in the first-level cache until the next three rows are there too. For every cell
// and axis, the AND of four masks, each one column or row further, then says which buckets may have a
// fingerprint there: thirteen loads and no look-up, whatever the vector width.
#pragma once

#include "lines/teddy/teddy.hpp"

namespace lexigrid::teddy {

inline constexpr uint32_t kRowColumns = 1024;  // looked up at once
inline constexpr uint32_t kOverlap = 32;       // columns on each side that are looked up too; 3 are needed
inline constexpr uint32_t kMargin = 64;        // columns on each side that are readable
inline constexpr uint32_t kRing = 4;           // rows that are kept

/// By row and letter of the fingerprint: the mask of column `left + i` of the grid is at `kMargin + i`.
struct MaskRows {
  static constexpr size_t kStride = kMargin + kRowColumns + kMargin;
  alignas(64) uint8_t of[kRing][kFingerprintLetters * kStride];
};

struct Scan {
  uint32_t next = 0;  // row of the window, or column of a filter in strips
  bool has_complex_tile = false;
  Hits hits;
  MaskRows rows;
};

[[nodiscard]] bool filter_portable(const Window& window, const Tables& tables, Scan& scan);
#if LEXIGRID_X86
/// Rows of a strip. They are read side by side, as ascending streams for the hardware prefetcher. From
/// memory, 20 to 48 rows are equally fast, and 64 take twice as long.
inline constexpr uint32_t kStripRows = 32;
/// The same for a grid that stays in the caches. The taller the strips, the fewer extra rows are read: three
/// per strip.
inline constexpr uint32_t kMaxStripRows = kBandRows;
inline constexpr uint64_t kCachedCells = uint64_t{1} << 20;

[[nodiscard]] bool filter_avx2(const Window& window, const Tables& tables, Scan& scan);
/// Walks strips of 64 columns instead.
[[nodiscard]] bool filter_avx512(const Window& window, const Tables& tables, Scan& scan);
#elif LEXIGRID_NEON
[[nodiscard]] bool filter_neon(const Window& window, const Tables& tables, Scan& scan);
#endif

}  // namespace lexigrid::teddy

// The filter for few words in strips of 64 columns, where a look into a table is one instruction: a
// strip is walked down, and what rows above have found stands in registers.
#pragma once

#include "lines/teddy/teddy.hpp"

namespace lexigrid::teddy {

/// Rows that are walked before the next strip begins. All of them are read side by side, so that
/// memory is asked for in as many ascending streams, which the machine foretells: from memory 20 to
/// 48 rows are alike, 64 take twice as long.
inline constexpr uint32_t kStripRows = 32;

/// Of a grid that stays in the caches: the three rows more that each strip reads are fewer.
inline constexpr uint32_t kMaxStripRows = kBandRows;
inline constexpr uint64_t kCachedCells = uint64_t{1} << 20;

#if LEXIGRID_X86
[[nodiscard]] bool filter_strips_avx512(const Window&, const Tables&, uint32_t& next, Planes&, Hits&, bool&);
#endif

}  // namespace lexigrid::teddy

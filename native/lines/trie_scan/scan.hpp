// Line search for any number of words: a table of beginnings tells the few cells where a pattern
// may start, the packed trie what really stands there.
#pragma once

#include <memory>

#include "cpu/cpu.hpp"
#include "lines/bands.hpp"
#include "lines/trie_scan/index.hpp"

namespace lexigrid {

namespace scan {

/// A cell whose first four classes begin a pattern, and whose fifth goes on or need not.
struct Candidate {
  uint32_t at;    // columns from the first cell of the run
  uint32_t node;  // of the trie, behind four classes; with kShort behind three that end here
};

inline constexpr uint32_t kShort = 0x80000000;

struct Run {
  const uint8_t* first;  // classes; cells beyond the run can be read
  uint32_t count;        // at most kMaxRun
  ptrdiff_t step;        // to the next cell along the axis
};

inline constexpr uint32_t kMaxRun = 1024;
inline constexpr uint32_t kMaxCandidates = 2 * kMaxRun + 16;

/// Candidates of a run in ascending order, at most two a cell; `out` has room for kMaxCandidates.
using Kernel = uint32_t (*)(const LineIndex& index, const Run& run, Candidate* out);

[[nodiscard]] uint32_t scan_portable(const LineIndex&, const Run&, Candidate*);
#if LEXIGRID_X86
[[nodiscard]] uint32_t scan_popcnt(const LineIndex&, const Run&, Candidate*);
[[nodiscard]] uint32_t scan_avx2(const LineIndex&, const Run&, Candidate*);
[[nodiscard]] uint32_t scan_avx512(const LineIndex&, const Run&, Candidate*);
#endif

#if LEXIGRID_X86
/// Cells that a filter let through, in a window of classes.
struct Cells {
  const uint8_t* first;  // of the window
  ptrdiff_t stride;
  ptrdiff_t step;          // to the next cell along the axis
  const uint32_t* starts;  // as in pairs::Starts
  uint32_t count;          // at most kMaxRun
};

/// As a scan of a run; `at` of a candidate counts cells from the first of the window.
[[nodiscard]] uint32_t look_avx512(const LineIndex& index, const Cells& cells, Candidate* out);
#endif

/// The kernel of an instruction set.
[[nodiscard]] Kernel kernel_of(CpuTarget isa) noexcept;

}  // namespace scan

/// Any plain tiles, wrapped where no word is as long as a side.
[[nodiscard]] std::unique_ptr<BandSearch> make_scan(const LineQuery& query, const LineIndex& index,
                                                    ComplexTiles& odd);

}  // namespace lexigrid

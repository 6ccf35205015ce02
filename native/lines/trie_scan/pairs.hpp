// A filter for a few dozen to a thousand words: which classes may follow each other at the beginning of a
// pattern, with an exact table for each of the first three pairs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/cpu.hpp"
#include "lines/bands.hpp"

namespace lexigrid::scan {

/// Bit `b & 7` of `follows[place][a * 4 + b / 8]`: class b may follow class a where a is letter `place` of a
/// pattern. Each table fills two registers of 64 bytes; one permute looks up 64 pairs.
struct PairTables {
  alignas(64) uint8_t follows[3][128] = {};

  void allow(unsigned place, uint32_t a, uint32_t b) noexcept {
    follows[place][a * 4 + b / 8] |= static_cast<uint8_t>(1u << (b & 7));
  }
};

/// Rows of classes with a margin of three cells on every side except the top.
struct PairWindow {
  const uint8_t* first;
  ptrdiff_t stride;
  uint32_t rows;  // at most kBandRows
};

/// Cells where a pattern may start, by axis: row * 2^kColumnBits + column, both in the window.
struct PairCandidates {
  static constexpr unsigned kColumnBits = 12;
  static constexpr uint32_t kEnough = 4096;
  uint32_t count[kAxes] = {};
  // A strip may begin with kEnough candidates, and its last vector writes 16 more than it counts.
  uint32_t at[kAxes][kEnough + kBandRows * 64 + 64];

  [[nodiscard]] bool has_enough() const noexcept {
    return count[0] > kEnough || count[1] > kEnough || count[2] > kEnough || count[3] > kEnough;
  }
};

#if LEXIGRID_X86
namespace avx512 {
/// Appends the candidates in the 64 columns from `column` that `lanes` selects.
void filter_pairs(const PairWindow& window, uint32_t column, uint64_t lanes, const PairTables& tables,
                  PairCandidates& out);
}  // namespace avx512
#endif

}  // namespace lexigrid::scan

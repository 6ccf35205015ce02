// A filter for some dozens to a thousand words: which letters follow each other at the beginning of
// a pattern, exact for each of the first three pairs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu.hpp"
#include "lines.hpp"

namespace lexigrid::pairs {

/// Bit `b & 7` of `follows[place][a * 4 + b / 8]`: may class b follow class a, as letters `place` and
/// `place + 1` of a pattern? 128 bytes each: two registers of 64 bytes, looked up by one permute.
struct Tables {
  alignas(64) std::uint8_t follows[3][128] = {};

  void allow(unsigned place, std::uint32_t a, std::uint32_t b) noexcept {
    follows[place][a * 4 + b / 8] |= static_cast<std::uint8_t>(1u << (b & 7));
  }
};

/// Rows of classes with a margin of three cells on all sides but the upper one.
struct Window {
  const std::uint8_t* first;
  std::ptrdiff_t stride;
  std::uint32_t rows;  // at most kBandRows
};

/// Cells of one row where a pattern may start, by axis: bit i is column `column + i`.
struct Hit {
  std::uint32_t row;
  std::uint32_t column;
  std::uint64_t starts[kAxes];
};

#if LEXIGRID_X86
/// Filters the 64 columns from `column` on. Rows of the hits count from the window's first; at most
/// 2 * kBandRows + 8 of them.
[[nodiscard]] std::size_t filter_avx512(const Window& window, std::uint32_t column, const Tables& tables, Hit* hits);
#endif

}  // namespace lexigrid::pairs

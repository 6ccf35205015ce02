// All cells of a grid that can spell one letter, as bits, at the speed of memory.
#pragma once

#include "trace/bit_grid.hpp"
#include "trace/question.hpp"

namespace lexigrid {

/// Sets the bits of the cells that can spell the symbol; `bits` is all zeros before. 64 cells a step
/// where the grid has bytes and few tiles spell the symbol.
void scan_letter(const TraceQuestion& question, unsigned symbol, const BitGrid& plane,
                 std::span<uint64_t> bits);

}  // namespace lexigrid

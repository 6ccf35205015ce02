// The cells of a grid that can spell one symbol, as bits.
#pragma once

#include "trace/bit_grid.hpp"
#include "trace/question.hpp"

namespace lexigrid {

/// Sets the bits of the cells that can spell the symbol in `bits`, which must be all zeros. Reads 64 cells
/// per step where cells are bytes and few tiles spell the symbol.
void scan_letter(const TraceQuestion& question, unsigned symbol, const BitGrid& bit_grid,
                 std::span<uint64_t> bits);

}  // namespace lexigrid

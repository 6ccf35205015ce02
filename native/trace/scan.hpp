// The cells of a grid that can spell one symbol, as bits.
#pragma once

#include "trace/bit_grid.hpp"
#include "trace/question.hpp"

namespace lexigrid {

/// Sets in `bits`, which must be all zeros, the cells that can spell the symbol. Reads 64 cells per step if
/// cells are bytes and at most four tiles spell the symbol.
void scan_letter(const TraceQuestion& question, unsigned symbol, const BitGrid& bit_grid,
                 std::span<uint64_t> bits);

}  // namespace lexigrid

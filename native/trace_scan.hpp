// All cells of a grid that can spell one letter, as bits, at the speed of memory.
#pragma once

#include "trace_plane.hpp"
#include "trace_question.hpp"

namespace lexigrid {

/// Sets the bits of the cells that can spell the symbol; `bits` is all zeros before. 64 cells a step
/// where the grid has bytes and few tiles spell the symbol.
void scan_letter(const TraceQuestion& question, unsigned symbol, const Plane& plane, std::span<std::uint64_t> bits);

}  // namespace lexigrid

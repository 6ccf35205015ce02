// The trace that defines the meaning: any grid, any topology, any tiles.
#pragma once

#include "trace.hpp"

namespace lexigrid {

/// Depth first with neighbours ascending, so that paths are met in canonical order.
[[nodiscard]] TraceResult trace_general(const TraceQuery& query, StopSignal& stop);

/// False when the grid has too few of some letter: then the word is absent. Every tile counts for
/// all letters that it could spell, so this is right for wild and choice tiles too.
[[nodiscard]] bool has_letters_enough(const TraceQuery& query);

}  // namespace lexigrid

// Large regions with few cells for the rarest place: a window round each, small enough for what learns.
//
// A path of which a cell stands at that place lies within so many steps of it as the word is long on
// either side, and only on cells that walks from there can use. Where that is no more than a region may
// have, the engines for regions decide it; growth, which forgets, may follow the same dead ends for ever.
#pragma once

#include <memory>

#include "trace/engine.hpp"
#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// `pieces`: the cells that paths may use. Null where the rarest place has more than kMostWindows cells.
[[nodiscard]] std::unique_ptr<TraceEngine> make_windows(const TraceQuestion& question,
                                                        const ReachabilityTables& walks,
                                                        const std::vector<std::vector<CellId>>& pieces);

inline constexpr size_t kMostWindows = 256;

}  // namespace lexigrid

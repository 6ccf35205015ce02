// Path search on grids of more than 25 cells, of any size: a level at a time as on small ones.
#pragma once

#include <optional>

#include "paths.hpp"

namespace lexigrid {

/// Answers by a kernel, or nothing where none fits: tiles that spell several things (but for a plain
/// `Qu`), wrapped or custom topologies, all paths asked for, a limit, cells that may come again,
/// lexicons of more than 26 letters.
[[nodiscard]] std::optional<PathResult> find_paths_large(const PathQuery& query, StopSignal& stop);

}  // namespace lexigrid

// Where the small-grid kernels serve one grid.
#pragma once

#include <optional>

#include "paths.hpp"
#include "path_trie.hpp"

namespace lexigrid {

/// Answers by a kernel, or nothing where none fits: more than 25 cells, tiles that can be several
/// symbols, cells that may come again, a board beyond their bounds.
[[nodiscard]] std::optional<PathResult> find_paths_fast(const PathQuery& query, StopSignal& stop);

}  // namespace lexigrid

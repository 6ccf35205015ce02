// Where the kernels of up to 25 and of up to 64 cells serve one grid.
#pragma once

#include <optional>

#include "paths/paths.hpp"
#include "paths/trie.hpp"

namespace lexigrid {

/// Answers by a kernel, or nothing where none fits: more than 64 cells (25 for all paths), tiles that
/// can be several symbols, cells that may come again, a board beyond their bounds.
[[nodiscard]] std::optional<PathResult> find_paths_fast(const PathQuery& query, StopToken& stop);

}  // namespace lexigrid

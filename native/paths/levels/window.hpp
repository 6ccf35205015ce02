// Path search on grids of any size and any tiles, a level at a time as on small ones.
#pragma once

#include <optional>

#include "paths/paths.hpp"

namespace lexigrid {

/// Answers by a kernel, or nothing where none fits: a graph of more than 64 cells or of more than
/// eight neighbours a cell, tiles that no trie of 31 symbols serves, a board of wild tiles that
/// passes the bounds.
[[nodiscard]] std::optional<PathResult> find_paths_large(const PathQuery& query, StopToken& stop);

}  // namespace lexigrid

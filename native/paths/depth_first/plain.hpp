// Path search on grids of any size whose tiles are one letter each (or dead): depth first as the
// general search, with one node a cell instead of a set.
#pragma once

#include <optional>

#include "paths/paths.hpp"

namespace lexigrid {

/// Nothing where some tile of the grid spells more than one letter, or cells may come again.
[[nodiscard]] std::optional<PathResult> find_paths_plain(const PathQuery& query, StopToken& stop);

}  // namespace lexigrid

// The line search that defines the meaning: any grid, any tiles, wrapped or not.
#pragma once

#include "lines/lines.hpp"

namespace lexigrid {

/// From every cell into every direction, so that occurrences are met in canonical order.
[[nodiscard]] LineResult find_lines_general(const LineQuery& query, StopToken& stop);

}  // namespace lexigrid

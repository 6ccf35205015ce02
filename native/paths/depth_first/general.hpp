// The reference path search, which defines the answer. Takes any grid, any topology and any tiles.
#pragma once

#include "paths/strategies.hpp"

namespace lexigrid {

/// Searches depth first, with neighbours in ascending order, so that words are found in canonical order.
[[nodiscard]] PathOutcome search_general(PreparedQuery& query, StopToken& stop);

}  // namespace lexigrid

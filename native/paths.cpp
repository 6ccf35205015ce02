#include "paths.hpp"

#include "paths_general.hpp"

namespace lexigrid {

PathResult find_paths(const PathQuery& query, StopSignal& stop) { return find_paths_general(query, stop); }

}  // namespace lexigrid

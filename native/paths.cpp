#include "paths.hpp"

#include "paths_fast.hpp"
#include "paths_general.hpp"
#include "paths_large.hpp"
#include "paths_plain.hpp"

namespace lexigrid {

PathResult find_paths(const PathQuery& query, StopSignal& stop) {
  if (auto answer = find_paths_fast(query, stop)) return std::move(*answer);
  if (auto answer = find_paths_large(query, stop)) return std::move(*answer);
  if (auto answer = find_paths_plain(query, stop)) return std::move(*answer);
  return find_paths_general(query, stop);
}

}  // namespace lexigrid

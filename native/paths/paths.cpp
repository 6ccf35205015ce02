#include "paths/paths.hpp"

#include "paths/depth_first/general.hpp"
#include "paths/depth_first/plain.hpp"
#include "paths/fast.hpp"
#include "paths/levels/window.hpp"

namespace lexigrid {

PathResult find_paths(const PathQuery& query, StopToken& stop) {
  if (auto answer = find_paths_fast(query, stop)) return std::move(*answer);
  if (auto answer = find_paths_large(query, stop)) return std::move(*answer);
  if (auto answer = find_paths_plain(query, stop)) return std::move(*answer);
  return find_paths_general(query, stop);
}

}  // namespace lexigrid

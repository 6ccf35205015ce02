#include "paths/paths.hpp"

#include "paths/strategies.hpp"

namespace lexigrid {
namespace {

constexpr PathStrategy kStrategies[] = {
    // Level by level: up to 25 cells, up to 64 cells, any number of cells.
    {Part::packed, serves_packed, search_board},
    {Part::bitset, serves_bitset, search_board},
    {Part::window, serves_window, search_window},
    // Depth first: one letter per tile, any tiles and any graph.
    {Part::plain, serves_plain, search_plain},
    {Part::general, [](PreparedQuery&) { return true; }, search_general},
};

}  // namespace

std::span<const PathStrategy> path_strategies() noexcept { return kStrategies; }

PathResult find_paths(const PathQuery& query, StopToken& stop) {
  PreparedQuery prepared(query);
  for (const PathStrategy& strategy : kStrategies) {
    if (!uses(strategy.part) || !strategy.serves(prepared)) continue;
    PathOutcome outcome = strategy.run(prepared, stop);
    if (auto* const result = std::get_if<PathResult>(&outcome)) return std::move(*result);
  }
  return {};  // not reached
}

}  // namespace lexigrid

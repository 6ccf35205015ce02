// Neighbours on grids too large for a table, compared with those of smaller grids, and from pairs of cells.
#include "grid/adjacency.hpp"

#include <algorithm>
#include <vector>

#include "tests/check.hpp"

using namespace lexigrid;

namespace {

/// Beyond kMaxTabled cells, neighbours are computed on request, and must be the same.
void test_neighbours_of_large_grids() {
  for (const bool wrap : {false, true}) {
    for (int kind = 0; kind < 4; ++kind) {
      const Adjacency large = Adjacency::build(static_cast<TopologyKind>(kind), wrap, 40'000, 2);
      const Adjacency small = Adjacency::build(static_cast<TopologyKind>(kind), wrap, 20'000, 2);
      Adjacency::Buffer a;
      Adjacency::Buffer b;
      for (const CellId cell : {0u, 1u, 2u, 3u, 20'001u, 39'000u}) {
        const auto from = large.of(cell, a);
        const auto expected = small.of(cell, b);
        // Away from the wrapped edge, both grids look the same.
        const bool is_inside = !wrap || (cell > 1 && cell < 39'998);
        if (is_inside) CHECK(std::equal(from.begin(), from.end(), expected.begin(), expected.end()));
      }
      const auto corner = large.of(0, a);
      CHECK(!corner.empty() && std::find(corner.begin(), corner.end(), 0u) == corner.end());
      CHECK(std::is_sorted(corner.begin(), corner.end()));
    }
  }
}

/// The pairs of touching cells of a topology give the neighbours of this topology.
void test_neighbours_from_pairs() {
  const Adjacency king = Adjacency::build(TopologyKind::king, false, 3, 4);
  Adjacency::Buffer a;
  Adjacency::Buffer b;
  std::vector<CellId> pairs;
  for (CellId cell = 0; cell < 12; ++cell) {
    for (const CellId near : king.of(cell, a)) {
      if (cell < near) pairs.insert(pairs.end(), {cell, near});
    }
  }
  const Adjacency made = Adjacency::build(pairs, 12);
  for (CellId cell = 0; cell < 12; ++cell) CHECK(std::ranges::equal(king.of(cell, a), made.of(cell, b)));
}

}  // namespace

int main() {
  test_neighbours_of_large_grids();
  test_neighbours_from_pairs();
  return tests::report();
}

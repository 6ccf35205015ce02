// Regions: the connected components of a question, each small enough for sets of bits.
//
// Cells that no position can use are removed first; no path leaves a component of the rest. Where a
// component is bipartite, a path alternates between its two colours: it becomes two questions, one for each
// colour of the first cell, and a class of cells is a symbol and a colour. Counting classes then refutes
// what parity forbids.
#pragma once

#include "trace/bits.hpp"
#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// A question about a few cells, numbered from 0 in reading order.
struct Region {
  static constexpr size_t kMaxCells = 1024;

  size_t words = 0;                // of a set of its cells
  std::vector<CellId> cell;        // in the grid, ascending
  BitTable near;                   // of each cell: the cells before or after it on a path
  std::vector<uint16_t> class_of;  // of each position
  std::vector<uint32_t> need;      // of each class: positions
  BitTable members;                // of each class: the cells that can serve it
  BitTable table;                  // of each position: its cells

  [[nodiscard]] size_t cells() const noexcept { return cell.size(); }
  [[nodiscard]] size_t length() const noexcept { return class_of.size(); }
  [[nodiscard]] size_t classes() const noexcept { return need.size(); }
  /// Does every cell of the class have to be used?
  [[nodiscard]] bool is_tight(size_t k) const noexcept;
  /// The same question about the word read backwards.
  [[nodiscard]] Region reversed() const;
};

struct Regions {
  std::vector<Region> small;
  std::vector<std::vector<CellId>> large;  // components with more cells than a region may have
  bool is_complete = true;                 // false when `stop` ended the work
};

/// Components of more than `max_cells` cells, which is at most Region::kMaxCells, are `large`.
[[nodiscard]] Regions regions_of(const TraceQuestion& question, const ReachabilityTables& reachability,
                                 size_t max_cells, StopToken& stop);

}  // namespace lexigrid

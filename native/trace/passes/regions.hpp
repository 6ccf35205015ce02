// Regions: the connected components of a question, each small enough for bit sets.
//
// Cells that no position can use are removed first; no path leaves a component of the rest. In a bipartite
// component, a path alternates between the two colours. It becomes two questions, one for each colour of the
// first cell, in which a class of cells is a symbol and a colour. Counting classes then rules out whatever
// parity forbids.
#pragma once

#include "trace/bits.hpp"
#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// A question about a few cells, numbered from 0 in reading order.
struct Region {
  static constexpr size_t kMaxCells = 1024;

  size_t words = 0;                // in a set of its cells
  std::vector<CellId> cell;        // their ids in the grid, ascending
  BitTable near;                   // [cell]: the cells that can precede or follow it on a path
  std::vector<uint16_t> class_of;  // [position]
  std::vector<uint32_t> need;      // [class]: number of its positions
  BitTable members;                // [class]: its cells
  BitTable table;                  // [position]: the cells that can be there

  [[nodiscard]] size_t cells() const noexcept { return cell.size(); }
  [[nodiscard]] size_t length() const noexcept { return class_of.size(); }
  [[nodiscard]] size_t classes() const noexcept { return need.size(); }
  /// True if a path must use every cell of class k.
  [[nodiscard]] bool is_tight(size_t k) const noexcept;
  /// The same question for the word read backwards.
  [[nodiscard]] Region reversed() const;
};

struct Regions {
  std::vector<Region> small;
  std::vector<std::vector<CellId>> large;  // components with too many cells for a region
  bool is_complete = true;                 // false if `stop` became due
};

/// Components of more than `max_cells` cells (at most Region::kMaxCells) are `large`.
[[nodiscard]] Regions regions_of(const TraceQuestion& question, const ReachabilityTables& reachability,
                                 size_t max_cells, StopToken& stop);

}  // namespace lexigrid

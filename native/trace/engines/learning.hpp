// Depth-first search with nogood learning.
//
// A failure at a node yields a nogood: a set of used cells such that, while all of them are used, the rest
// of the word cannot follow from this cell at this position. Nogoods are kept for each position and cell
// and prune later branches that use a superset (Stallman and Sussman 1977; Dechter, "Enhancement schemes
// for constraint processing", 1990). The search restarts with growing limits and keeps the nogoods.
//
// Invariant: every pruning rule is monotone. If it prunes with some cells used, it also prunes with more
// cells used. Rules about free cells are not monotone: as nogoods name only used cells, they would yield
// false proofs of absence.
#pragma once

#include <memory>

#include "trace/engines/engine.hpp"
#include "trace/passes/regions.hpp"

namespace lexigrid {

/// Switches parts of the search off, to measure them and to test that answers do not depend on them.
struct LearningOptions {
  bool learns = true;   // keeps nogoods
  bool reaches = true;  // counts classes among the cells still reachable
  bool chains = true;   // counts classes along chains of biconnected components
  bool restarts = true;
  uint64_t seed = 1;
  size_t kept_bytes = size_t{128} << 20;  // for nogoods
};

[[nodiscard]] std::unique_ptr<TraceEngine> make_learning(const Region& region,
                                                         const LearningOptions& options);

/// The same search without restarts, which yields paths one at a time in canonical order.
class PathFinder {
 public:
  PathFinder() = default;
  PathFinder(const PathFinder&) = delete;
  PathFinder& operator=(const PathFinder&) = delete;
  virtual ~PathFinder() = default;

  /// Begins with the paths from this cell, an index into the region.
  virtual void start(size_t cell) = 0;

  /// Finds the next path from this start. `absent`: there are no more. `open`: `steps` or `stop` paused the
  /// search; call again to continue.
  [[nodiscard]] virtual Verdict next(uint64_t steps, StopToken& stop) = 0;
  [[nodiscard]] virtual std::vector<CellId> path() const = 0;
  /// Steps taken by the last call of `next`.
  [[nodiscard]] virtual uint64_t steps() const = 0;
};

[[nodiscard]] std::unique_ptr<PathFinder> make_finder(const Region& region);

}  // namespace lexigrid

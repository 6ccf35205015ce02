// Depth-first search with nogood learning.
//
// A failure at a node yields a nogood: a set of used cells such that, while all of them are used, the rest
// of the word cannot follow from this cell at this position. Nogoods are kept for each position and cell
// and prune later branches that use a superset (Stallman and Sussman 1977; Dechter, "Enhancement schemes
// for constraint processing", 1990). Runs restart with growing limits; the nogoods survive.
//
// Invariant: every pruning rule is monotone, i.e. what fails with some cells used fails with more of them
// used. A rule about cells that are still free is not monotone: nogoods name used cells only, so such a
// rule makes false proofs of absence.
#pragma once

#include <memory>

#include "trace/passes/regions.hpp"
#include "trace/solvers/engine.hpp"

namespace lexigrid {

/// Parts that can be switched off, to measure them and to test that answers do not depend on them.
struct LearningOptions {
  bool learns = true;   // keeps nogoods
  bool reaches = true;  // counts classes within the cells that can still be reached
  bool chains = true;   // counts them along chains of biconnected components
  bool restarts = true;
  uint64_t seed = 1;
  size_t kept_bytes = size_t{128} << 20;  // of nogoods
};

[[nodiscard]] std::unique_ptr<TraceEngine> make_learning(const Region& region,
                                                         const LearningOptions& options);

/// The same search in canonical order, path by path, without restarts.
class PathFinder {
 public:
  PathFinder() = default;
  PathFinder(const PathFinder&) = delete;
  PathFinder& operator=(const PathFinder&) = delete;
  virtual ~PathFinder() = default;

  /// Begins with the paths that start at this cell of the region (numbered within it).
  virtual void start(size_t cell) = 0;

  /// Finds the next path from this start: `found`, `absent` when there is none left, or `open` when `stop`
  /// or the number of steps ended the search, which can then be continued.
  [[nodiscard]] virtual Verdict next(uint64_t steps, StopToken& stop) = 0;
  [[nodiscard]] virtual std::vector<CellId> path() const = 0;
  /// Steps taken by the last call of `next`.
  [[nodiscard]] virtual uint64_t steps() const = 0;
};

[[nodiscard]] std::unique_ptr<PathFinder> make_finder(const Region& region, const LearningOptions& options);

}  // namespace lexigrid

// A search that learns from failure.
//
// Depth first along the word. Each failure returns a set of used cells to blame: with all of them
// used, the cell at that place cannot be gone on from. What was learnt is kept for each place and
// cell and ends later branches wherever the blamed cells are used again. Restarts with growing
// budgets, fewest free neighbours first; what was learnt outlives them.
//
// Every prune must be monotone: what fails with some cells used fails with more of them used. A rule
// that is not (a rule about cells that are still free, say) would need a second set in the blame;
// leaving that out once made a false "absent" in the study before this.
#pragma once

#include <memory>

#include "trace/engine.hpp"
#include "trace/passes/regions.hpp"

namespace lexigrid {

/// What may be switched off to see what it gives, or to test that answers do not depend on it.
struct LearningOptions {
  bool learns = true;   // keeps what it blames
  bool reaches = true;  // counts classes within what can still be reached
  bool chains = true;   // counts them along chains of blocks (2-connected pieces)
  bool restarts = true;
  uint64_t seed = 1;
  size_t kept_bytes = size_t{128} << 20;  // of what it keeps
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

  /// Begins with the paths that start at a cell of the region (its own number).
  virtual void start(size_t cell) = 0;

  /// Finds the next path of this start: `found`, `absent` when there is none left, `open` when
  /// `stop` or the number of steps ended it; call again then.
  [[nodiscard]] virtual Verdict next(uint64_t steps, StopToken& stop) = 0;
  [[nodiscard]] virtual std::vector<CellId> path() const = 0;
  /// Steps that the last call of `next` took.
  [[nodiscard]] virtual uint64_t steps() const = 0;
};

[[nodiscard]] std::unique_ptr<PathFinder> make_finder(const Region& region, const LearningOptions& options);

}  // namespace lexigrid

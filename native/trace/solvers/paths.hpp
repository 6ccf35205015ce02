// All paths of a question in canonical order, one at a time and on demand.
#pragma once

#include <map>
#include <memory>

#include "trace/passes/reachability.hpp"
#include "trace/solvers/learning.hpp"

namespace lexigrid {

/// Depth-first search along the reachability tables. With `learns`, starts in small regions use the search
/// with nogood learning instead, which is slower per step but does not repeat failures. With `reuse`, paths
/// may reuse cells, and regions and learning do not apply.
class PathStream {
 public:
  static constexpr uint64_t kTrialSteps = 50'000;  // before a learning stream may replace a plain one
  static constexpr uint64_t kStepsPerPath = 200;   // a plain stream that needs fewer is doing well

  PathStream(const TraceQuestion& question, const ReachabilityTables& reachability, const Regions* regions,
             bool learns, bool reuse = false);

  /// `found`: the next path is in `path()`. `absent`: there are no more. `open`: `steps` or `stop` paused the
  /// search; call again to continue.
  [[nodiscard]] Verdict next(uint64_t steps, StopToken& stop);
  [[nodiscard]] const std::vector<CellId>& path() const noexcept { return path_; }

  /// True if the search has spent too many steps for the number of paths found.
  [[nodiscard]] bool is_lost(uint64_t found) const noexcept {
    return steps_ > kTrialSteps && steps_ > found * kStepsPerPath;
  }

 private:
  struct Level {
    Adjacency::Buffer buffer;
    std::span<const CellId> near;
    size_t next;
  };
  struct LocalCell {
    size_t region;
    size_t cell;
  };

  [[nodiscard]] bool next_start();
  [[nodiscard]] Verdict follow(uint64_t steps, StopToken& stop);
  void open(size_t depth);

  const TraceQuestion& question_;
  const ReachabilityTables& reachability_;
  const Regions* regions_;
  bool reuse_;
  std::map<CellId, LocalCell> learnt_starts_;
  std::vector<std::unique_ptr<PathFinder>> finders_;  // [region]: created on first use
  PathFinder* finder_ = nullptr;                      // for the current start, if it has one
  std::vector<CellId> starts_;
  size_t next_start_ = 0;
  std::vector<CellId> path_;
  std::vector<Level> levels_;
  size_t depth_ = 0;  // cells of path_ in use; 0: before the next start
  std::vector<uint64_t> is_used_;
  uint64_t steps_ = 0;
};

}  // namespace lexigrid

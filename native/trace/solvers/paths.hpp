// All paths in canonical order, one at a time: nothing is worked out before it is asked for.
#pragma once

#include <map>
#include <memory>

#include "trace/passes/reachability.hpp"
#include "trace/solvers/learning.hpp"

namespace lexigrid {

/// Depth first along the walk tables. Where the region of a start is small and `learns`, the search
/// that learns from failure goes on from it: slower a step, and never lost among failures. With
/// `reuse` cells may come again; regions and learning are not for such paths.
class PathStream {
 public:
  PathStream(const TraceQuestion& question, const ReachabilityTables& walks, const Regions* regions,
             bool learns, bool reuse = false);

  /// `found`: the next path is in `path()`. `absent`: there is none left. `open`: `stop`, or so many
  /// steps, ended it; it can be asked again.
  [[nodiscard]] Verdict next(uint64_t steps, StopToken& stop);
  [[nodiscard]] const std::vector<CellId>& path() const noexcept { return path_; }

  /// Steps spent so far.
  [[nodiscard]] uint64_t steps() const noexcept { return steps_; }

 private:
  struct Level {
    Adjacency::Buffer buffer;
    std::span<const CellId> near;
    size_t next;
  };
  struct Place {
    size_t region;
    size_t cell;
  };

  [[nodiscard]] bool next_start();
  [[nodiscard]] Verdict walk(uint64_t steps, StopToken& stop);
  void open(size_t depth);

  const TraceQuestion& question_;
  const ReachabilityTables& walks_;
  const Regions* regions_;
  bool reuse_;
  std::map<CellId, Place> learnt_starts_;
  std::vector<std::unique_ptr<PathFinder>> finders_;  // of each region, made when first needed
  PathFinder* finder_ = nullptr;                      // of the present start
  std::vector<CellId> starts_;
  size_t next_start_ = 0;
  std::vector<CellId> path_;
  std::vector<Level> levels_;
  size_t depth_ = 0;  // cells of path_ in use; 0: a new start is needed
  std::vector<uint64_t> is_used_;
  uint64_t steps_ = 0;
};

}  // namespace lexigrid

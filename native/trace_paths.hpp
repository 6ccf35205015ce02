// All paths in canonical order, one at a time: nothing is worked out before it is asked for.
#pragma once

#include <map>
#include <memory>

#include "trace_learning.hpp"
#include "trace_walks.hpp"

namespace lexigrid {

/// Depth first along the walk tables. Where the region of a start is small and `learns`, the search
/// that learns from failure goes on from it: slower a step, and never lost among failures. With
/// `reuse` cells may come again; regions and learning are not for such paths.
class PathStream {
 public:
  PathStream(const TraceQuestion& question, const WalkTables& walks, const Regions* regions, bool learns,
             bool reuse = false);

  /// `found`: the next path is in `path()`. `absent`: there is none left. `open`: `stop`, or so many
  /// steps, ended it; it can be asked again.
  [[nodiscard]] Verdict next(std::uint64_t steps, StopSignal& stop);
  [[nodiscard]] const std::vector<CellId>& path() const noexcept { return path_; }

  /// Steps spent so far.
  [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }

 private:
  struct Level {
    Adjacency::Buffer buffer;
    std::span<const CellId> near;
    std::size_t next;
  };
  struct Place {
    std::size_t region;
    std::size_t cell;
  };

  [[nodiscard]] bool next_start();
  [[nodiscard]] Verdict walk(std::uint64_t steps, StopSignal& stop);
  void open(std::size_t depth);

  const TraceQuestion& question_;
  const WalkTables& walks_;
  const Regions* regions_;
  bool reuse_;
  std::map<CellId, Place> learnt_starts_;
  std::vector<std::unique_ptr<PathFinder>> finders_;  // of each region, made when first needed
  PathFinder* finder_ = nullptr;                      // of the present start
  std::vector<CellId> starts_;
  std::size_t next_start_ = 0;
  std::vector<CellId> path_;
  std::vector<Level> levels_;
  std::size_t depth_ = 0;   // cells of path_ in use; 0: a new start is needed
  std::vector<std::uint64_t> is_used_;
  std::uint64_t steps_ = 0;
};

}  // namespace lexigrid

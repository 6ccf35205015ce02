// All paths of a question in canonical order, one at a time and on demand.
#pragma once

#include <map>
#include <memory>

#include "trace/engines/learning.hpp"
#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// Depth-first search along the reachability tables. With `learns`, starts in small regions use the search
/// with nogood learning instead, which is slower per step but does not repeat failures.
class PathStream {
 public:
  PathStream(const TraceQuestion& question, const ReachabilityTables& reachability, const Regions* regions,
             bool learns);

  /// `found`: the next path is in `path()`. `absent`: there are no more. `open`: `steps` or `stop` paused the
  /// search; call again to continue.
  [[nodiscard]] Verdict next(uint64_t steps, StopToken& stop);
  [[nodiscard]] const std::vector<CellId>& path() const noexcept { return path_; }

  [[nodiscard]] uint64_t steps() const noexcept { return steps_; }

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

/// The paths of a plain stream or, once that takes too many steps for the paths it finds, of a learning one,
/// which starts over and skips the paths already given.
class PathListing {
 public:
  /// Without regions, never learns.
  PathListing(const TraceQuestion& question, const ReachabilityTables& reachability, const Regions* regions)
      : question_(question),
        reachability_(reachability),
        regions_(regions),
        stream_(std::make_unique<PathStream>(question, reachability, regions, false)),
        may_change_(regions != nullptr && uses(Part::learning)) {}

  /// As PathStream::next; `open` only if `stop` is due.
  [[nodiscard]] Verdict next(StopToken& stop);
  [[nodiscard]] const std::vector<CellId>& path() const noexcept { return stream_->path(); }

 private:
  [[nodiscard]] bool is_lost() const noexcept;
  [[nodiscard]] bool change(StopToken& stop);

  const TraceQuestion& question_;
  const ReachabilityTables& reachability_;
  const Regions* regions_;
  std::unique_ptr<PathStream> stream_;
  bool may_change_;
  uint64_t given_ = 0;
};

}  // namespace lexigrid

// All paths of a query in canonical order, one at a time, for callers that may stop early.
#pragma once

#include <memory>
#include <optional>

#include "trace/engines/paths.hpp"
#include "trace/question.hpp"
#include "trace/strategies/general.hpp"

namespace lexigrid {

class TraceListing {
 public:
  /// Does no work yet. Everything the query refers to must outlive the listing.
  explicit TraceListing(const TraceQuery& query) : query_(query) {}

  /// `found`: the next path is in `path()`. `absent`: there are no more. `open`: `stop` paused the search;
  /// call again to continue.
  [[nodiscard]] Verdict next(StopToken& stop);
  [[nodiscard]] std::span<const CellId> path() const noexcept {
    return general_ != nullptr ? general_->path() : paths_->path();
  }

 private:
  [[nodiscard]] bool prepare(StopToken& stop);

  TraceQuery query_;
  Adjacency adjacency_;
  std::optional<TraceQuery> tabled_;  // the query with a table of neighbours
  std::optional<TraceQuestions> questions_;
  std::optional<ReachabilityTables> reachability_;
  std::optional<Regions> regions_;
  std::optional<WalkTables> walks_;
  std::unique_ptr<GeneralSearch> general_;  // if cells may be reused or tiles spell several letters
  std::unique_ptr<PathListing> paths_;      // else
  bool is_prepared_ = false;
  bool is_done_ = false;
};

}  // namespace lexigrid

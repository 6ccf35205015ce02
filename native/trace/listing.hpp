// All paths of a query in canonical order, one at a time, for callers that may stop early.
#pragma once

#include <memory>
#include <optional>

#include "trace/general.hpp"
#include "trace/question.hpp"
#include "trace/solvers/paths.hpp"

namespace lexigrid {

class TraceListing {
 public:
  /// Does no work yet. Everything the query refers to must outlive the listing.
  explicit TraceListing(const TraceQuery& query);

  /// `found`: the next path is in `path()`. `absent`: there are no more. `open`: `stop` paused the search;
  /// call again to continue.
  [[nodiscard]] Verdict next(StopToken& stop);
  [[nodiscard]] std::span<const CellId> path() const noexcept { return path_; }

 private:
  [[nodiscard]] bool prepare(StopToken& stop);
  [[nodiscard]] Verdict next_of_stream(StopToken& stop);

  TraceQuery query_;
  Adjacency adjacency_;
  std::optional<TraceQuery> tabled_;  // the query with a table of neighbours
  std::optional<TraceQuestion> question_;
  std::optional<ReachabilityTables> reachability_;
  std::optional<Regions> regions_;
  std::optional<SpellingTables> spelling_;
  std::unique_ptr<GeneralSearch> general_;  // if tiles spell several letters, else stream_
  std::unique_ptr<PathStream> stream_;
  bool is_prepared_ = false;
  bool is_learning_ = false;
  bool is_done_ = false;
  uint64_t given_ = 0;
  std::vector<CellId> path_;
};

}  // namespace lexigrid

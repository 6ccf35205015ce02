// All paths of a query in canonical order, one at a time, for callers that stop when they like.
#pragma once

#include <memory>
#include <optional>

#include "trace/general.hpp"
#include "trace/question.hpp"
#include "trace/solvers/paths.hpp"

namespace lexigrid {

class TraceListing {
 public:
  /// Does no work yet; what the query refers to must outlive the listing.
  explicit TraceListing(const TraceQuery& query);

  /// `found`: the next path is in `path()`. `absent`: there is none left. `open`: `stop` ended the search,
  /// and it can be continued.
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
  std::unique_ptr<GeneralSearch> general_;  // where tiles spell several letters
  std::unique_ptr<PathStream> stream_;
  bool is_prepared_ = false;
  bool is_learning_ = false;
  bool is_done_ = false;
  uint64_t given_ = 0;
  std::vector<CellId> path_;
};

}  // namespace lexigrid

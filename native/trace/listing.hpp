// All paths of a question, one at a time, in canonical order: for callers who stop when they like.
#pragma once

#include <memory>
#include <optional>

#include "trace/general.hpp"
#include "trace/question.hpp"
#include "trace/solvers/paths.hpp"

namespace lexigrid {

class TraceListing {
 public:
  /// Does nothing yet; what the query refers to must live as long.
  explicit TraceListing(const TraceQuery& query);

  /// `found`: the next path is in `path()`. `absent`: there is none left. `open`: `stop` ended it; it
  /// can be asked again.
  [[nodiscard]] Verdict next(StopToken& stop);
  [[nodiscard]] std::span<const CellId> path() const noexcept { return path_; }

 private:
  [[nodiscard]] bool prepare(StopToken& stop);
  [[nodiscard]] Verdict next_of_stream(StopToken& stop);
  [[nodiscard]] bool is_lost() const noexcept;

  TraceQuery query_;
  Adjacency adjacency_;
  std::optional<TraceQuery> tabled_;  // the query with a table of neighbours
  std::optional<TraceQuestion> question_;
  std::optional<ReachabilityTables> walks_;
  std::optional<Regions> regions_;
  std::optional<SpellingTables> spelling_;
  std::unique_ptr<GeneralWalk> general_;  // where tiles spell several letters
  std::unique_ptr<PathStream> stream_;
  bool is_prepared_ = false;
  bool is_learning_ = false;
  bool is_done_ = false;
  uint64_t given_ = 0;
  std::vector<CellId> path_;
};

}  // namespace lexigrid

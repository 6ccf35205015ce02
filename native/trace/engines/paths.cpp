#include "trace/engines/paths.hpp"

#include <algorithm>

namespace lexigrid {

PathStream::PathStream(const TraceQuestion& question, const ReachabilityTables& reachability,
                       const Regions* regions, bool learns)
    : question_(question),
      reachability_(reachability),
      regions_(regions),
      path_(question.length()),
      levels_(question.length()),
      is_used_(reachability.bit_grid().words()) {
  reachability.bit_grid().for_each(reachability.at(0), [&](CellId cell) { starts_.push_back(cell); });
  if (regions == nullptr || !regions->is_complete) return;
  // No path starts outside the regions.
  std::vector<CellId> kept;
  for (const auto& component : regions->large) {
    for (const CellId cell : component) {
      if (reachability.has(0, cell)) kept.push_back(cell);
    }
  }
  for (size_t r = 0; r < regions->small.size(); ++r) {
    const Region& region = regions->small[r];
    for (size_t v = 0; v < region.cells(); ++v) {
      if (!region.table.has(0, v)) continue;
      kept.push_back(region.cell[v]);
      if (learns) learnt_starts_[region.cell[v]] = {r, v};
    }
  }
  std::sort(kept.begin(), kept.end());
  starts_.swap(kept);
  finders_.resize(regions->small.size());
}

bool PathStream::next_start() {
  if (next_start_ == starts_.size()) return false;
  const CellId start = starts_[next_start_++];
  const auto learnt = learnt_starts_.find(start);
  if (learnt != learnt_starts_.end()) {
    auto& finder = finders_[learnt->second.region];
    if (finder == nullptr) finder = make_finder(regions_->small[learnt->second.region]);
    finder->start(learnt->second.cell);
    finder_ = finder.get();
    return true;
  }
  path_[0] = start;
  depth_ = 1;
  reachability_.bit_grid().insert(is_used_, start);
  if (path_.size() > 1) open(0);
  return true;
}

void PathStream::open(size_t depth) {
  Level& level = levels_[depth];
  level.near = question_.adjacency.of(path_[depth], level.buffer);
  level.next = 0;
}

Verdict PathStream::next(uint64_t steps, StopToken& stop) {
  const uint64_t end = steps > kNoLimit - steps_ ? kNoLimit : steps_ + steps;
  for (;;) {
    if (finder_ == nullptr && depth_ == 0) {
      if (stop.due()) return Verdict::open;
      if (!next_start()) return Verdict::absent;
      if (finder_ == nullptr && path_.size() == 1) {
        reachability_.bit_grid().erase(is_used_, path_[0]);
        depth_ = 0;
        return Verdict::found;
      }
    }
    if (steps_ >= end) return Verdict::open;
    if (finder_ == nullptr) {
      const Verdict verdict = follow(end, stop);
      if (verdict != Verdict::absent) return verdict;
      continue;
    }
    const Verdict verdict = finder_->next(end - steps_, stop);
    steps_ += finder_->steps();
    if (verdict == Verdict::found) path_ = finder_->path();
    if (verdict != Verdict::absent) return verdict;
    finder_ = nullptr;
  }
}

/// Continues from the current state. `absent`: this start has no more paths.
Verdict PathStream::follow(uint64_t end, StopToken& stop) {
  const size_t length = path_.size();
  const BitGrid& bit_grid = reachability_.bit_grid();
  while (depth_ > 0) {
    Level& level = levels_[depth_ - 1];
    if (level.next == level.near.size()) {
      bit_grid.erase(is_used_, path_[--depth_]);
      continue;
    }
    const CellId cell = level.near[level.next++];
    if (!reachability_.has(depth_, cell) || bit_grid.has(is_used_, cell)) continue;
    path_[depth_] = cell;
    if (depth_ + 1 == length) return Verdict::found;
    if (++steps_ >= end || stop.due()) {
      --level.next;
      return Verdict::open;
    }
    bit_grid.insert(is_used_, cell);
    open(depth_++);
  }
  return Verdict::absent;
}

namespace {

constexpr uint64_t kTrialSteps = 50'000;  // before a learning stream may replace a plain one
constexpr uint64_t kStepsPerPath = 200;   // a plain stream that needs fewer is doing well

}  // namespace

bool PathListing::is_lost() const noexcept {
  return may_change_ && stream_->steps() > kTrialSteps && stream_->steps() > given_ * kStepsPerPath;
}

/// Returns false if `stop` is due; the plain stream is then kept.
bool PathListing::change(StopToken& stop) {
  auto learning = std::make_unique<PathStream>(question_, reachability_, regions_, true);
  for (uint64_t passed = 0; passed < given_; ++passed) {
    if (learning->next(kNoLimit, stop) != Verdict::found) return false;
  }
  stream_ = std::move(learning);
  may_change_ = false;
  return true;
}

Verdict PathListing::next(StopToken& stop) {
  for (;;) {
    if (is_lost() && !change(stop)) return Verdict::open;
    const Verdict verdict = stream_->next(may_change_ ? kTrialSteps : kNoLimit, stop);
    if (verdict == Verdict::found) ++given_;
    if (verdict != Verdict::open || stop.reason() != Finish::complete) return verdict;
  }
}

}  // namespace lexigrid

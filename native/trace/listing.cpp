#include "trace/listing.hpp"

#include "trace/passes/letters.hpp"

namespace lexigrid {

TraceListing::TraceListing(const TraceQuery& query) : query_(query) {}

/// Returns false if `stop` became due; the next call then starts over.
bool TraceListing::prepare(StopToken& stop) {
  adjacency_ = query_.adjacency.tabled();
  tabled_.emplace(query_.with(adjacency_));
  std::variant<TraceQuestion, TraceDeclined> question = question_of(*tabled_);
  if (std::holds_alternative<TraceDeclined>(question)) {
    spelling_.emplace(*tabled_, stop);
    if (stop.reason() != Finish::complete) return false;
    is_done_ = !has_enough_letters(*tabled_) || spelling_->is_absent();
    general_ = std::make_unique<GeneralSearch>(*tabled_, spelling_->is_ready() ? &*spelling_ : nullptr);
    return true;
  }
  question_.emplace(std::get<TraceQuestion>(std::move(question)));
  reachability_.emplace(*question_);
  if (!query_.reuse) {
    is_done_ = !count_letters(*question_).is_enough;
    if (is_done_) return true;
    reachability_->drop_small_components(stop);
  }
  is_done_ = !reachability_->narrow(stop);
  if (!query_.reuse && !is_done_)
    regions_ = regions_of(*question_, *reachability_, query_.region_cells, stop);
  if (stop.reason() != Finish::complete) return false;
  stream_ = std::make_unique<PathStream>(*question_, *reachability_, regions_ ? &*regions_ : nullptr, false,
                                         query_.reuse);
  return true;
}

Verdict TraceListing::next(StopToken& stop) {
  if (!is_prepared_) {
    if (!prepare(stop)) return Verdict::open;
    is_prepared_ = true;
  }
  if (is_done_) return Verdict::absent;
  const Verdict verdict = general_ != nullptr ? general_->next(kNoLimit, stop) : next_of_stream(stop);
  if (verdict == Verdict::found) {
    path_ = general_ != nullptr ? general_->path() : stream_->path();
    ++given_;
  }
  is_done_ = verdict == Verdict::absent;
  return verdict;
}

/// Replaces a plain stream that is lost by a learning one, which starts over and skips the paths already
/// delivered.
Verdict TraceListing::next_of_stream(StopToken& stop) {
  for (;;) {
    const bool may_change = !is_learning_ && regions_;
    const Verdict verdict = stream_->next(may_change ? PathStream::kTrialSteps : kNoLimit, stop);
    if (verdict != Verdict::open || stop.reason() != Finish::complete) return verdict;
    if (!may_change || !stream_->is_lost(given_)) continue;
    auto learning = std::make_unique<PathStream>(*question_, *reachability_, &*regions_, true);
    for (uint64_t passed = 0; passed < given_; ++passed) {
      if (learning->next(kNoLimit, stop) != Verdict::found)
        return Verdict::open;  // `stop` is due; keep the plain stream
    }
    stream_ = std::move(learning);
    is_learning_ = true;
  }
}

}  // namespace lexigrid

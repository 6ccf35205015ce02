#include "trace/listing.hpp"

#include "trace/passes/letters.hpp"

namespace lexigrid {

/// Returns false if `stop` became due; the next call then starts over.
bool TraceListing::prepare(StopToken& stop) {
  questions_.reset();
  adjacency_ = query_.adjacency.tabled();
  tabled_.emplace(query_.with(adjacency_));
  if (!query_.reuse) {
    auto questions = questions_of(*tabled_, stop);
    if (auto* made = std::get_if<TraceQuestions>(&questions); made != nullptr && made->is_plain)
      questions_.emplace(std::move(*made));
  }
  if (!questions_) {
    walks_.emplace(*tabled_, stop);
    if (stop.reason() != Finish::complete) return false;
    is_done_ = !has_enough_letters(*tabled_) || walks_->is_absent();
    general_ = std::make_unique<GeneralSearch>(*tabled_, walks_->is_ready() ? &*walks_ : nullptr);
    return true;
  }
  const TraceQuestion& question = questions_->all[0];
  is_done_ = !count_letters(question).is_enough;
  if (is_done_) return true;
  reachability_.emplace(question);
  reachability_->drop_small_components(stop);
  is_done_ = !reachability_->narrow(stop);
  if (!is_done_) regions_ = regions_of(question, *reachability_, query_.region_cells, stop);
  paths_ = std::make_unique<PathListing>(question, *reachability_, regions_ ? &*regions_ : nullptr);
  return stop.reason() == Finish::complete;
}

Verdict TraceListing::next(StopToken& stop) {
  if (!is_prepared_) is_prepared_ = prepare(stop);
  if (!is_prepared_) return Verdict::open;
  if (is_done_) return Verdict::absent;
  uint64_t steps = kNoLimit;
  const Verdict verdict = general_ != nullptr ? general_->next(steps, stop) : paths_->next(stop);
  is_done_ = verdict == Verdict::absent;
  return verdict;
}

}  // namespace lexigrid

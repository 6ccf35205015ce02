#include "trace/listing.hpp"

#include "trace/passes/letters.hpp"

namespace lexigrid {
namespace {

constexpr uint64_t kTrialSteps = 50'000;  // of the plain walk, before it may be changed for the learning one
constexpr uint64_t kStepsAPath = 200;     // with fewer steps a path than that the plain walk does well

}  // namespace

TraceListing::TraceListing(const TraceQuery& query) : query_(query) {}

bool TraceListing::is_lost() const noexcept {
  return !is_learning_ && regions_ && stream_->steps() > kTrialSteps &&
         stream_->steps() > given_ * kStepsAPath;
}

/// False when `stop` ended it; what is prepared then is begun anew.
bool TraceListing::prepare(StopToken& stop) {
  adjacency_ = query_.adjacency.tabled();
  tabled_.emplace(TraceQuery{.grid = query_.grid, .adjacency = adjacency_, .word = query_.word});
  tabled_->reuse = query_.reuse;
  const std::optional<TraceQuestion> plain = question_of(*tabled_);
  if (!plain) {
    spelling_.emplace(*tabled_, stop);
    if (stop.reason() != Finish::complete) return false;
    is_done_ = !has_letters_enough(*tabled_) || spelling_->is_absent();
    general_ = std::make_unique<GeneralWalk>(*tabled_, spelling_->is_ready() ? &*spelling_ : nullptr);
    return true;
  }
  question_.emplace(*plain);
  walks_.emplace(*question_);
  if (!query_.reuse) {
    is_done_ = !count_letters(*question_).is_enough;
    if (is_done_) return true;
    walks_->drop_small_pieces(stop);
  }
  is_done_ = !walks_->narrow(stop);
  if (!query_.reuse && !is_done_) regions_ = regions_of(*question_, *walks_, query_.region_cells, stop);
  if (stop.reason() != Finish::complete) return false;
  stream_ =
      std::make_unique<PathStream>(*question_, *walks_, regions_ ? &*regions_ : nullptr, false, query_.reuse);
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

/// A plain walk that got lost is changed for one that learns; it begins anew, and what was given
/// already is passed over.
Verdict TraceListing::next_of_stream(StopToken& stop) {
  for (;;) {
    const bool may_change = !is_learning_ && regions_;
    const Verdict verdict = stream_->next(may_change ? kTrialSteps : kNoLimit, stop);
    if (verdict != Verdict::open || stop.reason() != Finish::complete) return verdict;
    if (!is_lost()) continue;
    auto learning = std::make_unique<PathStream>(*question_, *walks_, &*regions_, true);
    for (uint64_t passed = 0; passed < given_; ++passed) {
      if (learning->next(kNoLimit, stop) != Verdict::found)
        return Verdict::open;  // `stop`: the plain one goes on
    }
    stream_ = std::move(learning);
    is_learning_ = true;
  }
}

}  // namespace lexigrid

#include "layout/layout.hpp"

#include "layout/state.hpp"

namespace lexigrid {
namespace {

/// Boards with more letters per 100 cells than this are dense.
constexpr uint64_t kDensePercent = 115;

}  // namespace

LayoutResult make_layout(const LayoutQuery& query, StopToken& stop) {
  LayoutState state(query, stop);
  const bool is_dense = query.leftover < 0 && query.overlap != Overlap::none &&
                        state.letter_count() * 100 > kDensePercent * state.board().empty_count();
  LayoutResult made = is_dense ? build_dense_layout(state) : anneal_layout(state);
  if (!state.is_done(made)) made.finish = stop.reason() != Finish::complete ? stop.reason() : Finish::limited;
  return made;
}

}  // namespace lexigrid

// The path kernels. Each is written once, in an .inl file, for the `Vector` of a target.
#pragma once

#include "paths/levels/board.hpp"
#include "paths/levels/window_levels.hpp"
#include "paths/list.hpp"
#include "paths/neighbours/changes_kernel.hpp"
#include "paths/workspace.hpp"

namespace lexigrid {

struct Kernels {
  // Search boards of each layout, without and with path codes.
  levels::SearchBoard packed[2];
  levels::SearchBoard bitset[2];
  ListWords list_words;
  ListEveryPath list_every_path;
  window::Expand expand_window;
  window::Filter filter_window[3];  // by Memory
  levels::Collect collect;
  levels::SearchWild search_wild;
  levels::SearchNoting search_noting;
  levels::Follow follow;
  levels::AddPoints add_points;
};

/// Returns the kernels of the target that searches use.
[[nodiscard]] const Kernels& kernels() noexcept;

}  // namespace lexigrid

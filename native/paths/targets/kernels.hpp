// The path kernels of each target, and every header that their sources need before a target region.
//
// Each algorithm is written once, in an .inl file, for the `Vector` of the target that includes it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "base/per_thread.hpp"
#include "cpu/cpu.hpp"
#include "paths/levels/board.hpp"
#include "paths/levels/window_levels.hpp"
#include "paths/list.hpp"
#include "paths/neighbours/changes_kernel.hpp"
#include "paths/workspace.hpp"

// Lanes are vector types with operators, which MSVC lacks.
#if LEXIGRID_NEON && defined(__GNUC__)
#define LEXIGRID_PATHS_NEON 1
#else
#define LEXIGRID_PATHS_NEON 0
#endif

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
};

/// Returns the kernels of the target that searches use.
[[nodiscard]] const Kernels& kernels() noexcept;

// The table of a target: what the .inl files define in its namespace.
#define LEXIGRID_PATH_KERNELS                                                  \
  {{search_board<Packed, false>, search_board<Packed, true>},                  \
   {search_board<Bitset, false>, search_board<Bitset, true>},                  \
   list_words,                                                                 \
   list_every_path,                                                            \
   expand_window,                                                              \
   {filter_window<window::Memory::window>, filter_window<window::Memory::set>, \
    filter_window<window::Memory::none>},                                      \
   collect,                                                                    \
   search_wild,                                                                \
   search_noting,                                                              \
   follow}

}  // namespace lexigrid

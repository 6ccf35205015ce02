// From the hits of a kernel for 26 to 64 cells to the words of a board, as paths_list.hpp of small ones.
#pragma once

#include "paths_list.hpp"
#include "paths_middle.hpp"

namespace lexigrid {

/// Appends the distinct words of a board whose kernel has run, with codes where `needs_paths` says
/// so; returns their points. Not for tries with aliases, whose words have several lengths.
[[nodiscard]] std::uint64_t list_words(const Scheme& scheme, const PathTrie& trie, const middle::Shape& shape,
                                       const std::uint8_t* letters, bool with_paths, BoardOrder order, middle::Space& space,
                                       Workspace& work, BoardWords& out);

}  // namespace lexigrid

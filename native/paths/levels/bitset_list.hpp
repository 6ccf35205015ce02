// From the hits of a kernel for 26 to 64 cells to the words of a board, as paths/list.hpp of small ones.
#pragma once

#include "paths/levels/bitset.hpp"
#include "paths/list.hpp"

namespace lexigrid {

/// Appends the distinct words of a board whose kernel has run, with codes where `needs_paths` says
/// so; returns their points. Not for tries with aliases, whose words have several lengths.
[[nodiscard]] uint64_t list_words(const Scheme& scheme, const PathTrie& trie, const bitset::Shape& shape,
                                  const uint8_t* letters, bool with_paths, BoardOrder order,
                                  bitset::Space& space, Workspace& work, BoardWords& out);

}  // namespace lexigrid

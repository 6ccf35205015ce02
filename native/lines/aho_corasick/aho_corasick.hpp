// Line search whose time is bounded by cells and occurrences, whatever the words and the grid.
#pragma once

#include "lines/lines.hpp"

namespace lexigrid {

/// Runs an Aho-Corasick automaton (Aho and Corasick 1975) along every line: the lexicon's own trie
/// with links to the longest ending that begins a word. Each cell costs two steps or fewer a
/// direction, where filters meet near misses at every cell. Plain tiles; on a torus no word is as
/// long as a side.
[[nodiscard]] LineResult find_lines_by_automaton(const LineQuery& query, StopToken& stop);

}  // namespace lexigrid

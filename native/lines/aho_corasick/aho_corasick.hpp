// Line search whose time is bounded by cells and occurrences, whatever the words and the grid.
#pragma once

#include "base/stop_token.hpp"
#include "lines/lines.hpp"

namespace lexigrid {

/// Runs an Aho-Corasick automaton (Aho and Corasick 1975), the lexicon's trie with failure links, along every
/// line. Each cell costs at most two steps per direction, even where filters would meet a near miss at every
/// cell. For plain tiles; on a torus, words must be shorter than a side.
[[nodiscard]] LineResult find_lines_by_automaton(const LineQuery& query, StopToken& stop);

}  // namespace lexigrid

// Line search for many words on plain tiles: a table of the beginnings of words, four letters long,
// decides nearly every line; what is left is walked in the lexicon.
#pragma once

#include <optional>

#include "lines.hpp"

namespace lexigrid {

/// Nothing where this does not serve: lexicons of more than 26 letters, tiles that spell several
/// things, wrap, wildcards.
[[nodiscard]] std::optional<LineResult> find_lines_of_many(const LineQuery& query, StopSignal& stop);

}  // namespace lexigrid

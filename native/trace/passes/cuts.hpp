// Tiles that spell several letters at once: the word cut in every way in which the tiles can spell it.
//
// A piece of a cut is a symbol: "qu", or one letter. Each cut is then a question like any other, and
// no pass knows of it. How often each piece can be spelled at all leaves few cuts: two of them where a
// grid has one tile Qu, and a Q beside a U.
#pragma once

#include <optional>
#include <vector>

#include "trace/question.hpp"

namespace lexigrid {

struct WordCuts {
  static constexpr size_t kMost = 256;

  std::vector<SymbolMask> spells;         // of each tile: the pieces that it can spell
  std::vector<std::vector<Symbol>> cuts;  // of the word into pieces; without one the word is absent
  unsigned symbols = 0;
  /// Can the same cells be read in two cuts? Only where a tile spells one piece and another that
  /// begins with it. Counts of cuts are not summed then.
  bool is_ambiguous = false;
};

/// Nothing where there are more than kMost cuts or kMaxSymbols pieces, or `stop` ended it.
[[nodiscard]] std::optional<WordCuts> cuts_of(const TraceQuery& query, StopToken& stop);

/// The whole answer, from the answers for the cuts.
[[nodiscard]] TraceResult trace_by_cuts(const TraceQuery& query, const WordCuts& cuts, StopToken& stop);

}  // namespace lexigrid

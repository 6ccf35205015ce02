// Tiles that spell several letters at once: one question for each segmentation of the word.
//
// A segmentation divides the word into segments that tiles can spell, such as "qu" or one letter. A segment
// is a symbol like a letter, so the passes need not know about it. Few segmentations remain, because no
// segment may be used more often than the grid has cells for it.
#pragma once

#include <variant>
#include <vector>

#include "trace/question.hpp"

namespace lexigrid {

struct Segmentations {
  static constexpr size_t kMax = 256;

  std::vector<SymbolMask> spells;                  // of each tile: the segments it can spell
  std::vector<std::vector<Symbol>> segmentations;  // each as symbols; if there are none the word is absent
  unsigned symbols = 0;
  /// Can the same cells be read in two segmentations? Only where a tile spells a segment and another that
  /// begins with it. Counts are not added up then.
  bool is_ambiguous = false;
};

/// Declines where there are more than kMax segmentations or kMaxSymbols segments, or `stop` ended it.
[[nodiscard]] std::variant<Segmentations, TraceDeclined> segmentations_of(const TraceQuery& query,
                                                                          StopToken& stop);

/// Combines the answers for all segmentations.
[[nodiscard]] TraceResult trace_by_segmentations(const TraceQuery& query, const Segmentations& segmentations,
                                                 StopToken& stop);

}  // namespace lexigrid

// Tiles that spell several letters at once: one question for each segmentation of the word.
//
// A segmentation divides the word into segments that tiles can spell, such as "qu" or a single letter. As a
// segment is a symbol like any other, the passes need no special case. Few segmentations remain, because none
// may use a segment more often than the grid has cells for it.
#pragma once

#include <variant>
#include <vector>

#include "trace/question.hpp"

namespace lexigrid {

struct Segmentations {
  static constexpr size_t kMax = 256;

  std::vector<SymbolMask> spells;                  // [tile]: the segments it can spell
  std::vector<std::vector<Symbol>> segmentations;  // each as symbols; if empty, the word is absent
  unsigned symbols = 0;
  /// True if the same cells may fit two segmentations, so counts cannot be added up. This needs a tile that
  /// spells both a segment and a longer one that begins with it.
  bool is_ambiguous = false;
};

/// Declines if there are more than kMax segmentations or kMaxSymbols segments, or if `stop` is due.
[[nodiscard]] std::variant<Segmentations, TraceDeclined> segmentations_of(const TraceQuery& query,
                                                                          StopToken& stop);

/// Combines the answers for all segmentations.
[[nodiscard]] TraceResult trace_by_segmentations(const TraceQuery& query, const Segmentations& segmentations,
                                                 StopToken& stop);

}  // namespace lexigrid

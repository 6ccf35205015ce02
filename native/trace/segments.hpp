// The segments of a word, of one or more letters, that the tiles of a grid can spell.
#pragma once

#include <vector>

#include "trace/question.hpp"

namespace lexigrid {

class WordSegments {
 public:
  /// `query` must outlive the segments.
  WordSegments(const TraceQuery& query, StopToken& stop);

  /// If false, there are more than kMaxSymbols segments or `stop` is due, and nothing else is valid.
  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }

  std::vector<std::span<const LetterCode>> segment;
  std::vector<uint64_t> have;       // [segment]: the cells that can spell it
  std::vector<SymbolMask> spells;   // [tile]: the segments it can spell
  std::vector<SymbolMask> fitting;  // [position]: the segments the word has there
  size_t longest = 1;               // letters in a segment
  bool is_ambiguous = false;        // see Segmentations::is_ambiguous

 private:
  void add_tile(TileId tile, uint64_t cells);
  void add(TileId tile, uint64_t cells, std::span<const LetterCode> letters);
  void find_ambiguity(SymbolMask spelled);

  const TraceQuery& query_;
  StopToken& stop_;
  bool is_complete_ = true;
};

}  // namespace lexigrid

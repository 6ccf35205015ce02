// The segments of a word, of one letter or several, that the tiles of a grid can spell.
#pragma once

#include <vector>

#include "trace/question.hpp"

namespace lexigrid {

class WordSegments {
 public:
  /// `query` must outlive it.
  WordSegments(const TraceQuery& query, StopToken& stop);

  /// False when there are more than kMaxSymbols segments or `stop` ended it; nothing else is valid then.
  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }

  std::vector<std::span<const LetterCode>> segment;
  std::vector<uint64_t> have;       // cells that can spell each segment
  std::vector<SymbolMask> spells;   // of each tile
  std::vector<SymbolMask> fitting;  // at each position of the word: the segments it has there
  size_t longest = 1;               // letters of a segment
  /// Can the same cells be read in two ways? Only where a tile spells a segment and another that begins
  /// with it.
  bool is_ambiguous = false;

 private:
  void add_tile(TileId tile, uint64_t cells);
  void add(TileId tile, uint64_t cells, std::span<const LetterCode> letters);
  void find_ambiguity(SymbolMask spelled);

  const TraceQuery& query_;
  StopToken& stop_;
  bool is_complete_ = true;
};

}  // namespace lexigrid

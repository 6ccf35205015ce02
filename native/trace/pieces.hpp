// What the tiles of a grid can spell of a word: its pieces, one letter or several.
#pragma once

#include <vector>

#include "trace/question.hpp"

namespace lexigrid {

class WordPieces {
 public:
  /// `query` must live as long.
  WordPieces(const TraceQuery& query, StopToken& stop);

  /// False when there are more than kMaxSymbols pieces, or `stop` ended it: nothing else holds then.
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }

  std::vector<std::span<const LetterCode>> piece;
  std::vector<uint64_t> have;       // cells that can spell each
  std::vector<SymbolMask> spells;   // of each tile
  std::vector<SymbolMask> fitting;  // of each place of the word: the pieces that stand there
  size_t longest = 1;               // letters of a piece
  /// Can the same cells be read in two ways? Only where a tile spells one piece and another that
  /// begins with it.
  bool is_ambiguous = false;

 private:
  void add_tile(TileId tile, uint64_t cells);
  void add(TileId tile, uint64_t cells, std::span<const LetterCode> letters);
  void look_for_ambiguity(SymbolMask spelled);

  const TraceQuery& query_;
  StopToken& stop_;
  bool is_whole_ = true;
};

}  // namespace lexigrid

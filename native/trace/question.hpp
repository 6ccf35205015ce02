// A trace in small numbers: symbols for the letters of the word, a mask of symbols for each tile.
//
// In such a question each cell of a path spells exactly one symbol, so the cell at place i of a path
// spells symbol i of the word. All fast passes work on it. A symbol is a letter; where tiles spell
// several at once it is what such a tile spells, and each cut of the word is a question (trace_cuts).
#pragma once

#include <optional>
#include <vector>

#include "trace/trace.hpp"

namespace lexigrid {

using Symbol = uint8_t;
using SymbolMask = uint64_t;
inline constexpr unsigned kMaxSymbols = 64;  // distinct ones of a word

struct TraceQuestion {
  const GridView& grid;
  const Adjacency& adjacency;
  std::vector<Symbol> word;        // symbol of each place
  std::vector<SymbolMask> spells;  // of each tile: the symbols that it can spell
  unsigned symbols = 0;

  [[nodiscard]] size_t length() const noexcept { return word.size(); }
  [[nodiscard]] SymbolMask at(CellId cell) const noexcept { return spells[grid.cells[cell]]; }
  [[nodiscard]] bool fits(CellId cell, size_t place) const noexcept {
    return (at(cell) >> word[place] & 1) != 0;
  }
};

/// Nothing where a tile on the grid may spell several letters of the word at once, or the word has
/// more than kMaxSymbols distinct letters.
[[nodiscard]] std::optional<TraceQuestion> question_of(const TraceQuery& query);

/// Is this a path that spells the word? Looks at the query alone, so that whatever an engine found
/// is checked by code that shares nothing with it.
[[nodiscard]] bool is_valid_path(const TraceQuestion& question, std::span<const CellId> path);

}  // namespace lexigrid

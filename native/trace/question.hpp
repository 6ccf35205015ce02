// A trace in small numbers: a symbol for each distinct letter of the word, a mask of symbols for each tile.
//
// Each cell of a path spells exactly one symbol: the cell at position i spells symbol i of the word. A symbol
// is a letter, or a segment of several letters that a tile spells at once. With segments, a question is about
// one segmentation of the word (trace/passes/segmentation.hpp).
#pragma once

#include <variant>
#include <vector>

#include "trace/trace.hpp"

namespace lexigrid {

using Symbol = uint8_t;
using SymbolMask = uint64_t;
inline constexpr unsigned kMaxSymbols = 64;  // in one word

struct TraceQuestion {
  const GridView& grid;
  const Adjacency& adjacency;
  std::vector<Symbol> word;        // the symbol at each position
  std::vector<SymbolMask> spells;  // [tile]: the symbols it can spell
  unsigned symbols = 0;

  [[nodiscard]] size_t length() const noexcept { return word.size(); }
  [[nodiscard]] SymbolMask at(CellId cell) const noexcept { return spells[grid.cells[cell]]; }
  [[nodiscard]] bool fits(CellId cell, size_t position) const noexcept {
    return (at(cell) >> word[position] & 1) != 0;
  }
};

/// Declines if a tile on the grid can spell several letters of the word at once, or if the word has more than
/// kMaxSymbols distinct letters.
[[nodiscard]] std::variant<TraceQuestion, TraceDeclined> question_of(const TraceQuery& query);

/// Checks that a path uses no cell twice and spells the word. Shares no code with the searches, so it can
/// check their results.
[[nodiscard]] bool is_valid_path(const TraceQuestion& question, std::span<const CellId> path);

}  // namespace lexigrid

// A trace in small numbers: symbols instead of letters, and a mask of symbols for each tile.
//
// A symbol is a segment of the word that a tile can spell: a letter, or several letters such as "qu". Each
// cell of a path spells exactly one symbol, so passes and engines need no special case for tiles of several
// letters. Where such tiles are on the grid, the word is divided into symbols in each possible way, and each
// segmentation is a question of its own. Few remain, because none may use a symbol more often than the grid
// has cells for it.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "trace/trace.hpp"

namespace lexigrid {

using Symbol = uint8_t;
using SymbolMask = uint64_t;
inline constexpr unsigned kMaxSymbols = 64;  // in one word

/// The symbols of a word: first its distinct letters, then the segments of several letters.
class WordSymbols {
 public:
  /// `query` must outlive the symbols.
  WordSymbols(const TraceQuery& query, StopToken& stop);

  /// If set, nothing else is valid.
  [[nodiscard]] std::optional<TraceDeclined> declined() const noexcept { return declined_; }
  [[nodiscard]] bool has_segments() const noexcept { return longest > 1; }

  std::vector<std::span<const LetterCode>> letters;  // [symbol]
  std::vector<SymbolMask> spells;                    // [tile]: the symbols it can spell
  std::vector<SymbolMask> fitting;                   // [position]: the symbols the word has there
  std::vector<uint64_t> have;  // [symbol]: cells that can spell it, if there are segments
  size_t longest = 1;          // letters in a symbol
  /// True if the same cells may fit two segmentations, so counts cannot be added up. This needs a tile that
  /// spells both a symbol and a longer one that begins with it.
  bool is_ambiguous = false;

 private:
  [[nodiscard]] SymbolMask mask_of(LetterCode letter) const noexcept;
  [[nodiscard]] SymbolMask mask_of(std::span<const LetterCode> symbol) const noexcept;
  void add_letters();
  void add_segments(StopToken& stop);
  void read_tiles();
  void count_cells();

  const TraceQuery& query_;
  std::vector<LetterCode> distinct_;  // letters of the word, in the order of their symbols
  std::optional<TraceDeclined> declined_;
};

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
  [[nodiscard]] TraceQuestion with(const Adjacency& other) const {
    return {grid, other, word, spells, symbols};
  }
};

struct TraceQuestions {
  static constexpr size_t kMax = 256;

  std::vector<TraceQuestion> all;  // if empty, the word is absent
  bool is_plain = true;            // the only question has a letter at each position
  bool is_ambiguous = false;       // see WordSymbols::is_ambiguous
};

/// Declines if the word has more than kMaxSymbols symbols or kMax segmentations.
[[nodiscard]] std::variant<TraceQuestions, TraceDeclined> questions_of(const TraceQuery& query,
                                                                       StopToken& stop);

/// Checks that a path uses no cell twice and spells the word. Shares no code with the searches, so it can
/// check their results.
[[nodiscard]] bool is_valid_path(const TraceQuestion& question, std::span<const CellId> path);

}  // namespace lexigrid

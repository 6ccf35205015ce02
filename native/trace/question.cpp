#include "trace/question.hpp"

#include <algorithm>

namespace lexigrid {
namespace {

bool is_on_grid(const GridView& grid, size_t tile) {
  if (grid.cells.narrow() != nullptr) {
    return tile < 256 &&
           std::memchr(grid.cells.narrow(), static_cast<int>(tile), grid.cells.size()) != nullptr;
  }
  const uint16_t* const end = grid.cells.wide() + grid.cells.size();
  return std::find(grid.cells.wide(), end, static_cast<uint16_t>(tile)) != end;
}

bool occurs_in(std::span<const LetterCode> letters, std::span<const LetterCode> word) {
  return std::search(word.begin(), word.end(), letters.begin(), letters.end()) != word.end();
}

}  // namespace

std::variant<TraceQuestion, TraceDeclined> question_of(const TraceQuery& query) {
  TraceQuestion made{.grid = query.grid, .adjacency = query.adjacency, .word = {}, .spells = {}};
  std::vector<LetterCode> letter_of;  // [symbol]
  made.word.reserve(query.word.size());
  for (const LetterCode letter : query.word) {
    const auto seen = std::find(letter_of.begin(), letter_of.end(), letter);
    const auto symbol = static_cast<size_t>(seen - letter_of.begin());
    if (seen == letter_of.end()) {
      if (symbol == kMaxSymbols) return TraceDeclined::too_many_symbols;
      letter_of.push_back(letter);
    }
    made.word.push_back(static_cast<Symbol>(symbol));
  }
  made.symbols = static_cast<unsigned>(letter_of.size());
  const SymbolMask all = made.symbols == 64 ? ~SymbolMask{0} : (SymbolMask{1} << made.symbols) - 1;
  const auto mask_of = [&](LetterCode letter) -> SymbolMask {
    const auto seen = std::find(letter_of.begin(), letter_of.end(), letter);
    return seen == letter_of.end() ? 0 : SymbolMask{1} << (seen - letter_of.begin());
  };
  const TileTable& table = query.grid.table;
  made.spells.assign(table.size(), 0);
  for (size_t tile = 0; tile < table.size(); ++tile) {
    switch (table.kind[tile]) {
      case TileKind::dead: break;
      case TileKind::letter: made.spells[tile] = mask_of(table.letter[tile]); break;
      case TileKind::wild: made.spells[tile] = all; break;
      case TileKind::choice:
        for (uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
          const auto letters = table.alternative(a);
          if (letters.size() == 1) {
            made.spells[tile] |= mask_of(letters[0]);
          } else if (occurs_in(letters, query.word) && is_on_grid(query.grid, tile)) {
            return TraceDeclined::several_letters;
          }
        }
        break;
    }
  }
  return made;
}

bool is_valid_path(const TraceQuestion& question, std::span<const CellId> path) {
  if (path.size() != question.length()) return false;
  Adjacency::Buffer buffer;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] >= question.grid.cells.size() || !question.fits(path[i], i)) return false;
    if (i == 0) continue;
    const auto near = question.adjacency.of(path[i - 1], buffer);
    if (std::find(near.begin(), near.end(), path[i]) == near.end()) return false;
  }
  std::vector<CellId> cells(path.begin(), path.end());
  std::sort(cells.begin(), cells.end());
  return std::adjacent_find(cells.begin(), cells.end()) == cells.end();
}

}  // namespace lexigrid

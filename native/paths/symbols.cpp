#include "paths/symbols.hpp"

#include <algorithm>

namespace lexigrid {
namespace {

/// What the tiles of a grid can spell.
struct Spelled {
  std::vector<uint8_t> is_there;    // per tile: is it on the grid?
  std::vector<uint8_t> is_alone;    // per letter: can some tile spell it alone?
  std::vector<PathSymbol> several;  // spellings of several letters, ascending
  bool has_wild = false;
};

Spelled spelled_on(const GridView& grid, const LexiconView& lexicon) {
  const TileTable& table = grid.table;
  Spelled spelled;
  spelled.is_there.assign(table.size(), 0);
  for (size_t cell = 0; cell < grid.cells.size(); ++cell) spelled.is_there[grid.cells[cell]] = 1;
  spelled.is_alone.assign(lexicon.letter_count, 0);
  for (size_t tile = 0; tile < table.size(); ++tile) {
    if (spelled.is_there[tile] == 0) continue;
    if (table.kind[tile] == TileKind::letter) spelled.is_alone[table.letter[tile]] = 1;
    if (table.kind[tile] == TileKind::wild) spelled.has_wild = true;
    if (table.kind[tile] != TileKind::choice) continue;
    for (uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
      const auto letters = table.alternative(a);
      if (letters.size() == 1) {
        spelled.is_alone[letters[0]] = 1;
      } else {
        spelled.several.emplace_back(letters.begin(), letters.end());
      }
    }
  }
  std::sort(spelled.several.begin(), spelled.several.end());
  spelled.several.erase(std::unique(spelled.several.begin(), spelled.several.end()), spelled.several.end());
  return spelled;
}

/// The symbols of a grid whose tiles are all single letters, or nullopt.
std::optional<GridSymbols> letters_on(const GridView& grid, const PathTries& tries) {
  const TileTable& table = grid.table;
  GridSymbols symbols{
      .trie = &tries.plain(), .of_tile = std::vector<uint32_t>(table.size()), .is_single = true};
  for (size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const TileId tile = grid.cells[cell];
    if (table.kind[tile] == TileKind::dead) continue;
    const uint8_t code =
        table.kind[tile] == TileKind::letter ? tries.plain_symbol(table.letter[tile]) : kNoSymbol;
    if (code == kNoSymbol) return std::nullopt;
    symbols.of_tile[tile] = uint32_t{1} << code;
  }
  return symbols;
}

}  // namespace

std::optional<GridSymbols> symbols_on(const GridView& grid, const PathTries& tries) {
  if (auto letters = letters_on(grid, tries)) return letters;
  const LexiconView& lexicon = tries.lexicon();
  const Spelled spelled = spelled_on(grid, lexicon);
  GridSymbols symbols;
  std::vector<uint8_t> code_of_letter(lexicon.letter_count, kNoSymbol);
  std::vector<uint8_t> code_of_several;  // in the order of `spelled.several`
  const auto place_of = [&](const PathSymbol& letters) {
    const auto place = std::lower_bound(spelled.several.begin(), spelled.several.end(), letters);
    return static_cast<size_t>(place - spelled.several.begin());
  };
  const bool is_qu = spelled.several.size() == 1 && spelled.several[0].size() == 2 && !spelled.has_wild &&
                     !lexicon.is_wide && spelled.is_alone[spelled.several[0][0]] == 0;
  if (spelled.several.empty()) {
    symbols.trie = &tries.plain();
    for (uint32_t letter = 0; letter < lexicon.letter_count; ++letter) {
      code_of_letter[letter] = tries.plain_symbol(static_cast<LetterCode>(letter));
    }
  } else if (is_qu) {
    const PathSymbol& qu = spelled.several[0];
    symbols.trie = tries.with_qu(qu[0], qu[1]);
    for (uint32_t letter = 0; letter < lexicon.letter_count; ++letter)
      code_of_letter[letter] = static_cast<uint8_t>(letter);
    code_of_several = {static_cast<uint8_t>(qu[0])};
  } else {
    std::vector<uint8_t> is_alone(spelled.is_alone);
    if (spelled.has_wild) is_alone.assign(lexicon.letter_count, 1);
    const PathTries::Made* const made = tries.with_symbols(is_alone, spelled.several);
    if (made == nullptr) return std::nullopt;
    symbols.trie = made->trie.get();
    code_of_several.assign(spelled.several.size(), kNoSymbol);
    for (size_t code = 0; code < made->symbols.size(); ++code) {
      const PathSymbol& symbol = made->symbols[code];
      if (symbol.size() == 1) {
        code_of_letter[symbol[0]] = static_cast<uint8_t>(code);
      } else {
        const size_t place = place_of(symbol);
        if (place == spelled.several.size() || spelled.several[place] != symbol) continue;
        code_of_several[place] = static_cast<uint8_t>(code);
      }
    }
  }
  if (symbols.trie == nullptr) return std::nullopt;
  uint32_t all_letters = 0;  // as bits
  if (spelled.has_wild) {
    for (const uint8_t code : code_of_letter) {
      if (code == kNoSymbol) return std::nullopt;
      all_letters |= uint32_t{1} << code;
    }
  }
  const TileTable& table = grid.table;
  symbols.of_tile.assign(table.size(), 0);
  for (size_t tile = 0; tile < table.size(); ++tile) {
    if (spelled.is_there[tile] == 0) continue;
    uint32_t& bits = symbols.of_tile[tile];
    const auto add = [&](uint8_t code) {
      if (code == kNoSymbol) return false;
      bits |= uint32_t{1} << code;
      return true;
    };
    if (table.kind[tile] == TileKind::letter && !add(code_of_letter[table.letter[tile]])) return std::nullopt;
    if (table.kind[tile] == TileKind::wild) bits = all_letters;
    if (table.kind[tile] == TileKind::choice) {
      for (uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
        const auto letters = table.alternative(a);
        const uint8_t code = letters.size() == 1
                                 ? code_of_letter[letters[0]]
                                 : code_of_several[place_of({letters.begin(), letters.end()})];
        if (!add(code)) return std::nullopt;
      }
    }
    if ((bits & (bits - 1)) != 0) symbols.is_single = false;
  }
  return symbols;
}

}  // namespace lexigrid

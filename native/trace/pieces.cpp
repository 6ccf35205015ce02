#include "trace/pieces.hpp"

#include <algorithm>
#include <bit>

namespace lexigrid {

WordPieces::WordPieces(const TraceQuery& query, StopToken& stop) : query_(query), stop_(stop) {
  std::vector<uint64_t> on_grid(query.grid.table.size());
  for (size_t cell = 0; cell < query.grid.cells.size(); ++cell) ++on_grid[query.grid.cells[cell]];
  spells.assign(on_grid.size(), 0);
  for (size_t tile = 0; tile < on_grid.size() && is_whole_; ++tile) {
    if (on_grid[tile] != 0) add_tile(static_cast<TileId>(tile), on_grid[tile]);
  }
  fitting.assign(query.word.size(), 0);
  for (size_t place = 0; place < fitting.size() && is_whole_; ++place) {
    const auto rest = query.word.subspan(place);
    for (unsigned s = 0; s < piece.size(); ++s) {
      const bool stands =
          piece[s].size() <= rest.size() && std::equal(piece[s].begin(), piece[s].end(), rest.begin());
      if (stands) fitting[place] |= SymbolMask{1} << s;
    }
    if (stop_.due()) is_whole_ = false;
  }
}

void WordPieces::add_tile(TileId tile, uint64_t cells) {
  const TileTable& table = query_.grid.table;
  switch (table.kind[tile]) {
    case TileKind::dead: break;
    case TileKind::letter: add(tile, cells, table.letter.subspan(tile, 1)); break;
    case TileKind::wild:
      for (size_t i = 0; i < query_.word.size() && is_whole_; ++i)
        add(tile, cells, query_.word.subspan(i, 1));
      break;
    case TileKind::choice:
      for (uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
        add(tile, cells, table.alternative(a));
      }
      break;
  }
  look_for_ambiguity(spells[tile]);
}

void WordPieces::look_for_ambiguity(SymbolMask spelled) {
  for (SymbolMask rest = spelled; rest != 0 && !is_ambiguous; rest &= rest - 1) {
    const auto one = piece[static_cast<unsigned>(std::countr_zero(rest))];
    for (SymbolMask others = spelled; others != 0; others &= others - 1) {
      const auto other = piece[static_cast<unsigned>(std::countr_zero(others))];
      if (one.size() < other.size() && std::equal(one.begin(), one.end(), other.begin())) is_ambiguous = true;
    }
  }
}

void WordPieces::add(TileId tile, uint64_t cells, std::span<const LetterCode> letters) {
  if (stop_.due()) is_whole_ = false;
  if (!is_whole_) return;
  unsigned s = 0;
  while (s < piece.size() && !std::equal(letters.begin(), letters.end(), piece[s].begin(), piece[s].end()))
    ++s;
  if (s == piece.size()) {
    if (std::search(query_.word.begin(), query_.word.end(), letters.begin(), letters.end()) ==
        query_.word.end())
      return;
    if (s == kMaxSymbols) {
      is_whole_ = false;
      return;
    }
    piece.push_back(letters);
    have.push_back(0);
    longest = std::max(longest, letters.size());
  }
  if ((spells[tile] >> s & 1) == 0) have[s] += cells;
  spells[tile] |= SymbolMask{1} << s;
}

}  // namespace lexigrid

#include "trace/segments.hpp"

#include <algorithm>

#include "base/bits.hpp"

namespace lexigrid {

WordSegments::WordSegments(const TraceQuery& query, StopToken& stop) : query_(query), stop_(stop) {
  std::vector<uint64_t> on_grid(query.grid.table.size());
  for (size_t cell = 0; cell < query.grid.cells.size(); ++cell) ++on_grid[query.grid.cells[cell]];
  spells.assign(on_grid.size(), 0);
  for (size_t tile = 0; tile < on_grid.size() && is_complete_; ++tile) {
    if (on_grid[tile] != 0) add_tile(static_cast<TileId>(tile), on_grid[tile]);
  }
  fitting.assign(query.word.size(), 0);
  for (size_t position = 0; position < fitting.size() && is_complete_; ++position) {
    const auto rest = query.word.subspan(position);
    for (unsigned s = 0; s < segment.size(); ++s) {
      const bool fits =
          segment[s].size() <= rest.size() && std::equal(segment[s].begin(), segment[s].end(), rest.begin());
      if (fits) fitting[position] |= SymbolMask{1} << s;
    }
    if (stop_.due()) is_complete_ = false;
  }
}

void WordSegments::add_tile(TileId tile, uint64_t cells) {
  const TileTable& table = query_.grid.table;
  switch (table.kind[tile]) {
    case TileKind::dead: break;
    case TileKind::letter: add(tile, cells, table.letter.subspan(tile, 1)); break;
    case TileKind::wild:
      for (size_t i = 0; i < query_.word.size() && is_complete_; ++i)
        add(tile, cells, query_.word.subspan(i, 1));
      break;
    case TileKind::choice:
      for (uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
        add(tile, cells, table.alternative(a));
      }
      break;
  }
  find_ambiguity(spells[tile]);
}

void WordSegments::find_ambiguity(SymbolMask spelled) {
  if (is_ambiguous) return;
  for_each_bit(spelled, [&](unsigned a) {
    for_each_bit(spelled, [&](unsigned b) {
      const auto one = segment[a];
      const auto other = segment[b];
      if (one.size() < other.size() && std::equal(one.begin(), one.end(), other.begin())) is_ambiguous = true;
    });
  });
}

void WordSegments::add(TileId tile, uint64_t cells, std::span<const LetterCode> letters) {
  if (stop_.due()) is_complete_ = false;
  if (!is_complete_) return;
  unsigned s = 0;
  while (s < segment.size() &&
         !std::equal(letters.begin(), letters.end(), segment[s].begin(), segment[s].end()))
    ++s;
  if (s == segment.size()) {
    if (std::search(query_.word.begin(), query_.word.end(), letters.begin(), letters.end()) ==
        query_.word.end())
      return;
    if (s == kMaxSymbols) {
      is_complete_ = false;
      return;
    }
    segment.push_back(letters);
    have.push_back(0);
    longest = std::max(longest, letters.size());
  }
  if ((spells[tile] >> s & 1) == 0) have[s] += cells;
  spells[tile] |= SymbolMask{1} << s;
}

}  // namespace lexigrid

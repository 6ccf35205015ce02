#include "paths_letters.hpp"

namespace lexigrid {

std::optional<QuTile> letters_on(const GridView& grid, std::span<std::uint8_t> letters) {
  QuTile qu;
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const TileId tile = grid.cells[cell];
    switch (grid.table.kind[tile]) {
      case TileKind::dead:
        letters[cell] = kDeadCell;
        break;
      case TileKind::letter:
        letters[cell] = static_cast<std::uint8_t>(grid.table.letter[tile]);
        break;
      case TileKind::wild:
        return std::nullopt;
      case TileKind::choice: {
        const std::uint32_t only = grid.table.alternative_at[tile];
        if (grid.table.alternative_at[tile + 1] - only != 1) return std::nullopt;
        const auto two = grid.table.alternative(only);
        if (two.size() != 2 || two[0] == two[1]) return std::nullopt;
        if (qu.is_there && (two[0] != qu.q || two[1] != qu.u)) return std::nullopt;
        qu = {true, two[0], two[1]};
        letters[cell] = static_cast<std::uint8_t>(two[0]);
        break;
      }
    }
  }
  if (!qu.is_there) return qu;
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const TileId tile = grid.cells[cell];
    if (grid.table.kind[tile] == TileKind::letter && grid.table.letter[tile] == qu.q) return std::nullopt;
  }
  return qu;
}

}  // namespace lexigrid

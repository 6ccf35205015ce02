// A grid as the kernels read it: the symbols that each of its tiles can be.
#pragma once

#include <optional>
#include <vector>

#include "grid/tiles.hpp"
#include "paths/trie.hpp"

namespace lexigrid {

struct GridSymbols {
  const PathTrie* trie = nullptr;  // the trie of these symbols
  std::vector<uint32_t> of_tile;   // per tile, its symbols as bits; 0 if it is dead or not on the grid
  bool is_single = true;           // no tile can be several symbols

  [[nodiscard]] uint32_t at(const GridView& grid, size_t cell) const noexcept {
    return of_tile[grid.cells[cell]];
  }
};

/// Returns the symbols of the tiles on a grid, or nullopt if no trie of kPathSymbols has them all: too many
/// tiles of several letters, rare letters of a large alphabet, or wild tiles over more letters than a node
/// has bits for.
[[nodiscard]] std::optional<GridSymbols> symbols_on(const GridView& grid, const PathTries& tries);

}  // namespace lexigrid

// What a grid looks like to the kernels: the symbols that each of its tiles can be.
#pragma once

#include <optional>
#include <vector>

#include "grid/tiles.hpp"
#include "paths/trie.hpp"

namespace lexigrid {

struct GridSymbols {
  const PathTrie* trie = nullptr;  // the one that the grid walks
  std::vector<uint32_t> of_tile;   // the symbols a tile can be, as bits; 0 where it is dead, or lies nowhere
  bool is_single = true;           // no tile can be several

  [[nodiscard]] uint32_t at(const GridView& grid, size_t cell) const noexcept {
    return of_tile[grid.cells[cell]];
  }
};

/// The symbols of the tiles that lie on a grid. Nothing where no trie of kPathSymbols serves them:
/// too many tiles of several letters, rare letters of a large alphabet, wild tiles over more
/// letters than a node has bits for.
[[nodiscard]] std::optional<GridSymbols> symbols_on(const GridView& grid, const PathTries& tries);

}  // namespace lexigrid

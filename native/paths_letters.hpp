// What a grid looks like to the kernels: a letter a cell, and whether one of them stands for two.
#pragma once

#include <optional>

#include "path_trie.hpp"
#include "tiles.hpp"

namespace lexigrid {

/// Of a cell that spells nothing.
inline constexpr std::uint8_t kDeadCell = 0xFF;

/// A two-letter tile such as `Qu`, for which its first letter stands; or none.
struct QuTile {
  bool is_there = false;
  LetterCode q = kNoLetter;
  LetterCode u = kNoLetter;
};

/// Writes the letter of each cell, kDeadCell where there is none. Nothing where a tile is neither
/// one letter nor a `Qu` (two letters, the first of which stands on no tile alone, so that its
/// code can stand for both). For lexicons of up to 26 letters; `letters` has room for all cells.
[[nodiscard]] std::optional<QuTile> letters_on(const GridView& grid, std::span<std::uint8_t> letters);

/// The trie that such a grid walks; null where too many other pairs came before.
[[nodiscard]] inline const PathTrie* trie_for(const PathTries& tries, const QuTile& qu) {
  return qu.is_there ? tries.with_qu(qu.q, qu.u) : &tries.plain();
}

}  // namespace lexigrid

// From the hits of a kernel to the words of a board: each once, in the order asked for.
#pragma once

#include <bit>
#include <vector>

#include "paths/workspace.hpp"

namespace lexigrid {

/// In which order the words of a board stand.
enum class BoardOrder : uint8_t {
  grid = 0,    // canonical: as the grid spells them first
  tiles = 1,   // fewest tiles first, then canonical: as the kernels meet them, at no cost
  alpha = 2,   // by letters
  length = 3,  // most letters first, then by letters
  score = 4    // most points first, then by letters
};

/// Flat arrays that lists are appended to: words, and with paths their numbers of tiles and, one
/// word after the other, their cells. The arrays are longer than what is in use.
struct BoardWords {
  std::vector<WordId> words;
  std::vector<uint8_t> tiles;
  std::vector<uint8_t> cells;
  size_t word_count = 0;  // in use
  size_t cell_count = 0;

  void clear() noexcept { word_count = cell_count = 0; }
  /// Makes room for so many words more, of up to so many tiles: lists are written without a look at
  /// the ends.
  void reserve(size_t more, bool with_paths, unsigned tiles);
};

/// Does a kernel that lists words have to note paths?
[[nodiscard]] constexpr bool needs_paths(bool with_paths, BoardOrder order) noexcept {
  return with_paths || order == BoardOrder::grid;
}

/// Has no word found more tiles than a path code holds? What is more is found again from the first
/// path of a word, but not from all.
[[nodiscard]] bool paths_fit(const packed::Lists& lists) noexcept;

/// A word on one path: its path code; its node, and in the low half the cells used.
struct PathWord {
  uint64_t path;
  uint64_t node_and_used;

  [[nodiscard]] NodeId node() const noexcept { return static_cast<NodeId>(node_and_used >> 32); }
  [[nodiscard]] uint32_t used() const noexcept { return static_cast<uint32_t>(node_and_used); }
  [[nodiscard]] unsigned tiles() const noexcept { return static_cast<unsigned>(std::popcount(used())); }
};

/// All that counts of a board whose kernel has noted paths, every path of every word, in canonical
/// order of the paths; valid until the next board of this thread. `paths_fit` must hold.
[[nodiscard]] std::span<const PathWord> list_every_path(const Scheme& scheme, const PathTrie& trie,
                                                        const packed::Shape& shape, const uint8_t* letters,
                                                        Workspace& work);

/// Appends the distinct words of a board whose kernel has run; returns their points. Where
/// `needs_paths` says so, the kernel has noted paths.
[[nodiscard]] uint64_t list_words(const Scheme& scheme, const PathTrie& trie, const packed::Shape& shape,
                                  const uint8_t* letters, bool with_paths, BoardOrder order, Workspace& work,
                                  BoardWords& out);

}  // namespace lexigrid

// Path search on up to 25 cells: all paths of one length at a time, without a branch that depends
// on the data.
//
// A recursive solver spends four fifths of its time on mispredicted branches. Here every path in
// progress is one 64-bit entry in a list, and a level of the search is two passes over the list:
// *filter* keeps the entries that some neighbour can continue and notes those that end a word,
// *expand* tests the eight neighbours of each kept entry at once and appends what goes on.
//
//   entry   bits 0-24 cells used | 25-29 the last cell | bit 31 always 1 | 32-63 node
//   lane    for neighbour t of a cell: bit t | letter of t << 32; absent or dead: bit 31
//   X       letters of the node, inverted << 32 | low half of the entry: (X & lane) == 0 says
//           "the letter goes on and the cell is free" in one instruction
//   step    entry + popcount(letters below) << 32 + (bit t, t - cell << 25): the next entry
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cpu/cpu.hpp"
#include "grid/adjacency.hpp"
#include "paths/trie.hpp"

namespace lexigrid::packed {

inline constexpr unsigned kMaxCells = 25;
inline constexpr unsigned kLanes = 8;
inline constexpr uint64_t kUsedMask = (uint64_t{1} << kMaxCells) - 1;
inline constexpr uint64_t kAlways = uint64_t{1} << 31;
inline constexpr unsigned kCellShift = 25;
inline constexpr unsigned kPathBits = 5;                // a cell in a path code
inline constexpr unsigned kPathCells = 64 / kPathBits;  // cells that a path code holds
inline constexpr unsigned kMaxPairs = 208;              // 25 * 8, a multiple of 16
inline constexpr unsigned kMaxBuckets = 256;            // 25 * (8 + 1) at most
inline constexpr uint8_t kNoCell = 31;                  // of a pair that is none
inline constexpr uint8_t kNoTile = 0xFF;                // letter of a dead cell
/// Entries of one level. Boards climbed to be hostile reach 3,127; a level that could pass this
/// ends the kernel, and the general search answers.
inline constexpr size_t kMaxEntries = size_t{1} << 15;

/// What depends on the shape alone.
struct Shape {
  unsigned cells = 0;
  unsigned pair_count = 0;
  uint8_t near_count[kMaxCells];
  alignas(64) uint64_t near[kMaxCells][kLanes];  // neighbours; absent ones 0
  alignas(64) uint64_t step[kMaxCells][kLanes];  // what to add to an entry
  // The directed pairs of touching cells and their entries without the node; the tail of the last
  // sixteen is filled with kNoCell.
  uint8_t pair_from[kMaxPairs];
  uint8_t pair_to[kMaxPairs];
  uint64_t pair_entry[kMaxPairs];
  // Paths by their first two cells, `first * 32 + second`, numbered in ascending order; a path of
  // one cell counts as if cell 0 followed.
  uint8_t bucket_of[1024];
  unsigned bucket_count = 0;

  /// False when the graph has too many cells or a cell has more than 8 neighbours.
  [[nodiscard]] static bool fits(const Adjacency& adjacency) noexcept;
  explicit Shape(const Adjacency& adjacency);
};

/// What depends on the letters of one board.
struct Tables {
  alignas(64) uint64_t lane[kMaxCells][kLanes];
  alignas(64) uint64_t below[kMaxCells][kLanes];  // letters before the neighbour's, << 32
  alignas(64) uint32_t near_letters[32];          // union of the neighbours' letters
};

/// The lists of one search; reused from board to board, one set a thread.
struct Lists {
  Lists();
  uint64_t* entries;  // the level in hand
  uint64_t* kept_x;   // X of the entries that go on
  uint64_t* kept_y;   // first child << 32 | low half
  uint64_t* hits;     // entries that end a word, of all levels
  uint64_t* paths;    // path codes beside entries, kept and hits
  uint64_t* kept_paths;
  uint64_t* hit_paths;
  uint64_t* below;  // letters before the one stepped to, where they are counted last
  size_t hit_count = 0;

 private:
  struct Free {
    void operator()(uint64_t* memory) const noexcept;
  };
  std::unique_ptr<uint64_t[], Free> memory_;
};

inline constexpr size_t kMaxHits = size_t{1} << 16;

/// Fills `lists.hits` with the entries that end a word of two tiles and more, level by level (and
/// `lists.hit_paths` with their path codes where asked). `letters[cell]` is a letter code, or
/// kNoTile. False when a level or the hits passed their bound.
using Kernel = bool (*)(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Tables& tables,
                        Lists& lists);

/// The kernel for an instruction set, with or without path codes.
[[nodiscard]] Kernel kernel_for(CpuTarget isa, bool with_paths) noexcept;

#if LEXIGRID_X86
[[nodiscard]] bool run_avx2(const Shape&, const PathTrie&, const uint8_t*, Tables&, Lists&);
[[nodiscard]] bool run_avx2_paths(const Shape&, const PathTrie&, const uint8_t*, Tables&, Lists&);
[[nodiscard]] bool run_avx512(const Shape&, const PathTrie&, const uint8_t*, Tables&, Lists&);
[[nodiscard]] bool run_avx512_paths(const Shape&, const PathTrie&, const uint8_t*, Tables&, Lists&);
#endif

/// Where the next cell of a path code stands; 64, which shifts everything out, beyond the twelfth.
[[nodiscard]] constexpr unsigned next_shift(unsigned shift) noexcept {
  return shift >= kPathBits && shift < 64 ? shift - kPathBits : 64;
}

/// Cell number k (from 0) of a path code, whose first cell stands highest.
[[nodiscard]] constexpr unsigned cell_of_path(uint64_t code, unsigned k) noexcept {
  return static_cast<unsigned>(code >> (64 - kPathBits * (k + 1))) & 31;
}

}  // namespace lexigrid::packed

// Path search on 26 to 64 cells: the levels of paths/levels/packed.hpp with the cells used beside the entry.
//
//   entry   bits 0-5 the last cell | bit 31 always 1 | 32-63 node; used cells in a word of their own
//   lane    for neighbour t of a cell: letter of t << 32; absent or dead: bit 31
//   X       letters of the node, inverted << 32 | low half of the entry: (X & lane) == 0 says "the
//           letter goes on", (used & bit of t) == 0 "the cell is free"
//   code    of a path: its first cell in 6 bits, then 3 bits a step: the neighbour by rank. Codes
//           compare as paths do.
#pragma once

#include <array>
#include <memory>

#include "cpu/cpu.hpp"
#include "grid/adjacency.hpp"
#include "paths/levels/packed.hpp"
#include "paths/trie.hpp"

namespace lexigrid::bitset {

using packed::kAlways;
using packed::kLanes;
using packed::kMaxEntries;
using packed::kMaxHits;
using packed::kNoTile;

inline constexpr unsigned kMaxCells = 64;
inline constexpr unsigned kStartShift = 58;  // of the first cell in a code
inline constexpr unsigned kStepBits = 3;
inline constexpr unsigned kCodeTiles = 1 + kStartShift / kStepBits;  // that a code holds: 20

/// What depends on the shape alone.
struct Shape {
  unsigned cells = 0;
  uint8_t near_count[kMaxCells];
  uint8_t near[kMaxCells][kLanes];               // neighbours, ascending; absent ones 0
  alignas(64) uint64_t bit[kMaxCells][kLanes];   // of each neighbour; absent ones 0
  alignas(64) uint64_t step[kMaxCells][kLanes];  // what to add to an entry

  /// False when the graph has too many cells or a cell has more than 8 neighbours.
  [[nodiscard]] static bool fits(const Adjacency& adjacency) noexcept;
  explicit Shape(const Adjacency& adjacency);
};

/// What depends on the letters of one board.
struct Tables {
  alignas(64) uint64_t lane[kMaxCells][kLanes];
  alignas(64) uint64_t below[kMaxCells][kLanes];  // letters before the neighbour's, << 32
  alignas(64) uint32_t near_letters[kMaxCells];   // union of the neighbours' letters
};

/// The lists of one search; reused from board to board, one set a thread.
struct Lists {
  Lists();
  struct Level {
    uint64_t* entries;
    uint64_t* used;
    uint64_t* codes;
  };
  Level level;       // in hand
  uint64_t* kept_x;  // of those that go on
  uint64_t* kept_y;  // first child << 32 | low half
  uint64_t* kept_used;
  uint64_t* kept_codes;
  uint64_t* below;  // letters before the one stepped to, where they are counted last
  uint64_t* hits;   // entries that end a word, of all levels
  uint64_t* hit_codes;
  std::array<size_t, kMaxCells + 2> hits_to{};  // hits of paths of so many tiles at most
  unsigned most_tiles = 0;                      // of any hit

 private:
  struct Free {
    void operator()(uint64_t* memory) const noexcept;
  };
  std::unique_ptr<uint64_t[], Free> memory_;
};

/// What a thread keeps from board to board.
struct Space {
  Tables tables;
  Lists lists;
};
[[nodiscard]] Space& space();

/// As packed::Kernel: the hits of paths of two tiles and more, those of each number of tiles in
/// canonical order. False when a level or the hits passed their bound.
using Kernel = bool (*)(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Space& space);

/// The kernel for an instruction set, with or without codes.
[[nodiscard]] Kernel kernel_for(CpuTarget isa, bool with_codes) noexcept;

#if LEXIGRID_X86
[[nodiscard]] bool run_avx2(const Shape&, const PathTrie&, const uint8_t*, Space&);
[[nodiscard]] bool run_avx2_codes(const Shape&, const PathTrie&, const uint8_t*, Space&);
[[nodiscard]] bool run_avx512(const Shape&, const PathTrie&, const uint8_t*, Space&);
[[nodiscard]] bool run_avx512_codes(const Shape&, const PathTrie&, const uint8_t*, Space&);
#endif

/// Where the next step of a code stands; 64, which shifts everything out, beyond the last.
[[nodiscard]] constexpr unsigned next_shift(unsigned shift) noexcept {
  return shift >= kStepBits && shift < 64 ? shift - kStepBits : 64;
}

}  // namespace lexigrid::bitset

// Path search on boards of up to 64 cells: handles all paths of one length together, without branches that
// depend on the data.
//
// A recursive solver spends four fifths of its time on mispredicted branches. Here every path in
// progress is one 64-bit entry in a list, and a level of the search is two passes over the list:
// *filter* keeps the entries that some neighbour can continue and collects those that end a word,
// *expand* tests the eight neighbours of each kept entry at once and appends those that continue it.
//
//   entry   bits 32-63 node | bit 31 always 1 | the last cell and the cells used, see below
//   lane    of a neighbour: its letter << 32 | how far it is ahead of the last cell, modulo the size of that
//           field | the bit of its cell; bit 31 if it is absent or dead
//   X       letters of the node, inverted << 32 | low half of the entry without the last cell: X and a lane
//           have no bit in common if the trie has the letter and the cell is free
//   Y       first child << 32 | low half of the entry
//   step    ~X & (lane - (1 << 32)): the letters below the neighbour's << 32 | low half of the lane. With its
//           high half counted, it is added to Y: the next entry. The carry of the last cell is cut off later.
//   code    of a path: its first cells, in equal parts from the highest bit. Codes compare like their paths.
#pragma once

#include <array>
#include <cstdint>

#include "grid/adjacency.hpp"
#include "paths/trie.hpp"

namespace lexigrid::levels {

inline constexpr unsigned kMaxBitsetCells = 64;
inline constexpr unsigned kMaxPackedCells = 25;
inline constexpr unsigned kWays = 8;               // the most neighbours of a cell
inline constexpr unsigned kMaxPairs = 64 * kWays;  // directed pairs of neighbours
inline constexpr uint64_t kAlways = uint64_t{1} << 31;
inline constexpr uint64_t kNodePart = 0xFFFFFFFF00000000u;  // of an entry
inline constexpr uint8_t kNoTile = 0xFF;                    // letter of a dead cell
/// The most entries of a level. The most hostile boards found by hill climbing reach 3,127; a kernel gives up
/// on a level that could exceed this bound.
inline constexpr size_t kMaxEntries = size_t{1} << 15;
inline constexpr size_t kMaxHits = size_t{1} << 16;

/// Up to 25 cells. An entry has a bit for each cell used (bits 0-24) and the last cell (bits 25-29).
struct Packed {
  static constexpr bool kHasUsedList = false;
  static constexpr unsigned kCellShift = 25;
  static constexpr uint64_t kCellMask = 31;
  static constexpr uint64_t kCarry = (kCellMask + 1) << kCellShift;
  static constexpr unsigned kCellBits = 5;    // of a cell in a code
  static constexpr unsigned kCodeTiles = 12;  // tiles that a code holds
  static constexpr uint8_t kNoCell = 31;      // stands for an absent neighbour
  static constexpr uint64_t kUsedMask = (uint64_t{1} << kMaxPackedCells) - 1;
};

/// Up to 64 cells. An entry has the last cell (bits 0-5); the cells used are in a second list.
struct Bitset {
  static constexpr bool kHasUsedList = true;
  static constexpr unsigned kCellShift = 0;
  static constexpr uint64_t kCellMask = 63;
  static constexpr uint64_t kCarry = kCellMask + 1;
  static constexpr unsigned kCellBits = 6;
  static constexpr unsigned kCodeTiles = 10;
  static constexpr uint8_t kNoCell = 64;
};

/// The k-th cell of a code, from 0.
template <class Layout>
[[nodiscard]] constexpr unsigned cell_at(uint64_t code, unsigned k) noexcept {
  return static_cast<unsigned>(code >> (64 - Layout::kCellBits * (k + 1)) & Layout::kCellMask);
}

/// The shape of a board: cells and neighbours.
struct Shape {
  /// Of the neighbours of a cell; 0 for absent ones.
  struct Around {
    uint64_t ahead[kWays];  // what a step adds to the last cell of an entry, modulo its size
    uint64_t bit[kWays];    // in the cells used (Bitset)
  };
  alignas(64) Around around[kMaxBitsetCells];
  /// Packed: the neighbours of a cell for permutes, kAlways for absent ones, and which are among the cells
  /// below 16 and from 16.
  struct alignas(64) Near {
    uint64_t index[kWays];
    uint8_t present[2];
  };
  Near near_lanes[kMaxPackedCells];
  /// Packed: the neighbours of one rank of every cell, and which cells have them.
  struct alignas(64) Rank {
    uint32_t index[32];
    uint32_t present;
  };
  Rank ranks[kWays];
  unsigned cells;
  bool is_packed;
  unsigned pair_count = 0;
  uint8_t near_count[kMaxBitsetCells];
  uint8_t near[kMaxBitsetCells][kWays];  // neighbours of each cell, ascending, then kNoCell of the layout
  // The directed pairs of neighbours: entries without the node, cells used, and codes of the first cells.
  uint8_t pair_from[kMaxPairs];  // then kNoCell up to a multiple of 16
  uint8_t pair_to[kMaxPairs];
  uint64_t pair_entry[kMaxPairs];
  uint64_t pair_used[kMaxPairs];
  uint64_t pair_code[kMaxPairs];
  // `bucket_of[code >> bucket_shift]` is a sort key of a path: the number of its first two cells among all
  // such pairs. A path of one cell counts as if cell 0 followed.
  unsigned bucket_shift;
  unsigned bucket_count = 0;
  uint16_t bucket_of[kMaxBitsetCells * kMaxBitsetCells];

  /// Returns false if the graph has more than 64 cells or a cell has more than 8 neighbours.
  [[nodiscard]] static bool fits(const Adjacency& adjacency) noexcept;
  /// Would it have the packed layout?
  [[nodiscard]] static bool packs(const Adjacency& adjacency) noexcept;
  explicit Shape(const Adjacency& adjacency);

 private:
  template <class Layout>
  void fill(const Adjacency& adjacency);
};

/// Lookup tables for the letters of one board.
struct Tables {
  struct alignas(sizeof(Shape::Around)) Around {
    uint64_t lane[kWays];
    uint64_t below[kWays];  // the lanes - (1 << 32), where that is faster
  };
  Around around[kMaxBitsetCells];
  alignas(64) uint32_t near_letters[kMaxBitsetCells];  // union of the neighbours' letters
};

/// The lists of one search, reused from board to board. They are arrays, as each pointer would take a
/// register. Whole vectors are read and written, so every list is a little longer than its bound.
///
/// A load waits for an earlier store to the same offset in another page. The lists that a pass reads and
/// those that it writes are therefore half a page apart, and lists of the same kind a few cache lines apart.
struct Lists {
  static constexpr size_t kPage = 4096 / sizeof(uint64_t);
  static constexpr size_t kGap = 32;
  static constexpr size_t kLevel = kMaxEntries + kGap;
  static_assert(kMaxEntries % kPage == 0 && kMaxHits % kPage == 0);

  // The current level.
  alignas(64) uint64_t entries[kLevel];
  uint64_t used[kLevel];   // only in Bitset
  uint64_t codes[kLevel];  // without the last cells; only if codes are wanted
  uint64_t below[kLevel];  // letters below, if they are counted in a second pass
  uint64_t unused[kPage / 2 - 4 * kGap];
  // Of the entries that some neighbour can continue: X, Y, and what the next level overwrites.
  uint64_t x[kLevel];
  uint64_t y[kLevel];
  uint64_t kept_used[kLevel];
  uint64_t kept_codes[kLevel];
  // The entries of all levels that end a word.
  uint64_t hits[kMaxHits + kGap];
  uint64_t hit_codes[kMaxHits + kGap];

  size_t hit_count = 0;
  std::array<size_t, kMaxBitsetCells + 2> hits_to{};  // the number of hits with at most this many tiles
  unsigned most_tiles = 0;                            // no hit has more
};

/// Returns the most tiles of any hit, 0 without hits.
[[nodiscard]] inline unsigned longest_hit(const Lists& lists) noexcept {
  unsigned tiles = lists.hit_count == 0 ? 0 : lists.most_tiles;
  while (tiles > 1 && lists.hits_to[tiles] == lists.hits_to[tiles - 1]) --tiles;
  return tiles;
}

/// Fills `lists.hits` with the entries that end a word of two or more tiles (and `lists.hit_codes` with their
/// path codes), sorted by number of tiles, then in canonical order. `letters[cell]` is a letter code or
/// kNoTile; kMaxBitsetCells of them can be read. Returns false if a level or the hits exceed their bound.
using SearchBoard = bool (*)(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Tables& tables,
                             Lists& lists);

/// Returns the shift of the next cell in a code or, after the last, 64, which shifts everything out.
template <class Layout>
[[nodiscard]] constexpr unsigned next_shift(unsigned shift) noexcept {
  return shift >= Layout::kCellBits && shift < 64 ? shift - Layout::kCellBits : 64;
}

}  // namespace lexigrid::levels

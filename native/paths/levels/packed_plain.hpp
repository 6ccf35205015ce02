// The steps of the small-grid kernels in plain words: they define what every kernel means.
//
// Included by kernels only, each of which compiles them for its own instruction set.
#pragma once

#include <bit>

#include "paths/levels/packed.hpp"

namespace lexigrid::packed {

LEXIGRID_INLINE void fill_tables(const Shape& shape, const uint8_t* letters, Tables& tables) {
  uint64_t word[kMaxCells];  // bit of the cell | bit of its letter << 32
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    word[cell] =
        letters[cell] == kNoTile ? kAlways : uint64_t{1} << cell | uint64_t{1} << (32 + letters[cell]);
  }
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    uint32_t near_letters = 0;
    for (unsigned k = 0; k < kLanes; ++k) {
      const uint64_t lane = k < shape.near_count[cell] ? word[shape.near[cell][k]] : kAlways;
      const auto letter = static_cast<uint32_t>(lane >> 32);
      tables.lane[cell][k] = lane;
      tables.below[cell][k] = uint64_t{letter == 0 ? 0 : letter - 1} << 32;
      near_letters |= letter;
    }
    tables.near_letters[cell] = near_letters;
  }
}

/// Entries of two touching cells: one table look-up each instead of two levels.
template <bool kPaths>
LEXIGRID_INLINE size_t start(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Lists& lists) {
  const NodeId* const pairs = trie.pairs().data();
  size_t count = 0;
  for (unsigned i = 0; i < shape.pair_count; ++i) {
    const unsigned first = letters[shape.pair_from[i]] & 31;  // kNoTile is 31: pairs has no such row
    const unsigned second = letters[shape.pair_to[i]] & 31;
    const uint64_t node = pairs[32 * first + second];
    lists.entries[count] = shape.pair_entry[i] | node << 32;
    if constexpr (kPaths) {
      lists.paths[count] = uint64_t{shape.pair_from[i]} << (64 - kPathBits) | uint64_t{shape.pair_to[i]}
                                                                                  << (64 - 2 * kPathBits);
    }
    count += node != kDeadNode ? 1 : 0;
  }
  return count;
}

/// Keeps the entries that some neighbour's letter can continue, as X and Y, and notes those that
/// end a word. Every list is written at each step and its end moved by 0 or 1: no branch to miss.
/// `kTag` are bits of an entry that stay as they are and are no part of the node.
template <uint64_t kTag, bool kPaths = false>
LEXIGRID_INLINE void filter(const Node* nodes, const Tables& tables, Lists& lists, size_t count,
                            size_t& kept_end, size_t& hits_end) {
  constexpr uint64_t kNodePart = 0xFFFFFFFF00000000u & ~kTag;
  size_t kept = kept_end;
  size_t hits = hits_end;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t entry = lists.entries[i];
    const Node node = nodes[(entry & kNodePart) >> 32];
    const unsigned cell = static_cast<unsigned>(entry >> kCellShift) & 31;
    lists.kept_x[kept] = (~node & 0xFFFFFFFF00000000u) | (entry & 0xFFFFFFFF);
    lists.kept_y[kept] = (node << 32 & kNodePart) | (entry & ~kNodePart);
    lists.hits[hits] = entry;
    if constexpr (kPaths) {
      lists.kept_paths[kept] = lists.paths[i];
      lists.hit_paths[hits] = lists.paths[i];
    }
    kept += (static_cast<uint32_t>(node >> 32) & tables.near_letters[cell]) != 0 ? 1 : 0;
    hits += node >> 63;
  }
  kept_end = kept;
  hits_end = hits;
}

/// Entries one cell further, of all that is kept; returns how many. Always eight lanes: a loop over
/// 3, 5 or 8 neighbours would mispredict its end. `scale` is the place of the new cell in a path
/// code, 0 beyond the twelfth cell.
template <bool kPaths>
LEXIGRID_INLINE size_t expand(const Shape& shape, const Tables& tables, Lists& lists, size_t kept,
                              uint64_t scale) {
  uint64_t* next = lists.entries;
  uint64_t* next_path = lists.paths;
  for (size_t i = 0; i < kept; ++i) {
    const uint64_t x = lists.kept_x[i];
    const uint64_t y = lists.kept_y[i];
    const unsigned cell = static_cast<unsigned>(x >> kCellShift) & 31;
    const uint64_t* const lane = tables.lane[cell];
    const uint64_t* const below = tables.below[cell];
    const uint64_t* const step = shape.step[cell];
    for (unsigned k = 0; k < kLanes; ++k) {
      const auto rank = static_cast<uint64_t>(__builtin_popcountll(~x & below[k]));
      *next = y + (rank << 32) + step[k];
      const bool goes_on = (x & lane[k]) == 0;
      if constexpr (kPaths) {
        *next_path = lists.kept_paths[i] | shape.near[cell][k] * scale;
        next_path += goes_on ? 1 : 0;
      }
      next += goes_on ? 1 : 0;
    }
  }
  return static_cast<size_t>(next - lists.entries);
}

/// As `expand`, where counting bits is a dozen instructions: first all that goes on, then the
/// counts for these alone, a quarter of the lanes, in loops that compilers vectorise.
template <bool kPaths>
LEXIGRID_INLINE size_t expand_then_count(const Shape& shape, const Tables& tables, Lists& lists, size_t kept,
                                         uint64_t scale) {
  size_t next = 0;
  for (size_t i = 0; i < kept; ++i) {
    const uint64_t x = lists.kept_x[i];
    const uint64_t y = lists.kept_y[i];
    const unsigned cell = static_cast<unsigned>(x >> kCellShift) & 31;
    for (unsigned k = 0; k < kLanes; ++k) {
      lists.entries[next] = y + shape.step[cell][k];
      lists.below[next] = ~x & tables.below[cell][k];
      if constexpr (kPaths) lists.paths[next] = lists.kept_paths[i] | shape.near[cell][k] * scale;
      next += (x & tables.lane[cell][k]) == 0 ? 1 : 0;
    }
  }
  for (size_t i = 0; i < next; ++i) {
    uint64_t bits = lists.below[i];  // all in the high half, and so is the count
    bits -= bits >> 1 & 0x5555555500000000u;
    bits = (bits & 0x3333333300000000u) + (bits >> 2 & 0x3333333300000000u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F00000000u;
    bits += bits >> 8;
    bits += bits >> 16;
    lists.entries[i] += bits & 0x3F00000000u;
  }
  return next;
}

}  // namespace lexigrid::packed

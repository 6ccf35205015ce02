// The steps of the kernels for 26 to 64 cells in plain words: they define what every kernel means.
//
// Included by kernels only, each of which compiles them for its own instruction set.
#pragma once

#include <bit>

#include "paths/levels/bitset.hpp"

namespace lexigrid::bitset {

LEXIGRID_INLINE void fill_tables(const Shape& shape, const uint8_t* letters, Tables& tables) {
  uint64_t lane_of[kMaxCells];
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    lane_of[cell] = letters[cell] == kNoTile ? kAlways : uint64_t{1} << (32 + letters[cell]);
  }
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    uint32_t near_letters = 0;
    for (unsigned k = 0; k < kLanes; ++k) {
      const uint64_t lane = k < shape.near_count[cell] ? lane_of[shape.near[cell][k]] : kAlways;
      const auto letter = static_cast<uint32_t>(lane >> 32);
      tables.lane[cell][k] = lane;
      tables.below[cell][k] = uint64_t{letter == 0 ? 0 : letter - 1} << 32;
      near_letters |= letter;
    }
    tables.near_letters[cell] = near_letters;
  }
}

/// Entries of two touching cells: one table look-up each instead of two levels.
template <bool kCodes>
LEXIGRID_INLINE size_t start(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Lists& lists) {
  const NodeId* const pairs = trie.pairs().data();
  size_t count = 0;
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    const unsigned first = letters[cell] & 31;  // kNoTile is 31: pairs has no such row
    for (unsigned k = 0; k < shape.near_count[cell]; ++k) {
      const unsigned to = shape.near[cell][k];
      const uint64_t node = pairs[32 * first + (letters[to] & 31)];
      lists.level.entries[count] = node << 32 | kAlways | to;
      lists.level.used[count] = uint64_t{1} << cell | uint64_t{1} << to;
      if constexpr (kCodes)
        lists.level.codes[count] = uint64_t{cell} << kStartShift | uint64_t{k} << (kStartShift - kStepBits);
      count += node != kDeadNode ? 1 : 0;
    }
  }
  return count;
}

/// Keeps the entries that some neighbour's letter can continue and notes those that end a word.
template <bool kCodes>
LEXIGRID_INLINE size_t filter(const Node* nodes, const Tables& tables, Lists& lists, size_t count,
                              size_t& hits_end) {
  size_t kept = 0;
  size_t hits = hits_end;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t entry = lists.level.entries[i];
    const Node node = nodes[entry >> 32];
    lists.kept_x[kept] = (~node & 0xFFFFFFFF00000000u) | (entry & 0xFFFFFFFF);
    lists.kept_y[kept] = node << 32 | (entry & 0xFFFFFFFF);
    lists.kept_used[kept] = lists.level.used[i];
    lists.hits[hits] = entry;
    if constexpr (kCodes) {
      lists.kept_codes[kept] = lists.level.codes[i];
      lists.hit_codes[hits] = lists.level.codes[i];
    }
    kept += (static_cast<uint32_t>(node >> 32) & tables.near_letters[entry & 63]) != 0 ? 1 : 0;
    hits += node >> 63;
  }
  hits_end = hits;
  return kept;
}

/// Entries one cell further. `shift` is the place of the step in a code. Without the instruction
/// that counts bits, the letters below are counted last, for the lanes that go on.
template <bool kCodes, bool kHasPopcnt>
LEXIGRID_INLINE size_t expand(const Shape& shape, const Tables& tables, Lists& lists, size_t kept,
                              unsigned shift) {
  const uint64_t unit = shift < 64 ? uint64_t{1} << shift : 0;
  size_t next = 0;
  for (size_t i = 0; i < kept; ++i) {
    const uint64_t x = lists.kept_x[i];
    const uint64_t y = lists.kept_y[i];
    const uint64_t used = lists.kept_used[i];
    const unsigned cell = x & 63;
    for (unsigned k = 0; k < kLanes; ++k) {
      const uint64_t below = ~x & tables.below[cell][k];
      const uint64_t bit = shape.bit[cell][k];
      const uint64_t rank = kHasPopcnt ? static_cast<uint64_t>(__builtin_popcountll(below)) << 32 : 0;
      lists.level.entries[next] = y + rank + shape.step[cell][k];
      lists.level.used[next] = used | bit;
      if constexpr (!kHasPopcnt) lists.below[next] = below;
      if constexpr (kCodes) lists.level.codes[next] = lists.kept_codes[i] | k * unit;
      next += ((x & tables.lane[cell][k]) | (used & bit)) == 0 ? 1 : 0;
    }
  }
  if constexpr (!kHasPopcnt) {
    for (size_t i = 0; i < next; ++i) {
      uint64_t bits = lists.below[i];  // all in the high half, and so is the count
      bits -= bits >> 1 & 0x5555555500000000u;
      bits = (bits & 0x3333333300000000u) + (bits >> 2 & 0x3333333300000000u);
      bits = (bits + (bits >> 4)) & 0x0F0F0F0F00000000u;
      bits += bits >> 8;
      bits += bits >> 16;
      lists.level.entries[i] += bits & 0x3F00000000u;
    }
  }
  return next;
}

}  // namespace lexigrid::bitset

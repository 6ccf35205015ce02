#include "paths_small.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace lexigrid::small {

bool Shape::fits(const Adjacency& adjacency) noexcept {
  if (adjacency.cells() > kMaxCells) return false;
  for (CellId cell = 0; cell < adjacency.cells(); ++cell) {
    Adjacency::Buffer buffer;
    if (adjacency.of(cell, buffer).size() > kLanes) return false;
  }
  return true;
}

Shape::Shape(const Adjacency& adjacency) : cells(adjacency.cells()) {
  std::memset(near, 0, sizeof near);
  std::memset(step, 0, sizeof step);
  std::memset(pair_from, kNoCell, sizeof pair_from);
  std::memset(pair_to, kNoCell, sizeof pair_to);
  std::memset(pair_entry, 0, sizeof pair_entry);
  for (unsigned cell = 0; cell < cells; ++cell) {
    Adjacency::Buffer buffer;
    const auto neighbours = adjacency.of(cell, buffer);
    near_count[cell] = static_cast<std::uint8_t>(neighbours.size());
    for (unsigned k = 0; k < neighbours.size(); ++k) {
      const std::uint64_t to = neighbours[k];
      near[cell][k] = to;
      step[cell][k] = (std::uint64_t{1} << to) + ((to - cell) << kCellShift);  // wraps as it should
      pair_from[pair_count] = static_cast<std::uint8_t>(cell);
      pair_to[pair_count] = static_cast<std::uint8_t>(to);
      pair_entry[pair_count] = std::uint64_t{1} << cell | std::uint64_t{1} << to | to << kCellShift | kAlways;
      ++pair_count;
    }
  }
}

Lists::Lists() {
  // A little more than the bounds: vectors are read and written whole, beyond the last entry.
  constexpr std::size_t kLevel = kMaxEntries + 64;
  constexpr std::size_t kHits = kMaxHits + 64;
  constexpr std::size_t kBytes = (5 * kLevel + 2 * kHits) * sizeof(std::uint64_t);
  void* memory = std::aligned_alloc(64, (kBytes + 63) / 64 * 64);
  if (memory == nullptr) throw std::bad_alloc();
  memory_.reset(static_cast<std::uint64_t*>(memory));
  std::uint64_t* at = memory_.get();
  for (std::uint64_t** list : {&entries, &kept_x, &kept_y, &paths, &kept_paths}) {
    *list = at;
    at += kLevel;
  }
  hits = at;
  hit_paths = at + kHits;
}

void Lists::Free::operator()(std::uint64_t* memory) const noexcept { std::free(memory); }

namespace {

LEXIGRID_INLINE void fill_tables(const Shape& shape, const std::uint8_t* letters, Tables& tables) {
  std::uint64_t word[kMaxCells];  // bit of the cell | bit of its letter << 32
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    word[cell] = letters[cell] == kNoTile ? kAlways
                                          : std::uint64_t{1} << cell | std::uint64_t{1} << (32 + letters[cell]);
  }
  for (unsigned cell = 0; cell < shape.cells; ++cell) {
    std::uint32_t near_letters = 0;
    for (unsigned k = 0; k < kLanes; ++k) {
      const std::uint64_t lane = k < shape.near_count[cell] ? word[shape.near[cell][k]] : kAlways;
      const auto letter = static_cast<std::uint32_t>(lane >> 32);
      tables.lane[cell][k] = lane;
      tables.below[cell][k] = std::uint64_t{letter == 0 ? 0 : letter - 1} << 32;
      near_letters |= letter;
    }
    tables.near_letters[cell] = near_letters;
  }
}

/// Entries of two touching cells: one table look-up each instead of two levels.
template <bool kPaths>
LEXIGRID_INLINE std::size_t start(const Shape& shape, const PathTrie& trie, const std::uint8_t* letters, Lists& lists) {
  const NodeId* const pairs = trie.pairs().data();
  std::size_t count = 0;
  for (unsigned i = 0; i < shape.pair_count; ++i) {
    const unsigned first = letters[shape.pair_from[i]] & 31;   // kNoTile is 31: pairs has no such row
    const unsigned second = letters[shape.pair_to[i]] & 31;
    const std::uint64_t node = pairs[32 * first + second];
    lists.entries[count] = shape.pair_entry[i] | node << 32;
    if constexpr (kPaths) {
      lists.paths[count] = std::uint64_t{shape.pair_from[i]} << (64 - kPathBits) |
                           std::uint64_t{shape.pair_to[i]} << (64 - 2 * kPathBits);
    }
    count += node != kDeadNode ? 1 : 0;
  }
  return count;
}

/// The meaning of the kernel, written once and compiled for several instruction sets.
template <bool kPaths>
LEXIGRID_INLINE bool run(const Shape& shape, const PathTrie& trie, const std::uint8_t* letters, Tables& tables, Lists& lists) {
  fill_tables(shape, letters, tables);
  const Node* const nodes = trie.nodes();
  std::size_t count = start<kPaths>(shape, trie, letters, lists);
  std::size_t hits = 0;
  lists.hit_count = 0;
  // Cells beyond the twelfth have no place in a path code: their scale is 0.
  for (std::uint64_t scale = std::uint64_t{1} << (64 - 3 * kPathBits); count != 0; scale >>= kPathBits) {
    if (hits + count > kMaxHits) return false;
    // Filter. Every list is written at each step and its end moved by 0 or 1: no branch to miss.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t entry = lists.entries[i];
      const Node node = nodes[entry >> 32];
      const unsigned cell = static_cast<unsigned>(entry >> kCellShift) & 31;
      const std::uint64_t low = entry & 0xFFFFFFFF;
      lists.kept_x[kept] = (~node & 0xFFFFFFFF00000000u) | low;
      lists.kept_y[kept] = node << 32 | low;
      lists.hits[hits] = entry;
      if constexpr (kPaths) {
        lists.kept_paths[kept] = lists.paths[i];
        lists.hit_paths[hits] = lists.paths[i];
      }
      kept += (static_cast<std::uint32_t>(node >> 32) & tables.near_letters[cell]) != 0 ? 1 : 0;
      hits += node >> 63;
    }
    if (kept * kLanes > kMaxEntries) return false;
    // Expand: always eight lanes; a loop over 3, 5 or 8 neighbours would mispredict its end.
    std::uint64_t* next = lists.entries;
    std::uint64_t* next_path = lists.paths;
    for (std::size_t i = 0; i < kept; ++i) {
      const std::uint64_t x = lists.kept_x[i];
      const std::uint64_t y = lists.kept_y[i];
      const unsigned cell = static_cast<unsigned>(x >> kCellShift) & 31;
      const std::uint64_t* const lane = tables.lane[cell];
      const std::uint64_t* const below = tables.below[cell];
      const std::uint64_t* const step = shape.step[cell];
      for (unsigned k = 0; k < kLanes; ++k) {
        const auto rank = static_cast<std::uint64_t>(__builtin_popcountll(~x & below[k]));
        *next = y + (rank << 32) + step[k];
        const bool goes_on = (x & lane[k]) == 0;
        if constexpr (kPaths) {
          *next_path = lists.kept_paths[i] | shape.near[cell][k] * scale;
          next_path += goes_on ? 1 : 0;
        }
        next += goes_on ? 1 : 0;
      }
    }
    count = static_cast<std::size_t>(next - lists.entries);
  }
  lists.hit_count = hits;
  return true;
}

bool run_portable(const Shape& shape, const PathTrie& trie, const std::uint8_t* letters, Tables& tables, Lists& lists) {
  return run<false>(shape, trie, letters, tables, lists);
}
bool run_portable_paths(const Shape& shape, const PathTrie& trie, const std::uint8_t* letters, Tables& tables, Lists& lists) {
  return run<true>(shape, trie, letters, tables, lists);
}
#if LEXIGRID_X86
LEXIGRID_TARGET_POPCNT bool run_popcnt(const Shape& shape, const PathTrie& trie, const std::uint8_t* letters, Tables& tables, Lists& lists) {
  return run<false>(shape, trie, letters, tables, lists);
}
LEXIGRID_TARGET_POPCNT bool run_popcnt_paths(const Shape& shape, const PathTrie& trie, const std::uint8_t* letters, Tables& tables, Lists& lists) {
  return run<true>(shape, trie, letters, tables, lists);
}
LEXIGRID_TARGET_AVX2 bool run_avx2(const Shape& shape, const PathTrie& trie, const std::uint8_t* letters, Tables& tables, Lists& lists) {
  return run<false>(shape, trie, letters, tables, lists);
}
LEXIGRID_TARGET_AVX2 bool run_avx2_paths(const Shape& shape, const PathTrie& trie, const std::uint8_t* letters, Tables& tables, Lists& lists) {
  return run<true>(shape, trie, letters, tables, lists);
}
#endif

}  // namespace

Kernel kernel_for(Isa isa, bool with_paths) noexcept {
#if LEXIGRID_X86
  switch (isa) {
    case Isa::avx512: return with_paths ? run_avx512_paths : run_avx512;
    case Isa::avx2: return with_paths ? run_avx2_paths : run_avx2;
    case Isa::popcnt: return with_paths ? run_popcnt_paths : run_popcnt;
    case Isa::portable: break;
  }
#else
  (void)isa;
#endif
  return with_paths ? run_portable_paths : run_portable;
}

}  // namespace lexigrid::small

#include "paths/levels/packed.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "paths/levels/packed_plain.hpp"

namespace lexigrid::packed {

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
  std::memset(bucket_of, 0, sizeof bucket_of);
  for (unsigned cell = 0; cell < cells; ++cell) {
    Adjacency::Buffer buffer;
    const auto neighbours = adjacency.of(cell, buffer);
    near_count[cell] = static_cast<uint8_t>(neighbours.size());
    for (unsigned k = 0; k < neighbours.size(); ++k) {
      const uint64_t to = neighbours[k];
      near[cell][k] = to;
      step[cell][k] = (uint64_t{1} << to) + ((to - cell) << kCellShift);  // wraps as it should
      pair_from[pair_count] = static_cast<uint8_t>(cell);
      pair_to[pair_count] = static_cast<uint8_t>(to);
      pair_entry[pair_count] = uint64_t{1} << cell | uint64_t{1} << to | to << kCellShift | kAlways;
      ++pair_count;
    }
    for (unsigned second = 0; second < cells; ++second) {
      const bool follows = std::find(neighbours.begin(), neighbours.end(), second) != neighbours.end();
      if (second == 0 || follows) bucket_of[32 * cell + second] = static_cast<uint8_t>(bucket_count++);
    }
  }
}

Lists::Lists() {
  // A little more than the bounds: vectors are read and written whole, beyond the last entry.
  constexpr size_t kLevel = kMaxEntries + 64;
  constexpr size_t kHits = kMaxHits + 64;
  constexpr size_t kBytes = (6 * kLevel + 2 * kHits) * sizeof(uint64_t);
  void* memory = std::aligned_alloc(64, (kBytes + 63) / 64 * 64);
  if (memory == nullptr) throw std::bad_alloc();
  memory_.reset(static_cast<uint64_t*>(memory));
  uint64_t* at = memory_.get();
  for (uint64_t** list : {&entries, &kept_x, &kept_y, &paths, &kept_paths, &below}) {
    *list = at;
    at += kLevel;
  }
  hits = at;
  hit_paths = at + kHits;
}

void Lists::Free::operator()(uint64_t* memory) const noexcept { std::free(memory); }

namespace {

/// The kernel, written once and compiled for several instruction sets.
template <bool kPaths, bool kHasPopcnt>
LEXIGRID_INLINE bool run(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Tables& tables,
                         Lists& lists) {
  fill_tables(shape, letters, tables);
  size_t count = start<kPaths>(shape, trie, letters, lists);
  size_t hits = 0;
  lists.hit_count = 0;
  for (uint64_t scale = uint64_t{1} << (64 - 3 * kPathBits); count != 0; scale >>= kPathBits) {
    if (hits + count > kMaxHits) return false;
    size_t kept = 0;
    filter<0, kPaths>(trie.nodes(), tables, lists, count, kept, hits);
    if (kept * kLanes > kMaxEntries) return false;
    count = kHasPopcnt ? expand<kPaths>(shape, tables, lists, kept, scale)
                       : expand_then_count<kPaths>(shape, tables, lists, kept, scale);
  }
  lists.hit_count = hits;
  return true;
}

bool run_portable(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Tables& tables,
                  Lists& lists) {
  return run<false, false>(shape, trie, letters, tables, lists);
}
bool run_portable_paths(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Tables& tables,
                        Lists& lists) {
  return run<true, false>(shape, trie, letters, tables, lists);
}
#if LEXIGRID_X86
LEXIGRID_TARGET_POPCNT bool run_popcnt(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                       Tables& tables, Lists& lists) {
  return run<false, true>(shape, trie, letters, tables, lists);
}
LEXIGRID_TARGET_POPCNT bool run_popcnt_paths(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                             Tables& tables, Lists& lists) {
  return run<true, true>(shape, trie, letters, tables, lists);
}
#endif

}  // namespace

Kernel kernel_for(CpuTarget isa, bool with_paths) noexcept {
#if LEXIGRID_X86
  switch (isa) {
    case CpuTarget::avx512: return with_paths ? run_avx512_paths : run_avx512;
    case CpuTarget::avx2: return with_paths ? run_avx2_paths : run_avx2;
    case CpuTarget::popcnt: return with_paths ? run_popcnt_paths : run_popcnt;
    case CpuTarget::neon:
    case CpuTarget::portable: break;
  }
#else
  (void)isa;
#endif
  return with_paths ? run_portable_paths : run_portable;
}

}  // namespace lexigrid::packed

#include "paths/levels/bitset.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/per_thread.hpp"
#include "paths/levels/bitset_plain.hpp"

namespace lexigrid::bitset {

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
  std::memset(bit, 0, sizeof bit);
  std::memset(step, 0, sizeof step);
  for (unsigned cell = 0; cell < cells; ++cell) {
    Adjacency::Buffer buffer;
    const auto neighbours = adjacency.of(cell, buffer);
    near_count[cell] = static_cast<uint8_t>(neighbours.size());
    for (unsigned k = 0; k < neighbours.size(); ++k) {
      near[cell][k] = static_cast<uint8_t>(neighbours[k]);
      bit[cell][k] = uint64_t{1} << neighbours[k];
      step[cell][k] = uint64_t{neighbours[k]} - cell;  // wraps as it should
    }
  }
}

Lists::Lists() {
  // A little more than the bounds: vectors are read and written whole, beyond the last entry.
  constexpr size_t kLevel = kMaxEntries + 64;
  constexpr size_t kHits = kMaxHits + 64;
  constexpr size_t kBytes = (8 * kLevel + 2 * kHits) * sizeof(uint64_t);
  void* memory = std::aligned_alloc(64, (kBytes + 63) / 64 * 64);
  if (memory == nullptr) throw std::bad_alloc();
  memory_.reset(static_cast<uint64_t*>(memory));
  uint64_t* at = memory_.get();
  for (uint64_t** list :
       {&level.entries, &level.used, &level.codes, &kept_x, &kept_y, &kept_used, &kept_codes, &below}) {
    *list = at;
    at += kLevel;
  }
  hits = at;
  hit_codes = at + kHits;
}

void Lists::Free::operator()(uint64_t* memory) const noexcept { std::free(memory); }

Space& space() { return PerThread<Space>::mine(); }

namespace {

template <bool kCodes, bool kHasPopcnt>
LEXIGRID_INLINE bool run(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Space& space) {
  Lists& lists = space.lists;
  fill_tables(shape, letters, space.tables);
  size_t count = start<kCodes>(shape, trie, letters, lists);
  size_t hits = 0;
  unsigned tiles = 1;
  lists.hits_to[1] = 0;
  for (unsigned shift = kStartShift - 2 * kStepBits; count != 0; shift = next_shift(shift)) {
    if (hits + count > kMaxHits) return false;
    const size_t kept = filter<kCodes>(trie.nodes(), space.tables, lists, count, hits);
    lists.hits_to[++tiles] = hits;
    if (kept * kLanes > kMaxEntries) return false;
    count = expand<kCodes, kHasPopcnt>(shape, space.tables, lists, kept, shift);
  }
  lists.most_tiles = tiles;
  return true;
}

bool run_portable(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Space& space) {
  return run<false, false>(shape, trie, letters, space);
}
bool run_portable_codes(const Shape& shape, const PathTrie& trie, const uint8_t* letters, Space& space) {
  return run<true, false>(shape, trie, letters, space);
}
#if LEXIGRID_X86
LEXIGRID_TARGET_POPCNT bool run_popcnt(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                       Space& space) {
  return run<false, true>(shape, trie, letters, space);
}
LEXIGRID_TARGET_POPCNT bool run_popcnt_codes(const Shape& shape, const PathTrie& trie, const uint8_t* letters,
                                             Space& space) {
  return run<true, true>(shape, trie, letters, space);
}
#endif

}  // namespace

Kernel kernel_for(CpuTarget isa, bool with_codes) noexcept {
#if LEXIGRID_X86
  switch (isa) {
    case CpuTarget::avx512: return with_codes ? run_avx512_codes : run_avx512;
    case CpuTarget::avx2: return with_codes ? run_avx2_codes : run_avx2;
    case CpuTarget::popcnt: return with_codes ? run_popcnt_codes : run_popcnt;
    case CpuTarget::neon:
    case CpuTarget::portable: break;
  }
#else
  (void)isa;
#endif
  return with_codes ? run_portable_codes : run_portable;
}

}  // namespace lexigrid::bitset

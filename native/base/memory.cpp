#include "base/memory.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace lexigrid {

#if defined(__linux__)
namespace {

constexpr size_t kHugePage = size_t{1} << 21;
/// From this size on, arrays are in pages of their own.
constexpr size_t kLarge = kHugePage / 2;

size_t whole_pages(size_t size) noexcept { return (size + kHugePage - 1) & ~(kHugePage - 1); }

/// Reserves addresses, without memory, that begin with a huge page. Returns null if there are none.
char* reserve(size_t size) noexcept {
  void* const all =
      mmap(nullptr, size + kHugePage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) return nullptr;
  char* const begin = static_cast<char*>(all);
  const size_t before = whole_pages(reinterpret_cast<uintptr_t>(begin)) - reinterpret_cast<uintptr_t>(begin);
  if (before != 0) munmap(begin, before);
  munmap(begin + before + size, kHugePage - before);
  return begin + before;
}

/// Returns null if there is not enough memory; the old memory is then unchanged.
void* resize_large(void* memory, size_t old_size, size_t size) noexcept {
  const bool was_large = old_size >= kLarge;
  const size_t old_whole = whole_pages(old_size);
  const size_t whole = whole_pages(size);
  if (was_large) {
    if (whole == old_whole) return memory;
    void* const grown = mremap(memory, old_whole, whole, 0);
    if (grown != MAP_FAILED) return grown;
  }
  // Whole huge pages move without being touched if both addresses begin with one.
  char* const place = reserve(whole);
  if (place == nullptr) return nullptr;
  void* const moved =
      was_large ? mremap(memory, old_whole, whole, MREMAP_MAYMOVE | MREMAP_FIXED, place)
                : mmap(place, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (moved == MAP_FAILED) {
    munmap(place, whole);
    return nullptr;
  }
  if (!was_large) {
    (void)madvise(moved, whole, MADV_HUGEPAGE);
    if (old_size != 0) std::memcpy(moved, memory, old_size);
    std::free(memory);
  }
  return moved;
}

}  // namespace
#endif

void* resize_memory(void* memory, [[maybe_unused]] size_t old_size, size_t size) {
#if defined(__linux__)
  void* const moved = size >= kLarge ? resize_large(memory, old_size, size) : std::realloc(memory, size);
#else
  void* const moved = std::realloc(memory, size);
#endif
  if (moved == nullptr) throw std::bad_alloc();
  return moved;
}

void free_memory(void* memory, [[maybe_unused]] size_t size) noexcept {
#if defined(__linux__)
  if (size >= kLarge) {
    munmap(memory, whole_pages(size));
    return;
  }
#endif
  std::free(memory);
}

}  // namespace lexigrid

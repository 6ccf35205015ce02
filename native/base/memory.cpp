#include "base/memory.hpp"

#include <array>
#include <atomic>
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

constexpr size_t kLargestSpare = 2 * kHugePage;

/// Freed memory for the next arrays; it begins with its size.
constinit std::array<std::atomic<void*>, 6> spares{};

void return_pages(void* memory) noexcept {
  if (memory != nullptr) munmap(memory, *static_cast<size_t*>(memory));
}

/// Keeps memory, perhaps in place of other.
void keep_spare(void* memory, size_t size) noexcept {
  *static_cast<size_t*>(memory) = size;
  for (std::atomic<void*>& spare : spares) {
    void* none = nullptr;
    if (spare.compare_exchange_strong(none, memory)) return;
  }
  return_pages(spares[0].exchange(memory));
}

/// Returns spare memory of at least this size, or null.
Memory take_spare(size_t size) noexcept {
  for (std::atomic<void*>& spare : spares) {
    void* const memory = spare.exchange(nullptr);
    if (memory == nullptr) continue;
    const size_t has = *static_cast<size_t*>(memory);
    if (has >= size) return {memory, has};
    return_pages(spare.exchange(memory));
  }
  return {};
}

/// Returns null if there is not enough memory; the old memory is then unchanged.
Memory resize_large(void* memory, size_t old_size, size_t size) noexcept {
  const bool was_large = old_size >= kLargeMemory;
  const size_t old_whole = whole_pages(old_size);
  const size_t whole = whole_pages(size);
  if (was_large && whole == old_whole) return {memory, whole};
  if (const Memory spare = take_spare(whole); spare.begin != nullptr) {
    if (old_size != 0) std::memcpy(spare.begin, memory, old_size);
    free_memory(memory, old_size);
    return spare;
  }
  if (was_large) {
    void* const grown = mremap(memory, old_whole, whole, 0);
    if (grown != MAP_FAILED) return {grown, whole};
  }
  // Whole huge pages move without being touched if both addresses begin with one.
  char* const place = reserve(whole);
  if (place == nullptr) return {};
  void* const moved =
      was_large ? mremap(memory, old_whole, whole, MREMAP_MAYMOVE | MREMAP_FIXED, place)
                : mmap(place, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (moved == MAP_FAILED) {
    munmap(place, whole);
    return {};
  }
  if (!was_large) {
    (void)madvise(moved, whole, MADV_HUGEPAGE);
    if (old_size != 0) std::memcpy(moved, memory, old_size);
    std::free(memory);
  }
  return {moved, whole};
}

}  // namespace
#endif

Memory resize_memory(void* memory, [[maybe_unused]] size_t old_size, size_t size) {
#if defined(__linux__)
  const Memory resized =
      size >= kLargeMemory ? resize_large(memory, old_size, size) : Memory{std::realloc(memory, size), size};
#else
  const Memory resized{std::realloc(memory, size), size};
#endif
  if (resized.begin == nullptr) throw std::bad_alloc();
  return resized;
}

void free_memory(void* memory, [[maybe_unused]] size_t size) noexcept {
#if defined(__linux__)
  if (size >= kLargeMemory) {
    const size_t whole = whole_pages(size);
    whole <= kLargestSpare ? keep_spare(memory, whole) : (void)munmap(memory, whole);
    return;
  }
#endif
  std::free(memory);
}

void* map_object([[maybe_unused]] size_t size) {
#if defined(__linux__)
  const size_t whole = whole_pages(size);
  char* const place = reserve(whole);
  if (place != nullptr && mprotect(place, whole, PROT_READ | PROT_WRITE) == 0) return place;
#endif
  throw std::bad_alloc();
}

void unmap_object([[maybe_unused]] void* object, [[maybe_unused]] size_t size) noexcept {
#if defined(__linux__)
  munmap(object, whole_pages(size));
#endif
}

void prefer_large_pages([[maybe_unused]] void* object, [[maybe_unused]] size_t size) noexcept {
#if defined(__linux__)
  (void)madvise(object, whole_pages(size), MADV_HUGEPAGE);
#endif
}

}  // namespace lexigrid

// Memory for arrays that grow large.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lexigrid {

/// From this size on, memory begins where a page of 2 MB can. LeakSanitizer does not look into such memory.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
inline constexpr size_t kLargeMemory = size_t{1} << 20;
#else
inline constexpr size_t kLargeMemory = SIZE_MAX;
#endif

struct Memory {
  void* begin;
  size_t size;  // in bytes
};

/// Like `realloc`, given the size that `memory` had; returns at least `size` bytes. On Linux, arrays of a
/// megabyte or more are in pages of 2 MB where the system allows it (`MADV_HUGEPAGE`): pages of 4 KB took a
/// third of a search with many occurrences, and returning a gigabyte of them takes 60 ms. Of freed arrays,
/// six of up to 4 MB are kept for the next ones: clearing new pages takes 6 % of a search for words with
/// their paths. Throws std::bad_alloc.
[[nodiscard]] Memory resize_memory(void* memory, size_t old_size, size_t size);

/// Frees memory from `resize_memory`.
void free_memory(void* memory, size_t size) noexcept;

/// Returns memory for an object of at least kLargeMemory, in pages of 4 KB.
[[nodiscard]] void* map_object(size_t size);
void unmap_object(void* object, size_t size) noexcept;

/// Uses pages of 2 MB for the parts of such an object that have not been used yet.
void prefer_large_pages(void* object, size_t size) noexcept;

}  // namespace lexigrid

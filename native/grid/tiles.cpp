#include "grid/tiles.hpp"

#include "cpu/cpu.hpp"

namespace lexigrid {
namespace {

/// The compiler vectorizes it for the target of the function into which it is inlined.
template <class Id>
LEXIGRID_INLINE Id largest(const Id* ids, size_t size) noexcept {
  Id most = 0;
  for (size_t i = 0; i < size; ++i) most = ids[i] > most ? ids[i] : most;
  return most;
}

#if LEXIGRID_X86
LEXIGRID_TARGET_AVX2 uint8_t largest_avx2(const uint8_t* ids, size_t size) noexcept {
  return largest(ids, size);
}
LEXIGRID_TARGET_AVX2 uint16_t largest_avx2(const uint16_t* ids, size_t size) noexcept {
  return largest(ids, size);
}
#endif

template <class Id>
bool are_below(const Id* ids, size_t size, size_t tiles) noexcept {
  if (size == 0) return true;
#if LEXIGRID_X86
  if (active_cpu_target() >= CpuTarget::avx2) return largest_avx2(ids, size) < tiles;
#endif
  return largest(ids, size) < tiles;
}

}  // namespace

bool has_tiles_below(const Cells& cells, size_t tiles) noexcept {
  if (cells.narrow() == nullptr) return are_below(cells.wide(), cells.size(), tiles);
  if (tiles > 0xFF) return true;  // no byte can be out of range, so nothing is read
  return are_below(cells.narrow(), cells.size(), tiles);
}

}  // namespace lexigrid

#include "grid/tiles.hpp"

#define LEXIGRID_UP_TO_AVX2
#define LEXIGRID_KERNELS "grid/tiles.inl"
#include "cpu/for_each_target.inl"

namespace lexigrid {

bool has_tiles_below(const Cells& cells, size_t tiles) noexcept {
  if (cells.narrow() == nullptr) return LEXIGRID_BEST(are_below<uint16_t>)(cells.wide(), cells.size(), tiles);
  if (tiles > 0xFF) return true;  // no byte can be out of range, so nothing is read
  return LEXIGRID_BEST(are_below<uint8_t>)(cells.narrow(), cells.size(), tiles);
}

}  // namespace lexigrid

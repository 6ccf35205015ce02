// The loops of traces over whole grids, compiled for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/types.hpp"
#include "grid/adjacency.hpp"

namespace lexigrid {

struct TraceKernels {
  /// [topology]: see BitGrid::spread. Each row has this number of 64-bit words.
  bool (*spread[4])(size_t rows, size_t row_words, const uint64_t* from, const uint64_t* within,
                    uint64_t* out);
  /// Sets bit i of `bits` to whether byte i is one of the tiles, of which there are 1 to kMaxTiles. Takes at
  /// least 64 bytes.
  void (*find_tiles)(const uint8_t* cells, size_t count, std::span<const TileId> tiles, uint64_t* bits);
  static constexpr size_t kMaxTiles = 4;
  /// Counts the bytes that are this tile.
  uint64_t (*count_tile)(const uint8_t* cells, size_t count, uint8_t tile);
};

/// The kernels of the active target.
[[nodiscard]] const TraceKernels& trace_kernels() noexcept;

}  // namespace lexigrid

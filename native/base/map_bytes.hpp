// A table of 256 bytes applied to many bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/cpu.hpp"

namespace lexigrid {

/// Writes `table[from[i]]` to `to[i]`. The two are the same memory or do not overlap.
using MapBytes = void (*)(const uint8_t* table, const uint8_t* from, uint8_t* to, size_t count);

[[nodiscard]] MapBytes map_bytes_of(CpuTarget target) noexcept;

}  // namespace lexigrid

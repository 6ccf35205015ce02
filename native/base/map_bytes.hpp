// A table of 256 bytes applied to many bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/cpu.hpp"

namespace lexigrid {

/// Writes `table[from[i]]` to `to[i]`; the two are the same place, or do not overlap.
using MapBytes = void (*)(const uint8_t* table, const uint8_t* from, uint8_t* to, size_t count);

void map_bytes_portable(const uint8_t* table, const uint8_t* from, uint8_t* to, size_t count);
#if LEXIGRID_X86
void map_bytes_avx2(const uint8_t* table, const uint8_t* from, uint8_t* to, size_t count);
void map_bytes_avx512(const uint8_t* table, const uint8_t* from, uint8_t* to, size_t count);
#endif

/// The kernel of an instruction set.
[[nodiscard]] MapBytes map_bytes_of(CpuTarget isa) noexcept;

}  // namespace lexigrid

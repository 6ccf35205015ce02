// A table of 256 bytes applied to many bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu.hpp"

namespace lexigrid {

/// Writes `table[from[i]]` to `to[i]`; the two are the same place, or do not overlap.
using MapBytes = void (*)(const std::uint8_t* table, const std::uint8_t* from, std::uint8_t* to, std::size_t count);

void map_bytes_portable(const std::uint8_t* table, const std::uint8_t* from, std::uint8_t* to, std::size_t count);
#if LEXIGRID_X86
void map_bytes_avx2(const std::uint8_t* table, const std::uint8_t* from, std::uint8_t* to, std::size_t count);
void map_bytes_avx512(const std::uint8_t* table, const std::uint8_t* from, std::uint8_t* to, std::size_t count);
#endif

/// The kernel of an instruction set.
[[nodiscard]] MapBytes map_bytes_of(Isa isa) noexcept;

}  // namespace lexigrid

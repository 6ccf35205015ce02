// Visits the set bits of an integer.
#pragma once

#include <bit>
#include <concepts>

#include "cpu/cpu.hpp"

namespace lexigrid {

/// Calls `visit(i)` for each set bit i, ascending.
template <std::unsigned_integral Bits, class Visit>
LEXIGRID_INLINE void for_each_bit(Bits bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<unsigned>(std::countr_zero(bits)));
}

}  // namespace lexigrid

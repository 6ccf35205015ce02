// Occurrences of words on lines, and the array that holds them.
#pragma once

#include "base/growing_array.hpp"
#include "base/types.hpp"

namespace lexigrid {

/// `length` is the number of cells.
struct LineOccurrence {
  WordId word;
  uint32_t row;
  uint32_t column;
  uint16_t length;
  uint8_t direction;  // kNoDirection on a single cell
  uint8_t unused;
};
static_assert(sizeof(LineOccurrence) == 16);

using Occurrences = GrowingArray<LineOccurrence>;

}  // namespace lexigrid

// The integer types of the core, and their limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lexigrid {

using LetterCode = uint16_t;  // dense from 0, in the order of the lexicon's letters
using CellId = uint32_t;      // row * columns + column
using TileId = uint16_t;      // index into a tile table
using NodeId = uint32_t;      // breadth first; 0 is the dead node, 1 the root
using WordId = uint32_t;      // breadth first too: by length, then by letters

inline constexpr LetterCode kNoLetter = 0xFFFF;
inline constexpr NodeId kDeadNode = 0;
inline constexpr NodeId kRootNode = 1;
inline constexpr WordId kNoWord = 0xFFFFFFFF;

inline constexpr uint32_t kMaxLetters = 65'535;               // of an alphabet
inline constexpr uint32_t kNarrowLetters = 26;                // fit the letter mask of an 8-byte node
inline constexpr uint32_t kMaxWordLetters = 4'095;            // of a word in a lexicon; bounds every stack
inline constexpr uint64_t kMaxNodes = 0x7FFFFFFF;             // of a lexicon
inline constexpr uint64_t kMaxCells = 0x7FFFFFFF;             // of a grid whose cells have a CellId
inline constexpr uint64_t kMaxLineCells = uint64_t{1} << 40;  // of a grid that is searched for lines
inline constexpr uint64_t kNoLimit = 0xFFFFFFFFFFFFFFFF;

/// How a search ended.
enum class Finish : uint8_t {
  complete = 0,    // the whole answer
  limited = 1,     // cut off by the caller's limit
  deadline = 2,    // the time ran out
  overflow = 3,    // cut off by a limit of the core, not the caller's
  interrupted = 4  // Ctrl-C
};

}  // namespace lexigrid

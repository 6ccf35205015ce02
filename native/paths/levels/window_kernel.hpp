// The levels of the search on grids of any size: what the ground looks like, and one step further.
//
// A grid has too many cells for a set of those used. What a step has to know is whether one of the
// eight cells around is used, so an entry carries a *window*: the used cells among 7 x 7 around it,
// which moves with it. A cell that left the window can be met again after eight steps at least;
// words of nine tiles and more are therefore looked at once more when they are found. On a torus a
// path can come back around it, sooner where it is small. A graph of up to 64 cells has a set of
// its cells instead of a window, and where cells may come again there is neither.
//
// Neighbours are numbered as a king goes, in reading order: NW N NE W E SW S SE. For other
// topologies some of the eight are never there. Codes number the steps so, except where a step
// across the edge would break the order of cells: there, and in graphs, by rank.
#pragma once

#include <cstdint>
#include <vector>

#include "cpu/cpu.hpp"
#include "lexicon/lexicon.hpp"

namespace lexigrid::window {

inline constexpr unsigned kWays = 8;
inline constexpr unsigned kMaxTiles = 12;  // of a path that has a code
inline constexpr unsigned kSureTiles = 8;  // up to here a window never forgets
inline constexpr unsigned kStepBits = 3;
inline constexpr unsigned kStartShift = 33;    // a code: start cell, then 11 steps of 3 bits
inline constexpr size_t kMaxEntries = 32'768;  // of one level
inline constexpr size_t kMaxHits = 65'536;     // of one share of starts

inline constexpr int kRowStep[kWays] = {-1, -1, -1, 0, 0, 1, 1, 1};
inline constexpr int kColumnStep[kWays] = {-1, 0, 1, -1, 1, -1, 0, 1};

// A window: bit 8 * (row + 3) + column + 3 for a cell so many rows and columns away; the eighth
// column stays empty, so that nothing moves from one row into another.
inline constexpr uint64_t kWindow = 0x007F7F7F7F7F7F7Fu;
inline constexpr unsigned kCentre = 8 * 3 + 3;
[[nodiscard]] constexpr unsigned window_bit(unsigned way) noexcept {
  return static_cast<unsigned>(static_cast<int>(kCentre) + 8 * kRowStep[way] + kColumnStep[way]);
}
/// The bits of the eight cells around, in the order of the ways.
inline constexpr uint64_t kAround = [] {
  uint64_t bits = 0;
  for (unsigned way = 0; way < kWays; ++way) bits |= uint64_t{1} << window_bit(way);
  return bits;
}();

/// The window after a step: what is used stays where it is, so in the window it moves back.
[[nodiscard]] constexpr uint64_t moved(uint64_t window, unsigned way) noexcept {
  const unsigned left = (64 + kCentre - window_bit(way)) % 64;  // a rotation: what crosses the end is masked
  return (window << left | window >> ((64 - left) % 64)) & kWindow;
}

/// What an entry knows of the cells it used.
enum class Memory : uint8_t {
  window,  // those around it, which move with it
  set,     // all of them, on up to 64 cells
  none     // cells may come again
};

/// Some rows of a grid with a border of dead cells: the band itself and all that its paths reach.
/// Cells are numbered within it.
struct Band {
  Memory memory = Memory::window;
  uint32_t stride = 0;
  std::vector<uint32_t> around;  // eight a cell: the symbols of that neighbour as bits, or 0
  std::vector<uint32_t> near;    // a cell: all these bits
  int32_t step[kWays] = {};      // what each way adds to a cell
  // Cells whose steps are taken one by one: 1 where a neighbour can be several symbols, 2 where one
  // does not lie where `step` says. Empty where there are none.
  std::vector<uint8_t> is_odd;
  // Of the latter (on a torus, in a graph) the neighbours by rank, eight a cell: where they are, and
  // which way (0 in a graph). Empty elsewhere.
  std::vector<uint32_t> targets;
  std::vector<uint8_t> ways;
};

/// The lists of one level, and what they came from; all are reused.
struct Levels {
  Levels();
  // The level in hand: node, cell, and 64 * the place of the kept entry before + 8 * the step in
  // the code + the way.
  std::vector<uint32_t> nodes;
  std::vector<uint32_t> cells;
  std::vector<uint32_t> from;
  // Entries that go on: node as it stands in the lexicon, cell, window (its own cell included), code.
  struct Kept {
    std::vector<Node> nodes;
    std::vector<uint32_t> cells;
    std::vector<uint64_t> windows;
    std::vector<uint64_t> codes;
  };
  Kept kept[2];
  // Entries that end a word, of all levels: node and code.
  std::vector<uint32_t> hit_nodes;
  std::vector<uint64_t> hit_codes;
};

inline constexpr size_t kTooMany = ~size_t{0};

/// Writes the level behind `kept[0 .. count)`, of which eight times as many must fit; returns its
/// size, or kTooMany where odd cells made more than kMaxEntries.
using Expand = size_t (*)(const Band& band, const Levels::Kept& kept, size_t count, Levels& levels);

/// Keeps the entries of the level that go on and appends those that end a word. `shift` is the place
/// of the last step in a code.
using Filter = size_t (*)(const Band& band, const Node* nodes, const Levels::Kept& before, size_t count,
                          unsigned shift, Levels::Kept& kept, Levels& levels, size_t& hits);

struct Kernel {
  Expand expand;
  Filter filter;
};

[[nodiscard]] Kernel kernel_for(CpuTarget isa) noexcept;

}  // namespace lexigrid::window

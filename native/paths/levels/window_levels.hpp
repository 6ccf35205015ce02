// Data of the search on grids of any size: a band of rows, and the lists of a level.
//
// A large grid has too many cells for every entry to have a set of those it used. A step only needs to know
// which of the eight cells around it are used, so an entry carries a *window*, which moves with it: the used
// cells among the 7 x 7 around it. A path needs at least eight steps to return to a cell that has left the
// window, so words of nine or more tiles are checked again when they are found. On a torus, a path can also
// return by going around it, sooner if the torus is small. On a graph of up to 64 cells, entries have a set
// of its cells instead of a window; if cells may be reused, they have neither.
//
// Neighbours are numbered like the steps of a king, in reading order: NW N NE W E SW S SE. Other topologies
// lack some of the eight. Codes number steps this way, except where a step across the edge would break the
// order of cells. There, and in graphs, steps are numbered by rank.
#pragma once

#include <cstdint>
#include <vector>

#include "lexicon/lexicon.hpp"

namespace lexigrid::window {

inline constexpr unsigned kWays = 8;
inline constexpr unsigned kMaxTiles = 12;     // of a path that has a code
inline constexpr unsigned kCertainTiles = 8;  // a window never forgets a cell of a path this long
inline constexpr unsigned kStepBits = 3;
inline constexpr unsigned kStartShift = 33;    // a code: start cell, then 11 steps of 3 bits
inline constexpr size_t kMaxEntries = 32'768;  // of one level
inline constexpr size_t kMaxHits = 65'536;     // of one chunk of starts

inline constexpr int kRowStep[kWays] = {-1, -1, -1, 0, 0, 1, 1, 1};
inline constexpr int kColumnStep[kWays] = {-1, 0, 1, -1, 1, -1, 0, 1};

// Bit 8 * (rows + 3) + columns + 3 of a window is the cell that many rows and columns away; the eighth
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

/// What an entry remembers about the cells it used.
enum class Memory : uint8_t {
  window,  // those around it
  set,     // all of them, on up to 64 cells
  none     // cells may be reused
};

/// Whether the steps from a cell are taken one by one, and why.
enum class Complexity : uint8_t {
  none,
  complex_tiles,     // a neighbour can be several symbols
  listed_neighbours  // a neighbour is not where `Band::step` says; `targets` and `ways` have it
};

/// Some rows of a grid within a margin of dead cells: the band and all cells that its paths can reach. Cells
/// are numbered within these rows. Lists with an element per neighbour have eight per cell.
struct Band {
  Memory memory = Memory::window;
  uint32_t stride = 0;
  std::vector<uint32_t> around;        // per neighbour: its symbols as bits, 0 where there is none
  std::vector<uint32_t> near;          // per cell: the union of these
  int32_t step[kWays] = {};            // what each way adds to a cell
  std::vector<Complexity> complexity;  // per cell; empty if all are none
  // Per neighbour by rank: its cell and its way (0 in a graph). Empty without listed neighbours.
  std::vector<uint32_t> targets;
  std::vector<uint8_t> ways;
};

/// A path that goes on.
struct Entry {
  Node node;        // of the lexicon
  uint64_t window;  // including `cell`
  uint64_t code;
  uint32_t cell;
};

/// A path that ends a word.
struct Hit {
  uint64_t code;
  NodeId node;
};

/// The lists of one level and of the entries it came from, reused from search to search.
struct Levels {
  static constexpr size_t kRoom = kMaxEntries + 16;  // vectors are written whole
  // The current level: node, cell, and 64 * index of the kept entry before + 8 * step in the code + way.
  std::vector<NodeId> nodes = std::vector<NodeId>(kRoom);
  std::vector<uint32_t> cells = std::vector<uint32_t>(kRoom);
  std::vector<uint32_t> from = std::vector<uint32_t>(kRoom);
  std::vector<Entry> kept[2] = {std::vector<Entry>(kRoom), std::vector<Entry>(kRoom)};
  std::vector<Hit> hits = std::vector<Hit>(kMaxHits + 1);  // of all levels
};

inline constexpr size_t kTooMany = ~size_t{0};

/// Writes the level that follows `kept[0 .. count)` and returns its size, or kTooMany if complex tiles could
/// exceed kMaxEntries. Eight times `count` entries must fit.
using Expand = size_t (*)(const Band& band, const Entry* kept, size_t count, Levels& levels);

/// Keeps the entries of the level that go on, appends those that end a word, and returns the number kept.
/// `shift` is the position of the last step in a code.
using Filter = size_t (*)(const Band& band, const Node* nodes, const Entry* before, size_t count,
                          unsigned shift, Entry* kept, Levels& levels, size_t& hits);

}  // namespace lexigrid::window

#include "paths/levels/band_layout.hpp"

#include <algorithm>

namespace lexigrid::window {
namespace {

constexpr uint32_t kHalo = kMaxTiles - 1;       // rows that a path can reach beyond its band
constexpr uint32_t kBandCells = 1u << 18;       // of a band with its halo, unless one row has more
constexpr uint32_t kMostColumns = 50'000;       // beyond this, even one row with its halo has too many cells
constexpr uint32_t kMostTorusCells = 1u << 20;  // a torus is one band, of 80 bytes per cell
constexpr uint32_t kMostGraphCells = 64;        // the set of an entry has a bit for each

/// The ways that lead to neighbours, as bits. On hex grids they depend on the row.
unsigned ways_of(TopologyKind kind, uint32_t row) noexcept {
  switch (kind) {
    case TopologyKind::rook: return 0b01011010;
    case TopologyKind::bishop: return 0b10100101;
    case TopologyKind::hex: return row % 2 == 0 ? 0b01111011 : 0b11011110;
    default: return 0xFF;
  }
}

/// The step from one row (or column) of a torus to an adjacent one, or to itself: -1, 0 or 1.
int torus_step(uint32_t from, uint32_t to, uint32_t size) noexcept {
  const uint32_t ahead = (to + size - from) % size;
  return ahead <= 1 ? static_cast<int>(ahead) : -1;
}

/// The way of a king's step.
unsigned way_of(int rows, int columns) noexcept {
  const int index = (rows + 1) * 3 + columns + 1;
  return static_cast<unsigned>(index > 4 ? index - 1 : index);
}

}  // namespace

bool BandLayout::serves(const PathQuery& query) noexcept {
  const Adjacency& adjacency = query.adjacency;
  if (adjacency.kind() == TopologyKind::custom) {
    if (adjacency.cells() > kMostGraphCells) return false;
    for (CellId cell = 0; cell < adjacency.cells(); ++cell) {
      Adjacency::Buffer buffer;
      if (adjacency.of(cell, buffer).size() > kWays) return false;
    }
    return true;
  }
  return adjacency.is_wrapped() ? adjacency.cells() <= kMostTorusCells : query.grid.columns <= kMostColumns;
}

BandLayout::BandLayout(const PathQuery& query, const GridSymbols& symbols, Band& band)
    : query_(query),
      symbols_(symbols),
      band_(band),
      rows_(query.grid.rows),
      columns_(query.grid.columns),
      is_graph_(query.adjacency.kind() == TopologyKind::custom),
      is_torus_(query.adjacency.is_wrapped()) {
  band_.memory = query.reuse ? Memory::none : is_graph_ ? Memory::set : Memory::window;
  const uint32_t fits = kBandCells / (columns_ + 2);
  rows_of_band_ = is_graph_ || is_torus_ ? rows_ : std::max(1u, fits > 2 * kHalo ? fits - 2 * kHalo : 1u);
  // A path that goes around a torus can meet itself from the other side, which no window shows.
  if (is_torus_) certain_tiles_ = std::min({kCertainTiles, rows_, columns_});
  if (band_.memory != Memory::window) certain_tiles_ = kMaxTiles;
}

void BandLayout::load(uint32_t begin, uint32_t end) {
  band_.complexity.clear();
  band_.targets.clear();
  band_.ways.clear();
  if (is_graph_) {
    load_graph();
    return;
  }
  band_row_ = begin < kHalo || is_torus_ ? 0 : begin - kHalo;
  const uint32_t rows = (is_torus_ ? rows_ : std::min(rows_, end + kHalo)) - band_row_;
  band_.stride = columns_ + 2;
  for (unsigned way = 0; way < kWays; ++way) {
    band_.step[way] = kRowStep[way] * static_cast<int32_t>(band_.stride) + kColumnStep[way];
  }
  const size_t cells = size_t{rows + 2} * band_.stride;
  bits_.assign(cells, 0);
  band_.around.resize(cells * kWays);
  band_.near.resize(cells);
  for (uint32_t row = 0; row < rows; ++row) {
    uint32_t* const bits = bits_.data() + size_t{row + 1} * band_.stride + 1;
    const size_t first = size_t{band_row_ + row} * columns_;
    for (uint32_t column = 0; column < columns_; ++column)
      bits[column] = symbols_.at(query_.grid, first + column);
  }
  for (uint32_t row = 0; row < rows; ++row) {
    const unsigned ways = ways_of(query_.adjacency.kind(), band_row_ + row);
    for (uint32_t column = 0; column < columns_; ++column) {
      const size_t cell = size_t{row + 1} * band_.stride + column + 1;
      uint32_t near = 0;
      for (unsigned way = 0; way < kWays; ++way) {
        const size_t there = cell + static_cast<size_t>(static_cast<ptrdiff_t>(band_.step[way]));
        const uint32_t symbols = (ways >> way & 1) != 0 ? bits_[there] : 0;
        band_.around[cell * kWays + way] = symbols;
        near |= symbols;
      }
      band_.near[cell] = near;
    }
  }
  if (!symbols_.is_single) {
    band_.complexity.assign(cells, Complexity::none);
    for (size_t i = 0; i < cells * kWays; ++i) {
      if ((band_.around[i] & (band_.around[i] - 1)) != 0)
        band_.complexity[i / kWays] = Complexity::complex_tiles;
    }
  }
  if (!is_torus_) return;
  band_.complexity.resize(cells, Complexity::none);
  band_.targets.assign(cells * kWays, 0);
  band_.ways.assign(cells * kWays, 0);
  for (uint32_t row = 0; row < rows_; ++row) {
    const bool is_edge = row == 0 || row + 1 == rows_;
    for (uint32_t column = 0; column < columns_;
         column += is_edge || column + 1 == columns_ ? 1 : columns_ - 1) {
      list_neighbours(row * columns_ + column);
    }
  }
}

void BandLayout::load_graph() {
  const size_t cells = query_.adjacency.cells();
  band_.around.assign(cells * kWays, 0);
  band_.near.assign(cells, 0);
  band_.complexity.assign(cells, Complexity::none);
  band_.targets.assign(cells * kWays, 0);
  band_.ways.assign(cells * kWays, 0);
  for (CellId cell = 0; cell < cells; ++cell) list_neighbours(cell);
}

/// Writes the neighbours of a cell by rank.
void BandLayout::list_neighbours(CellId cell) {
  const size_t here = in_band(cell);
  Adjacency::Buffer buffer;
  const auto neighbours = query_.adjacency.of(cell, buffer);
  band_.complexity[here] = Complexity::listed_neighbours;
  band_.near[here] = 0;
  for (unsigned rank = 0; rank < kWays; ++rank) {
    const bool is_there = rank < neighbours.size();
    const CellId to = is_there ? neighbours[rank] : cell;
    const uint32_t symbols = is_there ? symbols_at(to) : 0;
    band_.around[here * kWays + rank] = symbols;
    band_.near[here] |= symbols;
    band_.targets[here * kWays + rank] = in_band(to);
    if (is_graph_ || !is_there) continue;
    band_.ways[here * kWays + rank] =
        static_cast<uint8_t>(way_of(torus_step(cell / columns_, to / columns_, rows_),
                                    torus_step(cell % columns_, to % columns_, columns_)));
  }
}

bool BandLayout::is_path(uint64_t code, unsigned tiles) const {
  struct {
    std::array<CellId, kMaxTiles> cells;
    unsigned count = 0;
    void push_back(CellId cell) { cells[count++] = cell; }
  } path;
  append_cells(code, tiles, path);
  std::sort(path.cells.begin(), path.cells.begin() + tiles);
  return std::adjacent_find(path.cells.begin(), path.cells.begin() + tiles) == path.cells.begin() + tiles;
}

}  // namespace lexigrid::window

#include "adjacency.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace lexigrid {
namespace {

using Step = std::pair<int, int>;  // rows, columns

constexpr std::array<Step, 8> kKing = {{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};
constexpr std::array<Step, 4> kRook = {{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};
constexpr std::array<Step, 4> kBishop = {{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
constexpr std::array<Step, 6> kHexEven = {{{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};
constexpr std::array<Step, 6> kHexOdd = {{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}}};

std::span<const Step> steps_of(TopologyKind kind, std::uint32_t row) noexcept {
  switch (kind) {
    case TopologyKind::rook: return kRook;
    case TopologyKind::bishop: return kBishop;
    case TopologyKind::hex: return row % 2 == 0 ? std::span<const Step>(kHexEven) : std::span<const Step>(kHexOdd);
    default: return kKing;
  }
}

/// Sorts `begin .. end` of `cells`, drops repeats and `self`, and shortens the vector to that.
void tidy(std::vector<CellId>& cells, std::size_t begin, CellId self) {
  const auto first = cells.begin() + static_cast<std::ptrdiff_t>(begin);
  std::sort(first, cells.end());
  auto last = std::unique(first, cells.end());
  last = std::remove(first, last, self);
  cells.erase(last, cells.end());
}

}  // namespace

Adjacency Adjacency::build(TopologyKind kind, bool wrap, std::uint32_t rows, std::uint32_t columns) {
  Adjacency made;
  const std::size_t cells = std::size_t{rows} * columns;
  made.first_.reserve(cells + 1);
  made.neighbours_.reserve(cells * steps_of(kind, 0).size());
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::size_t begin = made.neighbours_.size();
      for (const auto& [down, right] : steps_of(kind, row)) {
        std::int64_t r = std::int64_t{row} + down;
        std::int64_t c = std::int64_t{column} + right;
        if (wrap) {
          r = (r + rows) % rows;
          c = (c + columns) % columns;
        } else if (r < 0 || r >= rows || c < 0 || c >= columns) {
          continue;
        }
        made.neighbours_.push_back(static_cast<CellId>(r * columns + c));
      }
      // Steps are ascending where nothing wraps; a wrapped step can come back to the cell itself
      // or reach one cell twice on a side of one or two.
      if (wrap) tidy(made.neighbours_, begin, static_cast<CellId>(std::size_t{row} * columns + column));
      made.first_.push_back(made.neighbours_.size());
    }
  }
  return made;
}

Adjacency Adjacency::build(std::span<const CellId> pairs, std::uint32_t cells) {
  Adjacency made;
  std::vector<std::vector<CellId>> near(cells);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    near[pairs[i]].push_back(pairs[i + 1]);
    near[pairs[i + 1]].push_back(pairs[i]);
  }
  for (CellId cell = 0; cell < cells; ++cell) {
    tidy(near[cell], 0, cell);
    made.neighbours_.insert(made.neighbours_.end(), near[cell].begin(), near[cell].end());
    made.first_.push_back(made.neighbours_.size());
  }
  return made;
}

}  // namespace lexigrid

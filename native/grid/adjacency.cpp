#include "grid/adjacency.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace lexigrid {
namespace {

using Step = std::pair<int, int>;  // rows, columns

constexpr std::array<Step, 8> kKing = {
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};
constexpr std::array<Step, 4> kRook = {{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};
constexpr std::array<Step, 4> kBishop = {{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
constexpr std::array<Step, 6> kHexEven = {{{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};
constexpr std::array<Step, 6> kHexOdd = {{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}}};

std::span<const Step> steps_of(TopologyKind kind, uint32_t row) noexcept {
  switch (kind) {
    case TopologyKind::rook: return kRook;
    case TopologyKind::bishop: return kBishop;
    case TopologyKind::hex:
      return row % 2 == 0 ? std::span<const Step>(kHexEven) : std::span<const Step>(kHexOdd);
    default: return kKing;
  }
}

/// Sorts cells, removes duplicates and `self`, and returns the new count.
size_t normalize(std::span<CellId> cells, CellId self) noexcept {
  std::sort(cells.begin(), cells.end());
  auto last = std::unique(cells.begin(), cells.end());
  last = std::remove(cells.begin(), last, self);
  return static_cast<size_t>(last - cells.begin());
}

}  // namespace

size_t Adjacency::compute(CellId cell, Buffer& buffer) const noexcept {
  const int64_t row = cell / columns_;
  const int64_t column = cell % columns_;
  size_t count = 0;
  for (const auto& [down, right] : steps_of(kind_, static_cast<uint32_t>(row))) {
    int64_t r = row + down;
    int64_t c = column + right;
    if (wrap_) {
      r = (r + rows_) % rows_;
      c = (c + columns_) % columns_;
    } else if (r < 0 || r >= rows_ || c < 0 || c >= columns_) {
      continue;
    }
    buffer[count++] = static_cast<CellId>(r * columns_ + c);
  }
  // Steps are ascending unless they wrap. On a side of one or two cells, a wrapped step can also reach the
  // cell itself, or two steps the same cell.
  return wrap_ ? normalize(std::span(buffer).first(count), cell) : count;
}

Adjacency Adjacency::sketch(TopologyKind kind, bool wrap, uint32_t rows, uint32_t columns) noexcept {
  Adjacency made;
  made.kind_ = kind;
  made.wrap_ = wrap;
  made.rows_ = rows;
  made.columns_ = columns;
  made.cells_ = rows * columns;
  made.is_tabled_ = false;
  return made;
}

Adjacency Adjacency::build(TopologyKind kind, bool wrap, uint32_t rows, uint32_t columns) {
  return sketch(kind, wrap, rows, columns).tabled();
}

Adjacency Adjacency::tabled() const {
  Adjacency made = *this;
  if (is_tabled_ || cells_ > kMaxTabled) return made;
  made.is_tabled_ = true;
  made.first_.reserve(made.cells_ + size_t{1});
  made.neighbours_.reserve(made.cells_ * steps_of(kind_, 0).size());
  Buffer buffer;
  for (CellId cell = 0; cell < made.cells_; ++cell) {
    const size_t count = made.compute(cell, buffer);
    made.neighbours_.insert(made.neighbours_.end(), buffer.begin(),
                            buffer.begin() + static_cast<ptrdiff_t>(count));
    made.first_.push_back(made.neighbours_.size());
  }
  return made;
}

Adjacency Adjacency::build(std::span<const CellId> pairs, uint32_t cells) {
  Adjacency made;
  made.cells_ = cells;
  std::vector<std::vector<CellId>> near(cells);
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    near[pairs[i]].push_back(pairs[i + 1]);
    near[pairs[i + 1]].push_back(pairs[i]);
  }
  for (CellId cell = 0; cell < cells; ++cell) {
    near[cell].resize(normalize(near[cell], cell));
    made.neighbours_.insert(made.neighbours_.end(), near[cell].begin(), near[cell].end());
    made.first_.push_back(made.neighbours_.size());
  }
  return made;
}

}  // namespace lexigrid

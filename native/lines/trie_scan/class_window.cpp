#include "lines/trie_scan/class_window.hpp"

#include <algorithm>
#include <cstring>

namespace lexigrid {

ClassWindow::ClassWindow(const LineQuery& query, const LineIndex& index, const ComplexTiles& complex)
    : query_(query),
      complex_(complex),
      map_bytes_(best_map_bytes()),
      class_of_(std::max<size_t>(256, query.grid.table.size()), kNoClass) {
  const TileTable& table = query.grid.table;
  for (size_t tile = 0; tile < table.size(); ++tile) {
    if (table.kind[tile] == TileKind::letter) class_of_[tile] = index.class_of(table.letter[tile]);
  }
}

void ClassWindow::load(int64_t top, uint32_t rows, uint32_t left, uint32_t columns) {
  const int64_t all_rows = query_.grid.rows;
  const uint32_t width = columns + 2 * kWindowMargin;
  stride_ = width;
  const size_t size = 2 * kGuard + stride_ * (size_t{rows} + kWindowMargin);
  if (classes_.size() < size) classes_.resize(size);
  std::memset(classes_.data(), kNoClass, kGuard);
  uint8_t* to = classes_.data() + kGuard;
  for (int64_t row = top; row < top + rows + kWindowMargin; ++row, to += stride_) {
    if (query_.wrap) {
      load_row(to, static_cast<uint32_t>(wrapped(row, all_rows)), int64_t{left} - kWindowMargin, width);
    } else if (row >= 0 && row < all_rows) {
      load_row(to, static_cast<uint32_t>(row), int64_t{left} - kWindowMargin, width);
    } else {
      std::memset(to, kNoClass, width);
    }
  }
  std::memset(to, kNoClass, kGuard);
}

void ClassWindow::load_row(uint8_t* to, uint32_t row, int64_t left, uint32_t count) {
  const int64_t columns = query_.grid.columns;
  const uint64_t start = uint64_t{row} * query_.grid.columns;
  while (count != 0) {
    uint32_t run = 0;  // consecutive cells of the grid, or beyond its edge
    if (query_.wrap) {
      const int64_t column = wrapped(left, columns);
      run = static_cast<uint32_t>(std::min<int64_t>(count, columns - column));
      copy(to, start + static_cast<uint64_t>(column), run);
    } else if (left < 0) {
      run = static_cast<uint32_t>(std::min<int64_t>(count, -left));
      std::memset(to, kNoClass, run);
    } else if (left < columns) {
      run = static_cast<uint32_t>(std::min<int64_t>(count, columns - left));
      copy(to, start + static_cast<uint64_t>(left), run);
    } else {
      run = count;
      std::memset(to, kNoClass, run);
    }
    to += run;
    left += run;
    count -= run;
  }
}

void ClassWindow::copy(uint8_t* to, uint64_t from, uint32_t count) {
  if (const uint8_t* const narrow = query_.grid.cells.narrow(); narrow != nullptr) {
    map_bytes_(class_of_.data(), narrow + from, to, count);
    if (complex_.all.empty()) return;
    // These cells are in the cache now, so this takes a third of the time of a separate pass.
    uint8_t all_bits = 0xFF;
    uint8_t any_bits = 0;
    for (uint32_t i = 0; i < count; ++i) {
      all_bits &= narrow[from + i];
      any_bits |= narrow[from + i];
    }
    if (!complex_.may_occur_in(all_bits, any_bits)) return;
    for (const TileId tile : complex_.all)
      has_complex_tile_ |= std::memchr(narrow + from, static_cast<int>(tile), count) != nullptr;
  } else {
    const uint16_t* const wide = query_.grid.cells.wide();
    for (uint32_t i = 0; i < count; ++i) to[i] = class_of_[wide[from + i]];
  }
}

}  // namespace lexigrid

// The filter in rows for any vector width. Included inside a namespace that defines Vector (Type, kWidth,
// load, both, all_of, or_both, none, candidates) and look_up_row.

/// Rows between a prefetch and its use. Rows are short pieces of long lines, which the hardware prefetcher
/// detects too late. Values from 4 to 16 differ by at most 5 %.
constexpr uint32_t kAhead = 6;

/// Looks up one row. Cells beyond the grid get the masks `open`.
inline void fill_row(const Window& window, const Tables& tables, uint32_t row, Scan& scan) {
  uint8_t* const masks = scan.rows.of[row % kRing];
  if (row >= window.rows) {
    for (unsigned place = 0; place < kFingerprintLetters; ++place)
      std::memset(masks + place * MaskRows::kStride, tables.open[place], MaskRows::kStride);
    return;
  }
  const uint32_t from = window.left == 0 ? 0 : window.left - kOverlap;
  const uint32_t end =
      window.left + window.width + std::min(kOverlap, window.columns - window.left - window.width);
  // The first row of the next window follows the last row of this one.
  const uint32_t last = window.last + kFingerprintLetters - 1;
  const uint64_t ahead = row + kAhead < last ? uint64_t{row + kAhead} * window.columns + from
                                             : uint64_t{window.first + row + kAhead - last} * window.columns +
                                                   from + window.width;
  const uint8_t* const cells = window.cells + uint64_t{row} * window.columns + from;
  const unsigned suspected =
      look_up_row(cells, end - from, window.cells + ahead, tables, masks + kMargin + from - window.left) &
      window.watched;
  scan.has_complex_tile |= (suspected & kHighTile) != 0;
  if (is_suspected(window, suspected))
    scan.has_complex_tile |= std::memchr(cells, window.complex_tile, end - from) != nullptr;
}

/// Fills the columns beyond the edges of the grid, which no row of the window writes.
inline void open_margins(const Window& window, const Tables& tables, MaskRows& rows) noexcept {
  for (auto& row : rows.of) {
    for (unsigned place = 0; place < kFingerprintLetters; ++place) {
      uint8_t* const masks = row + place * MaskRows::kStride;
      std::memset(masks, tables.open[place], kMargin);
      std::memset(masks + kMargin + window.width, tables.open[place], kMargin);
    }
  }
}

inline bool filter(const Window& window, const Tables& tables, Scan& scan) {
  using Type = Vector::Type;
  constexpr size_t kStride = MaskRows::kStride;
  MaskRows& rows = scan.rows;
  if (scan.next == 0) {
    open_margins(window, tables, rows);
    for (uint32_t k = 0; k < kFingerprintLetters - 1; ++k) fill_row(window, tables, window.first + k, scan);
  }
  for (; window.first + scan.next < window.last; ++scan.next) {
    if (scan.hits.are_enough() || scan.has_complex_tile) return true;
    const uint32_t row = window.first + scan.next;
    fill_row(window, tables, row + kFingerprintLetters - 1, scan);
    const uint8_t* r0 = rows.of[row % kRing] + kMargin;
    const uint8_t* r1 = rows.of[(row + 1) % kRing] + kMargin + kStride;
    const uint8_t* r2 = rows.of[(row + 2) % kRing] + kMargin + 2 * kStride;
    const uint8_t* r3 = rows.of[(row + 3) % kRing] + kMargin + 3 * kStride;
    Hit* hit = scan.hits.at + scan.hits.count;
    for (uint32_t i = 0; i < window.width; i += Vector::kWidth) {
      const Type m0 = Vector::load(r0 + i);
      const Type east =
          Vector::all_of(m0, Vector::load(r0 + i + kStride + 1), Vector::load(r0 + i + 2 * kStride + 2));
      const Type south_east = Vector::all_of(m0, Vector::load(r1 + i + 1), Vector::load(r2 + i + 2));
      const Type south = Vector::all_of(m0, Vector::load(r1 + i), Vector::load(r2 + i));
      const Type south_west = Vector::all_of(m0, Vector::load(r1 + i - 1), Vector::load(r2 + i - 2));
      Type any = Vector::both(east, Vector::load(r0 + i + 3 * kStride + 3));
      any = Vector::or_both(any, south_east, Vector::load(r3 + i + 3));
      any = Vector::or_both(any, south, Vector::load(r3 + i));
      any = Vector::or_both(any, south_west, Vector::load(r3 + i - 3));
      if (Vector::none(any)) [[likely]]
        continue;
      const uint64_t lanes = window.width - i >= 64 ? ~uint64_t{0} : (uint64_t{1} << (window.width - i)) - 1;
      hit->cells[0] = Vector::candidates(Vector::both(east, Vector::load(r0 + i + 3 * kStride + 3))) & lanes;
      hit->cells[1] = Vector::candidates(Vector::both(south_east, Vector::load(r3 + i + 3))) & lanes;
      hit->cells[2] = Vector::candidates(Vector::both(south, Vector::load(r3 + i))) & lanes;
      hit->cells[3] = Vector::candidates(Vector::both(south_west, Vector::load(r3 + i - 3))) & lanes;
      hit->first = (scan.next << kCandidateColumnBits) + i;
      ++hit;
    }
    scan.hits.count = static_cast<uint32_t>(hit - scan.hits.at);
  }
  return false;
}

// The filter in rows. Each row is looked up once in the tables of all four letters, and the resulting four
// rows of bucket masks stay in the first-level cache until the next three rows are there too. For every cell
// and axis, the AND of four masks, each one column or row further, then says which buckets may have a
// fingerprint there: thirteen loads and no look-up, whatever the vector width.

constexpr uint32_t kOverlap = 32;  // columns on each side that are looked up too; 3 are needed

constexpr unsigned kTileMask = 31;

#ifdef LEXIGRID_FOR_PORTABLE

/// Looks up four tiles at once: a table for each of the four places has two masks, 32 bits apart, where the
/// tile is to have them among those of its neighbours.
struct LookUp {
  const MaskRows::Joined& table;
  Bytes::Type all_bits = Bytes::fill(0xFF);  // bits that every tile so far has
  Bytes::Type any_bits = Bytes::fill(0);     // bits that some tile so far has

  LookUp(const Tables& /*tables*/, const MaskRows& rows) : table(rows.joined) {}

  LEXIGRID_INLINE void cells(const uint8_t* from, uint8_t* to, size_t stride) {
    const Bytes::Type tiles = Bytes::load(from);
    all_bits = Bytes::both(all_bits, tiles);
    any_bits = Bytes::either(any_bits, tiles);
    const Bytes::Type low = Bytes::both(tiles, Bytes::fill(kTileMask));
    for (unsigned half = 0; half < 2; ++half) {
      four(low.half[half], to + 8 * half, stride);
      four(low.half[half] >> 32, to + 8 * half + 4, stride);
    }
  }

 private:
  LEXIGRID_INLINE void four(uint64_t tiles, uint8_t* to, size_t stride) const {
    for (unsigned two = 0; two < 2; ++two) {
      uint64_t masks = 0;
      for (unsigned k = 0; k < 4; ++k) masks |= table[two][k][tiles >> 8 * k & 0xFF];
      const auto first = static_cast<uint32_t>(masks);
      const auto second = static_cast<uint32_t>(masks >> 32);
      std::memcpy(to + 2 * two * stride, &first, sizeof first);
      std::memcpy(to + (2 * two + 1) * stride, &second, sizeof second);
    }
  }
};

inline void prepare(const Tables& tables, MaskRows& rows) noexcept {
  for (unsigned two = 0; two < 2; ++two) {
    for (unsigned tile = 0; tile <= kTileMask; ++tile) {
      const uint64_t masks = tables.low[2 * two][tile] | uint64_t{tables.low[2 * two + 1][tile]} << 32;
      for (unsigned k = 0; k < 4; ++k) rows.joined[two][k][tile] = masks << 8 * k;
    }
  }
}

#else

/// Looks up tiles in tables of 32 bytes.
struct LookUp {
  Bytes::Table tables[kFingerprintLetters];
  Bytes::Type all_bits = Bytes::fill(0xFF);  // bits that every tile so far has
  Bytes::Type any_bits = Bytes::fill(0);     // bits that some tile so far has

  LookUp(const Tables& of, const MaskRows& /*rows*/)
      : tables{Bytes::load_table(of.low[0]), Bytes::load_table(of.low[1]), Bytes::load_table(of.low[2]),
               Bytes::load_table(of.low[3])} {}

  LEXIGRID_INLINE void cells(const uint8_t* from, uint8_t* to, size_t stride) {
    const Bytes::Type tiles = Bytes::load(from);
    all_bits = Bytes::both(all_bits, tiles);
    any_bits = Bytes::either(any_bits, tiles);
    const Bytes::Index index = Bytes::index(tiles);
    for (unsigned place = 0; place < kFingerprintLetters; ++place)
      Bytes::store(to + place * stride, Bytes::look_up(tables[place], index));
  }
};

inline void prepare(const Tables&, MaskRows&) noexcept {}

#endif

inline unsigned look_up_row(const uint8_t* cells, uint32_t count, const uint8_t* ahead, LookUp row,
                            uint8_t* masks) {
  constexpr uint32_t kWidth = Bytes::kWidth;
  constexpr uint32_t kLine = 64;  // bytes per prefetch
  constexpr size_t kStride = MaskRows::kStride;
  if (count < kWidth) {
    // The first cell fills the rest of the vector.
    alignas(kWidth) uint8_t few[kWidth];
    alignas(kWidth) uint8_t few_masks[kFingerprintLetters * kWidth];
    std::memset(few, cells[0], sizeof few);
    std::memcpy(few, cells, count);
    row.cells(few, few_masks, kWidth);
    for (unsigned place = 0; place < kFingerprintLetters; ++place)
      std::memcpy(masks + place * kStride, few_masks + place * size_t{kWidth}, count);
  } else {
    uint32_t i = 0;
    for (; i + kLine <= count; i += kLine) {
      prefetch(ahead + i);
      for (uint32_t k = 0; k < kLine; k += kWidth) row.cells(cells + i + k, masks + i + k, kStride);
    }
    for (; i + kWidth <= count; i += kWidth) row.cells(cells + i, masks + i, kStride);
    row.cells(cells + count - kWidth, masks + count - kWidth, kStride);  // overlaps the vector before
  }
  return (~Bytes::set_bits(Bytes::both(row.all_bits, Bytes::fill(kLetterBit))) << (64 - kWidth) != 0
              ? kComplexTile
              : 0) |
         (Bytes::high_bits(row.any_bits) != 0 ? kHighTile : 0);
}

/// Rows between a prefetch and its use. Rows are short pieces of long lines, which the hardware prefetcher
/// detects too late. Values from 4 to 16 differ by at most 5 %.
constexpr uint32_t kAhead = 6;

/// Looks up one row. Cells beyond the grid get the masks `open`; rows above it are large numbers.
inline void fill_row(const Window& window, const Tables& tables, uint32_t row, Scan& scan) {
  uint8_t* const masks = scan.rows.of[row % kRing];
  if (row >= window.rows) {
    for (unsigned place = 0; place < kFingerprintLetters; ++place)
      std::memset(masks + place * MaskRows::kStride, tables.open[place], window.width + 2 * kMargin);
    return;
  }
  const uint32_t from = window.left == 0 ? 0 : window.left - kOverlap;
  const uint32_t end =
      window.left + window.width + std::min(kOverlap, window.columns - window.left - window.width);
  // The first row of the next window follows the last row of this one.
  const uint32_t last = window.last + kReach;
  const uint64_t ahead = row + kAhead < last ? uint64_t{row + kAhead} * window.columns + from
                                             : uint64_t{window.first + row + kAhead - last} * window.columns +
                                                   from + window.width;
  const uint8_t* const cells = window.cells + uint64_t{row} * window.columns + from;
  const unsigned suspected = look_up_row(cells, end - from, window.cells + ahead, LookUp(tables, scan.rows),
                                         masks + kMargin + from - window.left) &
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
  using Type = Bytes::Type;
  constexpr size_t kStride = MaskRows::kStride;
  MaskRows& rows = scan.rows;
  // Short patterns that go up may have their last letters above the grid.
  const uint32_t above = window.first == 0 && tables.open[kReach] != 0 ? kReach : 0;
  if (scan.next == 0) {
    open_margins(window, tables, rows);
    prepare(tables, rows);
    for (uint32_t k = 0; k < kReach; ++k) fill_row(window, tables, window.first - above + k, scan);
  }
  for (; scan.next < window.last - window.first + above; ++scan.next) {
    if (scan.hits.are_enough() || scan.has_complex_tile) return true;
    const uint32_t row = window.first + scan.next - above;
    fill_row(window, tables, row + kReach, scan);
    const uint8_t* r0 = rows.of[row % kRing] + kMargin;
    const uint8_t* r1 = rows.of[(row + 1) % kRing] + kMargin + kStride;
    const uint8_t* r2 = rows.of[(row + 2) % kRing] + kMargin + 2 * kStride;
    const uint8_t* r3 = rows.of[(row + 3) % kRing] + kMargin + 3 * kStride;
    const uint8_t* const up0 = r3 - 3 * kStride;
    const uint8_t* const up1 = r2 - kStride;
    const uint8_t* const up2 = r1 + kStride;
    Hit* hit = scan.hits.at + scan.hits.count;
    for (uint32_t i = 0; i < window.width; i += Bytes::kWidth) {
      const Type m0 = Bytes::load(r0 + i);
      const Type east =
          Bytes::all_of(m0, Bytes::load(r0 + i + kStride + 1), Bytes::load(r0 + i + 2 * kStride + 2));
      const Type south_east = Bytes::all_of(m0, Bytes::load(r1 + i + 1), Bytes::load(r2 + i + 2));
      const Type south = Bytes::all_of(m0, Bytes::load(r1 + i), Bytes::load(r2 + i));
      const Type north_east =
          Bytes::all_of(Bytes::load(up0 + i), Bytes::load(up1 + i + 1), Bytes::load(up2 + i + 2));
      const Type end_east = Bytes::load(r0 + i + 3 * kStride + 3);
      Type any = Bytes::both(Bytes::either(east, north_east), end_east);
      any = Bytes::or_both(any, south_east, Bytes::load(r3 + i + 3));
      any = Bytes::or_both(any, south, Bytes::load(r3 + i));
      if (Bytes::none(any)) [[likely]]
        continue;
      const uint64_t lanes = window.width - i >= 64 ? ~uint64_t{0} : (uint64_t{1} << (window.width - i)) - 1;
      hit->cells[0] = Bytes::set_bits(Bytes::both(east, end_east)) & lanes;
      hit->cells[1] = Bytes::set_bits(Bytes::both(south_east, Bytes::load(r3 + i + 3))) & lanes;
      hit->cells[2] = Bytes::set_bits(Bytes::both(south, Bytes::load(r3 + i))) & lanes;
      hit->cells[3] = Bytes::set_bits(Bytes::both(north_east, end_east)) & lanes;
      hit->first = ((scan.next - above) << kCandidateColumnBits) + i;
      ++hit;
    }
    scan.hits.count = static_cast<uint32_t>(hit - scan.hits.at);
  }
  return false;
}

Kernel kernel_for(uint64_t) noexcept { return {filter, kBandRows, kRowColumns, kTileMask}; }

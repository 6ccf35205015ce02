// The filter in strips of 64 columns. A look-up is one instruction, so a strip is walked down once while the
// masks of the rows above stay in registers. Three axes share four look-ups, S needs three more. With the
// grid in the caches, 64 cells take 12 cycles, eight of them for look-ups and tests on the only port that
// executes these.

/// Rows of a strip. They are read side by side, as ascending streams for the hardware prefetcher. From
/// memory, 20 to 48 rows are equally fast, and 64 take twice as long.
constexpr uint32_t kStripRows = 32;
/// The same for a grid that stays in the caches. The taller the strips, the fewer extra rows are read: three
/// per strip.
constexpr uint32_t kMaxStripRows = kBandRows;
constexpr uint64_t kCachedCells = uint64_t{1} << 20;

constexpr uint32_t kLanes = 64;

/// Columns between a prefetch and its use. Values from 128 to 256 differ by at most 4 %.
constexpr uint32_t kAhead = 192;

/// A tile to put beyond the edges. Its masks include the `open` ones.
constexpr uint8_t kNoTile = kLetterBit;

/// A strip of cells in memory, with three more columns to the east and three more rows below.
struct Strip {
  const uint8_t* cells;
  size_t stride;
  uint32_t rows;   // with candidates; three more rows are read
  uint64_t ahead;  // bytes from a cell to the one to prefetch
  uint64_t lanes;  // columns with candidates
  uint32_t first;  // as in Hit, for its first cell
  bool is_top;     // of the grid
};

/// A copy of the part of a strip that is on the grid.
struct Copy {
  static constexpr size_t kStride = kLanes + 8;
  uint8_t cells[(kMaxStripRows + kReach) * kStride];
};

using Vector = Bytes::Type;

LEXIGRID_INLINE uint64_t candidates(uint64_t lanes, Vector a, Vector b) {
  return _mm512_mask_test_epi8_mask(lanes, a, b);
}

/// Walks down a strip. Returns kHighTile if a tile is above 127, kComplexTile if one lacks kLetterBit. If few
/// vectors have a hit, a branch skips the others. If many have (`kIsDense`), that branch would be
/// unpredictable, so every row is written and the end advanced only where it is a hit: 0.11 instead of 0.18
/// ms for a million cells and a hundred words.
template <bool kIsDense>
unsigned walk(const Strip& strip, const Tables& tables, Hits& hits) {
  const Vector t0 = Bytes::load(tables.low[0]);
  const Vector t1 = Bytes::load(tables.low[1]);
  const Vector t2 = Bytes::load(tables.low[2]);
  const Vector t3 = Bytes::load(tables.low[3]);
  const Vector flip = Bytes::fill(kLetterBit);
  const Vector none = Bytes::fill(0);
  Vector seen = none;  // bit 7: some tile has it; bit 6: some tile lacks it
  // Masks of the rows above, numbered by how far above they are. `east` and `south` are masks of the second
  // letter, in the column to the east and in the same column; `far_` ones are those of the third letter, one
  // column further, and `end_` ones those of the last. A candidate is written three rows late, when all its
  // axes are known, but one that goes up in its own row.
  Vector first1 = none, first2 = none, first3 = none;
  Vector east1 = strip.is_top ? Bytes::fill(tables.open[1]) : none, east2 = east1;
  Vector far_east1 = strip.is_top ? Bytes::fill(tables.open[2]) : none, far_east2 = far_east1;
  Vector end_east1 = strip.is_top ? Bytes::fill(tables.open[3]) : none, end_east2 = end_east1,
         end_east3 = end_east1;
  Vector south1 = none, south2 = none, far_south1 = none;
  Vector along1 = none, along2 = none, along3 = none;
  Hit* hit = hits.at + hits.count;
  const uint8_t* cell = strip.cells;
  for (uint32_t row = 0; row < strip.rows + kReach; ++row, cell += strip.stride) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): may be beyond the grid, where a pointer is invalid
    _mm_prefetch(reinterpret_cast<const char*>(reinterpret_cast<uintptr_t>(cell) + strip.ahead), _MM_HINT_T0);
    const Vector here = Bytes::load(cell);
    seen = _mm512_ternarylogic_epi64(seen, here, flip, 0xF6);  // seen | (here ^ flip)
    const Vector first = Bytes::look_up(t0, here);
    const Vector east = Bytes::look_up(t1, Bytes::load(cell + 1));
    const Vector far_east = Bytes::look_up(t2, Bytes::load(cell + 2));
    const Vector end_east = Bytes::look_up(t3, Bytes::load(cell + 3));
    const Vector south = Bytes::look_up(t1, here);
    const Vector far_south = Bytes::look_up(t2, here);
    const Vector end_south = Bytes::look_up(t3, here);
    const Vector slope_down = Bytes::all_of(first3, east2, far_east1);
    const Vector down = Bytes::all_of(first3, south2, far_south1);
    const Vector slope_up = Bytes::all_of(first, east1, far_east2);
    const Vector any = Bytes::or_both(
        Bytes::or_both(Bytes::or_both(along3, slope_down, end_east), down, end_south), slope_up, end_east3);
    const bool is_hit = !Bytes::none(any);
    if (kIsDense || is_hit) [[unlikely]] {
      hit->cells[0] = candidates(strip.lanes, along3, along3);
      hit->cells[1] = candidates(strip.lanes, slope_down, end_east);
      hit->cells[2] = candidates(strip.lanes, down, end_south);
      hit->cells[3] = candidates(strip.lanes, slope_up, end_east3);
      hit->first = strip.first + ((row - kReach) << kCandidateColumnBits);
      hit += is_hit ? 1 : 0;
    }
    along3 = along2;
    along2 = along1;
    along1 = Bytes::both(Bytes::all_of(first, east, far_east), end_east);
    first3 = first2;
    first2 = first1;
    first1 = first;
    east2 = east1;
    east1 = east;
    south2 = south1;
    south1 = south;
    far_east2 = far_east1;
    far_east1 = far_east;
    end_east3 = end_east2;
    end_east2 = end_east1;
    end_east1 = end_east;
    far_south1 = far_south;
  }
  hits.count = static_cast<uint32_t>(hit - hits.at);
  return (_mm512_movepi8_mask(seen) != 0 ? kHighTile : 0) |
         (_mm512_test_epi8_mask(seen, flip) != 0 ? kComplexTile : 0);
}

/// Does a cell of the strip have this tile?
bool has_tile(const Strip& strip, uint8_t tile) {
  const Vector wanted = Bytes::fill(tile);
  uint64_t found = 0;
  for (uint32_t row = 0; row < strip.rows + kReach; ++row) {
    found |= _mm512_cmpeq_epi8_mask(Bytes::load(strip.cells + row * strip.stride), wanted);
  }
  return found != 0;
}

/// Copies the part of the strip at `column` that is on the grid.
void copy_strip(const Window& window, uint32_t column, Strip& strip, Copy& copy) {
  std::memset(copy.cells, kNoTile, (strip.rows + kReach) * Copy::kStride);
  const auto end =
      static_cast<uint32_t>(std::min<uint64_t>(window.columns, uint64_t{column} + kLanes + kReach));
  for (uint32_t row = 0; row < std::min(strip.rows + kReach, window.rows - window.first); ++row) {
    std::memcpy(copy.cells + row * Copy::kStride,
                window.cells + uint64_t{window.first + row} * window.columns + column, end - column);
  }
  strip.cells = copy.cells;
  strip.stride = Copy::kStride;
}

bool filter(const Window& window, const Tables& tables, Scan& scan) {
  const uint64_t columns = window.columns;
  const uint64_t size = columns * window.rows;
  const uint32_t rows = window.last - window.first;
  const uint64_t corner = window.first * columns + window.left;
  const uint64_t last = corner + (rows + kReach - 1) * columns;
  for (; scan.next < window.width && !scan.has_complex_tile && !scan.hits.are_enough(); scan.next += kLanes) {
    const uint32_t some = std::min(kLanes, window.width - scan.next);
    // The last strip is followed by the first strip of the rows below.
    const uint64_t ahead =
        window.left + scan.next + kAhead < columns ? kAhead : rows * columns + kAhead - columns;
    Strip strip{window.cells + corner + scan.next,
                columns,
                rows,
                ahead,
                some == kLanes ? ~uint64_t{0} : (uint64_t{1} << some) - 1,
                scan.next,
                window.first == 0};
    // Near the eastern edge, cells of the next rows are read; candidates there have no room. Memory outside
    // the grid is never read.
    Copy copy;
    if (last + scan.next + kLanes + kReach > size) [[unlikely]]
      copy_strip(window, window.left + scan.next, strip, copy);
    const unsigned suspected =
        (tables.is_dense ? walk<true>(strip, tables, scan.hits) : walk<false>(strip, tables, scan.hits)) &
        window.watched;
    scan.has_complex_tile |= (suspected & kHighTile) != 0;
    if (is_suspected(window, suspected)) scan.has_complex_tile |= has_tile(strip, window.complex_tile);
  }
  return scan.next < window.width;
}

Kernel kernel_for(uint64_t cells) noexcept {
  const uint32_t rows = cells <= kCachedCells ? kMaxStripRows : kStripRows;
  return {filter, rows, 1u << kCandidateColumnBits, 63};
}

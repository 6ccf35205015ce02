// Looks up a row of tiles in tables of 32 bytes, for vectors that shuffle bytes. Included before rows.inl.
// Vector must also have Table, Index, load_table, index, look_up, store, set_all, clear_all, either,
// lacks_bit and any_high.

struct LookUp {
  Vector::Table tables[kFingerprintLetters];
  Vector::Type all_bits = Vector::set_all();    // bits that every tile so far has
  Vector::Type any_bits = Vector::clear_all();  // bits that some tile so far has

  LEXIGRID_INLINE void cells(const uint8_t* from, uint8_t* to, size_t stride) {
    const Vector::Type tiles = Vector::load(from);
    all_bits = Vector::both(all_bits, tiles);
    any_bits = Vector::either(any_bits, tiles);
    const Vector::Index index = Vector::index(tiles);
    for (unsigned place = 0; place < kFingerprintLetters; ++place)
      Vector::store(to + place * stride, Vector::look_up(tables[place], index));
  }
};

inline unsigned look_up_row(const uint8_t* cells, uint32_t count, const uint8_t* ahead, const Tables& tables,
                            uint8_t* masks) {
  constexpr uint32_t kWidth = Vector::kWidth;
  constexpr uint32_t kLine = 64;  // bytes per prefetch
  constexpr size_t kStride = MaskRows::kStride;
  LookUp row{{Vector::load_table(tables.low[0]), Vector::load_table(tables.low[1]),
              Vector::load_table(tables.low[2]), Vector::load_table(tables.low[3])}};
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
  return (Vector::lacks_bit(row.all_bits, kLetterBit) ? kComplexTile : 0) |
         (Vector::any_high(row.any_bits) ? kHighTile : 0);
}

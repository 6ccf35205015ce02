// Line search for few words on grids of plain one-byte tiles, modelled on Teddy, the multi-literal matcher of
// Hyperscan (https://github.com/intel/hyperscan) and of the Rust crate aho-corasick (src/packed/teddy).
//
// The naive search compares every word, forward and reversed, at every cell along four axes. Teddy compares
// only four letters of each word, its fingerprint, but for all words at once:
//   1. Words are put into eight buckets. For each of the four places, a table gives for every tile a mask of
//      the buckets that have a word with that letter there.
//   2. The AND of the four masks along an axis says which buckets may have a fingerprint at a cell.
//      Vector shuffles look up 16 to 64 cells at once, and the ANDs are shared by the axes.
//   3. The few cells with a bit left are candidates: a verifier compares their letters with the words.
// Many words need several sets of buckets, each with its own pass over the grid.
//
// Where a look-up is one instruction (AVX-512), the grid is walked in strips of columns (strips.inl),
// otherwise in rows (rows.inl).
#pragma once

#include <memory>

#include "lines/bands.hpp"
#include "lines/teddy/patterns.hpp"

namespace lexigrid {

/// For grids that are not wrapped. Declines when it meets a complex tile.
[[nodiscard]] std::unique_ptr<BandSearch> make_teddy(const LineQuery& query, const LinePatterns& patterns,
                                                     const ComplexTiles& complex);

}  // namespace lexigrid

// Scores all boards that differ from a given board in one cell, in one search.
#pragma once

#include "grid/adjacency.hpp"
#include "paths/paths.hpp"
#include "paths/trie.hpp"

namespace lexigrid {

/// One board: `letters[cell]` is a letter code of the lexicon or kNoTile, `is_hole[cell]` is 1 for a hole.
/// Holes are not changed; a tile that spells nothing in the lexicon is changed like any other.
struct ChangesQuery {
  const LexiconView& lexicon;
  const PathTries& tries;
  const Adjacency& adjacency;
  std::span<const uint8_t> letters;
  std::span<const uint8_t> is_hole;
  bool qu = false;  // the letter q spells qu
  LetterCode q = kNoLetter;
  LetterCode u = kNoLetter;
  uint32_t min_length = 1;
  std::span<const uint32_t> points{};
};

/// Writes to `scores[cell * letter_count + letter]` the score of the board with this letter on this cell or,
/// for a hole, the score of the unchanged board. There may be up to kMaxBoardCells cells.
[[nodiscard]] Finish score_changes(const ChangesQuery& query, std::span<uint64_t> scores, StopToken& stop);

/// Returns the trie that the kernels search for this query, or null if they do not serve it.
[[nodiscard]] const PathTrie* changes_trie(const ChangesQuery& query);

/// Scores boards of the same shape and options one by one; `boards` has the letters of each in turn.
[[nodiscard]] Finish score_each(const ChangesQuery& query, std::span<const uint8_t> boards,
                                std::span<uint64_t> scores, StopToken& stop);

}  // namespace lexigrid

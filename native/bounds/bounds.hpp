// The best boards of a pattern, by branch and bound.
//
// The clauses of a pattern, sorted by key, are a tree: the digit of the first place is its first level. An
// upper bound of the score of all boards is, from the last place to the first, the clauses that do not use
// the place, plus the best letter of those that do. Each subtree may choose another letter for a later place,
// which is why it is a bound and not a score. To branch is to choose the letter of the first place: the
// clauses with this letter and those that do not use the place are merged, and all later choices in them are
// made together. With all letters chosen the bound counts each word once for each set of cells that spells
// it, so the board is scored.
//
// The method of orderly trees is due to Dan Vanderkam (hybrid-boggle, 2025). Trees that are sorted lists are
// merged in one pass without pointers, and bounded in a pass per place without branches.
#pragma once

#include <optional>

#include "bounds/clauses.hpp"

namespace lexigrid {

struct BoundAnswer {
  /// No board of the pattern has more points. Exact if there are `boards`.
  uint64_t bound = 0;
  /// The boards with `bound` points, one index of a symbol per cell; none if all boards have less than was
  /// asked for. Boards that differ in a letter that no word of theirs uses are one.
  std::vector<uint8_t> boards;
  /// Nodes of the search, each with a list of clauses, and the clauses in all of them.
  uint64_t nodes = 0;
  uint64_t clauses = 0;
};

/// Bounds the boards of a pattern, and finds the best of those with `at_least` points (1 or more), `limit`
/// of them at most. Nothing if the pattern has too many boards for keys, or words for list_clauses. When
/// `stop` is due, the answer is meaningless.
[[nodiscard]] std::optional<BoundAnswer> bound_boards(const BoardPattern& pattern, uint64_t at_least,
                                                      size_t limit, StopToken& stop);

}  // namespace lexigrid

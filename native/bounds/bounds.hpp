// The best boards of a pattern, by branch and bound.
//
// Clauses sorted by key form a tree: the digits of the first place are its first level. The tree is bounded
// from the last place to the first: at each place, a subtree is worth its clauses that do not use the place,
// plus those of the best letter. This exceeds the best score because each subtree may choose a different
// letter for the same place. Branching fixes the letter of the first place: the clauses with that letter are
// merged with those that do not use the place, so both now make the same later choices. When all letters are
// fixed, the bound still counts a word once for each set of cells that spells it, so the board is scored.
//
// The method, orderly trees, is due to Dan Vanderkam (hybrid-boggle, 2025). As the trees are sorted lists,
// one pass without pointers merges them, and one branch-free pass per place bounds them.
#pragma once

#include <optional>

#include "bounds/clauses.hpp"

namespace lexigrid {

struct BoundAnswer {
  /// No board of the pattern scores more. Exact unless `boards` is empty.
  uint64_t bound = 0;
  /// The boards that score `bound`, with one symbol index per cell; empty if every board scores less than
  /// `at_least`. Boards that differ only in a letter no word uses are counted once.
  std::vector<uint8_t> boards;
};

/// Bounds the scores of a pattern's boards, and returns at most `limit` of the best boards if they score
/// `at_least` points or more (0 counts as 1). Returns nullopt if KeyLayout::of or list_clauses does. When
/// `stop` is due, the answer is meaningless.
[[nodiscard]] std::optional<BoundAnswer> bound_boards(const BoardPattern& pattern, uint64_t at_least,
                                                      size_t limit, StopToken& stop);

}  // namespace lexigrid

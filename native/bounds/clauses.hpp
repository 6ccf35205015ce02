// The words of all boards of a pattern, as clauses.
//
// A pattern lists the letters that each cell may show. A *clause* says: with these letters on these cells, a
// board scores these points. Words that need the same letters on the same cells share a clause, and a word
// counts once in it even if several paths over these cells spell it.
//
// The key of a clause has one digit per open cell: 0 if the clause does not use the cell, else the number of
// its letter, from 1. In ascending order of keys, clauses that agree on the first cells are adjacent, so a
// sorted list is a tree in depth-first order.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"
#include "paths/trie.hpp"

namespace lexigrid {

/// All boards of one shape with one of the listed symbols of the trie on each cell.
struct BoardPattern {
  const PathTrie& trie;
  const Adjacency& adjacency;
  std::span<const std::vector<uint8_t>> symbols;  // per cell, distinct; none: no word can use the cell
  std::span<const uint32_t> points;               // by word length
  uint32_t min_length = 1;
};

/// The most cells of a pattern: a 64-bit mask holds the cells of a path.
inline constexpr uint32_t kMaxPatternCells = 64;

/// The digits of keys. An open cell is one with at least two symbols; its *place* is the position of its
/// digit. Cells with more neighbours come first, as more words use them.
class KeyLayout {
 public:
  static constexpr unsigned kMaxPlaces = 32;   // a digit has at least two bits
  static constexpr unsigned kMaxSymbols = 31;  // and at most five

  /// Returns nullopt if the digits need more than 64 bits, or for too many cells or symbols.
  [[nodiscard]] static std::optional<KeyLayout> of(const BoardPattern& pattern);

  [[nodiscard]] unsigned places() const noexcept { return places_; }
  [[nodiscard]] CellId cell_at(unsigned place) const noexcept { return cell_[place]; }
  /// The number of letters at a place.
  [[nodiscard]] unsigned letters(unsigned place) const noexcept { return letters_[place]; }
  [[nodiscard]] unsigned shift(unsigned place) const noexcept { return shift_[place]; }
  /// The bits of the digit of a place.
  [[nodiscard]] uint64_t digit_mask(unsigned place) const noexcept { return from(place) & ~from(place + 1); }
  /// The bits of the digits of a place and all later ones.
  [[nodiscard]] uint64_t from(unsigned place) const noexcept { return from_[place]; }
  /// The key with symbol number `index` on a cell as its only digit; 0 unless the cell is open.
  [[nodiscard]] uint64_t key(CellId cell, size_t index) const noexcept {
    return shift_of_cell_[cell] < 0 ? 0 : uint64_t{index + 1} << shift_of_cell_[cell];
  }

 private:
  unsigned places_ = 0;
  std::array<CellId, kMaxPlaces> cell_{};
  std::array<uint8_t, kMaxPlaces> letters_{};
  std::array<uint8_t, kMaxPlaces> shift_{};
  std::array<uint64_t, kMaxPlaces + 1> from_{};
  std::array<int8_t, kMaxPatternCells> shift_of_cell_{};
};

/// Clauses with distinct keys in ascending order.
struct Clauses {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> points;
};

/// Lists the clauses of a pattern. Returns nullopt if the words have more than kMaxClauses occurrences, or
/// their points exceed 32 bits. When `stop` is due, the answer is meaningless.
[[nodiscard]] std::optional<Clauses> list_clauses(const BoardPattern& pattern, const KeyLayout& layout,
                                                  StopToken& stop);

/// Sorting needs 32 bytes for each.
inline constexpr size_t kMaxClauses = size_t{1} << 28;

/// The score of one board of a pattern, given the index of the symbol on each cell.
[[nodiscard]] uint64_t score_board_of(const BoardPattern& pattern, std::span<const uint8_t> indices);

}  // namespace lexigrid

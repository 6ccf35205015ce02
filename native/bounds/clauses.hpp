// The words of all boards of a pattern, as clauses.
//
// A pattern names for each cell the letters that it may show. A *clause* says: with these letters on these
// cells, a board has this word. Clauses that need the same letters on the same cells are one, and words that
// several paths spell on the same cells count once in it.
//
// The key of a clause is a number with a digit for each cell that is open: 0 if the word does not use the
// cell, else the number of its letter, from 1. Ascending keys put clauses next to each other whose first
// cells agree, so that a list of clauses is a tree that is read from front to back.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"
#include "paths/trie.hpp"

namespace lexigrid {

/// The boards of one shape that show on each cell one of some symbols of the trie.
struct BoardPattern {
  const PathTrie& trie;
  const Adjacency& adjacency;
  std::span<const std::vector<uint8_t>> symbols;  // per cell, distinct; a cell without any spells nothing
  std::span<const uint32_t> points;               // by the number of letters
  uint32_t min_length = 1;
};

/// Cells of a pattern at most: a path is a set of 64 bits.
inline constexpr uint32_t kMaxPatternCells = 64;

/// The digits of keys. Open cells, those with two symbols or more, are numbered by *places*: cells with many
/// neighbours first, as most words use them.
class KeyLayout {
 public:
  static constexpr unsigned kMaxPlaces = 32;   // a digit has two bits at least
  static constexpr unsigned kMaxSymbols = 31;  // and five at most

  /// Nothing if the digits need more than 64 bits.
  [[nodiscard]] static std::optional<KeyLayout> of(const BoardPattern& pattern);

  [[nodiscard]] unsigned places() const noexcept { return places_; }
  [[nodiscard]] CellId cell_at(unsigned place) const noexcept { return cell_[place]; }
  /// The number of letters of a place.
  [[nodiscard]] unsigned letters(unsigned place) const noexcept { return letters_[place]; }
  [[nodiscard]] unsigned shift(unsigned place) const noexcept { return shift_[place]; }
  /// The bits of the digit of a place, and of all places behind it.
  [[nodiscard]] uint64_t digit_mask(unsigned place) const noexcept { return from(place) & ~from(place + 1); }
  [[nodiscard]] uint64_t from(unsigned place) const noexcept { return from_[place]; }
  /// The digits of symbol number `index` of a cell; 0 for a cell that is not open.
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

/// Clauses with distinct keys, ascending.
struct Clauses {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> points;
};

/// Lists the clauses of a pattern; nothing if there are more than kMaxClauses, or points beyond 32 bits. When
/// `stop` is due, the answer is meaningless.
[[nodiscard]] std::optional<Clauses> list_clauses(const BoardPattern& pattern, const KeyLayout& layout,
                                                  StopToken& stop);

/// 32 bytes each while they are sorted.
inline constexpr size_t kMaxClauses = size_t{1} << 28;

/// The score of the board that shows on each cell one symbol, given by its index in the pattern.
[[nodiscard]] uint64_t score_board_of(const BoardPattern& pattern, std::span<const uint8_t> indices);

}  // namespace lexigrid

// The board of a puzzle under construction, with the letters set so far.
#pragma once

#include <array>
#include <vector>

#include "layout/patterns.hpp"

namespace lexigrid {

inline constexpr LetterCode kEmptyCell = 0xFFFF;
inline constexpr LetterCode kHoleCell = 0xFFFE;
inline constexpr uint32_t kNowhere = 0xFFFFFFFF;

/// The line of a word: its first cell on the framed board and a direction, clockwise from 0 (N) to 7 (NW).
struct Spot {
  uint32_t cell = kNowhere;
  uint8_t direction = 0;

  [[nodiscard]] bool is_set() const noexcept { return cell != kNowhere; }
};

/// Letters on a rectangle framed by holes, so that no line needs a bounds check.
class Board {
 public:
  /// `cells` has rows * columns codes: a letter, kEmptyCell or kHoleCell.
  Board(uint32_t rows, uint32_t columns, std::span<const LetterCode> cells);

  [[nodiscard]] uint32_t rows() const noexcept { return rows_; }
  [[nodiscard]] uint32_t columns() const noexcept { return columns_; }
  /// The number of cells with those of the frame.
  [[nodiscard]] uint32_t size() const noexcept { return static_cast<uint32_t>(letters_.size()); }
  [[nodiscard]] uint32_t cell_at(uint32_t row, uint32_t column) const noexcept {
    return (row + 1) * (columns_ + 2) + column + 1;
  }
  /// The cell with this index in reading order.
  [[nodiscard]] uint32_t cell_at(uint32_t place) const noexcept {
    return cell_at(place / columns_, place % columns_);
  }
  /// The inverse: row * columns + column.
  [[nodiscard]] uint32_t place_of(uint32_t cell) const noexcept {
    return (cell / (columns_ + 2) - 1) * columns_ + cell % (columns_ + 2) - 1;
  }
  [[nodiscard]] LetterCode letter(uint32_t cell) const noexcept { return letters_[cell]; }
  [[nodiscard]] uint32_t cell_of(const Spot& spot, uint32_t index) const noexcept {
    return spot.cell + index * static_cast<uint32_t>(steps_[spot.direction]);
  }
  [[nodiscard]] int step(uint8_t direction) const noexcept { return steps_[direction]; }
  [[nodiscard]] uint32_t empty_count() const noexcept { return empty_; }

  void set(uint32_t cell, LetterCode letter) noexcept {
    empty_ -= (letters_[cell] == kEmptyCell);
    empty_ += (letter == kEmptyCell);
    letters_[cell] = letter;
  }

  /// True if the line has no hole.
  [[nodiscard]] bool has_line(const Spot& spot, uint32_t length) const noexcept {
    uint32_t i = 0;
    while (i < length && letters_[cell_of(spot, i)] != kHoleCell) ++i;
    return i == length;
  }

  /// The line of `length` cells of which this cell has the index; unset if it has a hole.
  [[nodiscard]] Spot line_through(uint32_t cell, uint32_t index, uint32_t length,
                                  uint8_t direction) const noexcept {
    // Both ends are reached from the cell, so that the frame stops a line that leaves the board.
    const Spot back{cell, static_cast<uint8_t>((direction + 4) % 8)};
    if (!has_line(back, index + 1) || !has_line({cell, direction}, length - index)) return {};
    return {cell_of(back, index), direction};
  }

  /// How many letters of a word, from its first on, can be on a line, and how many of these are there
  /// already.
  struct Fit {
    uint32_t agreeing = 0;
    uint32_t shared = 0;
  };
  [[nodiscard]] Fit compare(std::span<const LetterCode> word, const Spot& spot) const noexcept {
    const auto step = static_cast<uint32_t>(steps_[spot.direction]);
    const LetterCode* const letters = letters_.data();
    const auto length = static_cast<uint32_t>(word.size());
    uint32_t shared = 0;
    uint32_t i = 0;
    for (uint32_t at = spot.cell; i < length; ++i, at += step) {
      const LetterCode there = letters[at];
      if (there == word[i]) {
        ++shared;
      } else if (there != kEmptyCell) {
        break;
      }
    }
    return {i, shared};
  }

  /// True if letters on a line through the cell form a pattern that is not inside the line of `length` cells
  /// at `own` (0: no such line).
  [[nodiscard]] bool completes(uint32_t cell, const Patterns& patterns, const Spot& own = {},
                               uint32_t length = 0) const noexcept;

  /// The letters as rows * columns codes.
  [[nodiscard]] std::vector<LetterCode> cells() const;

 private:
  uint32_t rows_;
  uint32_t columns_;
  uint32_t empty_ = 0;
  std::array<int, 8> steps_{};
  std::vector<LetterCode> letters_;
};

}  // namespace lexigrid

// Questions to the core in the browser, encoded as lists of 32-bit numbers.
#pragma once

#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "grid/adjacency.hpp"
#include "grid/tile_set.hpp"

namespace lexigrid::wasm {

/// Means no limit or no letter.
inline constexpr uint32_t kNone = 0xFFFFFFFF;

/// Reads the numbers of a question in order; lists are preceded by their sizes. The caller is trusted.
class Question {
 public:
  explicit Question(std::span<const uint32_t> numbers) : numbers_(numbers) {}

  [[nodiscard]] uint32_t number() {
    if (at_ >= numbers_.size()) throw std::out_of_range("the question ends too early");
    return numbers_[at_++];
  }
  [[nodiscard]] bool flag() { return number() != 0; }
  [[nodiscard]] uint64_t limit() {
    const uint32_t given = number();
    return given == kNone ? kNoLimit : given;
  }
  [[nodiscard]] double seconds() { return number() / 1e6; }
  [[nodiscard]] std::span<const uint32_t> list() {
    const size_t size = number();
    if (size > numbers_.size() - at_) throw std::out_of_range("a list ends too early");
    at_ += size;
    return numbers_.subspan(at_ - size, size);
  }

 private:
  std::span<const uint32_t> numbers_;
  size_t at_ = 0;
};

/// A grid in the letters of a lexicon or a word.
class Board {
 public:
  /// Reads rows, columns, the number of tiles, the tiles, and a list of the tile of each cell. A tile is 0
  /// (dead); 1 and its letter; 2 (wild); or 3, the number of its alternatives, and a list of letters for
  /// each.
  explicit Board(Question& question) {
    rows = question.number();
    columns = question.number();
    const size_t tiles = question.number();
    for (size_t tile = 0; tile < tiles; ++tile) {
      const uint32_t kind = question.number();
      tiles_.add(kind == 1 ? static_cast<LetterCode>(question.number()) : kNoLetter);
      const auto id = static_cast<TileId>(tile);
      if (kind == 2) tiles_.set_wild(id);
      if (kind != 3) continue;
      std::vector<std::vector<LetterCode>> alternatives(question.number());
      for (auto& letters : alternatives) {
        const auto codes = question.list();
        letters.assign(codes.begin(), codes.end());
      }
      tiles_.set(id, std::move(alternatives));
    }
    const auto cells = question.list();
    cells_.assign(cells.begin(), cells.end());
  }

  [[nodiscard]] GridView view() const {
    return {rows, columns, Cells(std::span<const uint16_t>(cells_)), tiles_.table()};
  }

  uint32_t rows = 0;
  uint32_t columns = 0;

 private:
  Tiles tiles_;
  std::vector<uint16_t> cells_;
};

/// Reads the kind, whether it wraps, and a list of pairs of cells, for a custom topology.
inline Adjacency read_adjacency(Question& question, const Board& board, bool tabulated) {
  const auto kind = static_cast<TopologyKind>(question.number());
  const bool wrap = question.flag();
  const auto pairs = question.list();
  if (kind == TopologyKind::custom) return Adjacency::build(pairs, board.rows * board.columns);
  return tabulated ? Adjacency::build(kind, wrap, board.rows, board.columns)
                   : Adjacency::sketch(kind, wrap, board.rows, board.columns);
}

}  // namespace lexigrid::wasm

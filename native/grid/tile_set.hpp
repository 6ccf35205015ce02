// A tile table that owns its memory.
#pragma once

#include <vector>

#include "grid/tiles.hpp"

namespace lexigrid {

class Tiles {
 public:
  /// Makes tiles of one letter each; kNoLetter makes a dead one.
  explicit Tiles(std::vector<LetterCode> letters);
  Tiles() = default;

  [[nodiscard]] TileTable table() const noexcept {
    return {kind_, letter_, alternative_at_, letter_at_, letters_};
  }

  /// Appends a tile of one letter, or a dead one (kNoLetter).
  void add(LetterCode letter);
  /// Makes a dead tile wild.
  void set_wild(TileId tile);
  /// Gives a dead tile its alternatives, none of them empty. Later tiles must not have any yet.
  void set(TileId tile, std::vector<std::vector<LetterCode>> alternatives);

 private:
  std::vector<TileKind> kind_;
  std::vector<LetterCode> letter_;
  std::vector<uint32_t> alternative_at_{0};
  std::vector<uint32_t> letter_at_{0};
  std::vector<LetterCode> letters_;
};

}  // namespace lexigrid

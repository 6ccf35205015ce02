#include "grid/tile_set.hpp"

namespace lexigrid {

Tiles::Tiles(std::vector<LetterCode> letters)
    : kind_(letters.size()),
      letter_(std::move(letters)),
      alternative_at_(letter_.size() + 1) {
  for (size_t tile = 0; tile < letter_.size(); ++tile)
    kind_[tile] = letter_[tile] == kNoLetter ? TileKind::dead : TileKind::letter;
}

void Tiles::add(LetterCode letter) {
  kind_.push_back(letter == kNoLetter ? TileKind::dead : TileKind::letter);
  letter_.push_back(letter);
  alternative_at_.push_back(alternative_at_.back());
}

void Tiles::set_wild(TileId tile) {
  kind_[tile] = TileKind::wild;
  letter_[tile] = kNoLetter;
}

void Tiles::set(TileId tile, std::vector<std::vector<LetterCode>> alternatives) {
  std::sort(alternatives.begin(), alternatives.end());
  alternatives.erase(std::unique(alternatives.begin(), alternatives.end()), alternatives.end());
  const bool is_letter = alternatives.size() == 1 && alternatives[0].size() == 1;
  kind_[tile] = alternatives.empty() ? TileKind::dead : is_letter ? TileKind::letter : TileKind::choice;
  letter_[tile] = is_letter ? alternatives[0][0] : kNoLetter;
  if (is_letter) return;
  for (const auto& letters : alternatives) {
    letters_.insert(letters_.end(), letters.begin(), letters.end());
    letter_at_.push_back(static_cast<uint32_t>(letters_.size()));
  }
  std::fill(alternative_at_.begin() + tile + 1, alternative_at_.end(),
            static_cast<uint32_t>(letter_at_.size() - 1));
}

}  // namespace lexigrid

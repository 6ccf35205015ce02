// The Lexicon class of the Python module.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bindings/tiles.hpp"
#include "lexicon/texts.hpp"
#include "lines/cache.hpp"
#include "paths/trie.hpp"

namespace lexigrid::bindings {

/// A lexicon image, which is owned or in a Python buffer, and everything derived from it.
class Lexicon {
 public:
  explicit Lexicon(std::vector<std::byte> image);
  Lexicon(Input<uint8_t> buffer, bool validate);

  [[nodiscard]] const LexiconView& view() const noexcept { return view_; }
  [[nodiscard]] const PathTries& tries() const noexcept { return *tries_; }
  [[nodiscard]] std::span<const std::byte> image() const noexcept { return image_; }
  [[nodiscard]] const LexiconTexts& texts() const noexcept { return texts_; }
  [[nodiscard]] std::vector<std::string> punctuation() const;

  [[nodiscard]] LineCache& line_cache() const noexcept { return *line_cache_; }

  /// The tiles in the letters of this lexicon, with `unknown` as for TileTexts::encode. Caches the last
  /// result.
  [[nodiscard]] std::shared_ptr<const Tiles> encode(const TileTexts& texts, LetterCode unknown) const;

  NodeId check_node(NodeId node) const;
  WordId check_word(WordId word) const;
  /// Raises ValueError unless there are points for every word length.
  void check_points(const Input<uint32_t>& points) const;

 private:
  void open(bool validate);

  std::vector<std::byte> owned_;
  Input<uint8_t> buffer_;
  std::span<const std::byte> image_;
  LexiconView view_;
  LexiconTexts texts_;
  std::unique_ptr<PathTries> tries_;
  std::unique_ptr<LineCache> line_cache_ = std::make_unique<LineCache>();
  mutable std::mutex tiles_mutex_;
  mutable std::shared_ptr<const Tiles> tiles_;
  mutable uint64_t tiles_texts_ = 0;  // id of the texts that `tiles_` encodes
  mutable LetterCode tiles_unknown_ = kNoLetter;
};

}  // namespace lexigrid::bindings

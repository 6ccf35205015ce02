// Prepared data that line searches share, one cache per lexicon.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "lines/teddy/patterns.hpp"
#include "lines/trie_scan/index.hpp"

namespace lexigrid {

/// Belongs to one lexicon. Thread-safe.
class LineCache {
 public:
  /// Returns the packed trie of the words, which is built once (35 ms for 172,000 words).
  [[nodiscard]] std::shared_ptr<const LineIndex> index(const LexiconView& lexicon) {
    const std::lock_guard<std::mutex> held(lock_);
    if (index_ == nullptr) index_ = std::make_shared<LineIndex>(lexicon);
    return index_;
  }

  /// Returns the words as patterns for a search of `cells` cells. Caches only the result of the last call.
  [[nodiscard]] std::shared_ptr<const LinePatterns> patterns(const LexiconView& lexicon, uint8_t directions,
                                                             LetterCode any_letter, uint64_t cells) {
    const std::lock_guard<std::mutex> held(lock_);
    cells_ += cells;  // of all searches, as they share what it takes to build patterns
    if (patterns_ == nullptr || directions != directions_ || any_letter != any_letter_ ||
        !patterns_->suit(cells_)) {
      patterns_ = std::make_shared<LinePatterns>(lexicon, directions, any_letter, cells_);
      directions_ = directions;
      any_letter_ = any_letter;
    }
    return patterns_;
  }

 private:
  std::mutex lock_;
  std::shared_ptr<const LineIndex> index_;
  std::shared_ptr<const LinePatterns> patterns_;
  uint8_t directions_ = 0;
  LetterCode any_letter_ = kNoLetter;
  uint64_t cells_ = 0;
};

}  // namespace lexigrid

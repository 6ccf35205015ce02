// The spellings of words, for lists in which some differ from the faces of the letters joined.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lexicon/sort.hpp"

namespace lexigrid {

/// True if the spelling of any word differs from the faces of its letters joined.
[[nodiscard]] bool needs_spellings(const WordList& list);

/// The distinct spellings of each word in input order. The list must outlive them.
class Spellings {
 public:
  /// `ids` are the ids of the sorted words, below `words`.
  Spellings(const WordList& list, std::span<const SortedWord> sorted, std::span<const WordId> ids,
            uint32_t words);

  /// The bytes of all spellings together.
  [[nodiscard]] uint64_t size() const noexcept { return size_; }

  /// Writes the text and the offsets. The first offset must be set already.
  void write(std::span<uint32_t> at, char* out) const noexcept;

 private:
  struct Place {
    uint64_t at;
    uint64_t size : 63;
    uint64_t is_joined : 1;  // 1: in `joined_`; 0: in the list
  };
  const WordList& list_;
  std::vector<Place> places_;  // by word
  std::string joined_;         // spellings of words that have several
  uint64_t size_ = 0;
};

}  // namespace lexigrid

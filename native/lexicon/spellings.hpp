// The spellings of words, where they are not the faces of the letters joined.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lexicon/sort.hpp"

namespace lexigrid {

/// Whether any word of the list is spelled in another way than its letters joined.
[[nodiscard]] bool needs_spellings(const WordList& list);

/// The spellings of each word, each once, in the order given. The list must outlive them.
class Spellings {
 public:
  /// `ids` are the ids of the sorted words, below `words`.
  Spellings(const WordList& list, std::span<const SortedWord> sorted, std::span<const WordId> ids,
            uint32_t words);

  /// Bytes of all spellings.
  [[nodiscard]] uint64_t size() const noexcept { return size_; }

  /// Writes the offsets, of which the first is set, and the text.
  void write(std::span<uint32_t> at, char* out) const noexcept;

 private:
  struct Place {
    uint64_t at;
    uint64_t size : 63;
    uint64_t is_joined : 1;  // in `joined_`, else in the list
  };
  const WordList& list_;
  std::vector<Place> places_;  // by word
  std::string joined_;         // of words with several spellings
  uint64_t size_ = 0;
};

}  // namespace lexigrid

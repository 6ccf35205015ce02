// Words that must not occur by accident on a puzzle, in either reading direction.
#pragma once

#include <vector>

#include "layout/words.hpp"

namespace lexigrid {

/// A trie of words and reversed words: one scan along an axis finds both directions.
class Patterns {
 public:
  static constexpr uint32_t kNone = 0;
  static constexpr uint32_t kRoot = 1;

  Patterns(const WordsView& words, const WordsView& avoided);

  /// kNone if no pattern continues with the letter.
  [[nodiscard]] uint32_t child(uint32_t node, LetterCode letter) const noexcept {
    if (node == kRoot) return letter < first_.size() ? first_[letter] : kNone;
    const Node& here = nodes_[node];
    for (uint32_t i = here.children; i < here.children + here.count; ++i) {
      if (labels_[i] == letter) return i;
    }
    return kNone;
  }
  [[nodiscard]] bool ends(uint32_t node) const noexcept { return nodes_[node].ends; }
  [[nodiscard]] uint32_t longest() const noexcept { return longest_; }

 private:
  struct Node {
    uint32_t children = 0;  // the first; they are contiguous
    uint32_t count : 31 = 0;
    uint32_t ends : 1 = 0;
  };
  std::vector<Node> nodes_;
  std::vector<LetterCode> labels_;  // by node
  std::vector<uint32_t> first_;     // child of the root by letter
  uint32_t longest_ = 0;
};

}  // namespace lexigrid

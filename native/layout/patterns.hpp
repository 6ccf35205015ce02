// Words that must not occur in a puzzle by accident, in either reading direction.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "layout/words.hpp"

namespace lexigrid {

/// A trie of words and reversed words, so that one scan along an axis finds both directions.
class Patterns {
 public:
  static constexpr uint32_t kNone = 0;
  static constexpr uint32_t kRoot = 1;

  Patterns(const WordsView& words, const WordsView& avoided);

  /// kNone if no pattern continues with the letter.
  [[nodiscard]] uint32_t child(uint32_t node, LetterCode letter) const noexcept {
    const Node& here = nodes_[node];
    if (letter < kMaskBits) {
      const uint32_t bit = uint32_t{1} << letter;
      if ((here.mask & bit) == 0) return kNone;
      return here.children + static_cast<uint32_t>(std::popcount(here.mask & (bit - 1)));
    }
    const auto begin = labels_.begin() + here.children;
    const auto found = std::lower_bound(begin, begin + here.count, letter);
    const bool is_child = found != begin + here.count && *found == letter;
    return is_child ? static_cast<uint32_t>(found - labels_.begin()) : kNone;
  }
  [[nodiscard]] bool ends(uint32_t node) const noexcept { return nodes_[node].ends; }
  [[nodiscard]] uint32_t longest() const noexcept { return longest_; }

 private:
  static constexpr uint32_t kMaskBits = 32;

  struct Node {
    uint32_t children = 0;  // index of the first; the others follow in order of their labels
    uint32_t mask = 0;      // labels of children below kMaskBits
    uint32_t count : 31 = 0;
    uint32_t ends : 1 = 0;
  };
  std::vector<Node> nodes_;
  std::vector<LetterCode> labels_;  // by node
  uint32_t longest_ = 0;
};

}  // namespace lexigrid

// Words, and a trie of those that must not occur in a puzzle by accident.
#pragma once

#include <span>
#include <vector>

#include "base/types.hpp"

namespace lexigrid {

/// Words as letter codes: word i is letters[at[i]] .. letters[at[i + 1]].
struct WordsView {
  std::span<const LetterCode> letters;
  std::span<const uint32_t> at;

  [[nodiscard]] uint32_t size() const noexcept {
    return at.empty() ? 0 : static_cast<uint32_t>(at.size() - 1);
  }
  [[nodiscard]] std::span<const LetterCode> operator[](uint32_t word) const noexcept {
    return letters.subspan(at[word], at[word + 1] - at[word]);
  }
};

/// A trie of words and reversed words, so that one scan along an axis finds both directions.
class Patterns {
 public:
  static constexpr uint32_t kNone = 0;
  static constexpr uint32_t kRoot = 1;

  Patterns(const WordsView& words, const WordsView& avoided);

  /// kNone if no pattern continues with the letter.
  [[nodiscard]] uint32_t child(uint32_t node, LetterCode letter) const noexcept {
    if (node == kRoot) return letter < first_.size() ? first_[letter] : kNone;
    const Node& here = nodes_[node];
    if ((here.mask >> letter % 32 & 1) == 0) return kNone;
    for (uint32_t child = here.children, end = child + here.count; child < end; ++child) {
      if (labels_[child] == letter) return child;
    }
    return kNone;
  }
  [[nodiscard]] bool ends(uint32_t node) const noexcept { return nodes_[node].ends; }
  [[nodiscard]] uint32_t longest() const noexcept { return longest_; }

 private:
  struct Node {
    uint32_t children = 0;  // index of the first; the others follow in order of their labels
    uint32_t mask = 0;      // labels of children modulo 32
    uint32_t count : 31 = 0;
    uint32_t ends : 1 = 0;
  };
  std::vector<Node> nodes_;
  std::vector<LetterCode> labels_;  // by node
  std::vector<uint32_t> first_;     // by letter: child of the root
  uint32_t longest_ = 0;
};

}  // namespace lexigrid

#include "lexicon/query.hpp"

#include <cstdint>

namespace lexigrid {
namespace {

/// A set of positions in a pattern: bit k means "the first k elements are matched".
class Positions {
 public:
  explicit Positions(size_t pattern_size) : bits_(pattern_size / 64 + 1) {}
  void add(size_t k) noexcept { bits_[k / 64] |= uint64_t{1} << (k % 64); }
  [[nodiscard]] bool has(size_t k) const noexcept { return (bits_[k / 64] >> (k % 64) & 1) != 0; }
  [[nodiscard]] bool empty() const noexcept {
    for (const uint64_t word : bits_) {
      if (word != 0) return false;
    }
    return true;
  }

 private:
  std::vector<uint64_t> bits_;
};

/// A star may match no letters, so a position before it implies the one after it.
void pass_stars(Positions& positions, std::span<const uint32_t> pattern) {
  for (size_t k = 0; k < pattern.size(); ++k) {
    if (pattern[k] == kAnyLetters && positions.has(k)) positions.add(k + 1);
  }
}

Positions step(const Positions& from, std::span<const uint32_t> pattern, LetterCode letter) {
  Positions to(pattern.size());
  for (size_t k = 0; k < pattern.size(); ++k) {
    if (!from.has(k)) continue;
    if (pattern[k] == kAnyLetters) {
      to.add(k);
    } else if (pattern[k] == kAnyLetter || pattern[k] == letter) {
      to.add(k + 1);
    }
  }
  pass_stars(to, pattern);
  return to;
}

}  // namespace

std::vector<WordId> words_below(const LexiconView& lexicon, NodeId node) {
  std::vector<WordId> words;
  std::vector<NodeId> open{node};  // at most one group of siblings per level
  while (!open.empty()) {
    const NodeId here = open.back();
    open.pop_back();
    if (lexicon.ends_word(here)) words.push_back(lexicon.word_at(here));
    const NodeId first = lexicon.first_child(here);
    for (uint32_t k = lexicon.child_count(here); k-- > 0;) open.push_back(first + k);
  }
  return words;
}

std::vector<WordId> words_like(const LexiconView& lexicon, std::span<const uint32_t> pattern) {
  struct Open {
    NodeId node;
    Positions positions;
  };
  std::vector<WordId> words;
  Positions start(pattern.size());
  start.add(0);
  pass_stars(start, pattern);
  std::vector<Open> open;
  open.push_back({kRootNode, start});
  std::vector<Open> children;
  while (!open.empty()) {
    const Open here = std::move(open.back());
    open.pop_back();
    if (lexicon.ends_word(here.node) && here.positions.has(pattern.size())) {
      words.push_back(lexicon.word_at(here.node));
    }
    children.clear();
    lexicon.for_each_child(here.node, [&](NodeId child, LetterCode letter) {
      Positions next = step(here.positions, pattern, letter);
      if (!next.empty()) children.push_back({child, std::move(next)});
    });
    while (!children.empty()) {
      open.push_back(std::move(children.back()));
      children.pop_back();
    }
  }
  return words;
}

}  // namespace lexigrid

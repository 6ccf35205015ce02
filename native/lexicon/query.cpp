#include "lexicon/query.hpp"

#include <algorithm>
#include <cstdint>

#include "base/bits.hpp"

namespace lexigrid {
namespace {

/// A set of positions in a pattern: bit k means "the first k elements are matched".
using Positions = std::vector<uint64_t>;

/// A star may match no letters, so a position before it implies the one after it.
void pass_stars(Positions& positions, std::span<const uint32_t> pattern) {
  for (size_t k = 0; k < pattern.size(); ++k) {
    if (pattern[k] == kAnyLetters && has_bit(positions, k)) insert_bit(positions, k + 1);
  }
}

Positions step(const Positions& from, std::span<const uint32_t> pattern, LetterCode letter) {
  Positions to(from.size());
  for (size_t k = 0; k < pattern.size(); ++k) {
    if (!has_bit(from, k)) continue;
    if (pattern[k] == kAnyLetters) {
      insert_bit(to, k);
    } else if (pattern[k] == kAnyLetter || pattern[k] == letter) {
      insert_bit(to, k + 1);
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
  Positions start(pattern.size() / 64 + 1);
  insert_bit(start, 0);
  pass_stars(start, pattern);
  std::vector<Open> open;
  open.push_back({kRootNode, start});
  std::vector<Open> children;
  while (!open.empty()) {
    const Open here = std::move(open.back());
    open.pop_back();
    if (lexicon.ends_word(here.node) && has_bit(here.positions, pattern.size())) {
      words.push_back(lexicon.word_at(here.node));
    }
    children.clear();
    lexicon.for_each_child(here.node, [&](NodeId child, LetterCode letter) {
      Positions next = step(here.positions, pattern, letter);
      if (std::any_of(next.begin(), next.end(), [](uint64_t each) { return each != 0; }))
        children.push_back({child, std::move(next)});
    });
    while (!children.empty()) {
      open.push_back(std::move(children.back()));
      children.pop_back();
    }
  }
  return words;
}

}  // namespace lexigrid

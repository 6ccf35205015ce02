// Steps over a tile, from one set of lexicon nodes to the next.
//
// Wild and choice tiles have several spellings; on plain tiles the set has one node.
#pragma once

#include <algorithm>
#include <vector>

#include "grid/tiles.hpp"
#include "lexicon/lexicon.hpp"

namespace lexigrid {

using NodeSet = std::vector<NodeId>;

/// Steps over tiles. `any_letter` is the letter of the lexicon that matches any letter of the grid, or
/// kNoLetter.
class Speller {
 public:
  Speller(const LexiconView& lexicon, const TileTable& table, LetterCode any_letter = kNoLetter) noexcept
      : lexicon_(lexicon),
        table_(table),
        any_letter_(any_letter) {}

  /// Appends the nodes that `nodes[begin .. end)` reach over the tile, ascending and distinct.
  void step(TileId tile, size_t begin, size_t end, NodeSet& nodes) {
    const size_t made = nodes.size();
    for (size_t i = begin; i < end; ++i) step_one(nodes[i], tile, nodes);
    if (nodes.size() - made > 1) {
      const auto first = nodes.begin() + static_cast<ptrdiff_t>(made);
      std::sort(first, nodes.end());
      nodes.erase(std::unique(first, nodes.end()), nodes.end());
    }
  }

 private:
  void step_one(NodeId node, TileId tile, NodeSet& nodes) {
    switch (table_.kind[tile]) {
      case TileKind::dead: break;
      case TileKind::letter: letter_step(node, table_.letter[tile], nodes); break;
      case TileKind::wild:
        lexicon_.for_each_child(node, [&](NodeId child, LetterCode) { nodes.push_back(child); });
        break;
      case TileKind::choice:
        for (uint32_t a = table_.alternative_at[tile]; a < table_.alternative_at[tile + 1]; ++a) {
          word_step(node, table_.alternative(a), nodes);
        }
        break;
    }
  }

  void letter_step(NodeId node, LetterCode letter, NodeSet& nodes) {
    if (letter < lexicon_.letter_count) {  // else it is kOtherLetter
      if (const NodeId child = lexicon_.child(node, letter); child != kDeadNode) nodes.push_back(child);
    }
    if (any_letter_ != kNoLetter && any_letter_ != letter) {
      if (const NodeId child = lexicon_.child(node, any_letter_); child != kDeadNode) nodes.push_back(child);
    }
  }

  void word_step(NodeId node, std::span<const LetterCode> letters, NodeSet& nodes) {
    here_.assign(1, node);
    for (const LetterCode letter : letters) {
      next_.clear();
      for (const NodeId each : here_) letter_step(each, letter, next_);
      here_.swap(next_);
    }
    nodes.insert(nodes.end(), here_.begin(), here_.end());
  }

  const LexiconView& lexicon_;
  const TileTable& table_;
  LetterCode any_letter_;
  NodeSet here_;
  NodeSet next_;
};

/// Does `a` precede `b` in the order of their letters?
[[nodiscard]] inline bool precedes(const LexiconView& lexicon, WordId a, WordId b) {
  const uint32_t a_length = lexicon.length_of(a);
  const uint32_t b_length = lexicon.length_of(b);
  if (a_length == b_length) return a < b;  // words of one length are numbered in the order of their letters
  for (uint32_t i = 0; i < std::min(a_length, b_length); ++i) {
    const LetterCode x = lexicon.letter_of(a, a_length, i);
    const LetterCode y = lexicon.letter_of(b, b_length, i);
    if (x != y) return x < y;
  }
  return a_length < b_length;
}

/// Writes the words that end at `nodes[begin .. end)` to `words`, in the order of their letters.
inline void words_at(const LexiconView& lexicon, const NodeSet& nodes, size_t begin, size_t end,
                     std::vector<WordId>& words) {
  words.clear();
  for (size_t i = begin; i < end; ++i) {
    if (lexicon.ends_word(nodes[i])) words.push_back(lexicon.word_at(nodes[i]));
  }
  if (words.size() < 2) return;
  std::sort(words.begin(), words.end(), [&](WordId a, WordId b) { return precedes(lexicon, a, b); });
}

}  // namespace lexigrid

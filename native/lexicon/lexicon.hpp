// The compiled lexicon: a constant view of an image, shared by all threads.
//
// docs/design.md explains the two node layouts; lexicon/format.hpp has the header as a table.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>
#include <string_view>

#include "base/bits.hpp"
#include "base/types.hpp"

namespace lexigrid {

using Node = uint64_t;

/// Bits of a node. In both layouts, bits 0-31 are the first child, and bit 63 means "a word ends here".
inline constexpr unsigned kLettersShift = 32;  // narrow: 26 bits, the letters that lead to a child
inline constexpr unsigned kLengthShift = 58;   // narrow: 5 bits, the length of the word, capped at 31
inline constexpr Node kLettersMask = 0x3FFFFFF;
inline constexpr Node kLengthMask = 31;
inline constexpr Node kCountMask = 0x7FFFFFFF;  // wide: bits 32-62, the number of children
inline constexpr Node kWordBit = Node{1} << 63;

/// For 64 consecutive nodes: which of them end a word, and how many earlier nodes do.
struct RankBlock {
  uint64_t word_nodes;
  uint32_t words_before;
  uint32_t unused;
};

/// A trusted or validated image. Every accessor takes constant or logarithmic time.
struct LexiconView {
  uint32_t letter_count = 0;
  uint32_t word_count = 0;
  uint32_t node_count = 0;  // including the dead node and the root
  uint32_t max_length = 0;  // letters of the longest word
  bool is_wide = false;
  std::span<const Node> nodes;
  std::span<const LetterCode> labels;  // wide only: the letter that leads to each node
  std::span<const RankBlock> ranks;
  std::span<const uint32_t> first_word;   // max_length + 2: first id of each length
  std::span<const uint64_t> letters_at;   // max_length + 2: first letter of each length
  std::span<const std::byte> letters;     // 1 byte per letter up to 256 letters, else 2
  std::span<const uint8_t> bands;         // empty, or one per word
  std::span<const uint32_t> spelling_at;  // empty, or word_count + 1 offsets into spellings
  std::string_view spellings;             // UTF-8; '\n' separates the spellings of one word
  std::string_view meta;                  // UTF-8 JSON: alphabet, origin
  uint64_t fingerprint = 0;               // of letters and words only

  [[nodiscard]] bool ends_word(NodeId node) const noexcept { return (nodes[node] & kWordBit) != 0; }

  [[nodiscard]] NodeId first_child(NodeId node) const noexcept { return static_cast<NodeId>(nodes[node]); }

  [[nodiscard]] uint32_t child_count(NodeId node) const noexcept {
    return is_wide ? static_cast<uint32_t>(nodes[node] >> 32 & kCountMask)
                   : static_cast<uint32_t>(std::popcount(nodes[node] >> kLettersShift & kLettersMask));
  }

  /// The child that the letter leads to, or kDeadNode.
  [[nodiscard]] NodeId child(NodeId node, LetterCode letter) const noexcept {
    return is_wide ? wide_child(node, letter) : narrow_child(node, letter);
  }

  [[nodiscard]] NodeId narrow_child(NodeId node, LetterCode letter) const noexcept {
    assert(letter < kNarrowLetters);
    const Node word = nodes[node];
    const Node bit = Node{1} << (kLettersShift + letter);
    if ((word & bit) == 0) return kDeadNode;
    const Node below = word & (bit - 1) & (kLettersMask << kLettersShift);
    return first_child(node) + static_cast<NodeId>(std::popcount(below));
  }

  [[nodiscard]] NodeId wide_child(NodeId node, LetterCode letter) const noexcept {
    const auto begin = labels.begin() + first_child(node);
    const auto end = begin + child_count(node);
    const auto found = std::lower_bound(begin, end, letter);
    return found != end && *found == letter ? static_cast<NodeId>(found - labels.begin()) : kDeadNode;
  }

  /// Calls `visit(child, letter)` for each child in ascending order of its letter.
  template <class Visit>
  void for_each_child(NodeId node, Visit&& visit) const {
    NodeId next = first_child(node);
    if (is_wide) {
      for (const NodeId end = next + child_count(node); next != end; ++next) visit(next, labels[next]);
    } else {
      for_each_bit(nodes[node] >> kLettersShift & kLettersMask,
                   [&](unsigned letter) { visit(next++, static_cast<LetterCode>(letter)); });
    }
  }

  /// The id of the word that ends at `node`. Requires `ends_word(node)`.
  [[nodiscard]] WordId word_at(NodeId node) const noexcept {
    const RankBlock& block = ranks[node >> 6];
    const uint64_t below = (uint64_t{1} << (node & 63)) - 1;
    return block.words_before + static_cast<WordId>(std::popcount(block.word_nodes & below));
  }

  /// Number of letters of a word.
  [[nodiscard]] uint32_t length_of(WordId word) const noexcept {
    return static_cast<uint32_t>(std::upper_bound(first_word.begin(), first_word.end(), word) -
                                 first_word.begin() - 1);
  }

  [[nodiscard]] uint32_t letter_bytes() const noexcept { return letter_count > 256 ? 2 : 1; }

  /// The letter at `index` of a word of known length.
  [[nodiscard]] LetterCode letter_of(WordId word, uint32_t length, uint32_t index) const noexcept {
    const uint64_t at = letters_at[length] + uint64_t{word - first_word[length]} * length + index;
    if (letter_bytes() == 1) return static_cast<LetterCode>(letters[at]);
    return static_cast<LetterCode>(static_cast<unsigned>(letters[2 * at]) |
                                   static_cast<unsigned>(letters[2 * at + 1]) << 8);
  }

  /// The node at the end of a sequence of letters, or kDeadNode.
  [[nodiscard]] NodeId walk(std::span<const LetterCode> word, NodeId from = kRootNode) const noexcept {
    for (const LetterCode letter : word) {
      if (from == kDeadNode || letter >= letter_count) return kDeadNode;
      from = child(from, letter);
    }
    return from;
  }
};

}  // namespace lexigrid

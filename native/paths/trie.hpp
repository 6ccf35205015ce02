// The lexicon as the kernels walk it: by *symbols*, of which a node has up to 31.
//
// A symbol is a letter, or the letters of a tile that spells several. The trie of a narrow lexicon uses the
// nodes of its image. Other tries are copies made for the tiles of a grid, with `qu` as one symbol instead of
// q, `in` in addition to i and n (a word then has several ways through the trie), or the most frequent
// letters of a large alphabet.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "lexicon/lexicon.hpp"

namespace lexigrid {

/// The letters of a symbol, one or more.
using PathSymbol = std::vector<LetterCode>;

/// The most symbols of a node: its bits 32 to 62.
inline constexpr unsigned kPathSymbols = 31;
inline constexpr uint8_t kNoSymbol = 0xFF;

class PathTrie {
 public:
  /// Uses the nodes of a narrow lexicon directly; the view must outlive the trie.
  [[nodiscard]] static PathTrie plain(const LexiconView& lexicon);

  /// Makes a trie of the words that these symbols can spell. There are at most kPathSymbols symbols, all
  /// distinct; their indices are their codes.
  [[nodiscard]] static PathTrie of_symbols(const LexiconView& lexicon, std::span<const PathSymbol> symbols);

  [[nodiscard]] const Node* nodes() const noexcept { return nodes_.data(); }
  [[nodiscard]] uint32_t node_count() const noexcept { return static_cast<uint32_t>(nodes_.size()); }

  /// The nodes after two symbols, at `32 * first + second`; kDeadNode if there is none.
  [[nodiscard]] const std::array<NodeId, 1024>& pairs() const noexcept { return pairs_; }

  /// The nodes after one symbol.
  [[nodiscard]] const std::array<NodeId, 32>& singles() const noexcept { return singles_; }

  /// Can a single tile spell a word?
  [[nodiscard]] bool has_single_words() const noexcept { return has_single_words_; }

  /// Returns the child for a symbol, or kDeadNode.
  [[nodiscard]] NodeId child(NodeId from, unsigned symbol) const noexcept {
    const Node node = nodes_[from];
    const auto below = static_cast<uint32_t>(node >> kLettersShift) & ((uint32_t{1} << symbol) - 1);
    if ((node >> (kLettersShift + symbol) & 1) == 0) return kDeadNode;
    return static_cast<NodeId>(node) + static_cast<NodeId>(std::popcount(below));
  }

  /// Returns the number of letters of the word that ends at a node.
  [[nodiscard]] uint32_t length_at(NodeId node) const noexcept {
    if (!lengths_.empty()) return lengths_[node];
    const auto length = static_cast<uint32_t>(nodes_[node] >> kLengthShift & kLengthMask);
    return length < kLengthMask ? length : lexicon_->length_of(word_at(node));
  }

  /// Do nodes have the length of their word, up to kLengthMask? With more than 26 symbols they have no room.
  [[nodiscard]] bool has_node_lengths() const noexcept { return lengths_.empty(); }

  /// Can a word end at several nodes? Then `identity` is the same for all of them.
  [[nodiscard]] bool has_aliases() const noexcept { return !identity_.empty(); }
  [[nodiscard]] NodeId identity(NodeId node) const noexcept {
    return identity_.empty() ? node : identity_[node];
  }

  /// The words of nodes, for loops that store bytes, which could alias anything but a local copy.
  struct Words {
    const RankBlock* ranks;
    const WordId* word_of;  // by rank; null if rank and word id are the same

    [[nodiscard]] WordId at(NodeId node) const noexcept {
      const RankBlock& block = ranks[node >> 6];
      const uint64_t below = (uint64_t{1} << (node & 63)) - 1;
      const auto rank = block.words_before + static_cast<uint32_t>(std::popcount(block.word_nodes & below));
      return word_of == nullptr ? rank : word_of[rank];
    }
  };
  [[nodiscard]] Words words() const noexcept {
    return {ranks_.data(), word_of_.empty() ? nullptr : word_of_.data()};
  }
  [[nodiscard]] WordId word_at(NodeId node) const noexcept { return words().at(node); }

  /// Unique among the tries of this process, so that threads can cache data by trie.
  [[nodiscard]] uint64_t id() const noexcept { return id_; }

  PathTrie(PathTrie&&) noexcept = default;
  PathTrie& operator=(PathTrie&&) noexcept = default;
  PathTrie(const PathTrie&) = delete;
  PathTrie& operator=(const PathTrie&) = delete;

 private:
  PathTrie() = default;
  void make_tables();

  const LexiconView* lexicon_ = nullptr;
  std::span<const Node> nodes_;
  std::span<const RankBlock> ranks_;
  std::vector<Node> own_nodes_;
  std::vector<RankBlock> own_ranks_;
  std::vector<WordId> word_of_;    // by rank; empty if rank and word id are the same
  std::vector<uint16_t> lengths_;  // of the word of each node; empty if the nodes have them
  std::vector<NodeId> identity_;   // empty if all nodes differ
  std::array<NodeId, 1024> pairs_{};
  std::array<NodeId, 32> singles_{};
  bool has_single_words_ = false;
  uint64_t id_ = 0;
};

/// The tries of one lexicon, each made on first use. Thread-safe.
class PathTries {
 public:
  explicit PathTries(const LexiconView& lexicon) noexcept : lexicon_(lexicon) {}

  /// The trie for tiles that spell one letter each. For a wide lexicon, it has the kPathSymbols most frequent
  /// letters, and no words with other letters.
  [[nodiscard]] const PathTrie& plain() const;

  /// The code of a letter in `plain()`, or kNoSymbol.
  [[nodiscard]] uint8_t plain_symbol(LetterCode letter) const;

  /// The trie with a pair of letters ("Qu", "Th") in place of the first of them, whose code it takes. Null
  /// for a wide lexicon, and when kMaxMade tries exist.
  [[nodiscard]] const PathTrie* with_qu(LetterCode q, LetterCode u) const;

  /// A trie, and the symbols of its codes.
  struct Made {
    std::vector<PathSymbol> symbols;
    PathSymbol qu;  // the pair, for tries made by `with_qu`
    std::unique_ptr<PathTrie> trie;
  };

  /// A trie with these symbols of several letters and these single letters (`is_alone` has an element per
  /// letter). Grids of one set of dice differ in their tiles. To serve many of them, a new trie also gets the
  /// symbols of the earlier ones. Null for too many symbols, and when kMaxMade tries exist, as each is a copy
  /// of the nodes.
  [[nodiscard]] const Made* with_symbols(std::span<const uint8_t> is_alone,
                                         const std::vector<PathSymbol>& several) const;

  /// The letters of the lexicon, the most frequent first.
  [[nodiscard]] std::span<const LetterCode> by_frequency() const;

  [[nodiscard]] const LexiconView& lexicon() const noexcept { return lexicon_; }

  static constexpr size_t kMaxMade = 8;

 private:
  [[nodiscard]] Made* free_slot() const;

  const LexiconView& lexicon_;
  mutable std::once_flag is_plain_made_;
  mutable std::unique_ptr<PathTrie> plain_;
  mutable std::vector<uint8_t> plain_symbols_;  // per letter of a wide lexicon
  mutable std::once_flag are_letters_counted_;
  mutable std::vector<LetterCode> by_frequency_;
  mutable std::mutex made_mutex_;
  mutable std::array<Made, kMaxMade> made_{};
};

}  // namespace lexigrid

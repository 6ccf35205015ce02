// The lexicon as the kernels walk it: in *symbols*, of which a node tells up to 31.
//
// A symbol is what one tile spells: a letter, or the letters of a tile of several. The trie of a
// narrow lexicon is the nodes of its image; another is a copy made for the tiles of a grid: `qu` as
// one symbol in the place of q, `in` beside i and n (a word then has several ways through the
// trie), or the most frequent letters of a large alphabet.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "lexicon/lexicon.hpp"

namespace lexigrid {

/// The letters that a symbol stands for, one or more.
using PathSymbol = std::vector<LetterCode>;

/// Symbols that a node has bits for: 32 to 62 of it.
inline constexpr unsigned kPathSymbols = 31;
inline constexpr uint32_t kSymbolsMask = 0x7FFFFFFF;
inline constexpr uint8_t kNoSymbol = 0xFF;

class PathTrie {
 public:
  /// The nodes of a narrow lexicon as they are; the view must outlive the trie.
  [[nodiscard]] static PathTrie plain(const LexiconView& lexicon);

  /// The words that some of these symbols spell, one after the other; their places are their
  /// codes. Distinct, at most kPathSymbols.
  [[nodiscard]] static PathTrie of_symbols(const LexiconView& lexicon, std::span<const PathSymbol> symbols);

  [[nodiscard]] const Node* nodes() const noexcept { return nodes_.data(); }
  [[nodiscard]] uint32_t node_count() const noexcept { return static_cast<uint32_t>(nodes_.size()); }

  /// The node behind two letters, at `32 * first + second`; kDeadNode where there is none.
  [[nodiscard]] const std::array<NodeId, 1024>& pairs() const noexcept { return pairs_; }

  /// The node behind one letter.
  [[nodiscard]] const std::array<NodeId, 32>& singles() const noexcept { return singles_; }

  /// Does any word stand on a single tile?
  [[nodiscard]] bool has_single_words() const noexcept { return has_single_words_; }

  /// The node one tile further, or kDeadNode.
  [[nodiscard]] NodeId child(NodeId from, unsigned symbol) const noexcept {
    const Node node = nodes_[from];
    const auto below = static_cast<uint32_t>(node >> kLettersShift) & ((uint32_t{1} << symbol) - 1);
    if ((node >> (kLettersShift + symbol) & 1) == 0) return kDeadNode;
    return static_cast<NodeId>(node) + static_cast<NodeId>(std::popcount(below));
  }

  /// Letters of the word that ends at a node.
  [[nodiscard]] uint32_t length_at(NodeId node) const noexcept {
    if (!lengths_.empty()) return lengths_[node];
    const auto told = static_cast<uint32_t>(nodes_[node] >> kLengthShift & kLengthMask);
    return told < kLengthMask ? told : lexicon_->length_of(word_at(node));
  }

  /// Does every node tell the length of its word, up to kLengthMask? Of more than 26 symbols none does.
  [[nodiscard]] bool has_node_lengths() const noexcept { return lengths_.empty(); }

  /// Can a word end at several nodes? Then `identity` is the same for all of them.
  [[nodiscard]] bool has_aliases() const noexcept { return !identity_.empty(); }
  [[nodiscard]] NodeId identity(NodeId node) const noexcept {
    return identity_.empty() ? node : identity_[node];
  }

  [[nodiscard]] WordId word_at(NodeId node) const noexcept {
    const RankBlock& block = ranks_[node >> 6];
    const uint64_t below = (uint64_t{1} << (node & 63)) - 1;
    const auto place = block.words_before + static_cast<uint32_t>(std::popcount(block.word_nodes & below));
    return word_of_.empty() ? place : word_of_[place];
  }

  /// Different for every trie of this process: what a thread remembers of one is of no other.
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
  std::vector<WordId> word_of_;    // by rank; empty where rank and word id are the same
  std::vector<uint16_t> lengths_;  // of the word of each node; empty where the nodes tell them
  std::vector<NodeId> identity_;   // empty where all nodes differ
  std::array<NodeId, 1024> pairs_{};
  std::array<NodeId, 32> singles_{};
  bool has_single_words_ = false;
  uint64_t id_ = 0;
};

/// The tries of one lexicon, each made when it is first wanted; safe on many threads.
class PathTries {
 public:
  explicit PathTries(const LexiconView& lexicon) noexcept : lexicon_(lexicon) {}

  /// A trie for tiles that spell one letter each. Of a wide lexicon: the kPathSymbols letters that
  /// its words have most often; words with others are not in it.
  [[nodiscard]] const PathTrie& plain() const;

  /// The code of a letter in `plain()`, kNoSymbol where it has none.
  [[nodiscard]] uint8_t plain_symbol(LetterCode letter) const;

  /// The trie for a pair of letters ("Qu", "Th" ...) in the place of its first, whose code it has;
  /// null as `with_symbols`, and for a wide lexicon.
  [[nodiscard]] const PathTrie* with_qu(LetterCode q, LetterCode u) const;

  /// A trie, and what its codes stand for.
  struct Made {
    std::vector<PathSymbol> symbols;
    PathSymbol qu;  // where it was asked for by this pair
    std::unique_ptr<PathTrie> trie;
  };

  /// A trie that has these symbols of several letters, and the letters that are wanted alone
  /// (`is_alone` has an element a letter). Grids of one set of dice differ in what lies on them, so
  /// one trie serves all it can: a new one also has what others were asked for. Null when there is
  /// no room for so many symbols, or kMaxMade tries came before: each is a copy of the nodes.
  [[nodiscard]] const Made* with_symbols(std::span<const uint8_t> is_alone,
                                         const std::vector<PathSymbol>& several) const;

  /// Letters of the lexicon, those that its words have most often first.
  [[nodiscard]] std::span<const LetterCode> by_frequency() const;

  [[nodiscard]] const LexiconView& lexicon() const noexcept { return lexicon_; }

  static constexpr size_t kMaxMade = 8;

 private:
  const LexiconView& lexicon_;
  mutable std::once_flag is_plain_made_;
  mutable std::unique_ptr<PathTrie> plain_;
  mutable std::vector<uint8_t> plain_symbols_;  // of the letters of a wide lexicon
  mutable std::once_flag are_letters_counted_;
  mutable std::vector<LetterCode> by_frequency_;
  [[nodiscard]] Made* free_place() const;

  mutable std::mutex made_mutex_;
  mutable std::array<Made, kMaxMade> made_{};
};

}  // namespace lexigrid

// The lexicon as the small-grid kernels walk it.
//
// Either the nodes of the image themselves, or a copy in which `qu` is the one letter `q`: on a
// grid whose every Q spells QU a step over such a tile is then a step like any other.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "lexicon.hpp"

namespace lexigrid {

class PathTrie {
 public:
  /// The nodes of a narrow lexicon as they are; the view must outlive the trie.
  [[nodiscard]] static PathTrie plain(const LexiconView& lexicon);

  /// Words with `q` always followed by `u`, the two as one letter; all other words with a q are
  /// left out. `q` and `u` are letter codes of the lexicon.
  [[nodiscard]] static PathTrie with_qu(const LexiconView& lexicon, LetterCode q, LetterCode u);

  [[nodiscard]] const Node* nodes() const noexcept { return nodes_.data(); }
  [[nodiscard]] std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(nodes_.size()); }

  /// The node behind two letters, at `32 * first + second`; kDeadNode where there is none.
  [[nodiscard]] const std::array<NodeId, 1024>& pairs() const noexcept { return pairs_; }

  /// The node behind one letter.
  [[nodiscard]] const std::array<NodeId, 32>& singles() const noexcept { return singles_; }

  /// Does any word stand on a single tile?
  [[nodiscard]] bool has_single_words() const noexcept { return has_single_words_; }

  /// The node one tile further, or kDeadNode.
  [[nodiscard]] NodeId child(NodeId from, unsigned letter) const noexcept {
    const Node node = nodes_[from];
    const Node bit = Node{1} << (kLettersShift + letter);
    if ((node & bit) == 0) return kDeadNode;
    const Node below = node & (bit - 1) & (kLettersMask << kLettersShift);
    return static_cast<NodeId>(node) + static_cast<NodeId>(std::popcount(below));
  }

  [[nodiscard]] WordId word_at(NodeId node) const noexcept {
    const RankBlock& block = ranks_[node >> 6];
    const std::uint64_t below = (std::uint64_t{1} << (node & 63)) - 1;
    const auto place = block.words_before + static_cast<std::uint32_t>(std::popcount(block.word_nodes & below));
    return word_of_.empty() ? place : word_of_[place];
  }

  /// Different for every trie of this process: what a thread remembers of one is of no other.
  [[nodiscard]] std::uint64_t id() const noexcept { return id_; }

  PathTrie(PathTrie&&) noexcept = default;
  PathTrie& operator=(PathTrie&&) noexcept = default;
  PathTrie(const PathTrie&) = delete;
  PathTrie& operator=(const PathTrie&) = delete;

 private:
  PathTrie() = default;
  void make_tables();

  std::span<const Node> nodes_;
  std::span<const RankBlock> ranks_;
  std::vector<Node> own_nodes_;
  std::vector<RankBlock> own_ranks_;
  std::vector<WordId> word_of_;  // by rank; empty where rank and word id are the same
  std::array<NodeId, 1024> pairs_{};
  std::array<NodeId, 32> singles_{};
  bool has_single_words_ = false;
  std::uint64_t id_ = 0;
};

/// The tries of one narrow lexicon, each made when it is first wanted; safe on many threads.
class PathTries {
 public:
  explicit PathTries(const LexiconView& lexicon) noexcept : lexicon_(lexicon) {}

  [[nodiscard]] const PathTrie& plain() const;
  /// The trie for this pair of letters ("Qu", "Th" ...), or null when kMaxFolded other pairs came
  /// before: each is a copy of the nodes, so their number is bounded.
  [[nodiscard]] const PathTrie* with_qu(LetterCode q, LetterCode u) const;

  static constexpr std::size_t kMaxFolded = 4;

 private:
  const LexiconView& lexicon_;
  mutable std::once_flag is_plain_made_;
  mutable std::unique_ptr<PathTrie> plain_;
  struct Folded {
    LetterCode q;
    LetterCode u;
    std::unique_ptr<PathTrie> trie;
  };
  mutable std::mutex folded_mutex_;
  mutable std::array<Folded, kMaxFolded> folded_{};
};

}  // namespace lexigrid

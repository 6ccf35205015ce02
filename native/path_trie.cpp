#include "path_trie.hpp"

#include <algorithm>
#include <atomic>

namespace lexigrid {
namespace {

struct FoldedWord {
  std::vector<LetterCode> letters;  // with qu as q
  WordId word;
  std::uint32_t length;  // letters of the word as it is
};

/// Words as folded letters, in their order; words that no grid of Qu tiles can spell left out.
std::vector<FoldedWord> folded_words(const LexiconView& lexicon, LetterCode q, LetterCode u) {
  std::vector<FoldedWord> words;
  words.reserve(lexicon.word_count);
  for (std::uint32_t length = 1; length <= lexicon.max_length; ++length) {
    for (WordId word = lexicon.first_word[length]; word < lexicon.first_word[length + 1]; ++word) {
      FoldedWord folded{{}, word, length};
      folded.letters.reserve(length);
      bool is_spellable = true;
      for (std::uint32_t i = 0; i < length && is_spellable; ++i) {
        const LetterCode letter = lexicon.letter_of(word, length, i);
        folded.letters.push_back(letter);
        if (letter == q) {
          ++i;
          is_spellable = i < length && lexicon.letter_of(word, length, i) == u;
        }
      }
      if (is_spellable) words.push_back(std::move(folded));
    }
  }
  std::sort(words.begin(), words.end(), [](const FoldedWord& a, const FoldedWord& b) { return a.letters < b.letters; });
  return words;
}

std::size_t common_prefix(const std::vector<LetterCode>& a, const std::vector<LetterCode>& b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

}  // namespace

PathTrie PathTrie::plain(const LexiconView& lexicon) {
  PathTrie trie;
  trie.nodes_ = lexicon.nodes;
  trie.ranks_ = lexicon.ranks;
  trie.make_tables();
  return trie;
}

PathTrie PathTrie::with_qu(const LexiconView& lexicon, LetterCode q, LetterCode u) {
  // The same breadth-first numbering as in lexicon_compile.cpp, over the folded words.
  const std::vector<FoldedWord> words = folded_words(lexicon, q, u);
  std::vector<std::uint32_t> per_depth(lexicon.max_length + 2);
  std::vector<std::size_t> common(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    common[i] = i == 0 ? 0 : common_prefix(words[i - 1].letters, words[i].letters);
    for (std::size_t depth = common[i] + 1; depth <= words[i].letters.size(); ++depth) ++per_depth[depth];
  }
  std::vector<std::uint32_t> next(lexicon.max_length + 2);
  std::uint32_t free = 2;
  for (std::uint32_t depth = 1; depth <= lexicon.max_length; ++depth) {
    next[depth] = free;
    free += per_depth[depth];
  }
  PathTrie trie;
  trie.own_nodes_.assign(free, 0);
  std::vector<WordId> word_at_node(free, kNoWord);
  std::vector<NodeId> here(lexicon.max_length + 1, kRootNode);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto& letters = words[i].letters;
    for (std::size_t depth = common[i] + 1; depth <= letters.size(); ++depth) {
      const NodeId node = next[depth]++;
      Node& parent = trie.own_nodes_[here[depth - 1]];
      if (static_cast<NodeId>(parent) == 0) parent |= node;
      parent |= Node{1} << (kLettersShift + letters[depth - 1]);
      here[depth] = node;
    }
    const NodeId last = here[letters.size()];
    trie.own_nodes_[last] |= kWordBit | Node{std::min<std::uint32_t>(words[i].length, kLengthMask)} << kLengthShift;
    word_at_node[last] = words[i].word;
  }
  trie.own_ranks_.assign((free + 63) / 64, RankBlock{});
  for (NodeId node = 0; node < free; ++node) {
    RankBlock& block = trie.own_ranks_[node >> 6];
    if ((node & 63) == 0) block.words_before = static_cast<std::uint32_t>(trie.word_of_.size());
    if (word_at_node[node] == kNoWord) continue;
    block.word_nodes |= std::uint64_t{1} << (node & 63);
    trie.word_of_.push_back(word_at_node[node]);
  }
  trie.nodes_ = trie.own_nodes_;
  trie.ranks_ = trie.own_ranks_;
  trie.make_tables();
  return trie;
}

void PathTrie::make_tables() {
  static std::atomic<std::uint64_t> made{0};
  id_ = ++made;
  for (unsigned first = 0; first < kNarrowLetters; ++first) {
    const NodeId node = child(kRootNode, first);
    singles_[first] = node;
    if (node == kDeadNode) continue;
    has_single_words_ = has_single_words_ || (nodes_[node] & kWordBit) != 0;
    for (unsigned second = 0; second < kNarrowLetters; ++second) pairs_[32 * first + second] = child(node, second);
  }
}

const PathTrie& PathTries::plain() const {
  std::call_once(is_plain_made_, [&] { plain_ = std::make_unique<PathTrie>(PathTrie::plain(lexicon_)); });
  return *plain_;
}

const PathTrie* PathTries::with_qu(LetterCode q, LetterCode u) const {
  const std::scoped_lock lock(folded_mutex_);
  for (Folded& folded : folded_) {
    if (folded.trie == nullptr) folded = {q, u, std::make_unique<PathTrie>(PathTrie::with_qu(lexicon_, q, u))};
    if (folded.q == q && folded.u == u) return folded.trie.get();
  }
  return nullptr;
}

}  // namespace lexigrid

#include "paths/trie.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/bits.hpp"

namespace lexigrid {
namespace {

/// Finds the children of lexicon nodes by symbol.
class Stepper {
 public:
  Stepper(const LexiconView& lexicon, std::span<const PathSymbol> symbols)
      : lexicon_(lexicon),
        symbols_(symbols),
        code_of_(lexicon.letter_count, kNoSymbol) {
    for (size_t code = 0; code < symbols.size(); ++code) {
      if (symbols[code].size() == 1) {
        code_of_[symbols[code].front()] = static_cast<uint8_t>(code);
      } else {
        several_.push_back(static_cast<uint8_t>(code));
      }
    }
  }

  /// Writes the child for each symbol that has one to `to`, and returns these symbols as bits.
  [[nodiscard]] uint32_t step(NodeId from, std::array<NodeId, 32>& to) const {
    uint32_t there = 0;
    lexicon_.for_each_child(from, [&](NodeId child, LetterCode letter) {
      if (const uint8_t code = code_of_[letter]; code != kNoSymbol) {
        there |= uint32_t{1} << code;
        to[code] = child;
      }
    });
    for (const uint8_t code : several_) {
      const NodeId node = lexicon_.walk(symbols_[code], from);
      if (node == kDeadNode) continue;
      there |= uint32_t{1} << code;
      to[code] = node;
    }
    return there;
  }

 private:
  const LexiconView& lexicon_;
  std::span<const PathSymbol> symbols_;
  std::vector<uint8_t> code_of_;  // of symbols of one letter
  std::vector<uint8_t> several_;  // codes of the others
};

}  // namespace

PathTrie PathTrie::plain(const LexiconView& lexicon) {
  PathTrie trie;
  trie.lexicon_ = &lexicon;
  trie.nodes_ = lexicon.nodes;
  trie.ranks_ = lexicon.ranks;
  trie.make_tables();
  return trie;
}

PathTrie PathTrie::of_symbols(const LexiconView& lexicon, std::span<const PathSymbol> symbols) {
  // Goes breadth first over pairs of a new node and the lexicon node that it represents. Two new nodes that
  // represent the same one (`in` as one tile and as two) share a block of children, so each step over several
  // letters costs one more record, and nothing below it.
  const Stepper stepper(lexicon, symbols);
  const bool has_lengths = symbols.size() <= kNarrowLetters;
  PathTrie trie;
  trie.lexicon_ = &lexicon;
  std::vector<NodeId> origin{kDeadNode, kRootNode};
  origin.reserve(lexicon.node_count + lexicon.node_count / 8);
  std::vector<NodeId> first_of(lexicon.node_count);  // per lexicon node, the first new node for it
  std::vector<NodeId> block_of(lexicon.node_count);
  bool has_aliases = false;
  trie.own_nodes_.reserve(origin.capacity());
  trie.own_nodes_.push_back(0);
  std::array<NodeId, 32> to{};
  for (NodeId made = kRootNode; made < origin.size(); ++made) {
    const NodeId from = origin[made];
    const uint32_t there = stepper.step(from, to);
    if (there != 0 && block_of[from] == 0) {
      block_of[from] = static_cast<NodeId>(origin.size());
      for_each_bit(there, [&](unsigned code) { origin.push_back(to[code]); });
    }
    has_aliases = has_aliases || first_of[from] != 0;
    if (first_of[from] == 0) first_of[from] = made;
    trie.own_nodes_.push_back(Node{there} << kLettersShift | block_of[from]);
  }
  trie.own_ranks_.assign((origin.size() + 63) / 64, RankBlock{});
  if (!has_lengths) trie.lengths_.assign(origin.size(), 0);
  for (NodeId node = 0; node < origin.size(); ++node) {
    RankBlock& block = trie.own_ranks_[node >> 6];
    if ((node & 63) == 0) block.words_before = static_cast<uint32_t>(trie.word_of_.size());
    if (node == kDeadNode || !lexicon.ends_word(origin[node])) continue;
    const WordId word = lexicon.word_at(origin[node]);
    const uint32_t length = lexicon.length_of(word);
    trie.own_nodes_[node] |= kWordBit;
    if (has_lengths) {
      trie.own_nodes_[node] |= Node{std::min<uint32_t>(length, kLengthMask)} << kLengthShift;
    } else {
      trie.lengths_[node] = static_cast<uint16_t>(length);
    }
    block.word_nodes |= uint64_t{1} << (node & 63);
    trie.word_of_.push_back(word);
  }
  if (trie.word_of_.empty()) trie.word_of_.push_back(kNoWord);  // empty would mean the ranks of the lexicon
  if (has_aliases) {
    trie.identity_ = std::move(origin);
    for (NodeId& node : trie.identity_) node = node == kDeadNode ? kDeadNode : first_of[node];
  }
  trie.nodes_ = trie.own_nodes_;
  trie.ranks_ = trie.own_ranks_;
  trie.make_tables();
  return trie;
}

void PathTrie::make_tables() {
  static std::atomic<uint64_t> made{0};
  id_ = ++made;
  // Bits beyond 26 of a node with lengths are not symbols.
  const unsigned symbols = has_node_lengths() ? kNarrowLetters : kPathSymbols;
  for (unsigned first = 0; first < symbols; ++first) {
    const NodeId node = child(kRootNode, first);
    singles_[first] = node;
    if (node == kDeadNode) continue;
    has_single_words_ = has_single_words_ || (nodes_[node] & kWordBit) != 0;
    for (unsigned second = 0; second < symbols; ++second) pairs_[32 * first + second] = child(node, second);
  }
}

const PathTrie& PathTries::plain() const {
  std::call_once(is_plain_made_, [&] {
    if (!lexicon_.is_wide) {
      plain_ = std::make_unique<PathTrie>(PathTrie::plain(lexicon_));
      return;
    }
    const auto letters = by_frequency().first(std::min<size_t>(kPathSymbols, lexicon_.letter_count));
    std::vector<LetterCode> chosen(letters.begin(), letters.end());
    std::sort(chosen.begin(), chosen.end());  // so that words of one path are in letter order
    plain_symbols_.assign(lexicon_.letter_count, kNoSymbol);
    std::vector<PathSymbol> symbols;
    for (const LetterCode letter : chosen) {
      plain_symbols_[letter] = static_cast<uint8_t>(symbols.size());
      symbols.push_back({letter});
    }
    plain_ = std::make_unique<PathTrie>(PathTrie::of_symbols(lexicon_, symbols));
  });
  return *plain_;
}

uint8_t PathTries::plain_symbol(LetterCode letter) const {
  if (letter >= lexicon_.letter_count) return kNoSymbol;
  if (!lexicon_.is_wide) return static_cast<uint8_t>(letter);
  (void)plain();
  return plain_symbols_[letter];
}

const PathTrie* PathTries::with_qu(LetterCode q, LetterCode u) const {
  if (lexicon_.is_wide) return nullptr;
  const std::scoped_lock lock(made_mutex_);
  for (const Made& made : made_) {
    if (made.qu.size() == 2 && made.qu[0] == q && made.qu[1] == u) return made.trie.get();
  }
  std::vector<PathSymbol> symbols;
  for (uint32_t letter = 0; letter < lexicon_.letter_count; ++letter) {
    symbols.push_back({static_cast<LetterCode>(letter)});
    if (letter == q) symbols.back().push_back(u);
  }
  Made* const made = free_slot();
  if (made == nullptr) return nullptr;
  *made = {symbols, {q, u}, std::make_unique<PathTrie>(PathTrie::of_symbols(lexicon_, symbols))};
  return made->trie.get();
}

namespace {

bool contains(const std::vector<PathSymbol>& symbols, const PathSymbol& symbol) {
  return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

}  // namespace

const PathTries::Made* PathTries::with_symbols(std::span<const uint8_t> is_alone,
                                               const std::vector<PathSymbol>& several) const {
  const std::scoped_lock lock(made_mutex_);
  const auto serves = [&](const Made& made) {
    for (size_t letter = 0; letter < is_alone.size(); ++letter) {
      if (is_alone[letter] != 0 && !contains(made.symbols, {static_cast<LetterCode>(letter)})) return false;
    }
    return std::all_of(several.begin(), several.end(),
                       [&](const PathSymbol& each) { return contains(made.symbols, each); });
  };
  for (const Made& made : made_) {
    if (made.trie != nullptr && serves(made)) return &made;
  }
  Made* const made = free_slot();
  if (made == nullptr) return nullptr;
  // First the required symbols, then those of other tries, then letters by frequency.
  std::vector<PathSymbol> chosen(several);
  for (size_t letter = 0; letter < is_alone.size(); ++letter) {
    if (is_alone[letter] != 0) chosen.push_back({static_cast<LetterCode>(letter)});
  }
  if (chosen.size() > kPathSymbols) return nullptr;
  const auto add = [&](const PathSymbol& symbol) {
    if (chosen.size() < kPathSymbols && !contains(chosen, symbol)) chosen.push_back(symbol);
  };
  for (const Made& other : made_) {
    for (const PathSymbol& symbol : other.symbols) {
      if (symbol.size() > 1) add(symbol);
    }
  }
  for (const LetterCode letter : by_frequency()) add({letter});
  // Letters in order, so that words of one path are in letter order.
  std::sort(chosen.begin(), chosen.end(), [](const PathSymbol& a, const PathSymbol& b) {
    return (a.size() > 1) != (b.size() > 1) ? b.size() > 1 : a < b;
  });
  *made = {chosen, {}, std::make_unique<PathTrie>(PathTrie::of_symbols(lexicon_, chosen))};
  return made;
}

/// The caller must hold the lock.
PathTries::Made* PathTries::free_slot() const {
  const auto slot =
      std::find_if(made_.begin(), made_.end(), [](const Made& made) { return made.trie == nullptr; });
  return slot == made_.end() ? nullptr : &*slot;
}

std::span<const LetterCode> PathTries::by_frequency() const {
  std::call_once(are_letters_counted_, [&] {
    std::vector<uint64_t> count(lexicon_.letter_count);
    for (NodeId node = kRootNode; node < lexicon_.node_count; ++node) {
      lexicon_.for_each_child(node, [&](NodeId, LetterCode letter) { ++count[letter]; });
    }
    by_frequency_.resize(lexicon_.letter_count);
    std::iota(by_frequency_.begin(), by_frequency_.end(), LetterCode{0});
    std::stable_sort(by_frequency_.begin(), by_frequency_.end(),
                     [&](LetterCode a, LetterCode b) { return count[a] > count[b]; });
  });
  return by_frequency_;
}

}  // namespace lexigrid

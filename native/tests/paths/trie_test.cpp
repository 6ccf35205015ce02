// The tries of path searches: with Qu as one letter, and with symbols of several letters.
#include "paths/trie.hpp"

#include <vector>

#include "tests/lexicons.hpp"

using namespace lexigrid;

namespace {

void test_folded_trie() {
  const tests::Lexicon lexicon("quit\nqi\nsquat\ntea\nqu\nsuq\n");
  const LexiconView& view = lexicon.view;
  const PathTries tries(view);
  const PathTrie& trie = *tries.with_qu(lexicon.code('q'), lexicon.code('u'));
  size_t words = 0;
  for (NodeId node = 0; node < trie.node_count(); ++node) {
    if ((trie.nodes()[node] & kWordBit) == 0) continue;
    ++words;
    CHECK(view.length_of(trie.word_at(node)) == (trie.nodes()[node] >> kLengthShift & kLengthMask));
  }
  CHECK(words == 4);  // qi and suq have a q without u
  CHECK(trie.has_single_words());
  CHECK(!PathTrie::plain(view).has_single_words());
}

/// With symbols of one and several letters, some words have several paths in the trie.
void test_trie_of_symbols() {
  const tests::Lexicon lexicon("in\ninn\nnine\nninth\nthin\ntin\n");
  const LexiconView& view = lexicon.view;  // e h i n t
  const std::vector<PathSymbol> symbols{{0}, {1}, {2}, {3}, {4}, {2, 3}, {4, 1}};
  const PathTrie trie = PathTrie::of_symbols(view, symbols);
  std::vector<size_t> paths(view.word_count);
  const auto walk = [&](const auto& self, NodeId node) -> void {
    if ((trie.nodes()[node] & kWordBit) != 0) {
      ++paths[trie.word_at(node)];
      CHECK(trie.length_at(node) == view.length_of(trie.word_at(node)));
      CHECK(trie.word_at(trie.identity(node)) == trie.word_at(node));
    }
    for (unsigned symbol = 0; symbol < symbols.size(); ++symbol) {
      if (const NodeId child = trie.child(node, symbol); child != kDeadNode) self(self, child);
    }
  };
  walk(walk, kRootNode);
  CHECK(trie.has_aliases());
  // in, inn, tin and nine have two paths; ninth and thin four.
  CHECK((paths == std::vector<size_t>{2, 2, 2, 2, 4, 4}));
  CHECK(trie.node_count() < 2 * view.node_count);
}

}  // namespace

int main() {
  test_folded_trie();
  test_trie_of_symbols();
  return tests::report();
}

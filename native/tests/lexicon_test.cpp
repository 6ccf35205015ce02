// The lexicon compared with a set of words; damaged images; tries.
#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "lexicon/compile.hpp"
#include "lexicon/format.hpp"
#include "lexicon/query.hpp"
#include "paths/trie.hpp"
#include "tests/check.hpp"

using namespace lexigrid;
using tests::Rng;

namespace {

std::vector<std::byte> image_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + "\n";
  WordList list;
  if (!append_ascii(list, text, AsciiOptions{})) std::printf("not ASCII\n");
  number_letters(list);
  return compile(list, "{}");
}

std::vector<LetterCode> codes_of(const std::vector<std::string>& faces, const std::string& word) {
  std::vector<LetterCode> codes;
  for (const char c : word) {
    const auto at = std::find(faces.begin(), faces.end(), std::string(1, c));
    codes.push_back(static_cast<LetterCode>(at == faces.end() ? kNoLetter : at - faces.begin()));
  }
  return codes;
}

void test_random_lexicons() {
  for (uint64_t seed = 0; seed < tests::scaled(300); ++seed) {
    Rng rng(seed);
    const uint32_t letters = seed % 3 == 0 ? 60 : 1 + rng.below(5);
    std::vector<std::string> words;
    std::set<std::string> known;
    std::set<char> used;
    for (uint32_t i = 0, n = 1 + rng.below(60); i < n; ++i) {
      std::string word;
      for (uint32_t k = 0, length = 1 + rng.below(6); k < length; ++k) {
        constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyz0123456789$+<=>^`|~";
        word += kLetters[rng.below(std::min<uint32_t>(letters, 45))];
      }
      words.push_back(word);
      known.insert(word);
      used.insert(word.begin(), word.end());
    }
    const auto image = image_of(words);
    const LexiconView view = open_image(image);
    validate_image(image, view);
    std::vector<std::string> faces;
    for (const char c : used) faces.emplace_back(1, c);
    CHECK(view.word_count == known.size());
    CHECK(view.letter_count == used.size());
    CHECK(view.is_wide == (used.size() > kNarrowLetters));
    std::vector<std::string> listed;
    for (const WordId id : words_below(view, kRootNode)) {
      std::string word;
      const uint32_t length = view.length_of(id);
      for (uint32_t k = 0; k < length; ++k) word += faces[view.letter_of(id, length, k)];
      listed.push_back(word);
      const NodeId node = view.walk(codes_of(faces, word));
      CHECK(node != kDeadNode && view.ends_word(node) && view.word_at(node) == id);
    }
    CHECK(std::equal(listed.begin(), listed.end(), known.begin(), known.end()));
    CHECK(view.walk(codes_of(faces, words[0] + "!")) == kDeadNode);
  }
}

void test_every_flipped_bit_is_refused() {
  const auto image = image_of({"oat", "eat", "quiz", "quit", "Oats", "co-op"});
  size_t refused = 0;
  for (size_t at = 0; at < image.size(); ++at) {
    auto damaged = image;
    damaged[at] ^= static_cast<std::byte>(1 << at % 8);
    try {
      validate_image(damaged, open_image(damaged));
    } catch (const FormatError&) {
      ++refused;
    }
  }
  CHECK(refused == image.size());
}

void test_folded_trie() {
  const auto image = image_of({"quit", "qi", "squat", "tea", "qu", "suq"});
  const LexiconView view = open_image(image);
  const std::vector<std::string> faces = {"a", "e", "i", "q", "s", "t", "u"};
  const PathTries tries(view);
  const PathTrie& trie = *tries.with_qu(3, 6);
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

/// Symbols of one and of several letters: some words have several paths in the trie.
void test_trie_of_symbols() {
  const auto image = image_of({"in", "inn", "nine", "ninth", "thin", "tin"});
  const LexiconView view = open_image(image);  // e h i n t
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
  test_random_lexicons();
  test_every_flipped_bit_is_refused();
  test_folded_trie();
  test_trie_of_symbols();
  return tests::report();
}

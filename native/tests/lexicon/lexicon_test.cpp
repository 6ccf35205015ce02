// The lexicon compared with a set of words; damaged images.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "lexicon/query.hpp"
#include "tests/lexicons.hpp"

using namespace lexigrid;
using tests::Rng;

namespace {

void test_random_lexicons() {
  for (uint64_t seed = 0; seed < tests::scaled(300); ++seed) {
    Rng rng(seed);
    const uint32_t letters = seed % 3 == 0 ? 60 : 1 + rng.below(5);
    std::string text;
    std::set<std::string> known;
    std::set<char> used;
    for (uint32_t i = 0, n = 1 + rng.below(60); i < n; ++i) {
      std::string word;
      for (uint32_t k = 0, length = 1 + rng.below(6); k < length; ++k) {
        constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyz0123456789$+<=>^`|~";
        word += kLetters[rng.below(std::min<uint32_t>(letters, 45))];
      }
      text += word + "\n";
      known.insert(word);
      used.insert(word.begin(), word.end());
    }
    const tests::Lexicon lexicon(text);
    const LexiconView& view = lexicon.view;
    validate_image(lexicon.image, view);
    const auto walk = [&](const std::string& word) {
      std::vector<LetterCode> codes;
      for (const char letter : word) codes.push_back(lexicon.code(letter));
      return view.walk(codes);
    };
    CHECK(view.word_count == known.size());
    CHECK(view.letter_count == used.size());
    CHECK(view.is_wide == (used.size() > kNarrowLetters));
    std::vector<std::string> listed;
    for (const WordId id : words_below(view, kRootNode)) {
      std::string word;
      const uint32_t length = view.length_of(id);
      for (uint32_t k = 0; k < length; ++k) word += lexicon.list.faces[view.letter_of(id, length, k)];
      listed.push_back(word);
      const NodeId node = walk(word);
      CHECK(node != kDeadNode && view.ends_word(node) && view.word_at(node) == id);
    }
    CHECK(std::equal(listed.begin(), listed.end(), known.begin(), known.end()));
    CHECK(walk(*known.begin() + "!") == kDeadNode);
  }
}

void test_every_flipped_bit_is_refused() {
  const auto image = tests::Lexicon("oat\neat\nquiz\nquit\nOats\nco-op\n").image;
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

}  // namespace

int main() {
  test_random_lexicons();
  test_every_flipped_bit_is_refused();
  return tests::report();
}

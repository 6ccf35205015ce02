// The lexicon, compared with a set of words, and damaged images.
#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "lexicon/query.hpp"
#include "lexicon/sort.hpp"
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

/// True if an image is refused although its checksum is correct.
bool is_refused(std::vector<std::byte> image) {
  const uint64_t sum = checksum_of(image);
  std::memcpy(image.data() + offsetof(ImageHeader, checksum), &sum, sizeof sum);
  try {
    validate_image(image, open_image(image));
  } catch (const FormatError&) {
    return true;
  }
  return false;
}

void test_wrong_letters_are_refused() {
  const tests::Lexicon lexicon("0a\n0b\n0c\n1d\n1e\n2\nabcdefghijklmnopqrstuvwxyz\nzz\n");
  const LexiconView& view = lexicon.view;
  CHECK(view.is_wide && !is_refused(lexicon.image));
  const auto offset = [&](const void* place) {
    return static_cast<size_t>(static_cast<const std::byte*>(place) - lexicon.image.data());
  };
  std::vector<bool> is_first(view.node_count + 1);
  for (NodeId node = kRootNode; node < view.node_count; ++node) is_first[view.first_child(node)] = true;
  for (NodeId child = 2; child < view.node_count; ++child) {
    auto damaged = lexicon.image;
    const auto set_label = [&](LetterCode label) {
      std::memcpy(damaged.data() + offset(&view.labels[child]), &label, sizeof label);
    };
    set_label(static_cast<LetterCode>(view.letter_count));
    CHECK(is_refused(damaged));
    if (is_first[child]) continue;
    set_label(view.labels[child - 1]);
    CHECK(is_refused(damaged));
  }
  for (size_t i = 0; i < view.letters.size(); ++i) {
    auto damaged = lexicon.image;
    damaged[offset(&view.letters[i])] = static_cast<std::byte>(view.letter_count);
    CHECK(is_refused(damaged));
  }
}

/// Checks character by character whether a text is valid UTF-8.
bool is_utf8(const std::vector<unsigned>& text) {
  constexpr std::array<unsigned, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  for (size_t i = 0; i < text.size();) {
    const unsigned lead = text[i];
    const size_t size = lead < 0x80   ? 1
                        : lead < 0xC0 ? 9
                        : lead < 0xE0 ? 2
                        : lead < 0xF0 ? 3
                        : lead < 0xF8 ? 4
                                      : 9;
    if (size > text.size() - i) return false;
    unsigned character = size == 1 ? lead : lead & (0x7Fu >> size);
    for (size_t k = 1; k < size; ++k) {
      if (text[i + k] >> 6 != 2) return false;
      character = character << 6 | (text[i + k] & 0x3F);
    }
    if (character < kLeast[size] || character > 0x10FFFF || character >> 11 == 0xD800 >> 11) return false;
    i += size;
  }
  return true;
}

void test_text_that_is_not_utf8_is_refused() {
  constexpr std::array<unsigned, 21> kBytes = {0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0,
                                               0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
                                               0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
  const tests::Lexicon lexicon("oat\n");
  const auto image = compile(lexicon.list, std::string(80, 'a'));
  const size_t begin =
      static_cast<size_t>(section_text(image, kMeta).data() - reinterpret_cast<const char*>(image.data()));
  CHECK(!is_refused(image));
  size_t wrong = 0;
  size_t place = 0;
  for (size_t number = 0; number < kBytes.size() * kBytes.size() * kBytes.size() * kBytes.size(); ++number) {
    std::vector<unsigned> text;
    for (size_t rest = number; text.size() < 4; rest /= kBytes.size())
      text.push_back(kBytes[rest % kBytes.size()]);
    if (text[0] < 0xE0 && text[3] != 'A') continue;  // its triples, which end in 'A', cover it
    place = (place + 1) % 77;                        // from start to end of the section
    auto damaged = image;
    for (size_t i = 0; i < text.size(); ++i) damaged[begin + place + i] = static_cast<std::byte>(text[i]);
    wrong += is_refused(std::move(damaged)) == is_utf8(text) ? 1 : 0;
  }
  CHECK(wrong == 0);
}

void test_lines_are_sorted_by_bytes() {
  CHECK(sort_lines("") == "");
  CHECK(sort_lines("\n\n") == "");
  for (uint64_t seed = 0; seed < tests::scaled(300); ++seed) {
    Rng rng(seed);
    std::string text;
    std::set<std::string> known;
    for (uint32_t i = 0, n = 1 + rng.below(40); i < n; ++i) {
      std::string line(rng.below(3) == 0 ? 9 : 0, 'a');  // as long as what is compared first
      for (uint32_t k = 0, length = rng.below(5); k < length; ++k)
        line += std::string_view("\0a\x7F\xC3\xFF", 5)[rng.below(5)];
      text += (i == 0 ? "" : "\n") + line;
      known.insert(line);
    }
    std::string expected;
    for (const std::string& line : known) expected += (line == *known.begin() ? "" : "\n") + line;
    CHECK(sort_lines(text) == expected);
  }
}

}  // namespace

int main() {
  test_lines_are_sorted_by_bytes();
  test_random_lexicons();
  test_wrong_letters_are_refused();
  test_every_flipped_bit_is_refused();
  test_text_that_is_not_utf8_is_refused();
  return tests::report();
}

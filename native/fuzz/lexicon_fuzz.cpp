// Feeds damaged and hostile images to the loader. An image that passes validation must be safe to use.
//
// The bytes of the fuzzer patch a valid image, and the checksum is corrected; otherwise hardly any image
// would get past the header. Then every accessor is called.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "lexicon/compile.hpp"
#include "lexicon/format.hpp"
#include "lexicon/query.hpp"

namespace {

using namespace lexigrid;

std::vector<std::byte> good_image(bool wide) {
  WordList list;
  std::string words = "a\naa\nab\nabba\nquiz\nquit\nzebra\nzebras\nan-other\nOther\n";
  if (wide) {
    for (char c = 'a'; c <= 'z'; ++c) ((words += c) += "0123456789+=$~") += "\n";
  }
  AsciiOptions options;
  if (!append_ascii(list, words, options)) std::abort();
  number_letters(list);
  list.bands.assign(list.size(), 10);
  return compile(list, "{}");
}

void use(const LexiconView& view) {
  uint64_t sum = 0;
  for (const WordId word : words_below(view, kRootNode)) {
    const uint32_t length = view.length_of(word);
    for (uint32_t i = 0; i < length; ++i) sum += view.letter_of(word, length, i);
    if (!view.bands.empty()) sum += view.bands[word];
    if (!view.spelling_at.empty()) {
      sum +=
          view.spellings.substr(view.spelling_at[word], view.spelling_at[word + 1] - view.spelling_at[word])
              .size();
    }
  }
  for (NodeId node = 0; node < view.node_count; ++node) {
    view.for_each_child(node, [&](NodeId child, LetterCode letter) {
      if (view.child(node, letter) != child) std::abort();
      sum += child;
    });
    if (view.ends_word(node) && view.word_at(node) >= view.word_count) std::abort();
  }
  const uint32_t pattern[] = {kAnyLetters, kAnyLetter, kAnyLetters};
  if (words_like(view, pattern).size() != view.word_count) std::abort();
  volatile uint64_t sink = sum;
  (void)sink;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::byte> kNarrow = good_image(false);
  static const std::vector<std::byte> kWide = good_image(true);
  if (size < 2) return 0;
  std::vector<std::byte> image = data[0] & 1 ? kWide : kNarrow;
  if (data[0] & 2) {  // the bytes are the image
    image.assign(reinterpret_cast<const std::byte*>(data + 1),
                 reinterpret_cast<const std::byte*>(data + size));
  } else {  // patches: two bytes of offset, one byte of content
    for (size_t i = 1; i + 3 <= size; i += 3) {
      const size_t at = (data[i] | size_t{data[i + 1]} << 8) % image.size();
      image[at] = static_cast<std::byte>(data[i + 2]);
    }
    if ((data[0] & 4) != 0) image.resize(image.size() * data[size - 1] / 255 / 64 * 64);
  }
  if (image.size() >= sizeof(ImageHeader) && (data[0] & 8) == 0) {
    const uint64_t sum = checksum_of(image);
    std::memcpy(image.data() + offsetof(ImageHeader, checksum), &sum, sizeof sum);
  }
  try {
    const LexiconView view = open_image(image);
    validate_image(image, view);
    use(view);
  } catch (const FormatError&) {
  }
  return 0;
}

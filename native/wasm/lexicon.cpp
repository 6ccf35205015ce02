#include "wasm/lexicon.hpp"

#include <algorithm>
#include <stdexcept>

#include "lexicon/format.hpp"

namespace lexigrid::wasm {

Lexicon::Lexicon(const WordList& list)
    : image(compile(list, "{}")),
      view(open_image(image)),
      texts(view, image),
      tries(view) {}

std::unique_ptr<Lexicon> compile_packed(const PackedWords& words, bool keeps_order) {
  const auto check = [](bool holds) {
    if (!holds) throw std::runtime_error("the words are damaged");
  };
  WordList list;
  list.faces = lines_of(words.faces);
  const size_t letters = list.faces.size();
  const size_t ends = std::max<size_t>(1, words.bands.size());
  check(letters <= kByteLetters);
  size_t previous = 0;
  for (size_t at = 0; at < words.bytes.size(); ++at) {
    const size_t begin = list.bytes.size(), size = begin - previous, drop = words.bytes[at++];
    check(drop <= size);
    for (size_t k = 0; k < size - drop; ++k) list.bytes.push_back(list.bytes[previous + k]);
    while (at < words.bytes.size() && words.bytes[at] < letters) list.bytes.push_back(words.bytes[at++]);
    const size_t length = list.bytes.size() - begin;
    check(at < words.bytes.size() && words.bytes[at] - letters < ends && length > 0 &&
          length <= kMaxWordLetters);
    if (!words.bands.empty()) list.bands.push_back(words.bands[words.bytes[at] - letters]);
    list.letter_at.push_back(list.bytes.size());
    previous = begin;
  }
  check(list.size() > 0);
  if (!words.spellings.empty()) {
    list.spelling_at.push_back(0);
    for (const std::string& each : lines_of(words.spellings)) {
      check(!each.empty());
      list.spellings += each;
      list.spelling_at.push_back(list.spellings.size());
    }
    check(list.spelling_at.size() == list.size() + 1);
  }
  auto made = std::make_unique<Lexicon>(list);
  std::vector<LetterCode> word;
  for (size_t i = 0; keeps_order && i < list.size(); ++i) {
    const auto begin = list.bytes.begin();
    word.assign(begin + static_cast<ptrdiff_t>(list.letter_at[i]),
                begin + static_cast<ptrdiff_t>(list.letter_at[i + 1]));
    made->given.push_back(made->view.word_at(made->view.walk(word)));
  }
  return made;
}

std::unique_ptr<Lexicon> restricted(const Lexicon& lexicon, std::span<const WordId> words) {
  WordList list = select_words(lexicon.view, words);
  list.faces = lexicon.texts.faces();
  return std::make_unique<Lexicon>(list);
}

}  // namespace lexigrid::wasm

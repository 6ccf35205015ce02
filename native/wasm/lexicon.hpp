// Compiled words in the browser.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lexicon/compile.hpp"
#include "lexicon/texts.hpp"
#include "lines/cache.hpp"
#include "paths/trie.hpp"

namespace lexigrid::wasm {

/// Compiled words and what the searches prepare of them.
struct Lexicon {
  explicit Lexicon(const WordList& list);

  std::vector<std::byte> image;
  LexiconView view;
  LexiconTexts texts;
  PathTries tries;
  LineCache lines;
  std::vector<WordId> given;  // the words in the order given, where that matters
};

/// Words in the order in which they are given. The bytes of each: how many letters to drop from the end of
/// the word before, the letters to add (indices of `faces`), and the end, `faces` + the index of its band.
struct PackedWords {
  std::span<const uint8_t> bytes;
  std::string_view faces;          // the letters, separated by '\n'
  std::span<const uint8_t> bands;  // none if the words have no bands: there is one end then
  std::string_view spellings;      // of all words, separated by '\n'; none if they are the letters joined
};

/// `keeps_order` fills `Lexicon::given`. Throws runtime_error if the words are damaged.
[[nodiscard]] std::unique_ptr<Lexicon> compile_packed(const PackedWords& words, bool keeps_order);

/// Some of the words of a lexicon.
[[nodiscard]] std::unique_ptr<Lexicon> restricted(const Lexicon& lexicon, std::span<const WordId> words);

}  // namespace lexigrid::wasm

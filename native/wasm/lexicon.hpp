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

/// Compiled words with the structures that searches derive from them.
struct Lexicon {
  explicit Lexicon(const WordList& list);

  std::vector<std::byte> image;
  LexiconView view;
  LexiconTexts texts;
  PathTries tries;
  LineCache lines;
  std::vector<WordId> given;  // the words in input order; see `compile_packed`
};

/// Words in input order. The bytes of each are the number of letters to drop from the end of the previous
/// word; the letters to add, as indices into `faces`; and an end mark, the number of faces plus the index of
/// its band.
struct PackedWords {
  std::span<const uint8_t> bytes;
  std::string_view faces;          // the letters, separated by '\n'
  std::span<const uint8_t> bands;  // distinct bands; if empty, the words have none, and the index is 0
  std::string_view spellings;      // of all words, separated by '\n'; empty if they are the letters joined
};

/// `keeps_order` fills `Lexicon::given`. Throws runtime_error if the words are damaged.
[[nodiscard]] std::unique_ptr<Lexicon> compile_packed(const PackedWords& words, bool keeps_order);

/// A lexicon of some of the words of another.
[[nodiscard]] std::unique_ptr<Lexicon> restricted(const Lexicon& lexicon, std::span<const WordId> words);

}  // namespace lexigrid::wasm

#include "bindings/lexicon.hpp"

#include <algorithm>
#include <optional>

#include "bindings/module.hpp"
#include "lexicon/compile.hpp"
#include "lexicon/format.hpp"
#include "lexicon/query.hpp"
#include "lexicon/sort.hpp"

namespace lexigrid::bindings {
namespace {

/// Raises the module's exception of this name with (message, place).
[[noreturn]] void raise(const char* name, const std::string& message, uint64_t place) {
  const nb::object kind = nb::module_::import_("lexigrid._core").attr(name);
  PyErr_SetObject(kind.ptr(), nb::make_tuple(message, place).ptr());
  throw nb::python_error();
}

std::unique_ptr<Lexicon> compile_list(const WordList& list, std::string_view meta) {
  constexpr size_t kFewWords = 1000;  // compiled faster than another thread would wake up
  std::vector<std::byte> image;
  try {
    if (list.size() <= kFewWords) {
      image = compile(list, meta);
    } else {
      nb::gil_scoped_release released;
      image = compile(list, meta);
    }
  } catch (const WordError& error) {
    raise("WordError", error.what(), error.line);
  }
  return std::make_unique<Lexicon>(std::move(image));
}

template <void (LexiconTexts::*kAppend)(WordId, std::string&) const>
nb::str text_of(const Lexicon& lexicon, WordId word) {
  std::string text;
  (lexicon.texts().*kAppend)(lexicon.check_word(word), text);
  return to_str(text);
}

nb::typed<nb::tuple, nb::str, nb::ellipsis> texts_of(const Lexicon& lexicon, const Input<WordId>& words) {
  auto all = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(words.size())));
  if (!all.is_valid()) throw nb::python_error();
  for (size_t i = 0; i < words.size(); ++i)
    (void)PyTuple_SetItem(all.ptr(), static_cast<Py_ssize_t>(i),
                          text_of<&LexiconTexts::append>(lexicon, words(i)).release().ptr());
  return nb::typed<nb::tuple, nb::str, nb::ellipsis>(all);
}

void set_bands(WordList& list, const nb::bytes& bands) {
  if (bands.size() == 0) return;
  if (bands.size() != list.size())
    throw nb::value_error("the number of bands differs from the number of words");
  const auto* first = reinterpret_cast<const uint8_t*>(bands.c_str());
  list.bands.assign(first, first + bands.size());
}

/// A view of the text of an ASCII str.
std::optional<std::string_view> ascii_in(PyObject* object) noexcept {
  if (!PyUnicode_Check(object)) return std::nullopt;
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(object, &size);
  if (text == nullptr) {
    PyErr_Clear();  // a lone surrogate; the caller reports it
    return std::nullopt;
  }
  const std::string_view found(text, static_cast<size_t>(size));
  return is_ascii(found) ? std::optional(found) : std::nullopt;
}

/// Compiles words without joining them into one text. Returns None unless every word is plain ASCII; the
/// caller then compiles them by `compile_letters`, or reports what is wrong.
std::unique_ptr<Lexicon> compile_plain(nb::handle words, bool fold_case, std::string_view keep,
                                       std::string_view meta, const nb::bytes& bands) {
  const bool is_tuple = PyTuple_Check(words.ptr());
  if (!is_tuple && !PyList_Check(words.ptr())) throw nb::type_error("expected a list or a tuple of words");
  const Py_ssize_t size = is_tuple ? PyTuple_Size(words.ptr()) : PyList_Size(words.ptr());
  std::vector<std::string_view> texts(static_cast<size_t>(size));
  for (size_t i = 0; i < texts.size(); ++i) {
    const auto place = static_cast<Py_ssize_t>(i);
    const auto text =
        ascii_in(is_tuple ? PyTuple_GetItem(words.ptr(), place) : PyList_GetItem(words.ptr(), place));
    if (!text) return nullptr;
    texts[i] = *text;
  }
  AsciiOptions options;
  options.fold_case = fold_case;
  options.keep = keep;
  WordList list;
  if (texts.empty() || !append_ascii(list, texts, options)) return nullptr;
  number_letters(list);
  set_bands(list, bands);
  return compile_list(list, meta);
}

/// Returns None if the text is not ASCII.
std::unique_ptr<Lexicon> compile_ascii(const nb::bytes& text, bool fold_case, bool is_file,
                                       std::string_view keep, std::string_view meta, const nb::bytes& bands) {
  WordList list;
  try {
    nb::gil_scoped_release released;
    AsciiOptions options;
    options.fold_case = fold_case;
    options.is_file = is_file;
    options.keep = keep;
    if (!append_ascii(list, {text.c_str(), text.size()}, options)) return nullptr;
    number_letters(list);
  } catch (const WordError& error) {
    raise("WordError", error.what(), error.line);
  }
  set_bands(list, bands);
  return compile_list(list, meta);
}

/// None where a word has a character that is not in `characters`, no letters or too many, or there are none.
std::unique_ptr<Lexicon> compile_characters(std::string_view text, std::string_view characters,
                                            std::vector<std::string> folds, std::string_view omitted,
                                            std::string_view blanks, bool is_file, std::string_view meta,
                                            const nb::bytes& bands) {
  WordList list;
  const CharacterFolds table{characters, std::move(folds), omitted, blanks};
  {
    nb::gil_scoped_release released;
    if (!read_characters(list, text, table, is_file)) return nullptr;
  }
  set_bands(list, bands);
  return compile_list(list, meta);
}

std::unique_ptr<Lexicon> compile_letters(const Input<uint16_t>& letters, const Input<uint64_t>& letter_at,
                                         const nb::bytes& spellings, const Input<uint64_t>& spelling_at,
                                         std::vector<std::string> faces, std::vector<std::string> punctuation,
                                         std::string_view meta, const nb::bytes& bands) {
  const auto check = [](bool holds, const char* message) {
    if (!holds) throw nb::value_error(message);
  };
  WordList list;
  for (const LetterCode letter : span_of(letters))
    check(letter < faces.size(), "a letter is outside the alphabet");
  if (faces.size() <= kByteLetters) {
    list.bytes.assign(letters.data(), letters.data() + letters.size());
  } else {
    list.letters.assign(letters.data(), letters.data() + letters.size());
  }
  list.letter_at.assign(letter_at.data(), letter_at.data() + letter_at.size());
  list.spellings.assign(spellings.c_str(), spellings.size());
  list.spelling_at.assign(spelling_at.data(), spelling_at.data() + spelling_at.size());
  list.faces = std::move(faces);
  list.punctuation = std::move(punctuation);
  check(!list.letter_at.empty() && list.letter_at.size() == list.spelling_at.size(),
        "the numbers of letter and spelling offsets differ");
  check(list.letter_at.front() == 0 && list.letter_at.back() == letters.size(),
        "the letter offsets do not match the letters");
  check(list.spelling_at.front() == 0 && list.spelling_at.back() == list.spellings.size(),
        "the spelling offsets do not match the spellings");
  check(list.faces.size() <= kMaxLetters, "more than 65535 letters");
  for (size_t i = 0; i < list.size(); ++i) {
    check(list.letter_at[i] < list.letter_at[i + 1] &&
              list.letter_at[i + 1] - list.letter_at[i] <= kMaxWordLetters,
          "a word has no letters or too many");
    check(list.spelling_at[i] < list.spelling_at[i + 1], "a word has no spelling");
  }
  set_bands(list, bands);
  return compile_list(list, meta);
}

nb::typed<nb::list, nb::typed<nb::tuple, LetterCode, NodeId>> children_of(const Lexicon& self, NodeId node) {
  nb::list children;
  self.view().for_each_child(self.check_node(node), [&](NodeId child, LetterCode letter) {
    children.append(nb::make_tuple(letter, child));
  });
  return children;
}

}  // namespace

Lexicon::Lexicon(std::vector<std::byte> image) : owned_(std::move(image)), image_(owned_) { open(false); }

Lexicon::Lexicon(Input<uint8_t> buffer, bool validate) : buffer_(std::move(buffer)) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(buffer_.data()), buffer_.size());
  if (reinterpret_cast<uintptr_t>(bytes.data()) % alignof(Node) == 0) {
    image_ = bytes;
  } else {  // a misaligned slice; nodes are read as whole words
    owned_.assign(bytes.begin(), bytes.end());
    image_ = owned_;
  }
  open(validate);
}

void Lexicon::open(bool validate) {
  try {
    view_ = open_image(image_);
    if (validate) {
      nb::gil_scoped_release released;
      validate_image(image_, view_);
    }
  } catch (const FormatError& error) {
    raise("FormatError", error.what(), error.offset);
  }
  texts_ = LexiconTexts(view_, image_);
  tries_ = std::make_unique<PathTries>(view_);
}

std::vector<std::string> Lexicon::punctuation() const { return lines_of(section_text(image_, kPunctuation)); }

std::shared_ptr<const Tiles> Lexicon::encode(const TileTexts& texts, LetterCode unknown) const {
  const std::lock_guard<std::mutex> held(tiles_mutex_);
  if (tiles_ == nullptr || tiles_texts_ != texts.id() || tiles_unknown_ != unknown) {
    tiles_ = std::make_shared<const Tiles>(texts.encode(texts_.faces(), unknown));
    tiles_texts_ = texts.id();
    tiles_unknown_ = unknown;
  }
  return tiles_;
}

NodeId Lexicon::check_node(NodeId node) const {
  if (node >= view_.node_count) throw nb::index_error("unknown node");
  return node;
}

WordId Lexicon::check_word(WordId word) const {
  if (word >= view_.word_count) throw nb::index_error("unknown word");
  return word;
}

void Lexicon::check_points(const Input<uint32_t>& points) const {
  if (points.size() <= view_.max_length) throw nb::value_error("expected points for every word length");
}

void register_lexicon(nb::module_& m) {
  m.attr("FormatError") =
      nb::steal(PyErr_NewException("lexigrid._core.FormatError", PyExc_ValueError, nullptr));
  m.attr("WordError") = nb::steal(PyErr_NewException("lexigrid._core.WordError", PyExc_ValueError, nullptr));
  m.attr("ANY_LETTER") = kAnyLetter;
  m.attr("ANY_LETTERS") = kAnyLetters;
  m.attr("UNKNOWN_LETTER") = kUnknownLetter;
  m.def("sort_lines", &sort_lines, "text"_a, nb::call_guard<nb::gil_scoped_release>());

  nb::class_<Lexicon>(m, "Lexicon")
      .def_static(
          "open",
          [](Input<uint8_t> buffer, bool validate) {
            return std::make_unique<Lexicon>(std::move(buffer), validate);
          },
          "buffer"_a, "validate"_a)
      .def_static("compile_ascii", &compile_ascii, "text"_a, "fold_case"_a, "is_file"_a, "keep"_a, "meta"_a,
                  "bands"_a,
                  nb::sig("def compile_ascii(text: bytes, fold_case: bool, is_file: bool, keep: str, meta: "
                          "str, bands: bytes)"
                          " -> Lexicon | None"))
      .def_static("compile_plain", &compile_plain, "words"_a, "fold_case"_a, "keep"_a, "meta"_a, "bands"_a,
                  nb::sig("def compile_plain(words: list[str] | tuple[str, ...], fold_case: bool, keep: str, "
                          "meta: str, bands: bytes) -> Lexicon | None"))
      .def_static(
          "compile_characters", &compile_characters, "text"_a, "characters"_a, "folds"_a, "omitted"_a,
          "blanks"_a, "is_file"_a, "meta"_a, "bands"_a,
          nb::sig("def compile_characters(text: str, characters: str, folds: list[str], omitted: str, "
                  "blanks: str, is_file: bool, meta: str, bands: bytes) -> Lexicon | None"))
      .def_static("compile_letters", &compile_letters, "letters"_a, "letter_at"_a, "spellings"_a,
                  "spelling_at"_a, "faces"_a, "punctuation"_a, "meta"_a, "bands"_a)
      .def_prop_ro("image",
                   [](const Lexicon& self) {
                     return view_of(std::span(reinterpret_cast<const uint8_t*>(self.image().data()),
                                              self.image().size()),
                                    nb::find(self));
                   })
      .def_prop_ro("meta", [](const Lexicon& self) { return to_str(self.view().meta); })
      .def_prop_ro("faces", [](const Lexicon& self) { return self.texts().faces(); })
      .def_prop_ro("punctuation", &Lexicon::punctuation)
      .def_prop_ro("has_punctuation",
                   [](const Lexicon& self) { return !section_text(self.image(), kPunctuation).empty(); })
      .def_prop_ro("word_count", [](const Lexicon& self) { return self.view().word_count; })
      .def_prop_ro("node_count", [](const Lexicon& self) { return self.view().node_count; })
      .def_prop_ro("max_length", [](const Lexicon& self) { return self.view().max_length; })
      .def_prop_ro("has_bands", [](const Lexicon& self) { return !self.view().bands.empty(); })
      .def_prop_ro("has_spellings", [](const Lexicon& self) { return !self.view().spelling_at.empty(); })
      .def_prop_ro("fingerprint", [](const Lexicon& self) { return self.view().fingerprint; })
      .def(
          "walk",
          [](const Lexicon& self, const std::vector<LetterCode>& letters, NodeId node) {
            return self.view().walk(letters, self.check_node(node));
          },
          "letters"_a, "node"_a = kRootNode)
      .def("children", &children_of, "node"_a)
      .def(
          "ends_word",
          [](const Lexicon& self, NodeId node) { return self.view().ends_word(self.check_node(node)); },
          "node"_a)
      .def(
          "word_at",
          [](const Lexicon& self, NodeId node) {
            if (!self.view().ends_word(self.check_node(node)))
              throw nb::value_error("no word ends at this node");
            return self.view().word_at(node);
          },
          "node"_a)
      .def(
          "words_below",
          [](const Lexicon& self, NodeId node) {
            return to_memoryview(words_below(self.view(), self.check_node(node)));
          },
          "node"_a)
      .def(
          "words_like",
          [](const Lexicon& self, const std::vector<uint32_t>& pattern) {
            return to_memoryview(words_like(self.view(), pattern));
          },
          "pattern"_a)
      .def("joined", &text_of<&LexiconTexts::append_letters>, "word"_a, "The letters of a word, by number.")
      .def("text", &text_of<&LexiconTexts::append>, "word"_a, "The first spelling of a word, by number.")
      .def("texts", &texts_of, "words"_a)
      .def(
          "spelling",
          [](const Lexicon& self, WordId word) {
            return to_str(self.texts().spelling(self.check_word(word)));
          },
          "word"_a)
      .def(
          "sort_key",
          [](const Lexicon& self, WordId word) {
            // Two bytes per letter, high byte first, so keys compare like words.
            const uint32_t length = self.view().length_of(self.check_word(word));
            std::string key;
            for (uint32_t i = 0; i < length; ++i) {
              const LetterCode letter = self.view().letter_of(word, length, i);
              key += static_cast<char>(letter >> 8);
              key += static_cast<char>(letter & 0xFF);
            }
            return nb::bytes(key.data(), key.size());
          },
          "word"_a)
      .def(
          "length",
          [](const Lexicon& self, WordId word) { return self.view().length_of(self.check_word(word)); },
          "word"_a)
      .def(
          "path_nodes",
          [](const Lexicon& self, const std::vector<PathSymbol>& symbols) {
            for (const PathSymbol& symbol : symbols) {
              for (const LetterCode letter : symbol) {
                if (letter >= self.view().letter_count) throw nb::value_error("unknown letter");
              }
            }
            if (symbols.size() > kNarrowLetters) throw nb::value_error("too many symbols");
            const PathTrie trie = PathTrie::of_symbols(self.view(), symbols);
            std::vector<NodeId> identity;
            for (NodeId node = 0; trie.has_aliases() && node < trie.node_count(); ++node)
              identity.push_back(trie.identity(node));
            return std::tuple(
                to_memoryview(std::vector<Node>(trie.nodes(), trie.nodes() + trie.node_count())),
                to_memoryview(std::move(identity)));
          },
          "symbols"_a,
          "The nodes of the words that these symbols spell, and, if words have several nodes, the first of "
          "them for each node.")
      .def("lengths", [](const Lexicon& self) { return view_of(self.view().first_word, nb::find(self)); })
      .def(
          "band",
          [](const Lexicon& self, WordId word) {
            if (self.view().bands.empty()) throw nb::value_error("this lexicon has no bands");
            return self.view().bands[self.check_word(word)];
          },
          "word"_a)
      .def_prop_ro("bands", [](const Lexicon& self) { return view_of(self.view().bands, nb::find(self)); });
}

}  // namespace lexigrid::bindings

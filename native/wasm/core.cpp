// The searches for browsers: numbers in, JSON text out, one question at a time.
//
// js/core.js takes the part of Python: it reads grids and words, checks options, and calls these functions.
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "wasm/answers.hpp"
#include "wasm/lexicon.hpp"

namespace lexigrid::wasm {
namespace {

std::vector<uint32_t> question_memory;
std::string answer_memory;

/// Keeps the text of an answer and returns true, or keeps an error message and returns false.
template <class Answer>
bool keep(Answer&& answer) {
  try {
    Question question(question_memory);
    answer_memory = answer(question);
    return true;
  } catch (const std::exception& error) {
    answer_memory = error.what();
    return false;
  }
}

}  // namespace
}  // namespace lexigrid::wasm

// --- the functions for JavaScript -------------------------------------------------------------

#define LEXIGRID_EXPORT(name) __attribute__((export_name(#name)))

extern "C" {

using namespace lexigrid;
using namespace lexigrid::wasm;

/// Memory for a question of this many numbers.
LEXIGRID_EXPORT(question) uint32_t* question_room(uint32_t size) {
  question_memory.resize(size);
  return question_memory.data();
}

/// The text of the last answer, and its size in bytes.
LEXIGRID_EXPORT(answer) const char* answer_text() { return answer_memory.data(); }
LEXIGRID_EXPORT(answer_size) uint32_t answer_text_size() {
  return static_cast<uint32_t>(answer_memory.size());
}

/// Returns 1 if the answer is JSON, 0 if it is an error message.
LEXIGRID_EXPORT(paths) int paths_question() { return keep(answer_paths); }
LEXIGRID_EXPORT(lines) int lines_question() { return keep(answer_lines); }
LEXIGRID_EXPORT(trace) int trace_question() { return keep(answer_trace); }

/// Allocates memory for words, which `release` frees.
LEXIGRID_EXPORT(allocate) void* allocate_bytes(uint32_t size) { return std::malloc(size); }
LEXIGRID_EXPORT(release) void release_bytes(void* bytes) { std::free(bytes); }

/// Compiles `PackedWords`. If they are damaged, returns null; the answer is the error message.
LEXIGRID_EXPORT(compile)
Lexicon* compile_words(const uint8_t* bytes, uint32_t size, const char* faces, uint32_t faces_size,
                       const uint8_t* bands, uint32_t bands_size, const char* spellings,
                       uint32_t spellings_size, int keeps_order) {
  Lexicon* made = nullptr;
  keep([&](Question&) {
    const PackedWords words{
        {bytes, size}, {faces, faces_size}, {bands, bands_size}, {spellings, spellings_size}};
    made = compile_packed(words, keeps_order != 0).release();
    return std::string();
  });
  return made;
}

/// The words up to a band, or null if there are none. On an error, the answer is its message.
LEXIGRID_EXPORT(common) Lexicon* common_words(const Lexicon* lexicon, uint32_t band) {
  Lexicon* made = nullptr;
  keep([&](Question&) {
    std::vector<WordId> kept;
    for (WordId word = 0; word < lexicon->view.word_count; ++word) {
      if (lexicon->view.bands[word] <= band) kept.push_back(word);
    }
    if (!kept.empty()) made = restricted(*lexicon, kept).release();
    return std::string();
  });
  return made;
}

LEXIGRID_EXPORT(free_lexicon) void free_lexicon(Lexicon* lexicon) { delete lexicon; }
LEXIGRID_EXPORT(max_length) uint32_t max_length(const Lexicon* lexicon) { return lexicon->view.max_length; }

/// The band of the word with the letters of the question; -1 if it is not in the lexicon.
LEXIGRID_EXPORT(band) int band_of(const Lexicon* lexicon) {
  const std::vector<LetterCode> word(question_memory.begin(), question_memory.end());
  const NodeId node = lexicon->view.walk(word);
  if (word.empty() || node == kDeadNode || !lexicon->view.ends_word(node)) return -1;
  return lexicon->view.bands.empty() ? 0 : lexicon->view.bands[lexicon->view.word_at(node)];
}

}  // extern "C"

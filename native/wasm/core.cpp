// The searches for browsers: numbers in, JSON text out, one question at a time.
//
// js/core.js takes the part of Python: it reads grids and words, checks options, and calls these functions.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "answer/json.hpp"
#include "answer/paths.hpp"
#include "covers/board.hpp"
#include "covers/solver.hpp"
#include "lines/lines.hpp"
#include "trace/trace.hpp"
#include "wasm/lexicon.hpp"
#include "wasm/question.hpp"

namespace lexigrid::wasm {
namespace {

std::vector<uint32_t> question_memory;
std::string answer_memory;
constexpr size_t kWhole = ~size_t{0};

/// A `lexigrid/paths` document.
std::string search_paths(Question& question) {
  const Lexicon& lexicon = *reinterpret_cast<const Lexicon*>(question.number());
  const Board board(question);
  const Adjacency adjacency = read_adjacency(question, board, true);
  const GridView grid = board.view();
  PathQuery query{.lexicon = lexicon.view, .grid = grid, .adjacency = adjacency};
  query.reuse = question.flag();
  query.min_length = question.number();
  query.wanted = static_cast<PathsWanted>(question.number());
  query.count_paths = query.wanted == PathsWanted::all;
  if (question.flag()) query.wanted = PathsWanted::count;
  const auto order = static_cast<WordOrder>(question.number());
  query.limit = question.limit();
  query.max_stored = question.limit();
  StopToken stop(question.seconds(), nullptr, nullptr);
  query.points = question.list();
  query.tries = &lexicon.tries;
  const PathResult found = answer_paths(query, order, stop);
  return paths_to_json(found, {lexicon.view, lexicon.texts, board.rows, board.columns}, query.points, 0,
                       kWhole);
}

/// A `lexigrid/lines` document. The lexicon names the words that can be missing.
std::string search_lines(Question& question) {
  Lexicon& lexicon = *reinterpret_cast<Lexicon*>(question.number());
  const Board board(question);
  const GridView grid = board.view();
  LineQuery query{.lexicon = lexicon.view, .grid = grid};
  query.directions = static_cast<uint8_t>(question.number());
  query.wrap = question.flag();
  query.first_only = question.flag();
  query.count_only = question.flag();
  query.sees_all = !lexicon.given.empty();
  const uint32_t any_letter = question.number();
  query.any_letter = any_letter == kNone ? kNoLetter : static_cast<LetterCode>(any_letter);
  query.limit = question.limit();
  const auto through = question.list();
  const std::vector<uint64_t> cells(through.begin(), through.end());
  query.through = cells;
  query.cache = &lexicon.lines;
  StopToken stop(question.seconds(), nullptr, nullptr);
  const LineResult found = find_lines(query, stop);
  std::vector<std::string> missing;
  for (const WordId word : found.missing(lexicon.given))
    missing.push_back(lines_of(lexicon.texts.spelling(word)).front());
  return lines_to_json(found, {lexicon.view, lexicon.texts, board.rows, board.columns}, 0, kWhole, missing);
}

/// One answer of a `lexigrid/trace` document, without its word.
std::string search_trace(Question& question) {
  const auto codes = question.list();
  const std::vector<LetterCode> word(codes.begin(), codes.end());
  const Board board(question);
  const Adjacency adjacency = read_adjacency(question, board, false);
  const GridView grid = board.view();
  TraceQuery query{.grid = grid, .adjacency = adjacency, .word = word};
  query.reuse = question.flag();
  query.wanted = static_cast<TraceWanted>(question.number());
  query.limit = question.limit();
  StopToken stop(question.seconds(), nullptr, nullptr);
  const TraceResult found = trace(query, stop);
  constexpr std::array kNames = {"found", "absent", "undetermined"};
  std::string json = std::string("{\"status\": \"") + kNames[static_cast<size_t>(found.status)] +
                     "\", \"count\": " + found.count.to_decimal() +
                     ", \"complete\": " + (found.exact ? "true" : "false") + ", \"paths\": [";
  PathWriter writer(board.columns);
  for (size_t p = 0; p < found.paths(); ++p) {
    if (p != 0) json += ", ";
    writer.append(json, found.path(p));
  }
  return json + "]}";
}

void append_list(std::string& json, const char* name, const auto& numbers) {
  json += std::string(", \"") + name + "\": [";
  for (size_t at = 0; at < numbers.size(); ++at) {
    if (at != 0) json += ",";
    json += std::to_string(numbers[at]);
  }
  json += "]";
}

/// The covers of a board, as `FoundCovers`. The paths come in the order of `CoversQuery`.
std::string search_covers(Question& question) {
  const uint32_t rows = question.number();
  const uint32_t columns = question.number();
  const auto kind = static_cast<TopologyKind>(question.number());
  const auto open = question.list();
  const std::vector<uint8_t> is_open(open.begin(), open.end());
  const auto cells = question.list();
  const auto ends = question.list();
  std::vector<uint64_t> first{0};
  first.insert(first.end(), ends.begin(), ends.end());
  const auto words = question.list();
  const auto parts = question.list();
  const std::vector<uint8_t> roles(parts.begin(), parts.end());
  const auto needed = question.list();
  if (is_open.size() != size_t{rows} * columns || is_open.size() > covers::kMaxCells)
    throw std::out_of_range("no path cover of such a board");
  const Adjacency adjacency = Adjacency::sketch(kind, false, rows, columns);
  CoversQuery query{.adjacency = adjacency,
                    .rows = rows,
                    .columns = columns,
                    .is_open = is_open,
                    .cells = cells,
                    .first = first,
                    .words = words,
                    .roles = roles,
                    .needed = needed};
  query.spans = question.flag();
  query.most = std::min(question.number(), covers::kMaxCells);
  query.limit = question.limit();
  StopToken stop(question.seconds(), nullptr, nullptr);
  const FoundCovers found = find_covers(query, stop);
  constexpr std::array kNames = {"null", "\"limit\"", "\"deadline\""};
  const size_t cut = found.finish == Finish::complete ? 0 : found.finish == Finish::deadline ? 2 : 1;
  std::string json = std::string("{\"cut_by\": ") + kNames[cut];
  append_list(json, "options", found.options);
  append_list(json, "first", found.first);
  append_list(json, "paths", found.paths);
  append_list(json, "path_at", found.path_at);
  append_list(json, "is_phrase", found.is_phrase);
  return json + "}";
}

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
LEXIGRID_EXPORT(paths) int paths_question() { return keep(search_paths); }
LEXIGRID_EXPORT(lines) int lines_question() { return keep(search_lines); }
LEXIGRID_EXPORT(trace) int trace_question() { return keep(search_trace); }

LEXIGRID_EXPORT(covers) int covers_question() { return keep(search_covers); }

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

#include <array>

#include "base/json.hpp"
#include "lines/lines.hpp"
#include "wasm/answers.hpp"
#include "wasm/lexicon.hpp"

namespace lexigrid::wasm {
namespace {

bool has_seen(const LineResult& found, WordId word) {
  return word / 64 < found.seen.size() && (found.seen[word / 64] >> (word % 64) & 1) != 0;
}

void append_occurrence(std::string& json, const Lexicon& lexicon, const Board& board,
                       const LineOccurrence& seen) {
  constexpr std::array kNames = {"\"N\"", "\"NE\"", "\"E\"", "\"SE\"", "\"S\"", "\"SW\"", "\"W\"", "\"NW\""};
  const bool is_cell = seen.direction == kNoDirection;
  const auto moved = [&](uint32_t from, int step, uint32_t size) {
    const int64_t to = from + (seen.length - int64_t{1}) * (is_cell ? 0 : step);
    return std::to_string((to % size + size) % size);
  };
  const std::string spellings = lexicon.texts.spelling(seen.word);
  append_word(json, spellings);
  json += ", \"start\": [" + std::to_string(seen.row) + ", " + std::to_string(seen.column) + "], \"end\": [" +
          moved(seen.row, is_cell ? 0 : kRowStep[seen.direction], board.rows) + ", " +
          moved(seen.column, is_cell ? 0 : kColumnStep[seen.direction], board.columns) +
          "], \"direction\": " + (is_cell ? "null" : kNames[seen.direction]);
  append_other_spellings(json, spellings);
  json += '}';
}

}  // namespace

/// Like the resource `lines` of the HTTP API. To list missing words, a search that a limit cut short is
/// repeated without it.
std::string answer_lines(Question& question) {
  Lexicon& lexicon = *reinterpret_cast<Lexicon*>(question.number());
  const Board board(question);
  const GridView grid = board.view();
  LineQuery query{.lexicon = lexicon.view, .grid = grid};
  query.directions = static_cast<uint8_t>(question.number());
  query.wrap = question.flag();
  query.first_only = question.flag();
  query.count_only = question.flag();
  const uint32_t any_letter = question.number();
  query.any_letter = any_letter == kNone ? kNoLetter : static_cast<LetterCode>(any_letter);
  query.limit = question.limit();
  const auto through = question.list();
  const std::vector<uint64_t> cells(through.begin(), through.end());
  query.through = cells;
  query.cache = &lexicon.lines;
  StopToken stop(question.seconds(), nullptr, nullptr);

  const LineResult found = find_lines(query, stop);
  std::string json =
      head_of("lines", board) + ", \"count\": " + std::to_string(found.count) + ", \"occurrences\": [";
  const char* separator = "";
  for (const LineOccurrence& seen : found.occurrences) {
    json += separator;
    append_occurrence(json, lexicon, board, seen);
    separator = ",\n  ";
  }
  json += "], \"missing\": [";
  LineResult rest;
  if (found.finish == Finish::limited && !lexicon.given.empty()) {
    query.limit = kNoLimit;
    query.first_only = query.count_only = true;
    rest = find_lines(query, stop);
  }
  const LineResult& whole = rest.seen.empty() ? found : rest;
  std::vector<bool> is_listed(lexicon.view.word_count);
  separator = "";
  for (const WordId word : lexicon.given) {
    if (is_listed[word] || has_seen(whole, word)) continue;
    is_listed[word] = true;
    const std::string spellings = lexicon.texts.spelling(word);
    json += separator;
    append_json_string(json, std::string_view(spellings).substr(0, spellings.find('\n')));
    separator = ", ";
  }
  return json + "], \"complete\": " + name_of(found.finish == Finish::complete) + "}";
}

}  // namespace lexigrid::wasm

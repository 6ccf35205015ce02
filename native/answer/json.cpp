#include "answer/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace lexigrid {
namespace {

/// Appends UTF-8 text as a JSON string.
void append_json_string(std::string& json, std::string_view text) {
  json += '"';
  const auto is_escaped = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
  };
  if (std::none_of(text.begin(), text.end(), is_escaped)) {
    json += text;
    json += '"';
    return;
  }
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      json += {'\\', 'u', '0', '0', c < 0x10 ? '0' : '1', "0123456789abcdef"[c & 15]};
      continue;
    }
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  json += '"';
}

void append_json_number(std::string& json, uint64_t number) {
  char digits[20];
  json.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

std::string head_of(const char* kind, const DocumentContext& context) {
  std::string json = std::string("{\"format\": \"lexigrid/") + kind + "\", \"version\": 1";
  if (context.rows == 0) return json;
  return json + ", \"rows\": " + std::to_string(context.rows) +
         ", \"columns\": " + std::to_string(context.columns);
}

std::string complete_member(Finish finish) {
  return std::string(", \"complete\": ") + (finish == Finish::complete ? "true" : "false");
}

/// Begins member `i` of a list, one member per line, with the first of a word's spellings.
void begin_member(std::string& json, size_t i, std::string_view spellings) {
  json += i == 0 ? "\n  {\"word\": " : ",\n  {\"word\": ";
  append_json_string(json, spellings.substr(0, spellings.find('\n')));
}

void append_strings(std::string& json, std::span<const std::string> texts) {
  json += '[';
  for (const std::string& each : texts) {
    if (&each != texts.data()) json += ", ";
    append_json_string(json, each);
  }
  json += ']';
}

void append_other_spellings(std::string& json, std::string_view spellings) {
  if (spellings.find('\n') == spellings.npos) return;
  json += ", \"spellings\": ";
  append_strings(json, lines_of(spellings));
}

const char* end_of_list(size_t size) { return size == 0 ? "]" : "\n]"; }

}  // namespace

void PathWriter::append(std::string& json, std::span<const CellId> path) {
  json += '[';
  for (const CellId cell : path) {
    if (cell >= texts_.size()) texts_.resize(size_t{cell} + 1);
    std::string& text = texts_[cell];
    if (text.empty())
      text = '[' + std::to_string(cell / columns_) + ", " + std::to_string(cell % columns_) + "], ";
    json += text;
  }
  json.replace(json.size() - 2, 2, 1, ']');
}

std::string paths_to_json(const PathResult& found, const DocumentContext& context,
                          std::span<const uint32_t> points, size_t first, size_t last,
                          std::span<const std::string> commonness, void (*poll)()) {
  constexpr uint64_t kPathsPerPoll = 4096;
  constexpr size_t kUsualSize = 80;  // bytes of a word with a path
  const LexiconView& lexicon = context.lexicon;
  const size_t size = found.words.size();
  PathWriter writer(context.columns);
  std::string json;
  if (first == 0) {
    json = head_of("paths", context) + ", \"count\": " + std::to_string(found.word_count) +
           ", \"score\": " + std::to_string(found.score) + complete_member(found.finish);
    if (found.paths_counted) json += ", \"path_count\": " + std::to_string(found.path_count);
    json += ", \"words\": [";
  }
  json.reserve(json.size() + (std::min(last, size) - first) * kUsualSize);
  for (size_t i = first; i < std::min(last, size); ++i) {
    const WordId word = found.words[i];
    const std::string spellings = context.texts.spelling(word);
    begin_member(json, i, spellings);
    json += ", \"score\": ";
    append_json_number(json, points[lexicon.length_of(word)]);
    json += ", \"paths\": [";
    for (uint64_t path = found.paths_begin(i); path < found.paths_begin(i + 1); ++path) {
      if (path % kPathsPerPoll == 0) poll();
      if (path != found.paths_begin(i)) json += ", ";
      writer.append(json, found.path(path));
    }
    json += ']';
    append_other_spellings(json, spellings);
    if (!commonness.empty()) {
      json += ", \"commonness\": ";
      if (lexicon.bands.empty()) json += "null";
      if (!lexicon.bands.empty()) append_json_string(json, commonness[lexicon.bands[word]]);
    }
    json += '}';
  }
  if (last >= size) (json += end_of_list(size)) += "}\n";
  return json;
}

std::string lines_to_json(const LineResult& found, const DocumentContext& context, size_t first, size_t last,
                          std::span<const std::string> missing) {
  constexpr std::array kNames = {"\"N\"", "\"NE\"", "\"E\"", "\"SE\"", "\"S\"", "\"SW\"", "\"W\"", "\"NW\""};
  const size_t size = found.occurrences.size();
  std::string json;
  if (first == 0) {
    json = head_of("lines", context) + ", \"count\": " + std::to_string(found.count) + ", \"occurrences\": [";
  }
  const auto append_cell = [&](const char* name, int64_t row, int64_t column) {
    json += name;
    append_json_number(json, static_cast<uint64_t>(wrapped(row, context.rows)));
    json += ", ";
    append_json_number(json, static_cast<uint64_t>(wrapped(column, context.columns)));
  };
  for (size_t i = first; i < std::min(last, size); ++i) {
    const LineOccurrence& each = found.occurrences[i];
    const bool is_cell = each.direction == kNoDirection;
    const int64_t steps = is_cell ? 0 : int64_t{each.length} - 1;
    const size_t direction = is_cell ? 0 : each.direction;
    const std::string spellings = context.texts.spelling(each.word);
    begin_member(json, i, spellings);
    append_cell(", \"start\": [", each.row, each.column);
    append_cell("], \"end\": [", each.row + steps * kRowStep[direction],
                each.column + steps * kColumnStep[direction]);
    json += "], \"direction\": ";
    json += is_cell ? "null" : kNames[direction];
    append_other_spellings(json, spellings);
    json += '}';
  }
  if (last < size) return json;
  json += end_of_list(size);
  json += ", \"missing\": ";
  append_strings(json, missing);
  return json + complete_member(found.finish) + "}\n";
}

}  // namespace lexigrid

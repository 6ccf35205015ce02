// Writes the words found as JSON.
#pragma once

#include <span>
#include <string>

#include "base/json.hpp"
#include "lexicon/texts.hpp"
#include "paths/paths.hpp"

namespace lexigrid {

/// Returns the words at `places` of an answer as JSON objects, separated by ",\n  ". Each place is below the
/// number of words; `points` is that of the search. Calls `poll()`, which may throw, every few thousand
/// paths.
template <class Poll>
[[nodiscard]] std::string words_to_json(const PathResult& found, const LexiconView& lexicon,
                                        const LexiconTexts& texts, std::span<const uint32_t> points,
                                        uint32_t columns, std::span<const uint64_t> places, Poll&& poll) {
  constexpr uint64_t kPathsPerPoll = 4096;
  constexpr size_t kUsualSize = 80;  // bytes of a word with a path
  PathWriter writer(columns);
  std::string json;
  json.reserve(places.size() * kUsualSize);
  for (const uint64_t place : places) {
    const WordId word = found.words[place];
    const std::string spellings = texts.spelling(word);
    if (!json.empty()) json += ",\n  ";
    append_word(json, spellings);
    json += ", \"score\": ";
    append_json_number(json, points[lexicon.length_of(word)]);
    json += ", \"paths\": [";
    if (!found.path_of.empty()) {
      for (uint64_t path = found.path_of[place]; path < found.path_of[place + 1]; ++path) {
        if (path % kPathsPerPoll == 0) poll();
        if (path != found.path_of[place]) json += ", ";
        const uint64_t begin = found.cell_of[path], end = found.cell_of[path + 1];
        writer.append(
            json,
            std::span(found.cells).subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
      }
    }
    json += ']';
    append_other_spellings(json, spellings);
    json += '}';
  }
  return json;
}

}  // namespace lexigrid

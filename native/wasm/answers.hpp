// Answers to questions, in JSON.
#pragma once

#include <string>

#include "wasm/question.hpp"

namespace lexigrid::wasm {

/// A `lexigrid/paths` document, a `lexigrid/lines` document, and one answer of a `lexigrid/trace` document
/// without its word.
[[nodiscard]] std::string answer_paths(Question& question);
[[nodiscard]] std::string answer_lines(Question& question);
[[nodiscard]] std::string answer_trace(Question& question);

/// The first members of a document.
[[nodiscard]] inline std::string head_of(const char* kind, const Board& board) {
  return std::string("{\"format\": \"lexigrid/") + kind +
         "\", \"version\": 1, \"rows\": " + std::to_string(board.rows) +
         ", \"columns\": " + std::to_string(board.columns);
}

[[nodiscard]] inline const char* name_of(bool value) { return value ? "true" : "false"; }

}  // namespace lexigrid::wasm

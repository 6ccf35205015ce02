#include "trace/trace.hpp"

#include <array>

#include "base/json.hpp"
#include "wasm/answers.hpp"

namespace lexigrid::wasm {

/// The status, count, completeness and paths of one word.
std::string answer_trace(Question& question) {
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
                     ", \"complete\": " + name_of(found.exact) + ", \"paths\": [";
  PathWriter writer(board.columns);
  for (size_t p = 0; p < found.paths(); ++p) {
    if (p != 0) json += ", ";
    writer.append(json, found.path(p));
  }
  return json + "]}";
}

}  // namespace lexigrid::wasm

// The interface of the searches that answer a path query; paths.cpp has their table.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "paths/paths.hpp"
#include "paths/symbols.hpp"

namespace lexigrid {

/// Why a search that serves a query gave up on it.
enum class PathDeclined : uint8_t {
  too_many_entries,  // paths in progress or words exceeded the bound of a kernel
  long_words,        // every path is wanted, and some have more tiles than a code holds
  unordered_words    // a limit or a bound on memory cut an answer that is not in order yet
};

using PathOutcome = std::variant<PathResult, PathDeclined>;

/// A query, with the symbols of its grid, which are computed when a search first asks for them.
class PreparedQuery {
 public:
  explicit PreparedQuery(const PathQuery& query) : query_(query) {}

  [[nodiscard]] const PathQuery& query() const noexcept { return query_; }
  [[nodiscard]] bool wants_every_path() const noexcept {
    return query_.wanted == PathsWanted::all || query_.count_paths;
  }
  /// Null if no trie of kPathSymbols has them all.
  [[nodiscard]] const GridSymbols* symbols() {
    if (!symbols_) symbols_ = query_.tries == nullptr ? std::nullopt : symbols_on(query_.grid, *query_.tries);
    return *symbols_ ? &**symbols_ : nullptr;
  }

 private:
  const PathQuery& query_;
  std::optional<std::optional<GridSymbols>> symbols_;
};

/// One search. `run` may be called only if `serves` holds.
struct PathStrategy {
  std::string_view name;
  bool (*serves)(PreparedQuery& query);
  PathOutcome (*run)(PreparedQuery& query, StopToken& stop);
};

/// All searches, the fastest first; the last serves every query and never declines.
[[nodiscard]] std::span<const PathStrategy> path_strategies() noexcept;

}  // namespace lexigrid

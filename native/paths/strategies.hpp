// The interface of the searches that answer a path query; paths.cpp has their table.
#pragma once

#include <optional>
#include <variant>

#include "base/parts.hpp"
#include "paths/paths.hpp"
#include "paths/symbols.hpp"

namespace lexigrid {

/// Why a search that serves a query gave up on it.
enum class PathDeclined : uint8_t {
  too_many_entries,  // paths in progress or words exceeded the bound of a kernel
  too_many_cells,    // the stored paths exceeded their bound
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
  Part part;
  bool (*serves)(PreparedQuery& query);
  PathOutcome (*run)(PreparedQuery& query, StopToken& stop);
};

/// Serves up to 25 cells, one symbol per tile, without reuse of cells.
[[nodiscard]] bool serves_packed(PreparedQuery& query);

/// Serves the same on 26 to 64 cells, unless every path is wanted.
[[nodiscard]] bool serves_bitset(PreparedQuery& query);

[[nodiscard]] PathOutcome search_board(PreparedQuery& query, StopToken& stop);

/// Serves all grids except graphs of more than 64 cells or eight neighbours per cell, rows too long for a
/// band, a torus too large to be one band, and tiles that no trie of 31 symbols has.
[[nodiscard]] bool serves_window(PreparedQuery& query);

/// Declines if complex tiles exceed its bounds; the general search follows all their symbols at once.
[[nodiscard]] PathOutcome search_window(PreparedQuery& query, StopToken& stop);

/// Serves grids whose tiles are single letters or dead, without reuse of cells.
[[nodiscard]] bool serves_plain(PreparedQuery& query);

[[nodiscard]] PathOutcome search_plain(PreparedQuery& query, StopToken& stop);

/// Searches depth first, with neighbours in ascending order, so that words are found in canonical order.
[[nodiscard]] PathOutcome search_general(PreparedQuery& query, StopToken& stop);

/// All searches, the fastest first; the last serves every query and never declines.
[[nodiscard]] std::span<const PathStrategy> path_strategies() noexcept;

}  // namespace lexigrid

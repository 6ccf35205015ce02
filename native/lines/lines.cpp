#include "lines/lines.hpp"

#include <algorithm>

#include "base/parts.hpp"
#include "lines/aho_corasick/aho_corasick.hpp"
#include "lines/bands.hpp"
#include "lines/cache.hpp"
#include "lines/general/general.hpp"
#include "lines/teddy/teddy.hpp"
#include "lines/trie_scan/scan.hpp"

namespace lexigrid {
namespace {

/// A way to answer a query. `complex` has the tiles that may be on the grid but that only the general search
/// can read; the other searches decline when they meet one.
struct Strategy {
  Part part;
  bool (*serves)(const LineQuery&, const ComplexTiles& complex);
  LineOutcome (*run)(const LineQuery&, const ComplexTiles& complex, StopToken&);
};

/// Returns the answer of the first strategy that does not decline. Gives up when a complex tile is met.
LineOutcome try_in_order(std::span<const Strategy> strategies, const LineQuery& query,
                         const ComplexTiles& complex, StopToken& stop) {
  LineOutcome outcome = LineDeclined::slower_here;
  for (const Strategy& strategy : strategies) {
    if (!uses(strategy.part) || !strategy.serves(query, complex)) continue;
    outcome = strategy.run(query, complex, stop);
    const LineDeclined* const reason = std::get_if<LineDeclined>(&outcome);
    if (reason == nullptr || *reason == LineDeclined::complex_tile) break;
  }
  return outcome;
}

bool always(const LineQuery&, const ComplexTiles&) { return true; }
bool has_no_any_letter(const LineQuery& query, const ComplexTiles&) { return query.any_letter == kNoLetter; }
LineOutcome run_general(const LineQuery& query, const ComplexTiles&, StopToken& stop) {
  return find_lines_general(query, stop);
}

// --- lines along tiles of one letter --------------------------------------------------------------

/// Is the trie scan there to take over where Teddy is slower?
bool has_index(const LineQuery& query) { return query.any_letter == kNoLetter && uses(Part::trie_scan); }

bool suits_teddy(const LineQuery& query, const ComplexTiles&) {
  return !query.wrap && query.grid.cells.narrow() != nullptr && LinePatterns::fits(query.lexicon) &&
         !(has_index(query) && LinePatterns::are_too_many(query.lexicon.word_count));
}

LineOutcome run_teddy(const LineQuery& query, const ComplexTiles& complex, StopToken& stop) {
  LineCache own;
  LineCache& cache = query.cache != nullptr ? *query.cache : own;
  const auto patterns =
      cache.patterns(query.lexicon, query.directions, query.any_letter, query.grid.cells.size());
  if (has_index(query) && !patterns->beats_index(query.grid.cells.size())) return LineDeclined::slower_here;
  if (patterns->patterns().empty()) return empty_result(query);
  return search_in_bands(query, [&] { return make_teddy(query, *patterns, complex); }, stop);
}

LineOutcome run_trie_scan(const LineQuery& query, const ComplexTiles& complex, StopToken& stop) {
  LineCache own;
  const auto index = (query.cache != nullptr ? *query.cache : own).index(query.lexicon);
  return search_in_bands(query, [&] { return make_trie_scan(query, *index, complex); }, stop);
}

LineOutcome run_aho_corasick(const LineQuery& query, const ComplexTiles& complex, StopToken& stop) {
  if (!complex.all.empty() && !has_plain_tiles(query.grid)) return LineDeclined::complex_tile;
  return find_lines_by_automaton(query, stop);
}

constexpr Strategy kPlainStrategies[] = {
    // few words on one-byte tiles
    {Part::teddy, suits_teddy, run_teddy},
    // any number of words
    {Part::trie_scan, has_no_any_letter, run_trie_scan},
    // many near misses: the time is bounded by cells and occurrences
    {Part::aho_corasick, has_no_any_letter, run_aho_corasick},
    // words with a letter that matches any other
    {Part::general, always, run_general},
};

LineResult find_plain_lines(const LineQuery& query, StopToken& stop) {
  return std::get<LineResult>(try_in_order(kPlainStrategies, query, {}, stop));
}

// --- all lines ------------------------------------------------------------------------------------

bool has_given_cells(const LineQuery& query, const ComplexTiles&) { return !query.through.empty(); }
LineOutcome run_given_cells(const LineQuery& query, const ComplexTiles&, StopToken& stop) {
  return find_lines_through(query, query.through, stop);
}

/// Can a line meet itself, or a set of cells be read around a ring?
bool has_rings(const LineQuery& query, const ComplexTiles&) {
  return query.wrap && query.lexicon.max_length >= std::min(query.grid.rows, query.grid.columns);
}

/// The table of all bytes has a wild tile and some tiles of several letters (ß, Æ), which most grids do not
/// use. Looking for each of them first costs a quarter of a search by Teddy; watching for them costs a
/// twentieth. Watching does not work with a limit, which may end the search before it meets a complex tile
/// that a word above it needs.
bool can_watch(const LineQuery& query, const ComplexTiles& complex) {
  return !complex.all.empty() && complex.low_count <= 1 && query.limit == kNoLimit &&
         query.grid.cells.narrow() != nullptr;
}

LineOutcome run_watching(const LineQuery& query, const ComplexTiles& complex, StopToken& stop) {
  LineOutcome outcome = try_in_order(kPlainStrategies, query, complex, stop);
  const LineResult* const result = std::get_if<LineResult>(&outcome);
  if (result != nullptr && result->finish == Finish::overflow) return LineDeclined::unseen_cells;
  return outcome;
}

bool is_plain(const LineQuery& query, const ComplexTiles&) { return has_plain_tiles(query.grid); }
LineOutcome run_plain(const LineQuery& query, const ComplexTiles&, StopToken& stop) {
  return find_plain_lines(query, stop);
}

/// Finds the lines through complex tiles separately from all others.
LineOutcome run_split(const LineQuery& query, const ComplexTiles&, StopToken& stop) {
  constexpr size_t kMaxPart = 16;  // with more than 1 complex tile in 16, the general search is faster
  const size_t most = query.grid.cells.size() / kMaxPart;
  const std::vector<uint64_t> cells = find_complex_cells(query.grid, most);
  if (cells.size() > most) return LineDeclined::too_many_complex_tiles;
  LineQuery part = query;
  part.count_only = counts_only(query);  // a limit applies to both parts together
  if (query.count_only) part.max_stored = kNoLimit;
  LineResult plain = find_plain_lines(part, stop);
  LineResult through = find_lines_through(part, cells, stop);
  return merge(query, std::move(plain), std::move(through), stop);
}

constexpr Strategy kStrategies[] = {
    // only lines through some cells are wanted
    {Part::general, has_given_cells, run_given_cells},
    // some word is as long as a side of the torus
    {Part::general, has_rings, run_general},
    // complex tiles are possible but unlikely
    {Part::watching, can_watch, run_watching},
    // the grid has no complex tile
    {Part::general, is_plain, run_plain},
    // few complex tiles, and no letter that matches any other: only the general search finds a word with
    // several spellings along the same cells
    {Part::split, has_no_any_letter, run_split},
    // everything else
    {Part::general, always, run_general},
};

}  // namespace

std::vector<WordId> LineResult::missing(std::span<const WordId> words) const {
  std::vector<uint64_t> passed = seen;
  std::vector<WordId> missing;
  for (const WordId word : words) {
    if (has_bit(passed, word)) continue;
    insert_bit(passed, word);
    missing.push_back(word);
  }
  return missing;
}

LineResult find_lines(const LineQuery& query, StopToken& stop) {
  const ComplexTiles complex(query.grid.table);
  for (const Strategy& strategy : kStrategies) {
    if (!uses(strategy.part) || !strategy.serves(query, complex)) continue;
    LineOutcome outcome = strategy.run(query, complex, stop);
    if (LineResult* const result = std::get_if<LineResult>(&outcome)) return std::move(*result);
  }
  std::terminate();  // the last strategy serves every query and never declines
}

}  // namespace lexigrid

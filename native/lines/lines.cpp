#include "lines/lines.hpp"

#include <algorithm>
#include <optional>

#include "lines/aho_corasick/aho_corasick.hpp"
#include "lines/cache.hpp"
#include "lines/collect.hpp"
#include "lines/complex_tiles.hpp"
#include "lines/general/general.hpp"
#include "lines/teddy/teddy.hpp"
#include "lines/trie_scan/scan.hpp"

namespace lexigrid {
namespace {

/// Odd tiles beyond this part of the cells make the general search the cheaper one.
constexpr size_t kMaxOddPart = 16;

/// Can a line meet itself, or one set of cells be read round a ring?
bool has_rings(const LineQuery& query) noexcept {
  return query.wrap && query.lexicon.max_length >= std::min(query.grid.rows, query.grid.columns);
}

/// Odd tiles below 128.
size_t count_low(const std::vector<TileId>& odd) {
  return static_cast<size_t>(std::count_if(odd.begin(), odd.end(), [](TileId tile) { return tile < 0x80; }));
}

LineResult nothing(const LineQuery& query) {
  LineResult result;
  result.seen.assign((query.lexicon.word_count + 63) / 64, 0);
  return result;
}

LineCache& memory_of(const LineQuery& query, LineCache& own) noexcept {
  return query.memory != nullptr ? *query.memory : own;
}

/// A search by rows, where it serves. It looks out for `odd` on the way.
std::optional<LineResult> by_rows(const LineQuery& query, ComplexTiles& odd, StopToken& stop) {
  if (query.wrap || query.grid.cells.narrow() == nullptr || !LinePatterns::fits(query.lexicon))
    return std::nullopt;
  const bool has_any = query.any_letter != kNoLetter;
  if (!has_any && LinePatterns::are_too_many(query.lexicon.word_count)) return std::nullopt;
  LineCache own;
  const auto patterns = memory_of(query, own).patterns(query.lexicon, query.directions, query.any_letter);
  if (!has_any && !patterns->serve(query.grid.cells.size())) return std::nullopt;
  if (patterns->patterns().empty()) return nothing(query);
  return search_in_bands(query, [&] { return make_buckets(query, *patterns, odd); }, stop);
}

std::optional<LineResult> by_scan(const LineQuery& query, ComplexTiles& odd, StopToken& stop) {
  LineCache own;
  const auto index = memory_of(query, own).index(query.lexicon);
  return search_in_bands(query, [&] { return make_scan(query, *index, odd); }, stop);
}

/// All lines that keep to tiles of one letter; nothing where `odd` ones are met.
std::optional<LineResult> find_plain_lines(const LineQuery& query, ComplexTiles& odd, StopToken& stop) {
  if (auto answer = by_rows(query, odd, stop)) return answer;
  if (odd.are_there) return std::nullopt;
  if (query.any_letter != kNoLetter)
    return odd.all.empty() ? std::optional(find_lines_general(query, stop)) : std::nullopt;
  if (auto answer = by_scan(query, odd, stop)) return answer;
  if (odd.are_there || (!odd.all.empty() && !has_plain_tiles(query.grid))) return std::nullopt;
  return find_lines_by_automaton(query, stop);
}

LineResult find_plain_lines(const LineQuery& query, StopToken& stop) {
  ComplexTiles none;
  return std::move(*find_plain_lines(query, none, stop));
}

/// Lines through odd tiles apart from all others.
LineResult find_both(const LineQuery& query, const std::vector<uint64_t>& odd, StopToken& stop) {
  LineQuery part = query;
  part.count_only = counts_only(query);  // else the limit cuts what both have found
  if (query.count_only) part.max_stored = kNoLimit;
  LineResult plain = find_plain_lines(part, stop);
  LineResult through = find_lines_through(part, odd, stop);
  return merge(query, std::move(plain), std::move(through));
}

}  // namespace

LineResult find_lines(const LineQuery& query, StopToken& stop) {
  if (!query.through.empty()) return find_lines_through(query, query.through, stop);
  if (has_rings(query)) return find_lines_general(query, stop);
  const std::vector<TileId> odd = complex_tiles(query.grid.table);
  if (odd.empty()) return find_plain_lines(query, stop);
  // A table of all bytes has a wild tile and some of several letters (ß, Æ), which most grids do not
  // use: a look at every cell for each costs a quarter of a search by rows, a look on the way a twentieth.
  // Not where a limit may end the search before it has met one that a word above it reads.
  if (const size_t low = count_low(odd);
      low <= 1 && query.limit == kNoLimit && query.grid.cells.narrow() != nullptr) {
    ComplexTiles met;
    met.all = odd;
    if (low == 1) met.low = odd.front();
    met.has_high = odd.size() > low;
    auto answer = find_plain_lines(query, met, stop);
    if (answer && answer->finish != Finish::overflow) return std::move(*answer);
  }
  if (has_plain_tiles(query.grid)) return find_plain_lines(query, stop);
  const size_t most = query.grid.cells.size() / kMaxOddPart;
  const std::vector<uint64_t> cells = odd_cells(query.grid, most);
  // The general search alone reads words of several spellings along the same cells.
  if (cells.size() > most || query.any_letter != kNoLetter) return find_lines_general(query, stop);
  return find_both(query, cells, stop);
}

}  // namespace lexigrid

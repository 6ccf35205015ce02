#include "lines_strips.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <exception>
#include <thread>

#include "helpers.hpp"

namespace lexigrid {
namespace {

using strips::Band;
using strips::Hit;
using strips::kBandRows;
using strips::Tables;

/// Letters compared per cell beyond which a grid is left to the general search, whose cost does
/// not grow with the number of near misses.
constexpr std::uint64_t kMaxComparedPerCell = 50;

/// Cells that are worth a thread of their own: about 0.3 ms of search.
constexpr std::uint64_t kCellsPerThread = std::uint64_t{1} << 22;

/// Cells that the plain scan takes between two looks at the clock.
constexpr std::uint32_t kScanned = 1 << 16;

/// Buckets of patterns that allow a letter at a place.
Tables make_tables(const LinePatterns& patterns, const TileTable& table, unsigned tile_bits) {
  Tables made{};
  const unsigned mask = (1u << tile_bits) - 1;
  for (unsigned place = 0; place < kPatternLetters; ++place) {
    for (const Pattern& pattern : patterns.patterns()) {
      const auto bit = static_cast<std::uint8_t>(1u << pattern.bucket);
      for (std::size_t tile = 0; tile < 256; ++tile) {
        const bool is_free = place >= pattern.length;
        const bool fits = !is_free && tile < table.size() && table.letter[tile] == patterns.letters_of(pattern)[place];
        if (is_free || fits) made.buckets[place][tile & mask] |= bit;
      }
    }
  }
  return made;
}

/// The plain filter: which two tiles may begin a pattern.
struct PairTable {
  std::array<std::uint64_t, 64> follows{};  // bit b of follows[a]: tiles a, b (low six bits)

  PairTable(const LinePatterns& patterns, const TileTable& table) {
    for (const Pattern& pattern : patterns.patterns()) {
      const LetterCode* const letters = patterns.letters_of(pattern);
      std::uint64_t seconds = 0;
      for (std::size_t tile = 0; tile < table.size(); ++tile) {
        if (table.letter[tile] == letters[1]) seconds |= std::uint64_t{1} << (tile & 63);
      }
      for (std::size_t tile = 0; tile < table.size(); ++tile) {
        if (table.letter[tile] == letters[0]) follows[tile & 63] |= seconds;
      }
    }
  }
};

class StripSearch {
 public:
  StripSearch(const LineQuery& query, const LinePatterns& patterns)
      : query_(query), patterns_(patterns), pairs_(patterns, query.grid.table) {
#if LEXIGRID_X86
    if (active_isa() == Isa::avx512) {
      filter_ = strips::filter_avx512;
      width_ = 64;
      tables_ = make_tables(patterns, query.grid.table, 6);
    } else if (active_isa() == Isa::avx2) {
      filter_ = strips::filter_avx2;
      width_ = 32;
      tables_ = make_tables(patterns, query.grid.table, 5);
    }
#endif
  }

  /// Searches the bands `first .. last`; false where the grid is too dear.
  [[nodiscard]] bool run(std::uint32_t first, std::uint32_t last, LineResult& result, StopSignal& stop) const {
    LineResolver resolver(query_, patterns_, result, stop);
    for (std::uint32_t band = first; band < last; ++band) {
      if (stop.look()) {
        result.finish = stop.reason();
        return true;
      }
      const std::uint32_t begin = band * kBandRows;
      const std::uint32_t end = std::min(query_.grid.rows, begin + kBandRows);
      if (filter_ != nullptr) {
        filter_band(begin, end, resolver, stop);
      } else {
        scan_band(begin, end, resolver, stop);
      }
      if (stop.reason() != Finish::complete) continue;  // told at the head of the loop, or below
      if (resolver.is_too_dear()) return false;
      if (resolver.is_full()) {
        result.finish = Finish::overflow;
        return true;
      }
    }
    if (stop.reason() != Finish::complete) result.finish = stop.reason();
    return true;
  }

  [[nodiscard]] std::uint32_t bands() const noexcept { return (query_.grid.rows + kBandRows - 1) / kBandRows; }

 private:
  void filter_band(std::uint32_t begin, std::uint32_t end, LineResolver& resolver, StopSignal& stop) const {
    std::array<Hit, 2 * kBandRows + 8> hits;
    const Band band{query_.grid.cells.narrow(), query_.grid.rows, query_.grid.columns, begin, end};
    for (std::uint32_t column = 0, strip = 0; column < band.columns; column += width_, ++strip) {
      // A look at the clock costs a tenth of an empty strip.
      if ((strip % 64 == 63 && stop.look()) || resolver.is_over()) return;
      resolver.allow(kMaxComparedPerCell * (end - begin) * std::min(width_, band.columns - column));
      const std::size_t count = filter_(band, column, tables_, hits.data());
      const std::uint32_t left = band.columns - column;  // lanes beyond belong to the next row
      const std::uint64_t lanes = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
      for (std::size_t i = 0; i < count; ++i) {
        for (unsigned axis = 0; axis < kAxes; ++axis) {
          for (std::uint64_t rest = hits[i].starts[axis] & lanes; rest != 0; rest &= rest - 1) {
            resolver.resolve(hits[i].row, column + static_cast<std::uint32_t>(std::countr_zero(rest)), axis);
          }
        }
      }
    }
  }

  /// The same without vectors: the first two letters, on the four axes of each cell.
  void scan_band(std::uint32_t begin, std::uint32_t end, LineResolver& resolver, StopSignal& stop) const {
    const std::uint8_t* const cells = query_.grid.cells.narrow();
    const std::uint32_t columns = query_.grid.columns;
    for (std::uint32_t row = begin; row < end; ++row) {
      const std::uint8_t* const here = cells + std::uint64_t{row} * columns;
      const std::uint8_t* const under = row + 1 < query_.grid.rows ? here + columns : nullptr;
      for (std::uint32_t column = 0; column < columns; ++column) {
        if (column % kScanned == 0) {
          if ((column != 0 && stop.look()) || resolver.is_over()) return;
          resolver.allow(kMaxComparedPerCell * std::min(kScanned, columns - column));
        }
        const std::uint64_t follows = pairs_.follows[here[column] & 63];
        if (follows == 0) continue;
        if (column + 1 < columns && (follows >> (here[column + 1] & 63) & 1) != 0) resolver.resolve(row, column, 0);
        if (under == nullptr) continue;
        if (column + 1 < columns && (follows >> (under[column + 1] & 63) & 1) != 0) resolver.resolve(row, column, 1);
        if ((follows >> (under[column] & 63) & 1) != 0) resolver.resolve(row, column, 2);
        if (column > 0 && (follows >> (under[column - 1] & 63) & 1) != 0) resolver.resolve(row, column, 3);
      }
    }
  }

  const LineQuery& query_;
  const LinePatterns& patterns_;
  const PairTable pairs_;
  strips::Filter filter_ = nullptr;
  std::uint32_t width_ = 64;
  Tables tables_{};
};

bool canonical_less(const LineOccurrence& a, const LineOccurrence& b) noexcept {
  if (a.row != b.row) return a.row < b.row;
  if (a.column != b.column) return a.column < b.column;
  if (a.direction != b.direction) return a.direction < b.direction;
  if (a.length != b.length) return a.length < b.length;
  return a.word < b.word;  // of one length, in the order of the letters
}

void keep_first(LineResult& result, std::uint32_t word_count) {
  std::vector<bool> is_seen(word_count);
  std::erase_if(result.occurrences, [&](const LineOccurrence& each) {
    const bool again = is_seen[each.word];
    is_seen[each.word] = true;
    return again;
  });
  result.count = result.occurrences.size();
}

void append(LineResult& all, LineResult&& part) {
  if (all.occurrences.empty()) {
    all.occurrences = std::move(part.occurrences);
  } else {
    all.occurrences.insert(all.occurrences.end(), part.occurrences.begin(), part.occurrences.end());
  }
  for (std::size_t i = 0; i < part.seen.size(); ++i) all.seen[i] |= part.seen[i];
  all.count += part.count;
  if (all.finish == Finish::complete) all.finish = part.finish;
}

}  // namespace

std::optional<LineResult> find_lines_in_strips(const LineQuery& query, StopSignal& stop) {
  const bool wants_more = query.wrap || query.any_letter != kNoLetter || query.limit != kNoLimit ||
                          (query.first_only && query.count_only);
  if (wants_more || query.grid.cells.narrow() == nullptr || !has_plain_tiles(query.grid)) return std::nullopt;
  if (!LinePatterns::fits(query.lexicon)) return std::nullopt;
  const LinePatterns patterns(query.lexicon, query.directions);
  LineResult empty;
  empty.seen.assign((query.lexicon.word_count + 63) / 64, 0);
  if (patterns.patterns().empty()) return empty;
  const StripSearch search(query, patterns);
  const std::uint64_t cells = query.grid.cells.size();
  const std::uint32_t bands = search.bands();
  const auto threads = static_cast<unsigned>(
      std::clamp<std::uint64_t>(cells / kCellsPerThread, 1, std::min<std::uint64_t>(query.threads, bands)));
  std::vector<LineResult> parts(threads, empty);
  std::vector<std::uint8_t> is_served(threads);
  std::vector<std::exception_ptr> failures(threads);
  const auto share = [&](unsigned i) { return static_cast<std::uint32_t>(std::uint64_t{bands} * i / threads); };
  {
    std::atomic<bool> is_over{false};
    std::atomic<unsigned> running{threads - 1};
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < threads; ++i) {
      helpers.emplace_back([&, i] {
        // The caller's thread alone listens to Ctrl-C and looks at the clock; the others ask it.
        StopSignal own(-1, [](void* flag) { return static_cast<std::atomic<bool>*>(flag)->load(); }, &is_over);
        try {
          is_served[i] = search.run(share(i), share(i + 1), parts[i], own) ? 1 : 0;
        } catch (...) {  // no memory for the occurrences: the caller hears of it
          failures[i] = std::current_exception();
        }
        --running;
      });
    }
    is_served[0] = search.run(share(0), share(1), parts[0], stop) ? 1 : 0;
    wait_for_helpers(running, is_over, stop);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure != nullptr) std::rethrow_exception(failure);
  }
  if (std::find(is_served.begin(), is_served.end(), 0) != is_served.end()) return std::nullopt;
  LineResult result = empty;
  for (LineResult& part : parts) append(result, std::move(part));
  if (stop.reason() != Finish::complete) result.finish = stop.reason();
  std::sort(result.occurrences.begin(), result.occurrences.end(), canonical_less);
  if (query.first_only) keep_first(result, query.lexicon.word_count);
  return result;
}

}  // namespace lexigrid

#include "lines_resolve.hpp"

#include <algorithm>
#include <numeric>

#include "collect_bytes.hpp"

namespace lexigrid {

LineResolver::LineResolver(const LineQuery& query, const LinePatterns& patterns, Budget& budget)
    : query_(query), patterns_(patterns), budget_(budget), cells_(query.grid.cells.narrow()), letter_(query.grid.table.letter.data()) {
  byte_of_.fill(LinePatterns::byte_of(kNoLetter));
  for (std::size_t tile = 0; tile < query.grid.table.size() && tile < byte_of_.size(); ++tile) byte_of_[tile] = LinePatterns::byte_of(letter_[tile]);
  for (unsigned axis = 0; axis < kAxes; ++axis) {
    const unsigned direction = kAxisDirection[axis];
    step_[axis] = static_cast<std::uint64_t>(std::int64_t{query.grid.columns} * kRowStep[direction] + kColumnStep[direction]);
  }
}

/// Does the pattern stay in the grid? Without a branch on the axis: they follow each other by chance.
bool LineResolver::has_room_at_edge(const Pattern& pattern, const Start& start) const noexcept {
  constexpr std::uint32_t kAll = ~std::uint32_t{0};
  struct Edges {
    std::uint32_t rows;    // all bits where it does not matter how many there are
    std::uint32_t ahead;   // which edge is ahead: all bits for that in the east,
    std::uint32_t behind;  // likewise for that in the west
    std::uint32_t beside;  // all bits where neither matters
  };
  static constexpr Edges kEdges[kAxes] = {{kAll, kAll, 0, 0}, {0, kAll, 0, 0}, {0, kAll, 0, kAll}, {0, 0, kAll, 0}};
  const Edges& edges = kEdges[start.axis];
  const std::uint32_t east = query_.grid.columns - 1 - start.column;  // cells there
  const std::uint32_t west = start.column;
  const std::uint32_t ahead = std::min((query_.grid.rows - 1 - start.row) | edges.rows, (east & edges.ahead) | (west & edges.behind) | edges.beside);
  const std::uint32_t behind = std::min(start.row | edges.rows, (west & edges.ahead) | (east & edges.behind) | edges.beside);
  return (pattern.probe <= behind) & (pattern.length - 1u - pattern.probe <= ahead);
}

void LineResolver::resolve(const StartCells& starts, unsigned set, LineCollector& found) {
  starts_ = &starts;
  set_ = set;
  const std::uint32_t longest = query_.lexicon.max_length;
  are_rows_inside_ = starts.top >= longest && query_.grid.rows - starts.top >= starts.rows + longest;
  Batch batch;
  for (std::size_t begin = 0; begin < starts.at.size(); begin += kAtOnce) {
    batch.count = std::min(kAtOnce, starts.at.size() - begin);
    read_letters(begin, batch.count, batch.letters);
    if (patterns_.has_sketch()) {
      // Of the probes that many patterns let through, most are none.
      std::uint8_t may[kAtOnce + 8];
      for (std::size_t k = 0; k < batch.count; ++k) may[k] = patterns_.may_start(batch.letters[k]);
      batch.count = collect(may, static_cast<std::uint32_t>(batch.count), batch.places);
    } else {
      std::iota(batch.places, batch.places + batch.count, std::uint16_t{0});
    }
    try_all(batch, begin, found);
  }
}

/// The letters of all of them before any is judged, and no branch on any: else each surprise would
/// throw away loads that are under way (a fifth of the time of looking at hits). No more than four, as rows further
/// down may not be in the cache yet (8 % of a search of 100 MB).
void LineResolver::read_letters(std::size_t begin, std::size_t count, std::uint32_t* letters) const noexcept {
  const std::uint64_t last = query_.grid.cells.size() - 1;
  const std::uint64_t lowest = (std::uint64_t{starts_->top} + starts_->rows) * query_.grid.columns - 1;  // cell of the part
  // Beyond an edge stands whatever lies there in memory: what that fits has no room.
  if (lowest + (kPatternLetters - 1) * step_[1] <= last) {
    for (std::size_t k = 0; k < count; ++k) {
      const Start start = start_at(static_cast<std::uint32_t>(begin + k));
      const std::uint8_t* const cell = cell_of(start);
      const std::uint64_t step = step_[start.axis];
      letters[k] = byte_of_[cell[0]] | std::uint32_t{byte_of_[cell[step]]} << 8 | std::uint32_t{byte_of_[cell[2 * step]]} << 16 |
                   std::uint32_t{byte_of_[cell[3 * step]]} << 24;
    }
  } else {
    for (std::size_t k = 0; k < count; ++k) {
      const Start start = start_at(static_cast<std::uint32_t>(begin + k));
      const auto cell = static_cast<std::uint64_t>(cell_of(start) - cells_);
      letters[k] = 0;
      for (unsigned i = 0; i < kPatternLetters; ++i) letters[k] |= std::uint32_t{byte_of_[cells_[std::min(cell + i * step_[start.axis], last)]]} << (8 * i);
    }
  }
}

void LineResolver::try_all(const Batch& batch, std::size_t begin, LineCollector& found) {
  // What is to be compared, a pattern a start, and what fits: lists that are written at each step and
  // moved on by 0 or 1, as half of the starts are none and nobody foretells which.
  std::uint16_t patterns[kAtOnce];
  std::uint16_t places[kAtOnce];
  std::size_t left = 0;
  for (std::size_t k = 0; k < batch.count; ++k) {
    const std::uint32_t letters = batch.letters[batch.places[k]];
    patterns[left] = patterns_.first(static_cast<std::uint8_t>(letters), static_cast<std::uint8_t>(letters >> 8));
    places[left] = batch.places[k];
    left += patterns[left] != LinePatterns::kNone ? 1 : 0;
  }
  std::uint64_t misses = 0;
  while (left != 0) {
    std::uint16_t fits[kAtOnce];
    std::uint16_t fit_places[kAtOnce];
    std::size_t fitting = 0;
    std::size_t more = 0;
    misses += left;
    for (std::size_t r = 0; r < left; ++r) {
      // Four letters in one comparison: a loop over letters ends with a branch that nobody foretells.
      const std::uint16_t i = patterns[r];
      const std::uint16_t place = places[r];
      const LinePatterns::Key& key = patterns_.key(i);
      fits[fitting] = i;
      fit_places[fitting] = place;
      fitting += ((batch.letters[place] ^ key.letters) & key.mask) == 0 ? 1 : 0;
      const std::uint16_t next = patterns_.next(i);
      patterns[more] = next;
      places[more] = place;
      more += next != LinePatterns::kNone ? 1 : 0;
    }
    misses += take_fits({fits, fitting}, fit_places, begin, found);
    left = more;
  }
  if (patterns_.first_of_any() != LinePatterns::kNone) {
    for (std::size_t k = 0; k < batch.count; ++k) {
      const std::uint16_t place = batch.places[k];
      for (std::uint16_t i = patterns_.first_of_any(); i != LinePatterns::kNone; i = patterns_.next(i)) {
        const LinePatterns::Key& key = patterns_.key(i);
        ++misses;
        if (((batch.letters[place] ^ key.letters) & key.mask) == 0) misses += misses_of(i, start_at(static_cast<std::uint32_t>(begin + place)), found);
      }
    }
  }
  budget_.spend(misses);
}

/// Takes patterns whose first four letters fit: those that have no more without a branch. Returns what
/// this cost in vain, after one comparison each that was counted.
std::uint64_t LineResolver::take_fits(std::span<const std::uint16_t> patterns, const std::uint16_t* places, std::size_t begin, LineCollector& found) {
  std::uint64_t misses = 0;
  for (std::size_t r = 0; r < patterns.size(); ++r) {
    const Pattern& pattern = patterns_.patterns()[patterns[r]];
    const Start start = start_at(static_cast<std::uint32_t>(begin + places[r]));
    if (pattern.length > kPatternLetters || pattern.has_any || !patterns_.has_exact_keys()) {
      misses += misses_of(patterns[r], start, found);
      continue;
    }
    const bool is_wanted = ((pattern.axes_forward | pattern.axes_backward) >> start.axis & 1) != 0;
    const bool is_there = is_wanted & (pattern.set == set_) & has_room(pattern, start);
    found.take_if(is_there, occurrence(pattern, start));
    misses -= is_there ? 1 : 0;  // the one comparison was not in vain
  }
  return misses;
}

/// Takes a pattern whose probe fits, if it is there. Returns what this cost in vain, after one comparison
/// that was counted.
std::uint64_t LineResolver::misses_of(std::uint16_t i, const Start& start, LineCollector& found) {
  const Pattern& pattern = patterns_.patterns()[i];
  if (((pattern.axes_forward | pattern.axes_backward) >> start.axis & 1) == 0 || !has_room(pattern, start)) return 0;
  if (pattern.set != set_) return 0;  // another pass meets it
  const LetterCode* const letters = patterns_.letters_of(pattern);
  const std::uint64_t step = step_[start.axis];
  const std::uint8_t* const cell = cell_of(start) - pattern.probe * step;
  const bool is_probed = patterns_.has_exact_keys() && !pattern.has_any;
  std::uint32_t same = 0;
  for (; same < pattern.length; ++same) {
    if (is_probed && same == pattern.probe) same += kPatternLetters;
    if (same >= pattern.length) break;
    if (!patterns_.fits_letter(letters[same], letter_[cell[same * step]])) return same;
  }
  if (pattern.has_any && reads_forward_too(pattern, cell, start.axis)) return 0;
  found.take_if(true, occurrence(pattern, start));
  return ~std::uint64_t{0};  // the one comparison was not in vain
}

/// With letters that stand for any, the same cells can spell a word both ways: "?a" on "aa". That is
/// one occurrence, of the pattern that reads forward. `cell` is the first one.
bool LineResolver::reads_forward_too(const Pattern& pattern, const std::uint8_t* cell, unsigned axis) const noexcept {
  if ((pattern.axes_forward >> axis & 1) != 0) return false;  // it is that one
  const LetterCode* const reversed = patterns_.letters_of(pattern);
  const auto is_twin = [&](const Pattern& other) { return other.word == pattern.word && (other.axes_forward >> axis & 1) != 0; };
  if (std::none_of(patterns_.patterns().begin(), patterns_.patterns().end(), is_twin)) return false;  // that way is not allowed
  for (std::uint32_t i = 0; i < pattern.length; ++i) {
    if (!patterns_.fits_letter(reversed[pattern.length - 1 - i], letter_[cell[i * step_[axis]]])) return false;
  }
  return true;
}

LineOccurrence LineResolver::occurrence(const Pattern& pattern, const Start& start) const noexcept {
  // Against the axis a word starts at the other end.
  const unsigned is_reversed = (pattern.axes_forward >> start.axis & 1) ^ 1u;
  const std::uint32_t steps = is_reversed * (pattern.length - 1u) - pattern.probe;
  const unsigned direction = kAxisDirection[start.axis];
  return {pattern.word, start.row + static_cast<std::uint32_t>(kRowStep[direction]) * steps,
          start.column + static_cast<std::uint32_t>(kColumnStep[direction]) * steps, pattern.length,
          static_cast<std::uint8_t>((direction + 4 * is_reversed) % 8), 0};
}

}  // namespace lexigrid

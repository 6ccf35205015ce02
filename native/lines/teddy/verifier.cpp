#include "lines/teddy/verifier.hpp"

#include <algorithm>
#include <numeric>

#include "base/collect_bytes.hpp"

namespace lexigrid {

Verifier::Verifier(const LineQuery& query, const LinePatterns& patterns, Budget& budget)
    : query_(query),
      patterns_(patterns),
      budget_(budget),
      cells_(query.grid.cells.narrow()),
      letter_(query.grid.table.letter.data()) {
  byte_of_.fill(LinePatterns::byte_of(kNoLetter));
  for (size_t tile = 0; tile < query.grid.table.size() && tile < byte_of_.size(); ++tile)
    byte_of_[tile] = LinePatterns::byte_of(letter_[tile]);
  for (unsigned axis = 0; axis < kAxes; ++axis) {
    const unsigned direction = kTeddyDirection[axis];
    step_[axis] = int64_t{query.grid.columns} * kRowStep[direction] + kColumnStep[direction];
  }
}

/// Does not branch on the axis, which is unpredictable.
bool Verifier::has_room_at_edge(const Pattern& pattern, const Candidate& candidate) const noexcept {
  constexpr uint32_t kAll = ~uint32_t{0};
  struct Free {  // all ones: these edges set no limit
    uint32_t down;
    uint32_t up;
    uint32_t sides;
  };
  static constexpr Free kFree[kAxes] = {{kAll, kAll, 0}, {0, kAll, 0}, {0, kAll, kAll}, {kAll, 0, 0}};
  const Free& free = kFree[candidate.axis];
  const uint32_t above = candidate.row;  // cells there
  const uint32_t below = query_.grid.rows - 1 - candidate.row;
  const uint32_t west = candidate.column;
  const uint32_t east = query_.grid.columns - 1 - candidate.column;
  const uint32_t ahead = std::min({below | free.down, above | free.up, east | free.sides});
  const uint32_t behind = std::min({above | free.down, below | free.up, west | free.sides});
  const bool is_on_grid = candidate.row < query_.grid.rows;  // upwards, it may start below
  return is_on_grid & (pattern.offset <= behind) & (pattern.length - 1u - pattern.offset <= ahead);
}

void Verifier::verify(const Candidates& candidates, unsigned set, LineCollector& found, StopToken& stop) {
  candidates_ = &candidates;
  set_ = set;
  const uint32_t longest = query_.lexicon.max_length;
  are_rows_inside_ =
      candidates.top >= longest && query_.grid.rows - candidates.top >= candidates.rows + kReach + longest;
  Batch batch;
  for (size_t begin = 0; begin < candidates.at.size(); begin += kAtOnce) {
    // With hundreds of long patterns, a full batch takes milliseconds.
    constexpr size_t kWorkPerCandidate = StopToken::kInterval / kAtOnce;
    batch.count = std::min(kAtOnce, candidates.at.size() - begin);
    if (stop.due(batch.count * kWorkPerCandidate) || budget_.is_spent()) return;
    read_letters(begin, batch.count, batch.letters);
    if (patterns_.has_signature()) {
      uint8_t may[kAtOnce + 8];
      for (size_t k = 0; k < batch.count; ++k) may[k] = patterns_.may_be_fingerprint(batch.letters[k]);
      batch.count = collect(may, static_cast<uint32_t>(batch.count), batch.places);
    } else {
      std::iota(batch.places, batch.places + batch.count, uint16_t{0});
    }
    try_all(batch, begin, found);
  }
}

/// Reads the letters of all candidates before any is compared, without branching on them: a misprediction
/// would discard loads in flight (a fifth of the time of verifying). Reads only four of each, as rows further
/// down may not be in the cache yet (8 % of a search of 100 MB).
void Verifier::read_letters(size_t begin, size_t count, uint32_t* letters) const noexcept {
  const auto last = static_cast<int64_t>(query_.grid.cells.size()) - 1;
  const int64_t lowest =
      (int64_t{candidates_->top} + candidates_->rows) * query_.grid.columns - 1;  // last cell of the part
  // Beyond an edge this reads some other cell. A pattern that matches there has no room and is rejected.
  if (candidates_->top != 0 && lowest + kReach * step_[1] <= last) {
    for (size_t k = 0; k < count; ++k) {
      const Candidate candidate = candidate_at(static_cast<uint32_t>(begin + k));
      const uint8_t* const cell = cell_of(candidate);
      const int64_t step = step_[candidate.axis];
      letters[k] = byte_of_[cell[0]] | uint32_t{byte_of_[cell[step]]} << 8 |
                   uint32_t{byte_of_[cell[2 * step]]} << 16 | uint32_t{byte_of_[cell[3 * step]]} << 24;
    }
  } else {
    for (size_t k = 0; k < count; ++k) {
      const Candidate candidate = candidate_at(static_cast<uint32_t>(begin + k));
      const int64_t cell = cell_of(candidate) - cells_;
      letters[k] = 0;
      for (unsigned i = 0; i < kFingerprintLetters; ++i) {
        const int64_t at = std::clamp<int64_t>(cell + i * step_[candidate.axis], 0, last);
        letters[k] |= uint32_t{byte_of_[cells_[at]]} << (8 * i);
      }
    }
  }
}

void Verifier::try_all(const Batch& batch, size_t begin, LineCollector& found) {
  // Pairs of a pattern and a candidate: those to compare, and those that match. Every step writes one and
  // advances the end by 0 or 1, because half of the candidates are false, unpredictably.
  uint16_t patterns[kAtOnce];
  uint16_t places[kAtOnce];
  size_t left = 0;
  for (size_t k = 0; k < batch.count; ++k) {
    const uint32_t letters = batch.letters[batch.places[k]];
    patterns[left] = patterns_.first(static_cast<uint8_t>(letters), static_cast<uint8_t>(letters >> 8));
    places[left] = batch.places[k];
    left += patterns[left] != LinePatterns::kNone ? 1 : 0;
  }
  uint64_t misses = 0;
  while (left != 0) {
    uint16_t matches[kAtOnce];
    uint16_t match_places[kAtOnce];
    size_t matching = 0;
    size_t more = 0;
    misses += left;
    for (size_t r = 0; r < left; ++r) {
      // Compares four letters at once: a loop over letters would end with an unpredictable branch.
      const uint16_t i = patterns[r];
      const uint16_t place = places[r];
      const LinePatterns::Key& key = patterns_.key(i);
      matches[matching] = i;
      match_places[matching] = place;
      matching += ((batch.letters[place] ^ key.letters) & key.mask) == 0 ? 1 : 0;
      const uint16_t next = patterns_.next(i);
      patterns[more] = next;
      places[more] = place;
      more += next != LinePatterns::kNone ? 1 : 0;
    }
    misses += take_matches({matches, matching}, match_places, begin, found);
    left = more;
  }
  if (patterns_.first_of_any() != LinePatterns::kNone) {
    for (size_t k = 0; k < batch.count; ++k) {
      const uint16_t place = batch.places[k];
      for (uint16_t i = patterns_.first_of_any(); i != LinePatterns::kNone; i = patterns_.next(i)) {
        const LinePatterns::Key& key = patterns_.key(i);
        ++misses;
        if (((batch.letters[place] ^ key.letters) & key.mask) == 0)
          misses += misses_of(i, candidate_at(static_cast<uint32_t>(begin + place)), found);
      }
    }
  }
  budget_.spend(misses);
}

/// Takes patterns whose fingerprint matches, without a branch if they have no other letters. Returns the
/// number of letters compared in vain, beyond the one comparison per candidate that is counted already.
uint64_t Verifier::take_matches(std::span<const uint16_t> patterns, const uint16_t* places, size_t begin,
                                LineCollector& found) {
  uint64_t misses = 0;
  for (size_t r = 0; r < patterns.size(); ++r) {
    const Pattern& pattern = patterns_.patterns()[patterns[r]];
    const Candidate candidate = candidate_at(static_cast<uint32_t>(begin + places[r]));
    if (pattern.length > kFingerprintLetters || pattern.has_any || !patterns_.has_exact_keys()) {
      misses += misses_of(patterns[r], candidate, found);
      continue;
    }
    const bool is_wanted = ((pattern.axes_forward | pattern.axes_backward) >> candidate.axis & 1) != 0;
    const bool is_match = is_wanted & (pattern.set == set_) & has_room(pattern, candidate);
    found.take_if(is_match, occurrence(pattern, candidate));
    misses -= is_match ? 1 : 0;  // the comparison counted before was not in vain
  }
  return misses;
}

/// Takes a pattern whose fingerprint matches, if its other letters do too. Returns the same as
/// `take_matches`.
uint64_t Verifier::misses_of(uint16_t i, const Candidate& candidate, LineCollector& found) {
  const Pattern& pattern = patterns_.patterns()[i];
  if (((pattern.axes_forward | pattern.axes_backward) >> candidate.axis & 1) == 0 ||
      !has_room(pattern, candidate))
    return 0;
  if (pattern.set != set_) return 0;  // another pass finds it
  const LetterCode* const letters = patterns_.letters_of(pattern);
  const int64_t step = step_[candidate.axis];
  const uint8_t* const cell = cell_of(candidate) - pattern.offset * step;
  const bool is_compared = patterns_.has_exact_keys() && !pattern.has_any;
  uint32_t same = 0;
  for (; same < pattern.length; ++same) {
    if (is_compared && same == pattern.offset) same += kFingerprintLetters;
    if (same >= pattern.length) break;
    if (!patterns_.matches_letter(letters[same], letter_[cell[same * step]])) return same;
  }
  if (pattern.has_any && has_first_reading(pattern, cell, candidate.axis)) return 0;
  found.take_if(true, occurrence(pattern, candidate));
  return ~uint64_t{0};  // the comparison counted before was not in vain
}

/// With letters that match any other, the same cells can spell a word in both directions, as "?a" on "aa".
/// This counts as one occurrence, that which begins at the first cell in reading order. `cell` is the first
/// cell of the pattern.
bool Verifier::has_first_reading(const Pattern& pattern, const uint8_t* cell, unsigned axis) const noexcept {
  const auto begins_first = [axis](const Pattern& each) {
    return ((axis == kUpward ? each.axes_backward : each.axes_forward) >> axis & 1) != 0;
  };
  if (begins_first(pattern)) return false;  // this is it
  const LetterCode* const reversed = patterns_.letters_of(pattern);
  const auto is_twin = [&](const Pattern& other) {
    return other.word == pattern.word && begins_first(other);
  };
  if (std::none_of(patterns_.patterns().begin(), patterns_.patterns().end(), is_twin))
    return false;  // it is not allowed
  for (uint32_t i = 0; i < pattern.length; ++i) {
    if (!patterns_.matches_letter(reversed[pattern.length - 1 - i], letter_[cell[i * step_[axis]]]))
      return false;
  }
  return true;
}

LineOccurrence Verifier::occurrence(const Pattern& pattern, const Candidate& candidate) const noexcept {
  // A word read against the axis starts at the other end.
  const unsigned is_reversed = (pattern.axes_forward >> candidate.axis & 1) ^ 1u;
  const uint32_t steps = is_reversed * (pattern.length - 1u) - pattern.offset;
  const unsigned direction = kTeddyDirection[candidate.axis];
  return {pattern.word,
          candidate.row + static_cast<uint32_t>(kRowStep[direction]) * steps,
          candidate.column + static_cast<uint32_t>(kColumnStep[direction]) * steps,
          pattern.length,
          static_cast<uint8_t>((direction + 4 * is_reversed) % 8),
          0};
}

}  // namespace lexigrid

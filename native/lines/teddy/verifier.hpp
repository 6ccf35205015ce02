// Compares the letters at candidates with the patterns. Exact, whatever the filter passed.
#pragma once

#include <array>
#include <span>

#include "lines/teddy/patterns.hpp"

namespace lexigrid {

/// Cells of a part of the grid where fingerprints may start: axis * 2^kCandidateAxisBit + row *
/// 2^kCandidateColumnBits + column, with row and column counted from the corner of the part. Upwards, they
/// may start in the three rows below the part.
inline constexpr unsigned kCandidateColumnBits = 16;
inline constexpr uint32_t kCandidateColumn = (1u << kCandidateColumnBits) - 1;
inline constexpr unsigned kCandidateAxisBit = 30;
inline constexpr uint32_t kReach = kFingerprintLetters - 1;  // rows and columns beyond the first letter
static_assert((kBandRows + kReach) << kCandidateColumnBits <= 1u << kCandidateAxisBit);
struct Candidates {
  uint32_t top;
  uint32_t left;
  uint32_t rows;  // of the part
  std::span<const uint32_t> at;
};

class Verifier {
 public:
  Verifier(const LineQuery& query, const LinePatterns& patterns, Budget& budget);

  /// Takes the words at the candidates whose patterns are in this set of buckets. Returns early when `stop`
  /// is due or the budget is spent.
  void verify(const Candidates& candidates, unsigned set, LineCollector& found, StopToken& stop);

 private:
  /// Candidates processed together: the letters of all are read before any is compared.
  static constexpr size_t kAtOnce = 256;
  struct Batch {
    uint32_t letters[kAtOnce];     // of the four cells, a byte each
    uint16_t places[kAtOnce + 8];  // of the candidates that are left
    size_t count;
  };
  struct Candidate {
    uint32_t row;
    uint32_t column;
    unsigned axis;
  };

  [[nodiscard]] Candidate candidate_at(uint32_t place) const noexcept {
    const uint32_t at = candidates_->at[place];
    constexpr uint32_t kRow = (1u << (kCandidateAxisBit - kCandidateColumnBits)) - 1;
    return {candidates_->top + (at >> kCandidateColumnBits & kRow),
            candidates_->left + (at & kCandidateColumn), at >> kCandidateAxisBit};
  }
  [[nodiscard]] const uint8_t* cell_of(const Candidate& candidate) const noexcept {
    return cells_ + uint64_t{candidate.row} * query_.grid.columns + candidate.column;
  }
  /// Is the whole pattern on the grid? Nearly all candidates are far from the edges.
  [[nodiscard]] bool has_room(const Pattern& pattern, const Candidate& candidate) const noexcept {
    const uint32_t longest = query_.lexicon.max_length;
    const bool is_inside =
        are_rows_inside_ && candidate.column >= longest && query_.grid.columns - candidate.column > longest;
    return is_inside || has_room_at_edge(pattern, candidate);
  }
  [[nodiscard]] bool has_room_at_edge(const Pattern& pattern, const Candidate& candidate) const noexcept;
  void read_letters(size_t begin, size_t count, uint32_t* letters) const noexcept;
  void try_all(const Batch& batch, size_t begin, LineCollector& found);
  uint64_t take_matches(std::span<const uint16_t> patterns, const uint16_t* places, size_t begin,
                        LineCollector& found);
  uint64_t misses_of(uint16_t i, const Candidate& candidate, LineCollector& found);
  [[nodiscard]] bool has_first_reading(const Pattern& pattern, const uint8_t* cell,
                                       unsigned axis) const noexcept;
  [[nodiscard]] LineOccurrence occurrence(const Pattern& pattern, const Candidate& candidate) const noexcept;

  const LineQuery& query_;
  const LinePatterns& patterns_;
  Budget& budget_;
  const uint8_t* cells_;
  const LetterCode* letter_;
  std::array<uint8_t, 256> byte_of_;  // by tile
  std::array<int64_t, kAxes> step_;   // in memory, by axis
  // The same for all candidates of a call.
  const Candidates* candidates_ = nullptr;
  unsigned set_ = 0;
  bool are_rows_inside_ = false;
};

}  // namespace lexigrid

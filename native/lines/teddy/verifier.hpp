// What really stands where a filter for few words suspects the probe of a pattern.
#pragma once

#include <array>
#include <span>

#include "lines/teddy/patterns.hpp"

namespace lexigrid {

/// Cells of a part of the grid where probes may start along an axis: row and column from its corner, as
/// axis * 2^kStartAxisBit + row * 2^kStartColumnBits + column.
inline constexpr unsigned kStartColumnBits = 16;
inline constexpr uint32_t kStartColumn = (1u << kStartColumnBits) - 1;
inline constexpr unsigned kStartAxisBit = 30;
static_assert(kBandRows << kStartColumnBits <= 1u << kStartAxisBit);
struct StartCells {
  uint32_t top;
  uint32_t left;
  uint32_t rows;  // of the part
  std::span<const uint32_t> at;
};

/// Finds what the words at start cells really are: exact, whatever a filter let through.
class Verifier {
 public:
  Verifier(const LineQuery& query, const LinePatterns& patterns, Budget& budget);

  /// Tries the patterns of one set of buckets.
  void resolve(const StartCells& starts, unsigned set, LineCollector& found);

 private:
  /// Probes that are looked at together: first the letters of all, then what they fit.
  static constexpr size_t kAtOnce = 256;
  struct Batch {
    uint32_t letters[kAtOnce];     // of the four cells, a byte each
    uint16_t places[kAtOnce + 8];  // of those that are left
    size_t count;
  };
  struct Start {
    uint32_t row;
    uint32_t column;
    unsigned axis;
  };

  [[nodiscard]] Start start_at(uint32_t place) const noexcept {
    const uint32_t at = starts_->at[place];
    constexpr uint32_t kRow = (1u << (kStartAxisBit - kStartColumnBits)) - 1;
    return {starts_->top + (at >> kStartColumnBits & kRow), starts_->left + (at & kStartColumn),
            at >> kStartAxisBit};
  }
  [[nodiscard]] const uint8_t* cell_of(const Start& start) const noexcept {
    return cells_ + uint64_t{start.row} * query_.grid.columns + start.column;
  }
  /// Does the pattern stay in the grid? Nearly all of them start far from its edges, whatever they are.
  [[nodiscard]] bool has_room(const Pattern& pattern, const Start& start) const noexcept {
    const uint32_t longest = query_.lexicon.max_length;
    const bool is_inside =
        are_rows_inside_ && start.column >= longest && query_.grid.columns - start.column > longest;
    return is_inside || has_room_at_edge(pattern, start);
  }
  [[nodiscard]] bool has_room_at_edge(const Pattern& pattern, const Start& start) const noexcept;
  void read_letters(size_t begin, size_t count, uint32_t* letters) const noexcept;
  void try_all(const Batch& batch, size_t begin, LineCollector& found);
  uint64_t take_fits(std::span<const uint16_t> patterns, const uint16_t* places, size_t begin,
                     LineCollector& found);
  uint64_t misses_of(uint16_t i, const Start& start, LineCollector& found);
  [[nodiscard]] bool reads_forward_too(const Pattern& pattern, const uint8_t* cell,
                                       unsigned axis) const noexcept;
  [[nodiscard]] LineOccurrence occurrence(const Pattern& pattern, const Start& start) const noexcept;

  const LineQuery& query_;
  const LinePatterns& patterns_;
  Budget& budget_;
  const uint8_t* cells_;
  const LetterCode* letter_;
  std::array<uint8_t, 256> byte_of_;  // by tile
  std::array<uint64_t, kAxes> step_;  // in memory, by axis
  // What is the same for all starts of a call.
  const StartCells* starts_ = nullptr;
  unsigned set_ = 0;
  bool are_rows_inside_ = false;
};

}  // namespace lexigrid

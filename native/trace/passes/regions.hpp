// Regions: the pieces into which a question falls, each small enough for sets of bits.
//
// Cells that no place can use are left out; what is left is cut into pieces that no path can leave.
// Where a piece can be coloured like a chessboard, a path changes colour at each step: there are two
// questions then, one for each colour of the first cell, and a class of cells is a letter and a
// colour. Counting classes then finds what parity forbids.
#pragma once

#include <optional>

#include "trace/passes/reachability.hpp"

namespace lexigrid {

/// Rows of bits.
class BitTable {
 public:
  BitTable() = default;
  BitTable(size_t rows, size_t words) : words_(words), bits_(rows * words) {}
  [[nodiscard]] std::span<uint64_t> operator[](size_t row) noexcept {
    return {bits_.data() + row * words_, words_};
  }
  [[nodiscard]] std::span<const uint64_t> operator[](size_t row) const noexcept {
    return {bits_.data() + row * words_, words_};
  }
  [[nodiscard]] bool has(size_t row, size_t bit) const noexcept {
    return (bits_[row * words_ + bit / 64] >> (bit % 64) & 1) != 0;
  }
  void insert(size_t row, size_t bit) noexcept {
    bits_[row * words_ + bit / 64] |= uint64_t{1} << (bit % 64);
  }
  void erase(size_t row, size_t bit) noexcept {
    bits_[row * words_ + bit / 64] &= ~(uint64_t{1} << (bit % 64));
  }

 private:
  size_t words_ = 0;
  std::vector<uint64_t> bits_;
};

/// A question on a few cells, numbered from 0 in reading order.
struct Region {
  static constexpr size_t kMaxCells = 1024;

  size_t words = 0;                // of a set of its cells
  std::vector<CellId> cell;        // in the grid, ascending
  BitTable near;                   // of each cell: the cells a path may go to from it, or come from
  std::vector<uint16_t> class_of;  // of each place
  std::vector<uint32_t> need;      // of each class: places
  BitTable members;                // of each class: the cells that can serve it
  BitTable table;                  // of each place: its cells

  [[nodiscard]] size_t cells() const noexcept { return cell.size(); }
  [[nodiscard]] size_t length() const noexcept { return class_of.size(); }
  [[nodiscard]] size_t classes() const noexcept { return need.size(); }
  /// Does every cell of the class have to be used?
  [[nodiscard]] bool is_tight(size_t k) const noexcept;
  /// The same question about the word read backwards.
  [[nodiscard]] Region reversed() const;
};

struct Regions {
  std::vector<Region> small;
  std::vector<std::vector<CellId>> large;  // pieces of more than Region::kMaxCells cells
  bool is_complete = true;                 // false when `stop` ended the work
};

/// `most_cells`: pieces beyond it are `large`; at most Region::kMaxCells.
[[nodiscard]] Regions regions_of(const TraceQuestion& question, const ReachabilityTables& walks,
                                 size_t most_cells, StopToken& stop);

/// The cells that a path can use of which this cell stands at place `middle`, as regions: none where
/// there is no such path. Nothing where they are more than Region::kMaxCells, or `stop` ended it.
[[nodiscard]] std::optional<std::vector<Region>> window_of(const TraceQuestion& question,
                                                           const ReachabilityTables& walks, size_t middle,
                                                           CellId cell, StopToken& stop);

}  // namespace lexigrid

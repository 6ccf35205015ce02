#include "lines/trie_scan/scan.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/bits.hpp"
#include "base/collect_bytes.hpp"
#include "base/parts.hpp"
#include "lines/palindromes.hpp"
#include "lines/trie_scan/class_window.hpp"

#define LEXIGRID_KERNELS "lines/trie_scan/scan.inl"
#include "cpu/for_each_target.inl"

namespace lexigrid {
namespace scan {

Kernel best_kernel() noexcept { return LEXIGRID_BEST(scan_run); }

namespace {

/// Columns of a window. Its 76 rows and the tables stay in the second-level cache.
constexpr uint32_t kWindowColumns = 4096;

/// Letters compared between two clock reads: about a millisecond.
constexpr uint64_t kLettersPerClockRead = 1 << 19;

/// Letters of a match that may be compared before the rest counts against the budget.
constexpr uint32_t kFreeLetters = 16;

/// Walks, and leaves, that are processed together.
constexpr uint32_t kWalks = 1024;
constexpr uint32_t kLeaves = 1024;

class TrieScan final : public BandSearch {
 public:
  TrieScan(const LineQuery& query, const LineIndex& index, const ComplexTiles& complex)
      : query_(query),
        index_(index),
        kernel_(best_kernel()),
        window_(query, index, complex) {
    for (unsigned axis = 0; axis < kAxes; ++axis) {
      const unsigned direction = kAxisDirection[axis];
      forward_[axis] = (query.directions >> direction & 1) != 0;
      backward_[axis] = (query.directions >> (direction + 4) % 8 & 1) != 0;
    }
    find_single_words();
  }

  void search(int64_t first, int64_t last, LineCollector& found, StopToken& stop) override {
    found_ = &found;
    stop_ = &stop;
    for (uint32_t left = 0; left < query_.grid.columns && !is_over(); left += kWindowColumns) {
      const uint32_t columns = std::min(kWindowColumns, query_.grid.columns - left);
      window_.load(first, static_cast<uint32_t>(last - first), left, columns);
      has_complex_tile_ = window_.has_complex_tile();
      if (has_complex_tile_) return;
      for (int64_t row = first; row < last; ++row) {
        if (stop.look() || budget_.is_spent()) break;
        const uint8_t* const classes = window_.row(static_cast<uint32_t>(row - first));
        if (has_single_words_) take_single_words(row, left, columns);
        for (uint32_t column = 0; column < columns; column += kMaxRun) {
          const uint32_t count = std::min(kMaxRun, columns - column);
          budget_.allow(count);
          for (unsigned axis = 0; axis < kAxes; ++axis) {
            if (forward_[axis] || backward_[axis])
              search_run(classes + column, count, row, left + column, axis);
          }
        }
      }
      walk_all();  // before the next window is loaded
    }
  }

 private:
  /// Words of one letter occur on every cell with that letter, without a direction.
  void find_single_words() {
    const LexiconView& lexicon = query_.lexicon;
    const TileTable& table = query_.grid.table;
    single_.assign(table.size(), kNoWord);
    if (lexicon.max_length == 0) return;
    for (WordId word = lexicon.first_word[1]; word < lexicon.first_word[2]; ++word) {
      for (size_t tile = 0; tile < table.size(); ++tile) {
        if (table.kind[tile] == TileKind::letter && table.letter[tile] == lexicon.letter_of(word, 1, 0))
          single_[tile] = word;
      }
      has_single_words_ = true;
    }
  }

  void take_single_words(int64_t row, uint32_t left, uint32_t columns) {
    if (row < 0 || row >= query_.grid.rows) return;
    const uint64_t at = static_cast<uint64_t>(row) * query_.grid.columns + left;
    for (uint32_t i = 0; i < columns; ++i) {
      if (const WordId word = single_[query_.grid.cells[at + i]]; word != kNoWord)
        found_->take(word, row, left + i, 1, kNoDirection);
    }
  }

  void search_run(const uint8_t* first, uint32_t count, int64_t row, uint32_t column, unsigned axis) {
    const ptrdiff_t step = step_of(axis);
    const uint32_t candidates = kernel_(index_, {first, count, step}, candidates_.data());
    for (uint32_t k = 0; k < candidates; ++k) {
      const Candidate& each = candidates_[k];
      begin_walk(each.node, first + each.at, step, {row, column + each.at, axis, kStartLetters});
    }
    if (walks_ >= kWalks) walk_all();
  }

  [[nodiscard]] ptrdiff_t step_of(unsigned axis) const noexcept {
    const unsigned direction = kAxisDirection[axis];
    return window_.stride() * kRowStep[direction] + kColumnStep[direction];
  }

  struct Place {
    int64_t row;
    uint32_t column;
    unsigned axis;
    uint32_t depth;  // classes on the path to the node
  };

  /// A walk of the trie along a line.
  struct Walk {
    const uint8_t* cell;  // the next one
    uint32_t node;
    Place place;
  };

  /// The entries of a leaf that a walk has reached. Their first `depth` classes match.
  struct Leaf {
    uint32_t entry;
    Place place;
  };

  void begin_walk(uint32_t node, const uint8_t* cell, ptrdiff_t step, const Place& place) {
    if ((node & kShort) != 0) {
      take_short(node & ~kShort, cell, step, place);
    } else {
      prefetch_next(index_.nodes()[node]);
      walk_[walks_++] = {cell + static_cast<ptrdiff_t>(kStartLetters) * step, node, place};
    }
  }

  void prefetch_next(const LineNode& node) const noexcept {
    if ((node.base & kLeaf) != 0) {
      prefetch(index_.entries() + (node.base & ~kLeaf));
    } else {
      prefetch(index_.nodes() + node.base);
    }
  }

  /// Advances all walks of the trie in turn, one step each, so that their cache misses overlap. One walk
  /// after the other would wait for a third of the time.
  void walk_all() {
    const LineNode* const nodes = index_.nodes();
    ptrdiff_t steps[kAxes];
    for (unsigned axis = 0; axis < kAxes; ++axis) steps[axis] = step_of(axis);
    while (walks_ != 0) {
      uint32_t going = 0;
      for (uint32_t i = 0; i < walks_; ++i) {
        Walk walk = walk_[i];
        const LineNode here = nodes[walk.node];
        if ((here.base & kLeaf) != 0) {
          if (((here.classes >> *walk.cell | here.classes) & 1) != 0) reach(here.base & ~kLeaf, walk.place);
          continue;
        }
        if ((here.classes & 1) != 0) reach(nodes[here.base].base & ~kLeaf, walk.place);
        const uint32_t bit = uint32_t{1} << *walk.cell;
        if (bit == 1 || (here.classes & bit) == 0) continue;
        walk.node = here.base + count_bits(here.classes & (bit - 1));
        prefetch(nodes + walk.node);
        walk.cell += steps[walk.place.axis];
        ++walk.place.depth;
        walk_[going++] = walk;
      }
      budget_.spend(going);
      walks_ = going;
    }
    take_leaves();
  }

  void reach(uint32_t entry, const Place& place) {
    prefetch(index_.entries() + entry);
    leaves_[leaf_count_++] = {entry, place};
    if (leaf_count_ == kLeaves) take_leaves();
  }

  void take_leaves() {
    const LexiconView& lexicon = query_.lexicon;
    for (uint32_t i = 0; i < leaf_count_; ++i) {
      const LineEntry& entry = index_.entries()[leaves_[i].entry];
      if (entry.length > leaves_[i].place.depth)
        prefetch(lexicon.letters.data() + lexicon.letters_at[entry.length] +
                 uint64_t{entry.word - lexicon.first_word[entry.length]} * entry.length *
                     lexicon.letter_bytes());
    }
    for (uint32_t i = 0; i < leaf_count_ && !is_over(); ++i)
      take_entries(leaves_[i].entry, leaves_[i].place.depth, leaves_[i].place);
    leaf_count_ = 0;
  }

  void take_short(uint32_t node, const uint8_t* cell, ptrdiff_t step, const Place& place) {
    const uint32_t two = index_.pair(static_cast<uint32_t>(cell[0]) << kClassBits | cell[step]);
    if (two != LineIndex::kNone) take_entries(two, 2, place);
    if (const LineNode& three = index_.nodes()[node]; three.classes != 0)
      take_entries(three.base & ~kLeaf, 3, place);
  }

  /// Takes the matching patterns of a leaf. Their first `depth` classes are known to match.
  void take_entries(uint32_t entry, uint32_t depth, const Place& place) {
    for (;; ++entry) {
      const LineEntry& each = index_.entries()[entry];
      work_ += each.length;
      if (matches(each, depth, place)) take(each, place);
      if (!each.more || is_over()) return;
    }
  }

  /// Counts the letters compared between clock reads, as hundreds of long words can start at one cell.
  [[nodiscard]] bool is_over() noexcept {
    if (work_ >= kLettersPerClockRead) {
      work_ = 0;
      (void)stop_->look();
    }
    return stop_->reason() != Finish::complete || budget_.is_spent();
  }

  [[nodiscard]] bool matches(const LineEntry& entry, uint32_t depth, const Place& place) {
    uint32_t i = index_.is_exact() ? std::min<uint32_t>(depth, entry.length) : 0;
    if (i == entry.length) return true;
    const unsigned direction = kAxisDirection[place.axis];
    const int64_t rows = query_.grid.rows;
    const int64_t columns = query_.grid.columns;
    const int64_t last_row = place.row + int64_t{kRowStep[direction]} * (entry.length - 1);
    const int64_t last_column = place.column + int64_t{kColumnStep[direction]} * (entry.length - 1);
    if (!query_.wrap && (last_row >= rows || last_column < 0 || last_column >= columns)) return false;
    const bool is_forward = (entry.reads & kReadsForward) != 0;
    const uint32_t from = i;
    for (; i < entry.length; ++i) {
      int64_t row = place.row + int64_t{kRowStep[direction]} * i;
      int64_t column = place.column + int64_t{kColumnStep[direction]} * i;
      if (query_.wrap) {
        row = wrapped(row, rows);
        column = wrapped(column, columns);
      }
      const TileId tile = query_.grid.cells[static_cast<uint64_t>(row * columns + column)];
      const LetterCode wanted =
          query_.lexicon.letter_of(entry.word, entry.length, is_forward ? i : entry.length - 1 - i);
      // Tiles that are not letters have kNoLetter, which no word has.
      if (query_.grid.table.letter[tile] != wanted) {
        budget_.spend(i - from + 1);
        return false;
      }
    }
    // A match may cost its own letters, but only up to a point: the automaton finds each of many long words
    // in one step.
    if (i - from > kFreeLetters) budget_.spend(i - from - kFreeLetters);
    return true;
  }

  void take(const LineEntry& entry, const Place& place) {
    bool is_forward = (entry.reads & kReadsForward) != 0;
    const int64_t far = entry.length - 1;
    const unsigned direction = kAxisDirection[place.axis];
    const int64_t far_row = place.row + kRowStep[direction] * far;
    int64_t far_column = place.column + kColumnStep[direction] * far;
    if (query_.wrap) far_column = wrapped(far_column, query_.grid.columns);
    if (entry.reads == (kReadsForward | kReadsBackward)) {
      // At least one reading of a palindrome is allowed, or the axis would not be searched.
      is_forward = forward_[place.axis] &&
                   is_first_reading(query_.directions, direction, cell_at(place.row, place.column),
                                    cell_at(far_row, far_column));
    } else if (!(is_forward ? forward_ : backward_)[place.axis]) {
      return;
    }
    if (is_forward) {
      found_->take(entry.word, place.row, place.column, entry.length, static_cast<uint8_t>(direction));
    } else {
      found_->take(entry.word, far_row, static_cast<uint32_t>(far_column), entry.length,
                   static_cast<uint8_t>((direction + 4) % 8));
    }
  }

  [[nodiscard]] uint64_t cell_at(int64_t row, int64_t column) const noexcept {
    return static_cast<uint64_t>(wrapped(row, query_.grid.rows) * query_.grid.columns + column);
  }

  const LineQuery& query_;
  const LineIndex& index_;
  const Kernel kernel_;
  ClassWindow window_;
  LineCollector* found_ = nullptr;
  StopToken* stop_ = nullptr;
  uint64_t work_ = 0;
  bool forward_[kAxes];
  bool backward_[kAxes];
  bool has_single_words_ = false;
  std::vector<WordId> single_;  // by tile
  std::array<Candidate, kMaxCandidates> candidates_;
  std::array<Walk, kWalks + kMaxCandidates> walk_;
  std::array<Leaf, kLeaves> leaves_;
  uint32_t walks_ = 0;
  uint32_t leaf_count_ = 0;
};

}  // namespace
}  // namespace scan

std::unique_ptr<BandSearch> make_trie_scan(const LineQuery& query, const LineIndex& index,
                                           const ComplexTiles& complex) {
  return std::make_unique<scan::TrieScan>(query, index, complex);
}

}  // namespace lexigrid

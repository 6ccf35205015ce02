// Where the fast line searches put occurrences: in any order within a band of rows, out in canonical order.
//
// Searches meet a pattern by its topmost cell, but a reversed word starts at its lowest one: words that start
// below the band are pending until their row is final. A collector owns the words that start in a region of
// rows and ignores the others, which belong to another collector.
#pragma once

#include <deque>
#include <vector>

#include "lines/lines.hpp"

namespace lexigrid {

class LineCollector {
 public:
  /// Accepts words that start in rows `first .. last`.
  LineCollector(const LineQuery& query, uint32_t first, uint32_t last);

  /// `row` may be outside the grid: then no region owns the word, or on a torus another one.
  void take(WordId word, int64_t row, uint32_t column, uint32_t length, uint8_t direction) {
    if (row < first_ || row >= last_) return;
    take_if(true, {word, static_cast<uint32_t>(row), column, static_cast<uint16_t>(length), direction, 0});
  }

  /// Takes it if `is_match` and it starts in these rows. Has no branch on either.
  void take_if(bool is_match, const LineOccurrence& each) {
    is_match = is_match && each.row >= first_ && each.row < last_;
    if (counts_only_) {
      result_.count += is_match ? 1 : 0;
      result_.seen[each.word / 64] |= uint64_t{is_match} << (each.word % 64);
      return;
    }
    pending_.push_back_if(is_match, each);
  }

  /// Takes an occurrence that follows all others in canonical order, in place of `take` and `finish_rows`.
  void take_sorted(const LineOccurrence& each) { keep({&each, 1}); }

  /// Every word that starts above row `until` has been met: sorts them and keeps those that the query wants.
  /// When `stop` is due, the rows from some row on remain pending.
  void finish_rows(int64_t until, StopToken& stop);

  /// More was found than is wanted or can be stored; the first ones are kept.
  [[nodiscard]] bool is_full() const noexcept { return is_full_; }
  /// Occurrences found so far, kept or not.
  [[nodiscard]] uint64_t found() const noexcept { return result_.count + pending_.size() + later_count_; }

  /// The result, with all pending words; after a stop, with as many of them as are sorted in a few
  /// milliseconds.
  [[nodiscard]] LineResult finish(StopToken& stop);

 private:
  /// Fewer are sorted by comparing.
  static constexpr size_t kFew = 32;
  static constexpr unsigned kDigitBits = 8;
  /// Average moves of an insertion sort up to which occurrences count as nearly sorted.
  static constexpr size_t kMovesEach = 4;
  /// Occurrences that are sorted between two looks at the clock, unless one row has more: about 5 ms.
  static constexpr size_t kAtOnce = 1 << 18;

  void defer(std::span<const LineOccurrence> more);
  [[nodiscard]] int64_t resume_rows(int64_t until);
  void finish_pending(int64_t until);
  template <typename DigitOf>
  void count_places(size_t digits, DigitOf digit_of);
  template <typename DigitOf>
  void place(DigitOf digit_of);
  [[nodiscard]] bool wants_all(size_t more) const noexcept;
  void count(std::span<const LineOccurrence> more) noexcept;
  void sort_by_column();
  void sort_rows(std::span<LineOccurrence> found) noexcept;
  void keep_sorted(size_t count);
  void keep(std::span<const LineOccurrence> sorted);

  const LineQuery& query_;
  int64_t first_;
  int64_t last_;
  uint64_t most_;  // occurrences that are wanted and can be stored
  bool counts_only_;
  bool is_full_ = false;
  bool is_shuffled_ = false;  // the words of a row arrive in no order
  LineResult result_;
  Occurrences pending_;
  std::deque<Occurrences> later_;  // by row, from `later_row_`: seen by `finish_rows`, but not final then
  int64_t later_row_ = 0;
  size_t later_count_ = 0;
  Occurrences sorted_;
  std::vector<uint32_t> places_;
};

/// A result without occurrences.
[[nodiscard]] LineResult empty_result(const LineQuery& query);

/// Joins the results of regions, in their order; the first of them when `stop` is due.
[[nodiscard]] LineResult join(const LineQuery& query, std::vector<LineResult> parts, StopToken& stop);

/// Merges two results that share no line, such as lines through complex tiles and all others; the first
/// occurrences of both when `stop` is due.
[[nodiscard]] LineResult merge(const LineQuery& query, LineResult a, LineResult b, StopToken& stop);

/// Does only the number of occurrences or the words seen matter, so that nothing is stored?
[[nodiscard]] bool counts_only(const LineQuery& query) noexcept;

/// Does a word of `length` letters read the same from both ends?
[[nodiscard]] bool is_palindrome(const LexiconView& lexicon, WordId word, uint32_t length) noexcept;

/// Does `a` come before `b`? For occurrences on plain tiles.
[[nodiscard]] bool canonical_less(const LineOccurrence& a, const LineOccurrence& b) noexcept;

}  // namespace lexigrid

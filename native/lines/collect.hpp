// Collects the occurrences that the fast line searches find in any order within a band of rows, and puts them
// into canonical order.
//
// Searches find a pattern at its topmost cell, but a reversed word starts at its lowest one, so words that
// start below the band are pending until their row is final. A collector accepts the words that start in its
// region of rows and ignores all others, which belong to other collectors.
#pragma once

#include <deque>
#include <vector>

#include "lines/lines.hpp"

namespace lexigrid {

class LineCollector {
 public:
  /// Accepts words that start in rows `first .. last`.
  LineCollector(const LineQuery& query, uint32_t first, uint32_t last);

  /// `row` may be outside the grid. The word then belongs to no region or, on a torus, to another one.
  void take(WordId word, int64_t row, uint32_t column, uint32_t length, uint8_t direction) {
    if (row < first_ || row >= last_) return;
    take_if(true, {word, static_cast<uint32_t>(row), column, static_cast<uint16_t>(length), direction, 0});
  }

  /// Takes an occurrence if `is_match` and it starts in these rows, without branching on either.
  void take_if(bool is_match, const LineOccurrence& each) {
    is_match = is_match && each.row >= first_ && each.row < last_;
    if (counts_only_) {
      result_.count += is_match ? 1 : 0;
      result_.seen[each.word / 64] |= uint64_t{is_match} << (each.word % 64);
      return;
    }
    pending_.push_back_if(is_match, each);
  }

  /// Takes an occurrence that follows all others in canonical order. Replaces `take` and `finish_rows`.
  void take_sorted(const LineOccurrence& each) { keep({&each, 1}); }

  /// Sorts the words that start above row `until`, all of which have been found, and keeps those that the
  /// query wants. When `stop` is due, the rows from some row on stay pending.
  void finish_rows(int64_t until, StopToken& stop);

  /// Returns true once more was found than is wanted or can be stored. The first occurrences are kept.
  [[nodiscard]] bool is_full() const noexcept { return is_full_; }
  /// Occurrences found so far, kept or not.
  [[nodiscard]] uint64_t found() const noexcept { return result_.count + pending_.size() + later_count_; }

  /// Returns the result. It includes all pending words or, after a stop, as many as can be sorted in a few
  /// milliseconds.
  [[nodiscard]] LineResult finish(StopToken& stop);

 private:
  /// Below this number, occurrences are sorted by comparison.
  static constexpr size_t kFew = 32;
  static constexpr unsigned kDigitBits = 8;
  /// Occurrences count as nearly sorted up to this average number of moves of an insertion sort.
  static constexpr size_t kMovesEach = 4;
  /// Occurrences sorted between two clock reads, unless a single row has more: about 5 ms.
  static constexpr size_t kAtOnce = 1 << 18;
  /// Occurrences sorted after a stop: up to 6 ms, as they are no longer in the cache.
  static constexpr size_t kAfterStop = 1 << 16;

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
  bool is_shuffled_ = false;  // the words of a row arrive in no particular order
  LineResult result_;
  Occurrences pending_;
  std::deque<Occurrences> later_;  // by row from `later_row_`: not final when `finish_rows` saw them
  int64_t later_row_ = 0;
  size_t later_count_ = 0;
  Occurrences sorted_;
  std::vector<uint32_t> places_;
};

/// A result without occurrences.
[[nodiscard]] LineResult empty_result(const LineQuery& query);

/// Joins the results of regions in order. When `stop` is due, joins only the first of them.
[[nodiscard]] LineResult join(const LineQuery& query, std::vector<LineResult> parts, StopToken& stop);

/// Merges two results that share no line, such as lines through complex tiles and all others. When `stop` is
/// due, merges only the first occurrences of both.
[[nodiscard]] LineResult merge(const LineQuery& query, LineResult a, LineResult b, StopToken& stop);

/// Does the query need no occurrences, only their number or the words seen?
[[nodiscard]] bool counts_only(const LineQuery& query) noexcept;

}  // namespace lexigrid

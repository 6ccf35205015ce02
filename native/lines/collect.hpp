// Where the fast line searches put what they find: in any order within a band of rows, out in
// canonical order.
//
// Patterns are met by their topmost cell, but a reversed word starts at its lowest one: what starts
// below the band is kept until its row is reached. A collector owns the words that start in a
// region of rows; what starts elsewhere belongs to another collector and is passed over.
#pragma once

#include <vector>

#include "lines/lines.hpp"

namespace lexigrid {

class LineCollector {
 public:
  /// Takes words that start in rows `first .. last`.
  LineCollector(const LineQuery& query, uint32_t first, uint32_t last);

  /// `row` may lie outside the grid: then it belongs to nobody, or on a torus to another region.
  void take(WordId word, int64_t row, uint32_t column, uint32_t length, uint8_t direction) {
    if (row < first_ || row >= last_) return;
    take_if(true, {word, static_cast<uint32_t>(row), column, static_cast<uint16_t>(length), direction, 0});
  }

  /// Takes it where it is one and starts in these rows. Without a branch on either.
  void take_if(bool is_one, const LineOccurrence& each) {
    is_one = is_one && each.row >= first_ && each.row < last_;
    if (counts_only_) {
      result_.count += is_one ? 1 : 0;
      result_.seen[each.word / 64] |= uint64_t{is_one} << (each.word % 64);
      return;
    }
    pending_.push_back_if(is_one, each);
  }

  /// All that starts above row `until` is known: sorts it, keeps what the query wants of it.
  void finish_rows(int64_t until);

  /// More was found than is wanted or can be stored; the first ones are there.
  [[nodiscard]] bool is_full() const noexcept { return is_full_; }
  /// Found so far, whatever is kept of it.
  [[nodiscard]] uint64_t found() const noexcept { return result_.count + pending_.size(); }

  /// What is there, with the words that have been waiting.
  [[nodiscard]] LineResult finish();

 private:
  /// Fewer are sorted by comparing, which spares the counting.
  static constexpr size_t kFew = 32;
  static constexpr unsigned kDigitBits = 8;
  /// Places that occurrences are moved, on average, where they count as nearly sorted.
  static constexpr size_t kMovesEach = 4;

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
  uint64_t most_;  // occurrences that are wanted, or can be stored
  bool counts_only_;
  bool is_full_ = false;
  bool is_shuffled_ = false;  // the words of a row are met in no order
  LineResult result_;
  Occurrences pending_;
  Occurrences sorted_;
  std::vector<uint32_t> places_;
};

/// Joins the results of regions in their order: the limit and "first of each word" hold for the
/// whole, counts and seen words are what is left.
[[nodiscard]] LineResult join(const LineQuery& query, std::vector<LineResult> parts);

/// Merges two results that share no line, such as lines through wild tiles and all others.
[[nodiscard]] LineResult merge(const LineQuery& query, LineResult a, LineResult b);

/// Only the number of occurrences or the words seen matter, so that nothing is stored.
[[nodiscard]] bool counts_only(const LineQuery& query) noexcept;

/// Does one occurrence come before another? Only among occurrences of plain tiles.
[[nodiscard]] bool canonical_less(const LineOccurrence& a, const LineOccurrence& b) noexcept;

}  // namespace lexigrid

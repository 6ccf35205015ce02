#include "lines/collect.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace lexigrid {
namespace {

std::vector<uint64_t> no_words(const LineQuery& query) {
  return std::vector<uint64_t>((query.lexicon.word_count + 63) / 64);
}

/// True for the first time of each word.
bool mark(std::vector<uint64_t>& seen, WordId word) noexcept {
  const uint64_t bit = uint64_t{1} << (word % 64);
  const bool is_new = (seen[word / 64] & bit) == 0;
  seen[word / 64] |= bit;
  return is_new;
}

/// Occurrences that an answer has at most.
uint64_t most_of(const LineQuery& query) noexcept {
  return query.count_only ? query.limit : std::min(query.limit, query.max_stored);
}

Finish cut_by(const LineQuery& query) noexcept {
  return query.count_only || query.limit <= query.max_stored ? Finish::limited : Finish::overflow;
}

}  // namespace

bool counts_only(const LineQuery& query) noexcept { return query.count_only && query.limit == kNoLimit; }

bool canonical_less(const LineOccurrence& a, const LineOccurrence& b) noexcept {
  if (a.row != b.row) return a.row < b.row;
  if (a.column != b.column) return a.column < b.column;
  // None comes first: on a single cell.
  const int a_direction = a.direction == kNoDirection ? -1 : a.direction;
  const int b_direction = b.direction == kNoDirection ? -1 : b.direction;
  if (a_direction != b_direction) return a_direction < b_direction;
  if (a.length != b.length) return a.length < b.length;
  return a.word < b.word;  // of one length, in the order of the letters
}

LineCollector::LineCollector(const LineQuery& query, uint32_t first, uint32_t last)
    : query_(query),
      first_(first),
      last_(last),
      most_(most_of(query)),
      counts_only_(counts_only(query)) {
  result_.seen = no_words(query);
}

void LineCollector::finish_rows(int64_t until) {
  if (pending_.empty()) return;
  uint32_t least = std::numeric_limits<uint32_t>::max();
  uint32_t most = 0;
  for (const LineOccurrence& each : pending_) {
    least = std::min(least, each.row);
    most = std::max(most, each.row);
  }
  if (least >= until) return;
  if (pending_.size() < kFew) {
    std::sort(pending_.begin(), pending_.end(), canonical_less);
    const auto* const below = std::partition_point(
        pending_.begin(), pending_.end(), [&](const LineOccurrence& each) { return each.row < until; });
    keep_sorted(static_cast<size_t>(below - pending_.begin()));
    return;
  }
  if (is_shuffled_) sort_by_column();
  const auto row_of = [=](const LineOccurrence& each) { return each.row - least; };
  count_places(size_t{most} - least + 1, row_of);
  const auto rows = static_cast<size_t>(std::min<int64_t>(until - least, int64_t{most} - least + 1));
  const size_t final = rows < places_.size() ? places_[rows] : pending_.size();  // of rows that are known
  if (!wants_all(final)) {
    place(row_of);
    sort_rows({pending_.data(), final});
    keep_sorted(final);
    return;
  }
  // What is final goes where it belongs at once, what waits stays.
  const std::span<LineOccurrence> out(result_.occurrences.extend(final), final);
  sorted_.reset(pending_.size() - final);
  for (const LineOccurrence& each : pending_) {
    const size_t to = places_[row_of(each)]++;
    (to < final ? out[to] : sorted_[to - final]) = each;
  }
  std::swap(pending_, sorted_);
  sort_rows(out);
  count(out);
}

/// The first passes of a radix sort, where what is met is in no order: comparing took a seventh of a search
/// with many words.
void LineCollector::sort_by_column() {
  const uint32_t columns = query_.grid.columns;
  const auto column_bits = static_cast<unsigned>(std::bit_width(columns - 1));
  const bool is_dense = pending_.size() > columns / 2;  // one pass is faster than two shorter ones
  const unsigned digit = is_dense ? column_bits : kDigitBits;
  for (unsigned shift = 0; shift < column_bits; shift += digit) {
    const uint32_t mask = (uint32_t{1} << digit) - 1;
    const auto digit_of = [=](const LineOccurrence& each) { return each.column >> shift & mask; };
    count_places(size_t{1} << digit, digit_of);
    place(digit_of);
  }
}

/// Sorts what stands row by row. Nearly sorted already, it takes a third of what a radix sort takes: a search
/// for few words meets the words of a row from left to right but for neighbours, and columns may be sorted.
void LineCollector::sort_rows(std::span<LineOccurrence> found) noexcept {
  size_t moves_left = kMovesEach * found.size();
  for (size_t i = 1; i < found.size(); ++i) {
    const LineOccurrence each = found[i];
    if (found[i - 1].row != each.row || found[i - 1].column < each.column) [[likely]]
      continue;
    size_t to = i;
    for (; to > 0 && canonical_less(each, found[to - 1]); --to) found[to] = found[to - 1];
    found[to] = each;
    if (i - to > moves_left) {
      is_shuffled_ = true;
      std::sort(found.begin(), found.end(), canonical_less);
      return;
    }
    moves_left -= i - to;
  }
}

bool LineCollector::wants_all(size_t more) const noexcept {
  return !query_.first_only && !query_.count_only && more <= most_ - result_.count;
}

void LineCollector::count(std::span<const LineOccurrence> more) noexcept {
  result_.count += more.size();
  if (result_.seen.size() == 1) {  // in a register: in memory each would wait for the one before
    uint64_t seen = 0;
    for (const LineOccurrence& each : more) seen |= uint64_t{1} << each.word;
    result_.seen[0] |= seen;
    return;
  }
  for (const LineOccurrence& each : more) result_.seen[each.word / 64] |= uint64_t{1} << (each.word % 64);
}

void LineCollector::keep_sorted(size_t count) {
  keep({pending_.data(), count});
  pending_.remove_first(count);
}

/// Where the first of each digit goes.
template <typename DigitOf>
void LineCollector::count_places(size_t digits, DigitOf digit_of) {
  places_.assign(digits, 0);
  for (const LineOccurrence& each : pending_) ++places_[digit_of(each)];
  uint32_t before = 0;
  for (uint32_t& place : places_) before += std::exchange(place, before);
}

/// Sorts what waits, of which places are counted; in the order met where digits are the same.
template <typename DigitOf>
void LineCollector::place(DigitOf digit_of) {
  sorted_.reset(pending_.size());
  for (const LineOccurrence& each : pending_) sorted_[places_[digit_of(each)]++] = each;
  std::swap(pending_, sorted_);
}

void LineCollector::keep(std::span<const LineOccurrence> sorted) {
  if (wants_all(sorted.size())) {
    result_.occurrences.append(sorted);
    count(sorted);
    return;
  }
  for (const LineOccurrence& each : sorted) {
    if (is_full_) return;
    const bool is_known = (result_.seen[each.word / 64] >> (each.word % 64) & 1) != 0;
    if (query_.first_only && is_known) continue;
    if (result_.count == most_) {  // only one more proves that something was cut
      is_full_ = true;
      result_.finish = cut_by(query_);
      return;
    }
    ++result_.count;
    (void)mark(result_.seen, each.word);
    if (!query_.count_only) result_.occurrences.push_back(each);
  }
}

LineResult LineCollector::finish() {
  finish_rows(std::numeric_limits<int64_t>::max());
  return std::move(result_);
}

namespace {

/// Removes later occurrences of each word.
void keep_first(Occurrences& occurrences, const LineQuery& query) {
  std::vector<uint64_t> seen = no_words(query);
  size_t kept = 0;
  for (const LineOccurrence& each : occurrences) {
    if (mark(seen, each.word)) occurrences[kept++] = each;
  }
  occurrences.shrink(kept);
}

Finish worse(Finish a, Finish b) noexcept { return a == Finish::complete ? b : a; }

/// What joining and merging leave to do: first ones, the limit, the words seen.
void settle(const LineQuery& query, LineResult& all) {
  if (query.first_only && counts_only(query)) {
    all.count = 0;
    for (const uint64_t word : all.seen) all.count += static_cast<uint64_t>(std::popcount(word));
  }
  if (counts_only(query)) return;
  if (query.first_only) keep_first(all.occurrences, query);
  if (all.occurrences.size() > most_of(query)) {
    all.occurrences.shrink(static_cast<size_t>(most_of(query)));
    all.finish = worse(all.finish, cut_by(query));
  }
  all.count = all.occurrences.size();
  all.seen.assign(all.seen.size(), 0);
  for (const LineOccurrence& each : all.occurrences) (void)mark(all.seen, each.word);
  if (query.count_only) all.occurrences.shrink(0);
}

void add_counts(LineResult& all, const LineResult& part) {
  all.count += part.count;
  all.finish = worse(all.finish, part.finish);
  for (size_t word = 0; word < all.seen.size(); ++word) all.seen[word] |= part.seen[word];
}

}  // namespace

LineResult join(const LineQuery& query, std::vector<LineResult> parts) {
  LineResult all = std::move(parts.front());
  for (size_t i = 1; i < parts.size(); ++i) {
    const LineResult part = std::move(parts[i]);
    all.occurrences.append({part.occurrences.data(), part.occurrences.size()});
    add_counts(all, part);
  }
  if (parts.size() > 1 || (query.first_only && counts_only(query))) settle(query, all);
  return all;
}

LineResult merge(const LineQuery& query, LineResult a, LineResult b) {
  LineResult all;
  all.seen = no_words(query);
  add_counts(all, a);
  add_counts(all, b);
  const LineOccurrence* left = a.occurrences.begin();
  const LineOccurrence* right = b.occurrences.begin();
  while (left != a.occurrences.end() || right != b.occurrences.end()) {
    const bool takes_left =
        right == b.occurrences.end() || (left != a.occurrences.end() && canonical_less(*left, *right));
    all.occurrences.push_back(takes_left ? *left++ : *right++);
  }
  settle(query, all);
  return all;
}

}  // namespace lexigrid

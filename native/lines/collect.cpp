#include "lines/collect.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/bits.hpp"

namespace lexigrid {
namespace {

/// Marks a word. Returns whether it was not marked before.
bool mark(std::vector<uint64_t>& seen, WordId word) noexcept {
  const bool is_new = !has_bit(seen, word);
  insert_bit(seen, word);
  return is_new;
}

/// The most occurrences that an answer can have.
uint64_t max_count(const LineQuery& query) noexcept {
  return query.count_only ? query.limit : std::min(query.limit, query.max_stored);
}

/// Does `a` precede `b` in canonical order? For occurrences on plain tiles.
bool canonical_less(const LineOccurrence& a, const LineOccurrence& b) noexcept {
  if (a.row != b.row) return a.row < b.row;
  if (a.column != b.column) return a.column < b.column;
  const int a_direction = a.direction == kNoDirection ? -1 : a.direction;
  const int b_direction = b.direction == kNoDirection ? -1 : b.direction;
  if (a_direction != b_direction) return a_direction < b_direction;
  if (a.length != b.length) return a.length < b.length;
  return a.word < b.word;  // ids of one length ascend with the letters
}

Finish cut_by(const LineQuery& query) noexcept {
  return query.count_only || query.limit <= query.max_stored ? Finish::limited : Finish::overflow;
}

/// Are words of interest even if their occurrences are beyond the limit?
bool sees_beyond(const LineQuery& query) noexcept {
  return query.sees_all && query.limit != kNoLimit && cut_by(query) == Finish::limited;
}

}  // namespace

LineResult empty_result(const LineQuery& query) {
  LineResult result;
  result.seen.assign((query.lexicon.word_count + 63) / 64, 0);
  return result;
}

bool counts_only(const LineQuery& query) noexcept { return query.count_only && query.limit == kNoLimit; }

LineCollector::LineCollector(const LineQuery& query, uint32_t first, uint32_t last)
    : query_(query),
      first_(first),
      last_(last),
      most_(max_count(query)),
      counts_only_(counts_only(query)),
      result_(empty_result(query)) {}

void LineCollector::finish_rows(int64_t until, StopToken& stop) {
  if (pending_.size() > kAtOnce) {
    for (size_t at = 0; at < pending_.size() && !stop.look(); at += kAtOnce)
      defer({pending_.data() + at, std::min(kAtOnce, pending_.size() - at)});
    if (stop.reason() != Finish::complete) return;  // then `finish` drops what was deferred
    pending_.reset(0);
  }
  while (!later_.empty() && later_row_ < until) {
    if (stop.look()) return;
    finish_pending(resume_rows(until));
  }
  finish_pending(until);
}

/// Sets occurrences aside by row, so that a row is not processed again until it is final.
void LineCollector::defer(std::span<const LineOccurrence> more) {
  for (const LineOccurrence& each : more) {
    if (later_.empty()) later_row_ = each.row;
    for (; each.row < later_row_; --later_row_) later_.emplace_front();
    const auto place = static_cast<size_t>(each.row - later_row_);
    if (place >= later_.size()) later_.resize(place + 1);
    later_[place].push_back(each);
  }
  later_count_ += more.size();
}

/// Makes the next rows above `until` pending again. Returns the row after them.
int64_t LineCollector::resume_rows(int64_t until) {
  do {
    const Occurrences& row = later_.front();
    pending_.append({row.data(), row.size()});
    later_count_ -= row.size();
    later_.pop_front();
    ++later_row_;
  } while (!later_.empty() && later_row_ < until && pending_.size() < kAtOnce);
  return later_.empty() ? until : later_row_;
}

void LineCollector::finish_pending(int64_t until) {
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
  const size_t final =
      rows < places_.size() ? places_[rows] : pending_.size();  // number in rows above `until`
  if (!wants_all(final)) {
    place(row_of);
    sort_rows({pending_.data(), final});
    keep_sorted(final);
    return;
  }
  // Final occurrences go straight into the answer, the others stay pending.
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

/// The first passes of a radix sort, for occurrences in no particular order. A comparison sort took a seventh
/// of a search with many words.
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

/// Sorts occurrences that are already in order of rows, by insertion. They are nearly sorted, because a
/// search for few words meets the words of a row almost from left to right. Takes a third of the time of a
/// radix sort.
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
  if (result_.seen.size() == 1) {  // in a register: in memory, each store would wait for the one before
    uint64_t seen = 0;
    for (const LineOccurrence& each : more) seen |= uint64_t{1} << each.word;
    result_.seen[0] |= seen;
    return;
  }
  for (const LineOccurrence& each : more) insert_bit(result_.seen, each.word);
}

void LineCollector::keep_sorted(size_t count) {
  keep({pending_.data(), count});
  pending_.remove_first(count);
}

/// Computes the place of the first occurrence of each digit.
template <typename DigitOf>
void LineCollector::count_places(size_t digits, DigitOf digit_of) {
  places_.assign(digits, 0);
  for (const LineOccurrence& each : pending_) ++places_[digit_of(each)];
  uint32_t before = 0;
  for (uint32_t& place : places_) before += std::exchange(place, before);
}

/// Sorts the pending occurrences stably, into the places that `count_places` computed.
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
    const bool is_known = has_bit(result_.seen, each.word);
    if (query_.first_only && is_known) continue;
    if (result_.count == most_) {  // one more shows that the answer is cut off
      result_.finish = cut_by(query_);
      is_full_ = !sees_beyond(query_);
      if (is_full_) return;
      (void)mark(result_.seen, each.word);
      continue;
    }
    ++result_.count;
    (void)mark(result_.seen, each.word);
    if (!query_.count_only) result_.occurrences.push_back(each);
  }
}

LineResult LineCollector::finish(StopToken& stop) {
  constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();
  finish_rows(kEnd, stop);
  if (stop.reason() == Finish::interrupted) return empty_result(query_);
  if (stop.reason() != Finish::complete && pending_.size() + later_count_ > kAfterStop) {
    later_.clear();
    later_count_ = 0;
    pending_.shrink(std::min(pending_.size(), kAfterStop));
  }
  while (!later_.empty()) (void)resume_rows(kEnd);
  finish_pending(kEnd);
  return std::move(result_);
}

namespace {

/// Keeps only the first occurrence of each word.
void keep_first(Occurrences& occurrences, const LineQuery& query) {
  std::vector<uint64_t> seen = empty_result(query).seen;
  size_t kept = 0;
  for (const LineOccurrence& each : occurrences) {
    if (mark(seen, each.word)) occurrences[kept++] = each;
  }
  occurrences.shrink(kept);
}

Finish worse(Finish a, Finish b) noexcept { return a == Finish::complete ? b : a; }

/// Applies first_only and the limit to joined results, and recounts.
void settle(const LineQuery& query, LineResult& all) {
  if (query.first_only && counts_only(query)) all.count = count_bits(all.seen);
  const bool is_cut = all.occurrences.size() > max_count(query);
  if (counts_only(query) || !(query.first_only || query.count_only || is_cut)) return;
  if (query.first_only) keep_first(all.occurrences, query);
  if (all.occurrences.size() > max_count(query)) {
    all.occurrences.shrink(static_cast<size_t>(max_count(query)));
    all.finish = worse(all.finish, cut_by(query));
  }
  all.count = all.occurrences.size();
  if (!sees_beyond(query)) {
    all.seen.assign(all.seen.size(), 0);
    for (const LineOccurrence& each : all.occurrences) (void)mark(all.seen, each.word);
  }
  if (query.count_only) all.occurrences.shrink(0);
}

/// Occurrences copied between two clock reads.
constexpr size_t kSlice = 1 << 18;

/// Appends and counts occurrences. When `stop` is due, stops after a slice of them and returns false.
bool append(LineResult& all, const Occurrences& more, StopToken& stop) {
  for (size_t at = 0; at < more.size(); at += kSlice) {
    const std::span slice(more.data() + at, std::min(kSlice, more.size() - at));
    all.occurrences.append(slice);
    all.count += slice.size();
    for (const LineOccurrence& each : slice) (void)mark(all.seen, each.word);
    if (stop.look()) {
      all.finish = worse(all.finish, stop.reason());
      return false;
    }
  }
  return true;
}

void add_seen(LineResult& all, const LineResult& part) {
  for (size_t word = 0; word < all.seen.size(); ++word) all.seen[word] |= part.seen[word];
}

void add_counts(LineResult& all, const LineResult& part) {
  all.count += part.count;
  all.finish = worse(all.finish, part.finish);
  add_seen(all, part);
}

}  // namespace

LineResult join(const LineQuery& query, std::vector<LineResult> parts, StopToken& stop) {
  LineResult all = std::move(parts.front());
  for (size_t i = 1; i < parts.size(); ++i) {
    const LineResult part = std::move(parts[i]);
    if (part.occurrences.empty()) {
      add_counts(all, part);
    } else {
      all.finish = worse(all.finish, part.finish);
      if (sees_beyond(query)) add_seen(all, part);
      if (!append(all, part.occurrences, stop)) break;
    }
  }
  if (parts.size() > 1 || (query.first_only && counts_only(query))) settle(query, all);
  return all;
}

LineResult merge(const LineQuery& query, LineResult a, LineResult b, StopToken& stop) {
  if (a.occurrences.empty()) std::swap(a, b);
  LineResult all = b.occurrences.empty() ? std::move(a) : empty_result(query);
  if (b.occurrences.empty()) {
    add_counts(all, b);
    settle(query, all);
    return all;
  }
  // NOLINTNEXTLINE(bugprone-use-after-move): `a` was moved only if `b` is empty
  all.finish = worse(a.finish, b.finish);
  for (const LineResult* part : {&a, &b}) {
    if (sees_beyond(query)) add_seen(all, *part);
  }
  const LineOccurrence* left = a.occurrences.begin();
  const LineOccurrence* right = b.occurrences.begin();
  Occurrences next;
  do {
    next.reset(0);
    while (next.size() < kSlice && (left != a.occurrences.end() || right != b.occurrences.end())) {
      const bool takes_left =
          right == b.occurrences.end() || (left != a.occurrences.end() && canonical_less(*left, *right));
      next.push_back(takes_left ? *left++ : *right++);
    }
  } while (append(all, next, stop) && !next.empty());
  settle(query, all);
  return all;
}

}  // namespace lexigrid

#include "bounds/bounds.hpp"

#include <algorithm>

namespace lexigrid {
namespace {

/// Bounds of a list of clauses, grouped by the first place they use and its digit.
struct Bounds {
  std::array<std::array<uint32_t, KeyLayout::kMaxSymbols + 1>, KeyLayout::kMaxPlaces> most;
  uint32_t chosen;  // points of the clause that uses none of the remaining places
};

/// All ones for true, zero for false. Compilers turn a conditional into a branch, here an unpredictable one.
constexpr uint32_t mask_of(bool claim) noexcept { return 0u - static_cast<uint32_t>(claim); }

class Search {
 public:
  Search(const BoardPattern& pattern, const KeyLayout& layout, Clauses clauses, uint64_t at_least,
         size_t limit, StopToken& stop)
      : pattern_(pattern),
        layout_(layout),
        keys_(std::move(clauses.keys)),
        points_(std::move(clauses.points)),
        target_(at_least),
        limit_(limit),
        stop_(stop),
        indices_(pattern.symbols.size()) {
    for (unsigned place = 0; place < layout.places(); ++place)
      bounds_[place].resize(layout.letters(place) + 1);
  }

  BoundAnswer run() {
    explore(0, 0, keys_.size());
    if (!answer_.boards.empty()) answer_.bound = best_;
    return std::move(answer_);
  }

 private:
  /// Explores the boards with the letters chosen so far, those before `place`. In the keys of the clauses
  /// from `begin` to `end`, the digits before `place` are 0.
  void explore(unsigned place, size_t begin, size_t end) {
    if (place == layout_.places()) {
      score_board();
      return;
    }
    if (stop_.look()) return;
    std::vector<Bounds>& bounds = bounds_[place];
    const unsigned letters = layout_.letters(place);
    std::array<size_t, KeyLayout::kMaxSymbols + 2> first;  // clause of each digit, then the end
    first[0] = begin;
    for (unsigned digit = 0; digit <= letters; ++digit) {
      const uint64_t last = uint64_t{digit} << layout_.shift(place) | layout_.from(place + 1);
      const auto from = keys_.begin() + static_cast<ptrdiff_t>(first[digit]);
      const auto to = keys_.begin() + static_cast<ptrdiff_t>(end);
      first[digit + 1] = static_cast<size_t>(std::upper_bound(from, to, last) - keys_.begin());
      bound(first[digit], first[digit + 1], place + 1, bounds[digit]);
    }
    bool has_unused = false;  // letters that no word uses here are equivalent: try one
    for (unsigned digit = 1; digit <= letters; ++digit) {
      const bool is_used = first[digit] != first[digit + 1];
      if (!is_used && has_unused) continue;
      has_unused |= !is_used;
      const uint64_t most = add(bounds[0], bounds[digit], place + 1);
      if (most < target_) {
        answer_.bound = std::max(answer_.bound, most);
        continue;
      }
      indices_[layout_.cell_at(place)] = static_cast<uint8_t>(digit - 1);
      const size_t merged = merge(first[0], first[1], first[digit], first[digit + 1], end,
                                  uint64_t{digit} << layout_.shift(place));
      explore(place + 1, end, merged);
    }
  }

  void score_board() {
    const uint64_t score = score_board_of(pattern_, indices_);
    if (score < target_) {
      answer_.bound = std::max(answer_.bound, score);
      return;
    }
    if (score > best_) answer_.boards.clear();
    best_ = score;
    answer_.boards.insert(answer_.boards.end(), indices_.begin(), indices_.end());
    const bool is_full = answer_.boards.size() >= limit_ * indices_.size();
    target_ = std::max(target_, is_full ? score + 1 : score);
  }

  /// Bounds the clauses from `begin` to `end`, ignoring their digits before `place`.
  ///
  /// One pass per place, last place first, folds clauses that differ only in its digit into one. Its points
  /// are those of the clause with digit 0, plus the most that any other digit has. Clauses that use no
  /// earlier place are at the front of the list; their points are final, so they leave it.
  void bound(size_t begin, size_t end, unsigned place, Bounds& bounds) {
    for (unsigned at = place; at < layout_.places(); ++at) bounds.most[at].fill(0);
    bounds.chosen = 0;
    const uint64_t all = layout_.from(place);
    if (begin != end && (keys_[begin] & all) == 0) bounds.chosen = points_[begin++];
    size_t left = end - begin;
    if (scratch_keys_.size() < left) {
      scratch_keys_.resize(left);
      scratch_points_.resize(left);
    }
    const uint64_t* keys = keys_.data() + begin;
    const uint32_t* points = points_.data() + begin;
    for (unsigned at = layout_.places(); at-- > place && left != 0;) {
      size_t single = 0;
      for (; single < left && (keys[single] & all) <= layout_.from(at); ++single)
        bounds.most[at][(keys[single] & all) >> layout_.shift(at)] = points[single];
      left = fold(keys + single, points + single, left - single, all & ~layout_.digit_mask(at),
                  layout_.digit_mask(at));
      keys = scratch_keys_.data();
      points = scratch_points_.data();
    }
  }

  /// Folds clauses that agree in the `kept` bits into the scratch lists and returns their number. The source
  /// may be the scratch lists themselves.
  size_t fold(const uint64_t* keys, const uint32_t* points, size_t count, uint64_t kept, uint64_t digit) {
    uint64_t* const to_keys = scratch_keys_.data();
    uint32_t* const to_points = scratch_points_.data();
    size_t to = ~size_t{0};
    uint64_t last = ~uint64_t{0};  // equals no key, as keys lack the bits of `digit`
    uint32_t without = 0;
    uint32_t with = 0;
    for (size_t i = 0; i < count; ++i) {
      const uint64_t key = keys[i] & kept;
      const uint32_t is_same = mask_of(key == last);
      const uint32_t own_without = points[i] & mask_of((keys[i] & digit) == 0);  // only the first of a group
      without = own_without | (without & is_same);
      with = std::max(points[i] ^ own_without, with & is_same);
      to += 1 - (is_same & 1);
      to_keys[to] = key;
      to_points[to] = without + with;
      last = key;
    }
    return to + 1;
  }

  /// The bound of two lists merged, from their separate bounds.
  [[nodiscard]] uint64_t add(const Bounds& one, const Bounds& other, unsigned place) const {
    uint64_t sum = uint64_t{one.chosen} + other.chosen;
    for (unsigned at = place; at < layout_.places(); ++at) {
      uint32_t most = 0;
      for (unsigned digit = 1; digit <= layout_.letters(at); ++digit)
        most = std::max(most, one.most[at][digit] + other.most[at][digit]);
      sum += most;
    }
    return sum;
  }

  /// Merges two lists of clauses into a list at `to`, adding the points of equal keys. All keys of the second
  /// list have `digit`, which is removed. Returns the end of the merged list.
  size_t merge(size_t one, size_t one_end, size_t other, size_t other_end, size_t to, uint64_t digit) {
    const size_t room = to + (one_end - one) + (other_end - other);
    if (keys_.size() < room) {
      keys_.resize(room + room / 2);
      points_.resize(room + room / 2);
    }
    uint64_t* const keys = keys_.data();
    uint32_t* const points = points_.data();
    while (one != one_end && other != other_end) {
      const uint64_t first = keys[one];
      const uint64_t second = keys[other] - digit;
      const uint32_t is_first = mask_of(first <= second);
      const uint32_t is_second = mask_of(second <= first);
      keys[to] = std::min(first, second);
      points[to] = (points[one] & is_first) + (points[other] & is_second);
      one += is_first & 1;
      other += is_second & 1;
      ++to;
    }
    for (; one != one_end; ++one, ++to) {
      keys[to] = keys[one];
      points[to] = points[one];
    }
    for (; other != other_end; ++other, ++to) {
      keys[to] = keys[other] - digit;
      points[to] = points[other];
    }
    return to;
  }

  const BoardPattern& pattern_;
  const KeyLayout& layout_;
  // A stack of lists: each node of the search appends its list after its parent's.
  std::vector<uint64_t> keys_;
  std::vector<uint32_t> points_;
  std::vector<uint64_t> scratch_keys_;
  std::vector<uint32_t> scratch_points_;
  std::array<std::vector<Bounds>, KeyLayout::kMaxPlaces> bounds_;  // per place, by digit
  uint64_t target_;
  uint64_t best_ = 0;
  size_t limit_;
  StopToken& stop_;
  std::vector<uint8_t> indices_;
  BoundAnswer answer_;
};

}  // namespace

std::optional<BoundAnswer> bound_boards(const BoardPattern& pattern, uint64_t at_least, size_t limit,
                                        StopToken& stop) {
  const std::optional<KeyLayout> layout = KeyLayout::of(pattern);
  if (!layout) return std::nullopt;
  std::optional<Clauses> clauses = list_clauses(pattern, *layout, stop);
  if (!clauses) return std::nullopt;
  return Search(pattern, *layout, std::move(*clauses), std::max<uint64_t>(at_least, 1), limit, stop).run();
}

}  // namespace lexigrid

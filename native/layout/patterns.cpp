#include "layout/patterns.hpp"

#include <algorithm>
#include <array>

namespace lexigrid {
namespace {

/// The letters of a pattern, with the first four as one number, which decides most comparisons.
struct Pattern {
  uint64_t head = 0;
  std::span<const LetterCode> letters;

  bool operator<(const Pattern& other) const noexcept {
    if (head != other.head) return head < other.head;
    return std::ranges::lexicographical_compare(letters, other.letters);
  }
};

/// Appends each word and its reverse to `letters`, which must have the capacity, and returns them sorted.
std::vector<Pattern> sort_patterns(std::span<const WordsView> lists, std::vector<LetterCode>& letters) {
  std::vector<Pattern> all;
  const auto add = [&](const auto& begin, const auto& end) {
    const size_t at = letters.size();
    letters.insert(letters.end(), begin, end);
    Pattern pattern{0, {letters.data() + at, letters.size() - at}};
    for (size_t i = 0; i < 4; ++i) {
      pattern.head = pattern.head << 16 | (i < pattern.letters.size() ? pattern.letters[i] + 1u : 0u);
    }
    all.push_back(pattern);
  };
  for (const WordsView& words : lists) {
    for (uint32_t word = 0; word < words.size(); ++word) {
      const auto own = words[word];
      if (own.empty()) continue;
      add(own.begin(), own.end());
      add(own.rbegin(), own.rend());
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// The range of sorted patterns below one node.
struct Range {
  uint32_t node;
  size_t begin;
  size_t end;
  size_t depth;
};

}  // namespace

Patterns::Patterns(const WordsView& words, const WordsView& avoided) : nodes_(2), labels_(2) {
  const std::array<WordsView, 2> lists{words, avoided};
  std::vector<LetterCode> letters;
  letters.reserve(2 * (words.letters.size() + avoided.letters.size()));
  const std::vector<Pattern> all = sort_patterns(lists, letters);
  std::vector<Range> waiting{{kRoot, 0, all.size(), 0}};
  for (size_t next = 0; next < waiting.size(); ++next) {
    const Range range = waiting[next];
    size_t at = range.begin;
    while (at < range.end && all[at].letters.size() == range.depth) {
      nodes_[range.node].ends = 1;
      ++at;
    }
    longest_ = std::max(longest_, static_cast<uint32_t>(range.depth));
    nodes_[range.node].children = static_cast<uint32_t>(nodes_.size());
    uint32_t count = 0;
    while (at < range.end) {
      const LetterCode letter = all[at].letters[range.depth];
      const size_t begin = at;
      while (at < range.end && all[at].letters[range.depth] == letter) ++at;
      waiting.push_back({static_cast<uint32_t>(nodes_.size()), begin, at, range.depth + 1});
      nodes_.emplace_back();
      labels_.push_back(letter);
      nodes_[range.node].mask |= uint32_t{1} << letter % 32;
      if (range.node == kRoot) {
        first_.resize(letter + size_t{1}, kNone);
        first_[letter] = waiting.back().node;
      }
      ++count;
    }
    nodes_[range.node].count = count;
  }
}

}  // namespace lexigrid

#include "layout/patterns.hpp"

#include <algorithm>

namespace lexigrid {
namespace {

using Letters = std::vector<LetterCode>;

void collect(const WordsView& words, std::vector<Letters>& all) {
  for (uint32_t word = 0; word < words.size(); ++word) {
    const auto letters = words[word];
    if (letters.empty()) continue;
    all.emplace_back(letters.begin(), letters.end());
    all.emplace_back(letters.rbegin(), letters.rend());
  }
}

/// The range of sorted words below one node.
struct Range {
  uint32_t node;
  size_t begin;
  size_t end;
  size_t depth;
};

}  // namespace

Patterns::Patterns(const WordsView& words, const WordsView& avoided) : nodes_(2), labels_(2) {
  std::vector<Letters> all;
  all.reserve(2 * (size_t{words.size()} + avoided.size()));
  collect(words, all);
  collect(avoided, all);
  std::sort(all.begin(), all.end());
  std::vector<Range> waiting{{kRoot, 0, all.size(), 0}};
  for (size_t next = 0; next < waiting.size(); ++next) {
    const Range range = waiting[next];
    size_t at = range.begin;
    while (at < range.end && all[at].size() == range.depth) {
      nodes_[range.node].ends = 1;
      ++at;
    }
    longest_ = std::max(longest_, static_cast<uint32_t>(range.depth));
    nodes_[range.node].children = static_cast<uint32_t>(nodes_.size());
    uint32_t count = 0;
    while (at < range.end) {
      const LetterCode letter = all[at][range.depth];
      const size_t begin = at;
      while (at < range.end && all[at][range.depth] == letter) ++at;
      waiting.push_back({static_cast<uint32_t>(nodes_.size()), begin, at, range.depth + 1});
      nodes_.emplace_back();
      labels_.push_back(letter);
      ++count;
    }
    nodes_[range.node].count = count;
  }
  for (uint32_t i = 0; i < nodes_[kRoot].count; ++i) {
    const uint32_t node = nodes_[kRoot].children + i;
    if (first_.size() <= labels_[node]) first_.resize(labels_[node] + size_t{1}, kNone);
    first_[labels_[node]] = node;
  }
}

}  // namespace lexigrid

#include "lines/trie_scan/index.hpp"

#include <algorithm>
#include <utility>

#include "base/bits.hpp"
#include "lines/palindromes.hpp"

namespace lexigrid {
namespace {

constexpr unsigned kKeyBits = kTrieLetters * kClassBits;
constexpr unsigned kStartBits = kStartLetters * kClassBits;
constexpr unsigned kThreeBits = 3 * kClassBits;

constexpr uint32_t kClassMask = (1u << kClassBits) - 1;

/// The class at `depth` of a key; kNoClass after its end.
constexpr uint32_t class_at(uint64_t key, uint32_t depth) noexcept {
  return depth < kTrieLetters
             ? static_cast<uint32_t>(key >> (kKeyBits - (depth + 1) * kClassBits)) & kClassMask
             : kNoClass;
}

constexpr uint32_t starts_of(uint64_t key) noexcept {
  return static_cast<uint32_t>(key >> (kKeyBits - kStartBits));
}

}  // namespace

LineIndex::LineIndex(const LexiconView& lexicon)
    : letter_count_(lexicon.letter_count),
      is_exact_(lexicon.letter_count <= kClasses),
      starts_(size_t{1} << kThreeBits),
      before_(starts_.size()),
      folded_passes_(kFolded),
      pairs_(size_t{1} << 2 * kClassBits, kNone) {
  std::vector<Keyed> patterns = patterns_of(lexicon);
  sort(patterns);
  entries_.reserve(patterns.size());
  for (const Keyed& each : patterns) entries_.push_back(each.entry);
  allow_pairs(patterns);
  place_pairs(patterns);
  place_starts(patterns);
  place_nodes(patterns);
}

std::vector<LineIndex::Keyed> LineIndex::patterns_of(const LexiconView& lexicon) const {
  std::vector<Keyed> patterns;
  patterns.reserve(2 * size_t{lexicon.word_count});
  std::vector<uint8_t> classes(lexicon.letter_count);
  for (uint32_t letter = 0; letter < lexicon.letter_count; ++letter)
    classes[letter] = class_of(static_cast<LetterCode>(letter));
  const bool is_narrow = lexicon.letter_bytes() == 1;
  for (uint32_t length = 2; length <= lexicon.max_length; ++length) {
    const uint32_t looked_at = std::min(length, kTrieLetters);
    const std::byte* letters = lexicon.letters.data() + lexicon.letters_at[length] * lexicon.letter_bytes();
    for (WordId word = lexicon.first_word[length]; word < lexicon.first_word[length + 1];
         ++word, letters += length * lexicon.letter_bytes()) {
      const auto class_at = [&](uint32_t i) {
        return classes[is_narrow ? static_cast<size_t>(letters[i])
                                 : static_cast<size_t>(letters[2 * i]) |
                                       static_cast<size_t>(letters[2 * i + 1]) << 8];
      };
      uint64_t forward = 0;
      uint64_t backward = 0;
      for (uint32_t i = 0; i < looked_at; ++i) {
        forward = forward << kClassBits | class_at(i);
        backward = backward << kClassBits | class_at(length - 1 - i);
      }
      forward <<= (kTrieLetters - looked_at) * kClassBits;
      backward <<= (kTrieLetters - looked_at) * kClassBits;
      const auto cells = static_cast<uint16_t>(length);
      if (forward == backward && is_palindrome(lexicon, word, length)) {
        patterns.push_back({forward, {word, cells, kReadsForward | kReadsBackward, false}});
      } else {
        patterns.push_back({forward, {word, cells, kReadsForward, false}});
        patterns.push_back({backward, {word, cells, kReadsBackward, false}});
      }
    }
  }
  return patterns;
}

void LineIndex::sort(std::vector<Keyed>& patterns) {
  const auto less = [](const Keyed& a, const Keyed& b) { return a.key < b.key; };
  constexpr size_t kWorthBuckets = 4096;
  if (patterns.size() < kWorthBuckets) {
    std::sort(patterns.begin(), patterns.end(), less);
    return;
  }
  // A radix sort by the fourth and fifth classes, then by the first three; then each group with the same five
  // is sorted.
  constexpr unsigned kFiveShift = kKeyBits - 5 * kClassBits;
  std::vector<Keyed> sorted(patterns.size());
  std::vector<uint32_t> at;
  for (const auto& [shift, bits] :
       {std::pair{kFiveShift, 2 * kClassBits}, std::pair{kKeyBits - kThreeBits, kThreeBits}}) {
    const auto digit = [shift = shift, mask = (uint64_t{1} << bits) - 1](const Keyed& each) {
      return static_cast<size_t>(each.key >> shift & mask);
    };
    at.assign((size_t{1} << bits) + 1, 0);
    for (const Keyed& each : patterns) ++at[digit(each) + 1];
    for (size_t i = 1; i < at.size(); ++i) at[i] += at[i - 1];
    for (const Keyed& each : patterns) sorted[at[digit(each)]++] = each;
    patterns.swap(sorted);
  }
  for (auto first = patterns.begin(); first != patterns.end();) {
    auto last = first + 1;
    while (last != patterns.end() && (last->key ^ first->key) >> kFiveShift == 0) ++last;
    if (last - first == 2 && last[-1].key < first->key)
      std::swap(first[0], first[1]);  // usually saves the call
    if (last - first > 2) std::sort(first, last, less);
    first = last;
  }
}

void LineIndex::allow_pairs(const std::vector<Keyed>& patterns) {
  uint32_t before = 0;  // no pattern starts like this
  for (const Keyed& each : patterns) {
    if (starts_of(each.key) == before) continue;
    before = starts_of(each.key);
    for (unsigned place = 0; place < 3; ++place) {
      const uint32_t a = class_at(each.key, place);
      const uint32_t b = class_at(each.key, place + 1);
      if (b != kNoClass) {
        pair_tables_.allow(place, a, b);
        continue;
      }
      // Any class may follow a short pattern.
      for (uint32_t any = 0; any <= kClassMask; ++any) {
        for (uint32_t next = 0; next <= kClassMask; ++next) {
          if (a == kNoClass || a == any) pair_tables_.allow(place, any, next);
        }
      }
    }
  }
  pair_pass_rate_ = 1;
  for (const auto& table : pair_tables_.follows) {
    size_t bits = 0;
    for (const uint8_t byte : table) bits += count_bits(uint32_t{byte});
    const double letters = std::max(std::min(letter_count_, kClasses), 20u);
    pair_pass_rate_ *= std::min(1.0, static_cast<double>(bits) / (letters * letters));
  }
}

/// Lists the entries of the two-letter patterns of each pair of classes.
void LineIndex::place_pairs(const std::vector<Keyed>& patterns) {
  for (size_t i = 0; i < patterns.size(); ++i) {
    if (patterns[i].entry.length != 2) continue;
    has_short_ = true;
    const uint32_t three = starts_of(patterns[i].key) >> kClassBits;
    uint32_t& first = pairs_[three >> kClassBits];
    if (first == kNone) {
      first = static_cast<uint32_t>(i);
      // A pattern ends there, whatever the third class is.
      for (uint32_t third = 0; third <= kClassMask; ++third) starts_[three | third] |= 1;
    } else {
      entries_[i - 1].more = true;
    }
  }
}

void LineIndex::place_starts(const std::vector<Keyed>& patterns) {
  for (const Keyed& each : patterns) {
    if (each.entry.length == 2) continue;
    has_short_ = has_short_ || each.entry.length == 3;
    const uint32_t start = starts_of(each.key);
    starts_[start >> kClassBits] |= 1u << (start & kClassMask);  // bit 0: a pattern of three letters
  }
  uint32_t count = 0;
  for (size_t i = 0; i < starts_.size(); ++i) {
    before_[i] = count;
    if (starts_[i] != 0) count += count_bits(starts_[i]);
  }
  if (has_short_) {
    passes_ = starts_;
    for (uint32_t& word : passes_) word = (word & 1) != 0 ? ~uint32_t{0} : word;
  }
  for (uint32_t three = 0; three < starts_.size(); ++three)
    folded_passes_[(three ^ three >> kFoldedBits) & (kFolded - 1)] |= passes()[three];
  // A bit that only a pair has set keeps an empty leaf, so that ranks stay correct.
  nodes_.assign(count, LineNode{0, kLeaf});
}

/// Makes the leaf of patterns `begin .. end`, which have the same key, after `depth` classes.
LineNode LineIndex::leaf(const std::vector<Keyed>& patterns, uint32_t begin, uint32_t end,
                         uint32_t depth) noexcept {
  for (uint32_t i = begin; i + 1 < end; ++i) entries_[i].more = true;
  return {1u << class_at(patterns[begin].key, depth), begin | kLeaf};
}

/// Builds the trie level by level. A pending node has the range of its patterns as `base .. classes`.
void LineIndex::place_nodes(const std::vector<Keyed>& patterns) {
  const auto count = static_cast<uint32_t>(patterns.size());
  const auto pending = [&](uint32_t begin, uint32_t end, uint32_t depth) {
    return end - begin == 1 ? leaf(patterns, begin, end, depth) : LineNode{end, begin};
  };
  for (uint32_t begin = 0; begin < count;) {
    const uint32_t start = starts_of(patterns[begin].key);
    uint32_t end = begin + 1;
    while (end < count && starts_of(patterns[end].key) == start) ++end;
    if (patterns[begin].entry.length != 2) {
      const uint32_t word = start >> kClassBits;
      const uint32_t below = starts_[word] & ((1u << (start & kClassMask)) - 1);
      nodes_[before_[word] + count_bits(below)] = pending(begin, end, kStartLetters);
    }
    begin = end;
  }
  // English needs two nodes per pattern; unused memory is never touched.
  nodes_.reserve(nodes_.size() + 2 * patterns.size() + patterns.size() / 4);
  size_t first = 0;
  for (uint32_t depth = kStartLetters; first < nodes_.size(); ++depth) {
    const size_t last = nodes_.size();
    for (size_t i = first; i < last; ++i) {
      if ((nodes_[i].base & kLeaf) != 0) continue;
      const uint32_t begin = nodes_[i].base;
      const uint32_t end = nodes_[i].classes;
      if (patterns[begin].key == patterns[end - 1].key) {
        nodes_[i] = leaf(patterns, begin, end, depth);
        continue;
      }
      LineNode node{0, static_cast<uint32_t>(nodes_.size())};
      for (uint32_t from = begin; from < end;) {
        const uint32_t next = class_at(patterns[from].key, depth);
        uint32_t to = from + 1;
        while (to < end && class_at(patterns[to].key, depth) == next) ++to;
        node.classes |= 1u << next;
        nodes_.push_back(pending(from, to, depth + 1));
        from = to;
      }
      nodes_[i] = node;
    }
    first = last;
  }
}

}  // namespace lexigrid

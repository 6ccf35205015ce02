#include "lines_patterns.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace lexigrid {

bool LinePatterns::fits(const LexiconView& lexicon) noexcept {
  return lexicon.word_count <= kMaxPatternWords && lexicon.max_length <= kMaxPatternLength &&
         lexicon.first_word[1] == lexicon.first_word[std::min(2u, lexicon.max_length + 1)];
}

LinePatterns::LinePatterns(const LexiconView& lexicon, std::uint8_t directions, LetterCode any_letter)
    : any_letter_(any_letter), letter_count_(lexicon.letter_count) {
  std::uint8_t forward = 0;
  std::uint8_t backward = 0;
  for (unsigned axis = 0; axis < kAxes; ++axis) {
    const unsigned direction = kAxisDirection[axis];
    if ((directions >> direction & 1) != 0) forward |= static_cast<std::uint8_t>(1u << axis);
    if ((directions >> (direction + 4) % 8 & 1) != 0) backward |= static_cast<std::uint8_t>(1u << axis);
  }
  for (WordId word = 0; word < lexicon.word_count; ++word) {
    const std::uint32_t length = lexicon.length_of(word);
    std::vector<LetterCode> letters(length);
    for (std::uint32_t i = 0; i < length; ++i) letters[i] = lexicon.letter_of(word, length, i);
    std::vector<LetterCode> reversed(letters.rbegin(), letters.rend());
    if (letters == reversed) {
      // One occurrence, read from its first cell; against the axis only where that alone is allowed.
      add(word, std::move(letters), forward, static_cast<std::uint8_t>(backward & ~forward));
    } else {
      add(word, std::move(letters), forward, 0);
      add(word, std::move(reversed), 0, backward);
    }
  }
  fill_buckets();
  fill_tables();
  chain();
}

void LinePatterns::add(WordId word, std::vector<LetterCode> letters, std::uint8_t forward, std::uint8_t backward) {
  if ((forward | backward) == 0) return;
  const bool has_any = any_letter_ != kNoLetter && std::find(letters.begin(), letters.end(), any_letter_) != letters.end();
  patterns_.push_back({word, static_cast<std::uint32_t>(letters_.size()), static_cast<std::uint16_t>(letters.size()), 0,
                       forward, backward, has_any});
  letters_.insert(letters_.end(), letters.begin(), letters.end());
}

void LinePatterns::chain() {
  heads_.fill(kNone);
  next_.assign(patterns_.size(), kNone);
  for (std::size_t i = patterns_.size(); i-- > 0;) {
    const LetterCode* const letters = letters_of(patterns_[i]);
    const bool begins_with_any = any_letter_ != kNoLetter && (letters[0] == any_letter_ || letters[1] == any_letter_);
    std::uint16_t& head = heads_[begins_with_any ? kSlots : slot(letters[0], letters[1])];
    next_[i] = head;
    head = static_cast<std::uint16_t>(i);
  }
}

namespace {

/// Patterns that share a bucket: the letters they have at each place, as bits of the low six bits
/// of their codes; all bits where a pattern has no such letter, as then any letter passes.
struct Group {
  std::array<std::uint64_t, kPatternLetters> letters{};
  std::vector<std::size_t> members;
};

/// How much the filter lets through of two groups as one: the letters at each place, multiplied.
double pass(const Group& a, const Group& b) noexcept {
  double product = 1;
  for (unsigned place = 0; place < kPatternLetters; ++place) {
    product *= std::min(std::popcount(a.letters[place] | b.letters[place]), 26);
  }
  return product;
}

}  // namespace

void LinePatterns::merge_buckets() {
  std::vector<Group> groups(patterns_.size());
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    groups[i].members = {i};
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      const bool is_free = place >= patterns_[i].length || letters_of(patterns_[i])[place] == any_letter_;
      groups[i].letters[place] = is_free ? ~std::uint64_t{0} : std::uint64_t{1} << (letters_of(patterns_[i])[place] & 63);
    }
  }
  while (groups.size() > kBuckets) {
    std::size_t best_a = 0;
    std::size_t best_b = 1;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < groups.size(); ++a) {
      for (std::size_t b = a + 1; b < groups.size(); ++b) {
        const double growth = pass(groups[a], groups[b]) - pass(groups[a], groups[a]) - pass(groups[b], groups[b]);
        if (growth < least) {
          least = growth;
          best_a = a;
          best_b = b;
        }
      }
    }
    for (unsigned place = 0; place < kPatternLetters; ++place) groups[best_a].letters[place] |= groups[best_b].letters[place];
    auto& members = groups[best_a].members;
    members.insert(members.end(), groups[best_b].members.begin(), groups[best_b].members.end());
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(best_b));
  }
  for (std::size_t bucket = 0; bucket < groups.size(); ++bucket) {
    for (const std::size_t member : groups[bucket].members) patterns_[member].bucket = static_cast<std::uint8_t>(bucket);
  }
}

void LinePatterns::fill_buckets() {
  // Merging what grows least lets the fewest cells through, but costs the cube of the patterns.
  if (patterns_.size() <= kMaxMerged) return merge_buckets();
  // Neighbours in the order of their letters share letters, and a bucket whose patterns share
  // letters lets less through.
  std::vector<std::size_t> order(patterns_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const LetterCode* const x = letters_of(patterns_[a]);
    const LetterCode* const y = letters_of(patterns_[b]);
    return std::lexicographical_compare(x, x + patterns_[a].length, y, y + patterns_[b].length);
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    patterns_[order[i]].bucket = static_cast<std::uint8_t>(i * kBuckets / order.size());
  }
}

void LinePatterns::fill_tables() {
  buckets_.assign(std::size_t{kPatternLetters} * letter_count_, 0);
  for (const Pattern& pattern : patterns_) {
    const auto bit = static_cast<std::uint8_t>(1u << pattern.bucket);
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      if (place >= pattern.length) {  // whatever stands there
        open_[place] |= bit;
        any_[place] |= bit;
      } else if (letters_of(pattern)[place] == any_letter_) {
        any_[place] |= bit;
      } else {
        buckets_[place * letter_count_ + letters_of(pattern)[place]] |= bit;
      }
    }
  }
  // As if all letters were equally frequent: grids of real text let through twice as much.
  for (unsigned bucket = 0; bucket < kBuckets; ++bucket) {
    double pass = 1;
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      std::uint32_t allowed = 0;
      for (std::uint32_t letter = 0; letter < letter_count_; ++letter) {
        allowed += buckets_at(place, static_cast<LetterCode>(letter)) >> bucket & 1;
      }
      pass *= static_cast<double>(allowed) / std::max(letter_count_, 20u);
    }
    pass_rate_ += pass;
  }
}

void LineResolver::resolve(std::uint32_t row, std::uint32_t column, unsigned axis, LineCollector& found) {
  const std::uint32_t columns = query_.grid.columns;
  const unsigned direction = kAxisDirection[axis];
  // Cells from here to the edge along the axis.
  std::uint32_t room = kRowStep[direction] == 0 ? columns : query_.grid.rows - row;
  if (kColumnStep[direction] > 0) room = std::min(room, columns - column);
  if (kColumnStep[direction] < 0) room = std::min(room, column + 1);
  if (room < 2) return;
  const std::uint64_t start = std::uint64_t{row} * columns + column;
  const auto step = static_cast<std::int64_t>(columns) * kRowStep[direction] + kColumnStep[direction];
  const std::uint8_t* const cell = cells_ + start;
  try_chain(patterns_.first(letter_[cell[0]], letter_[cell[step]]), cell, step, room, row, column, axis, found);
  if (patterns_.first_of_any() != LinePatterns::kNone) {
    try_chain(patterns_.first_of_any(), cell, step, room, row, column, axis, found);
  }
}

void LineResolver::try_chain(std::uint16_t i, const std::uint8_t* cell, std::int64_t step, std::uint32_t room, std::uint32_t row,
                             std::uint32_t column, unsigned axis, LineCollector& found) {
  for (; i != LinePatterns::kNone; i = patterns_.next(i)) {
    const Pattern& pattern = patterns_.patterns()[i];
    if (pattern.length > room || ((pattern.axes_forward | pattern.axes_backward) >> axis & 1) == 0) continue;
    const LetterCode* const letters = patterns_.letters_of(pattern);
    std::uint32_t same = 0;
    while (same < pattern.length && patterns_.fits_letter(letters[same], letter_[cell[same * step]])) ++same;
    if (same < pattern.length) {
      budget_.spend(same + 1);
    } else if (!pattern.has_any || !reads_forward_too(pattern, cell, step, axis)) {
      take(pattern, row, column, axis, found);
    }
  }
}

/// With letters that stand for any, the same cells can spell a word both ways: "?a" on "aa". That is
/// one occurrence, of the pattern that reads forward.
bool LineResolver::reads_forward_too(const Pattern& pattern, const std::uint8_t* cell, std::int64_t step, unsigned axis) const noexcept {
  if ((pattern.axes_forward >> axis & 1) != 0) return false;  // it is that one
  const LetterCode* const reversed = patterns_.letters_of(pattern);
  const auto has_twin = [&](const Pattern& other) { return other.word == pattern.word && (other.axes_forward >> axis & 1) != 0; };
  if (std::none_of(patterns_.patterns().begin(), patterns_.patterns().end(), has_twin)) return false;  // that way is not allowed
  for (std::uint32_t i = 0; i < pattern.length; ++i) {
    if (!patterns_.fits_letter(reversed[pattern.length - 1 - i], letter_[cell[i * step]])) return false;
  }
  return true;
}

void LineResolver::take(const Pattern& pattern, std::uint32_t row, std::uint32_t column, unsigned axis, LineCollector& found) const {
  unsigned direction = kAxisDirection[axis];
  if ((pattern.axes_forward >> axis & 1) == 0) {  // the word starts at the other end
    row += static_cast<std::uint32_t>(kRowStep[direction] * (pattern.length - 1));
    column += static_cast<std::uint32_t>(kColumnStep[direction] * (pattern.length - 1));
    direction = (direction + 4) % 8;
  }
  found.take(pattern.word, row, column, pattern.length, static_cast<std::uint8_t>(direction));
}

}  // namespace lexigrid

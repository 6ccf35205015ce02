#include "lines_patterns.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lexigrid {
namespace {

/// Milliseconds for a million cells of one pass of the filter, of a cell that passes, and of a scan,
/// measured with AVX2: their ratios are what counts.
constexpr double kPassOfFilter = 0.3;
constexpr double kCandidate = 25.0;
constexpr double kScan = 2.6;

}  // namespace

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
  patterns_.reserve(2 * std::size_t{lexicon.word_count});
  std::vector<LetterCode> letters;
  for (WordId word = 0; word < lexicon.word_count; ++word) {
    const std::uint32_t length = lexicon.length_of(word);
    letters.resize(length);
    for (std::uint32_t i = 0; i < length; ++i) letters[i] = lexicon.letter_of(word, length, i);
    if (std::equal(letters.begin(), letters.begin() + length / 2, letters.rbegin())) {
      // One occurrence, read from its first cell; against the axis only where that alone is allowed.
      add(word, letters, forward, static_cast<std::uint8_t>(backward & ~forward));
    } else {
      add(word, letters, forward, 0);
      std::reverse(letters.begin(), letters.end());
      add(word, letters, 0, backward);
    }
  }
  fill_buckets();
  fill_tables();
  fill_sketch();
  chain();
  cost_ = (sets_ * kPassOfFilter + kAxes * pass_rate() * kCandidate) / kScan;
}

void LinePatterns::add(WordId word, const std::vector<LetterCode>& letters, std::uint8_t forward, std::uint8_t backward) {
  if ((forward | backward) == 0) return;
  const bool has_any = any_letter_ != kNoLetter && std::find(letters.begin(), letters.end(), any_letter_) != letters.end();
  patterns_.push_back({word, static_cast<std::uint32_t>(letters_.size()), static_cast<std::uint16_t>(letters.size()), 0, 0,
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

using Places = std::array<std::uint32_t, kPatternLetters>;

/// Patterns that share a bucket: the letters they have at each place, as bits of the low five bits
/// of their codes; all bits where a pattern has no such letter, as then any letter passes.
struct Group {
  Places letters{};
  std::uint16_t first = 0;  // of its members, which are a chain
  std::uint16_t last = 0;
  std::int32_t pass = 0;    // what it lets through, in parts of kAllPass
  std::int32_t growth = 0;
  std::size_t partner = 0;  // the later group whose joining lets the least more through
};

/// Of equally frequent letters, the number that stands for any place of a pattern.
constexpr std::int32_t kLetters = 26;
constexpr std::int32_t kAllPass = kLetters * kLetters * kLetters * kLetters;

/// The product of how many letters each place allows. Bits are counted without a call: the library
/// of a plain processor takes them one table look at a time, and few words would take thrice as long
/// to prepare as to find. Written so that compilers do all four places at once.
std::int32_t pass_of(const Places& letters) noexcept {
  Places counts = letters;
  for (std::uint32_t& x : counts) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0Fu;
    x += x >> 8;
    x = (x + (x >> 16)) & 63;
  }
  std::int32_t product = 1;
  for (const std::uint32_t count : counts) product *= std::min(static_cast<std::int32_t>(count), kLetters);
  return product;
}

std::int32_t growth_of(const Group& a, const Group& b) noexcept {
  Places both;
  for (unsigned place = 0; place < kPatternLetters; ++place) both[place] = a.letters[place] | b.letters[place];
  return pass_of(both) - a.pass - b.pass;
}

/// Joins the members of two groups; `next` chains all patterns.
void join(Group& group, const Group& other, std::vector<std::uint16_t>& next) noexcept {
  for (unsigned place = 0; place < kPatternLetters; ++place) group.letters[place] |= other.letters[place];
  next[group.last] = other.first;
  group.last = other.last;
  group.pass = pass_of(group.letters);
}

void choose_partner(std::vector<Group>& groups, std::size_t i) noexcept {
  groups[i].growth = std::numeric_limits<std::int32_t>::max();
  for (std::size_t j = i + 1; j < groups.size(); ++j) {
    if (const std::int32_t growth = growth_of(groups[i], groups[j]); growth < groups[i].growth) {
      groups[i].growth = growth;
      groups[i].partner = j;
    }
  }
}

/// Joins what grows least until so many groups are left.
void merge(std::vector<Group>& groups, std::size_t left, std::vector<std::uint16_t>& next) {
  for (std::size_t i = 0; i < groups.size(); ++i) choose_partner(groups, i);
  while (groups.size() > left) {
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < groups.size(); ++i) {
      if (groups[i].growth < groups[best].growth) best = i;
    }
    const std::size_t gone = groups[best].partner;
    join(groups[best], groups[gone], next);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(gone));
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (i == best || groups[i].partner == gone || groups[i].partner == best) {
        choose_partner(groups, i);
        continue;
      }
      if (groups[i].partner > gone) --groups[i].partner;
      if (i < best) {  // the joined group may be the better partner now
        if (const std::int32_t growth = growth_of(groups[i], groups[best]); growth < groups[i].growth) {
          groups[i].growth = growth;
          groups[i].partner = best;
        }
      }
    }
  }
}

}  // namespace

void LinePatterns::fill_buckets() {
  std::vector<std::uint16_t> order(patterns_.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  if (order.size() > kMaxGroups) {
    // Neighbours in the order of their letters share letters, and patterns that do let less through.
    std::sort(order.begin(), order.end(), [&](std::uint16_t a, std::uint16_t b) {
      const LetterCode* const x = letters_of(patterns_[a]);
      const LetterCode* const y = letters_of(patterns_[b]);
      return std::lexicographical_compare(x, x + patterns_[a].length, y, y + patterns_[b].length);
    });
  }
  std::vector<Group> groups;
  groups.reserve(kMaxGroups);
  next_.assign(patterns_.size(), kNone);  // the members of groups are chained in it, for now
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Pattern& pattern = patterns_[order[i]];
    Group one;
    one.first = one.last = order[i];
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      const bool is_free = place >= pattern.length || letters_of(pattern)[place] == any_letter_;
      one.letters[place] = is_free ? ~0u : 1u << (letters_of(pattern)[place] & kClassMask);
    }
    one.pass = pass_of(one.letters);
    if (order.size() <= kMaxGroups || i * kMaxGroups / order.size() == groups.size()) {
      groups.push_back(one);
    } else {
      join(groups.back(), one, next_);
    }
  }
  // As many sets as pay: each is a pass over the grid.
  sets_ = 0;
  double best = std::numeric_limits<double>::infinity();
  for (unsigned sets = std::min<unsigned>(kMaxSets, static_cast<unsigned>((groups.size() + kBuckets - 1) / kBuckets)); sets > 0; --sets) {
    merge(groups, std::size_t{sets} * kBuckets, next_);
    double pass = 0;
    for (const Group& group : groups) pass += static_cast<double>(group.pass) / kAllPass;
    const double cost = sets * kPassOfFilter + kAxes * pass * kCandidate;
    if (sets_ != 0 && cost >= best) break;
    best = cost;
    sets_ = sets;
    for (std::size_t bucket = 0; bucket < groups.size(); ++bucket) {
      for (std::uint16_t member = groups[bucket].first; member != kNone; member = next_[member]) {
        patterns_[member].set = static_cast<std::uint8_t>(bucket / kBuckets);
        patterns_[member].bucket = static_cast<std::uint8_t>(bucket % kBuckets);
      }
    }
  }
  sets_ = std::max(sets_, 1u);
}

void LinePatterns::fill_tables() {
  buckets_.assign(std::size_t{sets_} * kPatternLetters * letter_count_, 0);
  for (const Pattern& pattern : patterns_) {
    const auto bit = static_cast<std::uint8_t>(1u << pattern.bucket);
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      if (place >= pattern.length) {  // whatever stands there
        open_[pattern.set][place] |= bit;
        any_[pattern.set][place] |= bit;
      } else if (letters_of(pattern)[place] == any_letter_) {
        any_[pattern.set][place] |= bit;
      } else {
        buckets_[(std::size_t{pattern.set} * kPatternLetters + place) * letter_count_ + letters_of(pattern)[place]] |= bit;
      }
    }
  }
}

void LinePatterns::fill_sketch() {
  struct Span {
    std::uint32_t first;
    std::uint32_t last;
  };
  for (const Pattern& pattern : patterns_) {
    Span spans[kPatternLetters];
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      const bool is_free = place >= pattern.length || letters_of(pattern)[place] == any_letter_;
      const std::uint32_t only = is_free ? 0 : letters_of(pattern)[place] & kClassMask;
      spans[place] = is_free ? Span{0, kClassMask} : Span{only, only};
    }
    const std::uint32_t bits = spans[3].first == spans[3].last ? 1u << spans[3].first : ~0u;
    for (std::uint32_t a = spans[0].first; a <= spans[0].last; ++a) {
      for (std::uint32_t b = spans[1].first; b <= spans[1].last; ++b) {
        for (std::uint32_t c = spans[2].first; c <= spans[2].last; ++c) sketch_[fold(a, b, c)] |= bits;
      }
    }
  }
}

double LinePatterns::pass_rate() const noexcept {
  double rate = 0;
  for (unsigned set = 0; set < sets_; ++set) {
    std::array<double, kBuckets> pass;
    pass.fill(1);
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      std::array<std::uint32_t, kBuckets> allowed{};
      for (std::uint32_t letter = 0; letter < letter_count_; ++letter) {
        const std::uint32_t buckets = buckets_at(set, place, static_cast<LetterCode>(letter));
        for (unsigned bucket = 0; bucket < kBuckets; ++bucket) allowed[bucket] += buckets >> bucket & 1;
      }
      for (unsigned bucket = 0; bucket < kBuckets; ++bucket) pass[bucket] *= static_cast<double>(allowed[bucket]) / std::max(letter_count_, 20u);
    }
    for (const double each : pass) rate += each;
  }
  return rate;
}

void LineResolver::resolve(std::uint32_t row, std::uint32_t column, unsigned axis, unsigned set, LineCollector& found) {
  const std::uint32_t columns = query_.grid.columns;
  const unsigned direction = kAxisDirection[axis];
  std::uint32_t room = kRowStep[direction] == 0 ? columns : query_.grid.rows - row;
  if (kColumnStep[direction] > 0) room = std::min(room, columns - column);
  if (kColumnStep[direction] < 0) room = std::min(room, column + 1);
  if (room < 2) return;
  const auto step = static_cast<std::int64_t>(columns) * kRowStep[direction] + kColumnStep[direction];
  const Start start{cells_ + std::uint64_t{row} * columns + column, step, room, row, column, axis, set};
  try_chain(patterns_.first(letter_[start.cell[0]], letter_[start.cell[step]]), start, found);
  if (patterns_.first_of_any() != LinePatterns::kNone) try_chain(patterns_.first_of_any(), start, found);
}

void LineResolver::try_chain(std::uint16_t i, const Start& start, LineCollector& found) {
  for (; i != LinePatterns::kNone; i = patterns_.next(i)) {
    const Pattern& pattern = patterns_.patterns()[i];
    if (pattern.length > start.room || ((pattern.axes_forward | pattern.axes_backward) >> start.axis & 1) == 0) continue;
    if (pattern.set != start.set && start.set != kAllSets) continue;  // another pass meets it
    const LetterCode* const letters = patterns_.letters_of(pattern);
    std::uint32_t same = 0;
    while (same < pattern.length && patterns_.fits_letter(letters[same], letter_[start.cell[same * start.step]])) ++same;
    if (same < pattern.length) {
      budget_.spend(same + 1);
    } else if (!pattern.has_any || !reads_forward_too(pattern, start)) {
      take(pattern, start, found);
    }
  }
}

/// With letters that stand for any, the same cells can spell a word both ways: "?a" on "aa". That is
/// one occurrence, of the pattern that reads forward.
bool LineResolver::reads_forward_too(const Pattern& pattern, const Start& start) const noexcept {
  if ((pattern.axes_forward >> start.axis & 1) != 0) return false;  // it is that one
  const LetterCode* const reversed = patterns_.letters_of(pattern);
  const auto is_twin = [&](const Pattern& other) { return other.word == pattern.word && (other.axes_forward >> start.axis & 1) != 0; };
  if (std::none_of(patterns_.patterns().begin(), patterns_.patterns().end(), is_twin)) return false;  // that way is not allowed
  for (std::uint32_t i = 0; i < pattern.length; ++i) {
    if (!patterns_.fits_letter(reversed[pattern.length - 1 - i], letter_[start.cell[i * start.step]])) return false;
  }
  return true;
}

void LineResolver::take(const Pattern& pattern, const Start& start, LineCollector& found) const {
  unsigned direction = kAxisDirection[start.axis];
  std::uint32_t row = start.row;
  std::uint32_t column = start.column;
  if ((pattern.axes_forward >> start.axis & 1) == 0) {  // the word starts at the other end
    row += static_cast<std::uint32_t>(kRowStep[direction] * (pattern.length - 1));
    column += static_cast<std::uint32_t>(kColumnStep[direction] * (pattern.length - 1));
    direction = (direction + 4) % 8;
  }
  found.take(pattern.word, row, column, pattern.length, static_cast<std::uint8_t>(direction));
}

}  // namespace lexigrid

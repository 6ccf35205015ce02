#include "lines/teddy/patterns.hpp"

#include <algorithm>
#include <cmath>

#include "cpu/cpu.hpp"

namespace lexigrid {

bool LinePatterns::fits(const LexiconView& lexicon) noexcept {
  return lexicon.word_count <= kMaxPatternWords && lexicon.max_length <= kMaxPatternLength &&
         lexicon.first_word[1] == lexicon.first_word[std::min(2u, lexicon.max_length + 1)];
}

LinePatterns::LinePatterns(const LexiconView& lexicon, uint8_t directions, LetterCode any_letter)
    : any_letter_(any_letter),
      letter_count_(lexicon.letter_count) {
  uint8_t forward = 0;
  uint8_t backward = 0;
  for (unsigned axis = 0; axis < kAxes; ++axis) {
    const unsigned direction = kAxisDirection[axis];
    if ((directions >> direction & 1) != 0) forward |= static_cast<uint8_t>(1u << axis);
    if ((directions >> (direction + 4) % 8 & 1) != 0) backward |= static_cast<uint8_t>(1u << axis);
  }
  patterns_.reserve(2 * size_t{lexicon.word_count});
  std::vector<LetterCode> letters;
  for (WordId word = 0; word < lexicon.word_count; ++word) {
    const uint32_t length = lexicon.length_of(word);
    letters.resize(length);
    for (uint32_t i = 0; i < length; ++i) letters[i] = lexicon.letter_of(word, length, i);
    if (std::equal(letters.begin(), letters.begin() + length / 2, letters.rbegin())) {
      // One occurrence, read from its first cell; against the axis only where that alone is allowed.
      add(word, letters, forward, static_cast<uint8_t>(backward & ~forward));
    } else {
      add(word, letters, forward, 0);
      std::reverse(letters.begin(), letters.end());
      add(word, letters, 0, backward);
    }
  }
  choose_probes();
  fill_tables();
  pass_ = pass_rate();
  fill_sketch();
  chain();
}

void LinePatterns::add(WordId word, const std::vector<LetterCode>& letters, uint8_t forward,
                       uint8_t backward) {
  if ((forward | backward) == 0) return;
  const bool has_any =
      any_letter_ != kNoLetter && std::find(letters.begin(), letters.end(), any_letter_) != letters.end();
  patterns_.push_back({word, static_cast<uint32_t>(letters_.size()), static_cast<uint16_t>(letters.size()), 0,
                       0, 0, forward, backward, has_any});
  letters_.insert(letters_.end(), letters.begin(), letters.end());
}

void LinePatterns::chain() {
  heads_.fill(kNone);
  next_.assign(patterns_.size(), kNone);
  keys_.assign(patterns_.size(), Key{0, 0});
  for (size_t i = patterns_.size(); i-- > 0;) {
    const LetterCode* const letters = probe_of(patterns_[i]);
    const bool begins_with_any =
        any_letter_ != kNoLetter && (letters[0] == any_letter_ || letters[1] == any_letter_);
    for (unsigned place = 0; place < probe_length(patterns_[i]); ++place) {
      if (letters[place] == any_letter_) continue;
      keys_[i].letters |= uint32_t{byte_of(letters[place])} << (8 * place);
      keys_[i].mask |= uint32_t{0xFF} << (8 * place);
    }
    uint16_t& head = heads_[begins_with_any ? kSlots : slot(byte_of(letters[0]), byte_of(letters[1]))];
    next_[i] = head;
    head = static_cast<uint16_t>(i);
  }
}

namespace {

/// Milliseconds for a million cells: of one pass of the filter, of a million cells that pass it, and
/// of the search by the index that would serve instead. Measured on an Intel Xeon with AMX; their ratios are
/// what counts.
struct Costs {
  double pass;
  double candidates;
  double scan;
  uint32_t most_words;  // that are worth making patterns of them, to find out which is faster
};

Costs costs_of(CpuTarget isa) noexcept {
  if (isa == CpuTarget::avx512) return {0.13, 9.0, 0.40, 128};
  if (isa == CpuTarget::avx2) return {0.22, 10.0, 2.2, 256};
  return {1.45, 16.0, 3.1, 128};
}

}  // namespace

void LinePatterns::choose_probes() {
  std::vector<uint8_t> classes;
  classes.reserve(letters_.size() + kPatternLetters * patterns_.size());
  std::vector<size_t> begins;
  begins.reserve(patterns_.size() + 1);
  for (const Pattern& pattern : patterns_) {
    begins.push_back(classes.size());
    for (unsigned i = 0; i < std::max<unsigned>(kPatternLetters, pattern.length); ++i) {
      const bool is_free = i >= pattern.length || letters_of(pattern)[i] == any_letter_;
      classes.push_back(is_free ? kFreeClass : static_cast<uint8_t>(letters_of(pattern)[i] & kClassMask));
    }
  }
  begins.push_back(classes.size());
  std::vector<ProbeLetters> letters;
  letters.reserve(patterns_.size());
  for (size_t i = 0; i < patterns_.size(); ++i)
    letters.emplace_back(classes.data() + begins[i], begins[i + 1] - begins[i]);

  // As many sets as pay, each a pass over the grid. Found by trying: what passes shrinks with them to the
  // power of 1.6; and a fifth of many patterns lets a twenty-fifth through.
  constexpr size_t kFew = 64;
  constexpr size_t kPart = 5;
  std::vector<ProbeLetters> some;
  for (size_t i = 0; letters.size() > kFew && i < letters.size(); i += kPart) some.push_back(letters[i]);
  FingerprintChooser chooser(some.empty() ? letters : some, 1);
  const double pass = chooser.pass() * static_cast<double>(some.empty() ? 1 : kPart * kPart);
  const Costs costs = costs_of(active_cpu_target());
  const auto cost = [&](unsigned sets) {
    return sets * costs.pass + kAxes * costs.candidates * pass * std::pow(sets, -1.6);
  };
  while (sets_ < kMaxSets && cost(sets_ + 1) < cost(sets_)) ++sets_;
  if (sets_ > 1 || !some.empty()) chooser = FingerprintChooser(letters, sets_);
  chooser.refine();
  for (size_t i = 0; i < patterns_.size(); ++i) {
    const Fingerprint& probe = chooser.probes()[i];
    patterns_[i].probe = probe.at;
    patterns_[i].set = static_cast<uint8_t>(probe.bucket / kBuckets);
    patterns_[i].bucket = static_cast<uint8_t>(probe.bucket % kBuckets);
    reach_ = std::max<uint32_t>(reach_, probe.at);
  }
}

void LinePatterns::fill_tables() {
  buckets_.assign(size_t{sets_} * kPatternLetters * letter_count_, 0);
  for (const Pattern& pattern : patterns_) {
    const auto bit = static_cast<uint8_t>(1u << pattern.bucket);
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      if (place >= pattern.length) {  // whatever stands there
        open_[pattern.set][place] |= bit;
        any_[pattern.set][place] |= bit;
      } else if (probe_of(pattern)[place] == any_letter_) {
        any_[pattern.set][place] |= bit;
      } else {
        buckets_[(size_t{pattern.set} * kPatternLetters + place) * letter_count_ +
                 probe_of(pattern)[place]] |= bit;
      }
    }
  }
}

void LinePatterns::fill_sketch() {
  if (patterns_.size() < kManyPatterns) return;
  sketch_.assign(kSketch, 0);
  struct IntRange {
    uint32_t first;
    uint32_t last;
  };
  for (const Pattern& pattern : patterns_) {
    IntRange spans[kPatternLetters];
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      const bool is_free = place >= pattern.length || probe_of(pattern)[place] == any_letter_;
      const uint32_t only = is_free ? 0 : probe_of(pattern)[place] & kClassMask;
      spans[place] = is_free ? IntRange{0, kClassMask} : IntRange{only, only};
    }
    const uint32_t bits = spans[3].first == spans[3].last ? 1u << spans[3].first : ~0u;
    for (uint32_t a = spans[0].first; a <= spans[0].last; ++a) {
      for (uint32_t b = spans[1].first; b <= spans[1].last; ++b) {
        for (uint32_t c = spans[2].first; c <= spans[2].last; ++c) sketch_[fold(a, b, c)] |= bits;
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
      std::array<uint32_t, kBuckets> allowed{};
      for (uint32_t letter = 0; letter < letter_count_; ++letter) {
        const uint32_t buckets = buckets_at(set, place, static_cast<LetterCode>(letter));
        for (unsigned bucket = 0; bucket < kBuckets; ++bucket) allowed[bucket] += buckets >> bucket & 1;
      }
      for (unsigned bucket = 0; bucket < kBuckets; ++bucket)
        pass[bucket] *= static_cast<double>(allowed[bucket]) / std::max(letter_count_, 20u);
    }
    for (const double each : pass) rate += each;
  }
  return rate;
}

namespace {

constexpr double kMillion = 1e6;

/// Milliseconds to build an index: its tables, and a word.
constexpr double kIndexBuilt = 0.1;
constexpr double kWordIndexed = 0.00015;

}  // namespace

bool LinePatterns::are_too_many(uint32_t words) noexcept {
  return words > costs_of(active_cpu_target()).most_words;
}

bool LinePatterns::serve(uint64_t cells) const noexcept {
  const Costs costs = costs_of(active_cpu_target());
  const double millions = static_cast<double>(cells) / kMillion;
  const double index =
      kIndexBuilt + static_cast<double>(patterns_.size()) / 2 * kWordIndexed + millions * costs.scan;
  return millions * (sets_ * costs.pass + kAxes * pass_ * costs.candidates) <= index;
}

}  // namespace lexigrid

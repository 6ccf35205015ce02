#include "lines/teddy/patterns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/parts.hpp"
#include "cpu/cpu.hpp"
#include "lines/palindromes.hpp"

namespace lexigrid {

bool LinePatterns::fits(const LexiconView& lexicon) noexcept {
  return lexicon.word_count <= kMaxPatternWords && lexicon.max_length <= kMaxPatternLength &&
         lexicon.first_word[1] == lexicon.first_word[std::min(2u, lexicon.max_length + 1)];
}

LinePatterns::LinePatterns(const LexiconView& lexicon, uint8_t directions, LetterCode any_letter,
                           uint64_t cells)
    : any_letter_(any_letter),
      letter_count_(lexicon.letter_count) {
  uint8_t forward = 0;
  uint8_t backward = 0;
  for (unsigned axis = 0; axis < kAxes; ++axis) {
    const unsigned direction = kTeddyDirection[axis];
    if ((directions >> direction & 1) != 0) forward |= static_cast<uint8_t>(1u << axis);
    if ((directions >> (direction + 4) % 8 & 1) != 0) backward |= static_cast<uint8_t>(1u << axis);
  }
  patterns_.reserve(2 * size_t{lexicon.word_count});
  letters_.reserve(2 * lexicon.letters.size());
  std::vector<LetterCode> letters;
  letters.reserve(lexicon.max_length);
  for (WordId word = 0; word < lexicon.word_count; ++word) {
    const uint32_t length = lexicon.length_of(word);
    letters.resize(length);
    for (uint32_t i = 0; i < length; ++i) letters[i] = lexicon.letter_of(word, length, i);
    if (is_palindrome(lexicon, word, length)) {
      // Without a seam, a line along an axis begins at its first cell in reading order, but at its last if it
      // goes up (`is_first_reading`).
      const unsigned both = forward & backward;
      const unsigned up = 1u << kUpward;
      add(word, letters, static_cast<uint8_t>(forward & ~(both & up)),
          static_cast<uint8_t>(backward & ~(both & ~up)));
    } else {
      add(word, letters, forward, 0);
      std::reverse(letters.begin(), letters.end());
      add(word, letters, 0, backward);
    }
  }
  deal_buckets();
  if (pays_to_choose(cells)) choose_fingerprints();
  measure_reach();
  fill_tables();
  fill_signature();
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
    const LetterCode* const letters = fingerprint_of(patterns_[i]);
    const bool begins_with_any = is_free(patterns_[i], 0) || is_free(patterns_[i], 1);
    for (unsigned place = 0; place < kFingerprintLetters; ++place) {
      if (is_free(patterns_[i], place)) continue;
      keys_[i].letters |= uint32_t{byte_of(letters[place])} << (8 * place);
      keys_[i].mask |= uint32_t{0xFF} << (8 * place);
    }
    uint16_t& head = heads_[begins_with_any ? kSlots : slot(byte_of(letters[0]), byte_of(letters[1]))];
    next_[i] = head;
    head = static_cast<uint16_t>(i);
  }
}

namespace {

/// Milliseconds, measured on an Intel Xeon with AMX. Only their ratios matter.
struct Costs {
  double pass;          // one pass of the filter over a million cells
  double candidates;    // a million candidates
  double scan;          // a trie scan of a million cells
  uint32_t most_words;  // with more, the trie scan is faster whatever the words
};

Costs costs_of(CpuTarget target) noexcept {
  if (target == CpuTarget::avx512) return {0.13, 9.0, 0.80, 128};
  if (target == CpuTarget::avx2) return {0.22, 10.0, 2.2, 256};
  if (target == CpuTarget::neon) return {0.44, 12.0, 3.1, 256};  // estimated: half the width of AVX2
  return {1.45, 16.0, 3.1, 128};
}

/// Nanoseconds to choose fingerprints, and for each pattern more.
constexpr double kChoosing = 1000;
constexpr double kChoosingEach = 150;
constexpr double kMillion = 1e6;

}  // namespace

bool LinePatterns::pays_to_choose(uint64_t cells) const noexcept {
  const double candidates = kAxes * pass_rate_ * static_cast<double>(cells);
  const double each = costs_of(active_cpu_target()).candidates;  // milliseconds for a million
  return candidates * each > kChoosing + kChoosingEach * static_cast<double>(patterns_.size());
}

/// Puts the patterns into buckets in turn, with their first letters as fingerprints.
void LinePatterns::deal_buckets() {
  uint32_t allowed[kBuckets][kFingerprintLetters] = {};
  for (size_t i = 0; i < patterns_.size(); ++i) {
    patterns_[i].bucket = static_cast<uint8_t>(i % kBuckets);
    for (unsigned place = 0; place < kFingerprintLetters; ++place) {
      allowed[i % kBuckets][place] |= is_free(patterns_[i], place)
                                          ? ~uint32_t{0}
                                          : uint32_t{1} << (letters_of(patterns_[i])[place] & kClassMask);
    }
  }
  pass_rate_ = 0;
  for (const auto& bucket : allowed) {
    double pass = 1;
    for (const uint32_t letters : bucket) pass *= std::min(std::popcount(letters) / kAlphabetSize, 1.0f);
    pass_rate_ += pass;
  }
}

void LinePatterns::choose_fingerprints() {
  are_chosen_ = true;
  std::vector<uint8_t> classes;
  classes.reserve(letters_.size() + kFingerprintLetters * patterns_.size());
  std::vector<size_t> begins;
  begins.reserve(patterns_.size() + 1);
  for (const Pattern& pattern : patterns_) {
    begins.push_back(classes.size());
    for (unsigned i = 0; i < std::max<unsigned>(kFingerprintLetters, pattern.length); ++i) {
      const bool matches_any = i >= pattern.length || letters_of(pattern)[i] == any_letter_;
      classes.push_back(matches_any ? kFreeClass : static_cast<uint8_t>(letters_of(pattern)[i] & kClassMask));
    }
  }
  begins.push_back(classes.size());
  std::vector<PatternClasses> letters;
  letters.reserve(patterns_.size());
  for (size_t i = 0; i < patterns_.size(); ++i)
    letters.emplace_back(classes.data() + begins[i], begins[i + 1] - begins[i]);

  // Adds sets, each a pass over the grid, as long as this pays. Measurements show that the pass rate falls
  // with the number of sets to the power of 1.6, and that a fifth of many patterns has a twenty-fifth of
  // their pass rate.
  constexpr size_t kFew = 64;
  constexpr size_t kPart = 5;
  std::vector<PatternClasses> some;
  for (size_t i = 0; letters.size() > kFew && i < letters.size(); i += kPart) some.push_back(letters[i]);
  FingerprintChooser chooser(some.empty() ? letters : some, 1);
  const double pass_rate = chooser.pass_rate() * static_cast<double>(some.empty() ? 1 : kPart * kPart);
  const Costs costs = costs_of(active_cpu_target());
  const auto cost = [&](unsigned sets) {
    return sets * costs.pass + kAxes * costs.candidates * pass_rate * std::pow(sets, -1.6);
  };
  while (uses(Part::bucket_sets) && sets_ < kMaxSets && cost(sets_ + 1) < cost(sets_)) ++sets_;
  if (sets_ > 1 || !some.empty()) chooser = FingerprintChooser(letters, sets_);
  // With few patterns, refining moves none of them and takes 7 % of a search of 100x100 cells.
  constexpr double kFewCandidates = 0.1;  // as a part of the cost of the filter
  const double few = kFewCandidates * sets_ * costs.pass;
  if (uses(Part::refined_fingerprints) && kAxes * costs.candidates * chooser.pass_rate() > few)
    chooser.refine();
  pass_rate_ = chooser.pass_rate();
  for (size_t i = 0; i < patterns_.size(); ++i) {
    const Fingerprint& chosen = chooser.fingerprints()[i];
    patterns_[i].offset = chosen.offset;
    patterns_[i].set = static_cast<uint8_t>(chosen.bucket / kBuckets);
    patterns_[i].bucket = static_cast<uint8_t>(chosen.bucket % kBuckets);
  }
}

void LinePatterns::measure_reach() {
  for (const Pattern& pattern : patterns_) {
    // A word that goes up, and is read downwards, begins at the end of its pattern.
    const uint32_t end = pattern.offset + kFingerprintLetters;
    const uint32_t after = pattern.length - std::min<uint32_t>(pattern.length, end);
    reach_ = std::max({reach_, uint32_t{pattern.offset}, after});
  }
}

void LinePatterns::fill_tables() {
  buckets_.assign(size_t{sets_} * kFingerprintLetters * letter_count_, 0);
  for (const Pattern& pattern : patterns_) {
    const auto bit = static_cast<uint8_t>(1u << pattern.bucket);
    for (unsigned place = 0; place < kFingerprintLetters; ++place) {
      if (place >= pattern.length) {
        open_[pattern.set][place] |= bit;
        any_[pattern.set][place] |= bit;
      } else if (fingerprint_of(pattern)[place] == any_letter_) {
        any_[pattern.set][place] |= bit;
      } else {
        buckets_[(size_t{pattern.set} * kFingerprintLetters + place) * letter_count_ +
                 fingerprint_of(pattern)[place]] |= bit;
      }
    }
  }
}

void LinePatterns::fill_signature() {
  if (patterns_.size() < kManyPatterns || !uses(Part::signature)) return;
  signature_.assign(kSignature, 0);
  for (const Pattern& pattern : patterns_) {
    uint32_t first[kFingerprintLetters];
    uint32_t last[kFingerprintLetters];
    for (unsigned place = 0; place < kFingerprintLetters; ++place) {
      const bool matches_any = is_free(pattern, place);
      first[place] = matches_any ? 0 : fingerprint_of(pattern)[place] & kClassMask;
      last[place] = matches_any ? kClassMask : first[place];
    }
    const uint32_t bits = first[3] == last[3] ? 1u << first[3] : ~0u;
    for (uint32_t a = first[0]; a <= last[0]; ++a) {
      for (uint32_t b = first[1]; b <= last[1]; ++b) {
        for (uint32_t c = first[2]; c <= last[2]; ++c) signature_[fold(a, b, c)] |= bits;
      }
    }
  }
}

namespace {

/// Milliseconds to build the tables of an index, and to add each word.
constexpr double kIndexTables = 0.1;
constexpr double kIndexWord = 0.00015;

}  // namespace

bool LinePatterns::are_too_many(uint32_t words) noexcept {
  return words > costs_of(active_cpu_target()).most_words;
}

bool LinePatterns::beats_index(uint64_t cells) const noexcept {
  const Costs costs = costs_of(active_cpu_target());
  const double millions = static_cast<double>(cells) / kMillion;
  const double index =
      kIndexTables + static_cast<double>(patterns_.size()) / 2 * kIndexWord + millions * costs.scan;
  return millions * (sets_ * costs.pass + kAxes * pass_rate_ * costs.candidates) <= index;
}

}  // namespace lexigrid

#include "lines/teddy/fingerprints.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace lexigrid {
namespace {

/// A bucket and its growth are one number, growth * kMaxBuckets + bucket, so that one minimum finds both. A
/// float holds it exactly, unless the bucket would pass half of all cells.
constexpr unsigned kMaxBuckets = kMaxSets * kBuckets;

constexpr auto kNumbers = [] {
  std::array<float, kMaxBuckets> numbers{};
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  return numbers;
}();

/// Returns the least of `count` numbers, a multiple of four. Uses four lanes, because compilers must keep the
/// order of floating-point operations: with a plain loop, this took half of the time of choosing.
float least_of(const float* numbers, unsigned count) noexcept {
  float lanes[4];
  std::copy_n(numbers, 4, lanes);
  for (unsigned i = 4; i < count; i += 4) {
    for (unsigned k = 0; k < 4; ++k) lanes[k] = std::min(lanes[k], numbers[i + k]);
  }
  return std::min(std::min(lanes[0], lanes[1]), std::min(lanes[2], lanes[3]));
}

}  // namespace

FingerprintChooser::FingerprintChooser(std::span<const PatternClasses> patterns, unsigned sets)
    : patterns_(patterns),
      buckets_(sets * kBuckets),
      fingerprints_(patterns.size()),
      patterns_with_(at(kFingerprintLetters, 0)),
      more_(patterns_with_.size(), 1.0f) {
  for (unsigned place = 0; place < kFingerprintLetters; ++place)
    std::fill_n(more_.data() + at(place, kFreeClass), buckets_, kAlphabetSize);
  for (size_t i = 0; i < patterns_.size(); ++i) put(i);
}

void FingerprintChooser::refine() {
  for (size_t i = 0; i < patterns_.size(); ++i) {
    remove(patterns_[i].data() + fingerprints_[i].offset, fingerprints_[i].bucket);
    put(i);
  }
}

double FingerprintChooser::pass_rate() const noexcept {
  return std::accumulate(pass_, pass_ + buckets_, 0.0) /
         (kAlphabetSize * kAlphabetSize * kAlphabetSize * kAlphabetSize);
}

void FingerprintChooser::put(size_t pattern) {
  const PatternClasses letters = patterns_[pattern];
  const size_t count = std::min<size_t>(kMaxOffsets, letters.size() - kFingerprintLetters + 1);
  unsigned best = best_bucket(letters.data());
  size_t offset = 0;
  for (size_t i = 1; i < count; ++i) {
    const unsigned other = best_bucket(letters.data() + i);
    if (other / kMaxBuckets < best / kMaxBuckets) {
      best = other;
      offset = i;
    }
  }
  const unsigned bucket = std::min(best % kMaxBuckets, buckets_ - 1);
  fingerprints_[pattern] = {static_cast<uint8_t>(offset), static_cast<uint8_t>(bucket)};
  add(letters.data() + offset, bucket);
}

/// Returns the bucket that would pass fewest more cells with these letters, and how many more. Computes eight
/// at a time in a local array, which nothing aliases, so that compilers vectorize it.
unsigned FingerprintChooser::best_bucket(const uint8_t* letters) const noexcept {
  const float* more[kFingerprintLetters];
  for (unsigned place = 0; place < kFingerprintLetters; ++place)
    more[place] = more_.data() + at(place, letters[place]);
  float all[kMaxBuckets];
  size_t i = 0;
  do {
    float eight[kBuckets];
    for (size_t k = 0; k < kBuckets; ++k) {
      const float growth = (allowed_[0][i + k] + more[0][i + k]) * (allowed_[1][i + k] + more[1][i + k]) *
                               (allowed_[2][i + k] + more[2][i + k]) * (allowed_[3][i + k] + more[3][i + k]) -
                           pass_[i + k];
      eight[k] = growth * kMaxBuckets + kNumbers[i + k];
    }
    std::copy_n(eight, kBuckets, all + i);
    i += kBuckets;
  } while (i < buckets_);
  return static_cast<unsigned>(least_of(all, buckets_));
}

void FingerprintChooser::add(const uint8_t* letters, unsigned bucket) noexcept {
  for (unsigned place = 0; place < kFingerprintLetters; ++place) {
    if (patterns_with_[at(place, letters[place]) + bucket]++ == 0) allow(place, letters[place], bucket, true);
  }
  update_pass(bucket);
}

void FingerprintChooser::remove(const uint8_t* letters, unsigned bucket) noexcept {
  for (unsigned place = 0; place < kFingerprintLetters; ++place) {
    if (--patterns_with_[at(place, letters[place]) + bucket] == 0)
      allow(place, letters[place], bucket, false);
  }
  update_pass(bucket);
}

/// Updates a bucket when its first pattern with this letter was added or its last one removed.
void FingerprintChooser::allow(unsigned place, uint8_t letter, unsigned bucket, bool is_allowed) noexcept {
  float& allowed = allowed_[place][bucket];
  const auto more = [&](uint8_t each) -> float& { return more_[at(place, each) + bucket]; };
  const bool allows_any = patterns_with_[at(place, kFreeClass) + bucket] != 0;
  if (letter != kFreeClass) {
    more(letter) = is_allowed || allows_any ? 0.0f : 1.0f;
    if (!allows_any) allowed += is_allowed ? 1.0f : -1.0f;
  } else {
    allowed = is_allowed ? kAlphabetSize : 0.0f;
    for (uint8_t each = 0; each < kFreeClass; ++each) {
      const bool has = patterns_with_[at(place, each) + bucket] != 0;
      more(each) = is_allowed || has ? 0.0f : 1.0f;
      if (!is_allowed && has) allowed += 1.0f;
    }
  }
  more(kFreeClass) = std::max(0.0f, kAlphabetSize - allowed);
}

void FingerprintChooser::update_pass(unsigned bucket) noexcept {
  pass_[bucket] = allowed_[0][bucket] * allowed_[1][bucket] * allowed_[2][bucket] * allowed_[3][bucket];
}

}  // namespace lexigrid

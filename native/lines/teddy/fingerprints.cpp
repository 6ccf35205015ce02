#include "lines/teddy/fingerprints.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lexigrid {
namespace {

/// Letters of the alphabet, assumed equally frequent.
constexpr float kLetters = 26;

/// Returns the least of `count` numbers, a multiple of four. Uses four lanes, because compilers must keep the
/// order of floating-point operations: with a plain loop, this took half of the time of choosing.
float least_of(const float* numbers, unsigned count) noexcept {
  float lanes[4];
  std::copy_n(numbers, 4, lanes);
  for (unsigned i = 4; i < count; i += 4) {
    for (unsigned k = 0; k < 4; ++k) lanes[k] = std::min(lanes[k], numbers[i + k]);
  }
  return *std::min_element(lanes, lanes + 4);
}

unsigned index_of_least(const float* numbers, unsigned count) noexcept {
  return static_cast<unsigned>(std::find(numbers, numbers + count, least_of(numbers, count)) - numbers);
}

}  // namespace

FingerprintChooser::FingerprintChooser(std::span<const PatternClasses> patterns, unsigned sets)
    : patterns_(patterns),
      buckets_(sets * kBuckets),
      fingerprints_(patterns.size()),
      patterns_with_(at(kFingerprintLetters, 0)),
      more_(patterns_with_.size(), 1.0f) {
  for (unsigned place = 0; place < kFingerprintLetters; ++place)
    std::fill_n(more_.data() + at(place, kFreeClass), buckets_, kLetters);
  for (size_t i = 0; i < patterns_.size(); ++i) put(i);
}

void FingerprintChooser::refine() {
  for (size_t i = 0; i < patterns_.size(); ++i) {
    remove(patterns_[i].data() + fingerprints_[i].offset, fingerprints_[i].bucket);
    put(i);
  }
}

double FingerprintChooser::pass_rate() const noexcept {
  return std::accumulate(pass_, pass_ + buckets_, 0.0) / (kLetters * kLetters * kLetters * kLetters);
}

void FingerprintChooser::put(size_t pattern) {
  const PatternClasses letters = patterns_[pattern];
  const size_t count = std::min<size_t>(kMaxOffsets, letters.size() - kFingerprintLetters + 1);
  if (count == 1) {
    fingerprints_[pattern].bucket = static_cast<uint8_t>(best_bucket(letters.data()));
    add(letters.data(), fingerprints_[pattern].bucket);
    return;
  }
  float growth[kMaxOffsets];
  std::fill_n(growth, kMaxOffsets, std::numeric_limits<float>::infinity());
  for (size_t i = 0; i < count; ++i) growth[i] = least_growth(letters.data() + i);
  const unsigned best = index_of_least(growth, kMaxOffsets);
  const unsigned bucket = best_bucket(letters.data() + best);
  fingerprints_[pattern] = {static_cast<uint8_t>(best), static_cast<uint8_t>(bucket)};
  add(letters.data() + best, bucket);
}

/// Computes how much more each bucket would pass with these letters. Computes eight at a time in a local
/// array, which nothing aliases, so that compilers vectorize it.
void FingerprintChooser::grow(const uint8_t* letters, float* growth) const noexcept {
  const float* more[kFingerprintLetters];
  for (unsigned place = 0; place < kFingerprintLetters; ++place)
    more[place] = more_.data() + at(place, letters[place]);
  for (size_t i = 0; i < buckets_; i += kBuckets) {
    float eight[kBuckets];
    for (size_t k = 0; k < kBuckets; ++k) {
      eight[k] = (allowed_[0][i + k] + more[0][i + k]) * (allowed_[1][i + k] + more[1][i + k]) *
                     (allowed_[2][i + k] + more[2][i + k]) * (allowed_[3][i + k] + more[3][i + k]) -
                 pass_[i + k];
    }
    std::copy_n(eight, kBuckets, growth + i);
  }
}

/// Returns the growth of the best bucket.
float FingerprintChooser::least_growth(const uint8_t* letters) const noexcept {
  float all[kMaxSets * kBuckets];
  grow(letters, all);
  return least_of(all, buckets_);
}

unsigned FingerprintChooser::best_bucket(const uint8_t* letters) const noexcept {
  float all[kMaxSets * kBuckets];
  grow(letters, all);
  return index_of_least(all, buckets_);
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
    allowed = is_allowed ? kLetters : 0.0f;
    for (uint8_t each = 0; each < kFreeClass; ++each) {
      const bool has = patterns_with_[at(place, each) + bucket] != 0;
      more(each) = is_allowed || has ? 0.0f : 1.0f;
      if (!is_allowed && has) allowed += 1.0f;
    }
  }
  more(kFreeClass) = std::max(0.0f, kLetters - allowed);
}

void FingerprintChooser::update_pass(unsigned bucket) noexcept {
  pass_[bucket] = allowed_[0][bucket] * allowed_[1][bucket] * allowed_[2][bucket] * allowed_[3][bucket];
}

}  // namespace lexigrid

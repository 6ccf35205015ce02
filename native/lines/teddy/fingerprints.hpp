// Chooses which four letters of each pattern are its fingerprint, and which patterns share a bucket.
//
// A bucket passes every combination of the letters that it allows at the four places, so patterns with the
// same letters there should share one. A long pattern has many fingerprints to choose from: with a hundred
// words, a fifth as many cells pass as with the first four letters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lexigrid {

inline constexpr unsigned kFingerprintLetters = 4;
inline constexpr unsigned kBuckets = 8;  // per set: the bits of a byte
inline constexpr unsigned kMaxSets = 4;  // each is one pass of the filter
inline constexpr unsigned kMaxOffsets = 8;

/// Letters of the alphabet, assumed equally frequent.
inline constexpr float kAlphabetSize = 26;

struct Fingerprint {
  uint8_t offset = 0;  // letters of the pattern before it, below kMaxOffsets
  uint8_t bucket = 0;  // numbered across all sets
};

/// A pattern's letters, at least four, as classes below kFreeClass, which itself matches any letter.
inline constexpr uint8_t kFreeClass = 32;
using PatternClasses = std::span<const uint8_t>;

/// Puts patterns into buckets one after the other, each where it adds least to the cells that pass.
class FingerprintChooser {
 public:
  FingerprintChooser(std::span<const PatternClasses> patterns, unsigned sets);

  /// Moves each pattern to its best bucket, now that all others have one.
  void refine();

  [[nodiscard]] const std::vector<Fingerprint>& fingerprints() const noexcept { return fingerprints_; }
  /// The fraction of random cells that the buckets pass together.
  [[nodiscard]] double pass_rate() const noexcept;

 private:
  void put(size_t pattern);
  [[nodiscard]] size_t at(unsigned place, uint8_t letter) const noexcept {
    return (size_t{place} * (kFreeClass + 1u) + letter) * buckets_;
  }
  [[nodiscard]] unsigned best_bucket(const uint8_t* letters) const noexcept;
  void add(const uint8_t* letters, unsigned bucket) noexcept;
  void remove(const uint8_t* letters, unsigned bucket) noexcept;
  void allow(unsigned place, uint8_t letter, unsigned bucket, bool is_allowed) noexcept;
  void update_pass(unsigned bucket) noexcept;

  std::span<const PatternClasses> patterns_;
  unsigned buckets_;
  std::vector<Fingerprint> fingerprints_;
  float allowed_[kFingerprintLetters][kMaxSets * kBuckets] = {};  // number of letters, by place and bucket
  float pass_[kMaxSets * kBuckets] = {};                          // their product
  // By place, letter and bucket: the number of patterns that have the letter, and how many more letters it
  // would allow.
  std::vector<uint16_t> patterns_with_;
  std::vector<float> more_;
};

}  // namespace lexigrid

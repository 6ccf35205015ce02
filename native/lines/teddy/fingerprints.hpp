// Which four letters of each pattern the filters look at, and which patterns share a bucket.
//
// A bucket lets through what is allowed at each of the four places, so patterns go together well whose
// letters are the same there. A long pattern has many four letters in a row to choose from: of a hundred
// words a fifth passes of what their first four letters let through.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lexigrid {

inline constexpr unsigned kPatternLetters = 4;  // letters that the filters look at
inline constexpr unsigned kBuckets = 8;         // bits of a byte: of one set
inline constexpr unsigned kMaxSets = 4;         // of buckets; each is a pass of the filter

/// Four letters of a pattern.
struct Fingerprint {
  uint8_t at = 0;      // letters before them, below kMaxProbes
  uint8_t bucket = 0;  // of all sets
};
inline constexpr unsigned kMaxProbes = 8;

/// A pattern's letters as classes below kFreeClass, or kFreeClass where any letter will do; four at least.
inline constexpr uint8_t kFreeClass = 32;
using ProbeLetters = std::span<const uint8_t>;

/// Puts patterns into buckets, one after the other where each lets the least more through.
class FingerprintChooser {
 public:
  FingerprintChooser(std::span<const ProbeLetters> patterns, unsigned sets);

  /// Takes each pattern out and puts it where it is best now that the others stand.
  void refine();

  [[nodiscard]] const std::vector<Fingerprint>& probes() const noexcept { return probes_; }
  /// What all buckets let through, of random cells.
  [[nodiscard]] double pass() const noexcept;

 private:
  void put(size_t pattern);
  [[nodiscard]] size_t at(unsigned place, uint8_t letter) const noexcept {
    return (size_t{place} * (kFreeClass + 1u) + letter) * buckets_;
  }
  void grow(const uint8_t* letters, float* growth) const noexcept;
  [[nodiscard]] float least_growth(const uint8_t* letters) const noexcept;
  [[nodiscard]] unsigned best_bucket(const uint8_t* letters) const noexcept;
  void add(const uint8_t* letters, unsigned bucket) noexcept;
  void remove(const uint8_t* letters, unsigned bucket) noexcept;
  void allow(unsigned place, uint8_t letter, unsigned bucket, bool is_there) noexcept;
  void update_pass(unsigned bucket) noexcept;

  std::span<const ProbeLetters> patterns_;
  unsigned buckets_;
  std::vector<Fingerprint> probes_;
  // By place and bucket: how many letters are allowed.
  float allowed_[kPatternLetters][kMaxSets * kBuckets] = {};
  float pass_[kMaxSets * kBuckets] = {};  // their product
  // By place, letter and bucket: patterns that have it, and how many more it would allow.
  std::vector<uint16_t> patterns_with_;
  std::vector<float> more_;
};

}  // namespace lexigrid

// The choice of fingerprints, compared with a count of the letters in each bucket.
#include "lines/teddy/fingerprints.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/check.hpp"

using namespace lexigrid;

namespace {

/// Pass rates agree with the letters in the buckets, and refining never raises them.
void test_fingerprints_are_chosen() {
  for (uint64_t seed = 0; seed < tests::scaled(300); ++seed) {
    tests::Rng rng(seed + 9000);
    const uint32_t letters = 1 + rng.below(31);
    std::vector<std::vector<uint8_t>> words(1 + rng.below(seed % 3 == 0 ? 200 : 20));
    for (auto& word : words) {
      word.resize(kFingerprintLetters + rng.below(12));
      for (uint8_t& letter : word)
        letter = rng.below(9) == 0 ? kFreeClass : static_cast<uint8_t>(rng.below(letters));
    }
    const std::vector<PatternClasses> patterns(words.begin(), words.end());
    const unsigned sets = 1 + rng.below(kMaxSets);
    FingerprintChooser chooser(patterns, sets);
    double before = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 3; ++round) {
      std::vector<std::array<uint64_t, kFingerprintLetters>> allowed(size_t{sets} * kBuckets);
      for (size_t i = 0; i < words.size(); ++i) {
        const Fingerprint& chosen = chooser.fingerprints()[i];
        CHECK(chosen.offset < kMaxOffsets && chosen.offset + kFingerprintLetters <= words[i].size() &&
              chosen.bucket < sets * kBuckets);
        for (unsigned place = 0; place < kFingerprintLetters; ++place) {
          const uint8_t letter = words[i][chosen.offset + place];
          allowed[chosen.bucket][place] |= letter == kFreeClass ? ~uint64_t{0} : uint64_t{1} << letter;
        }
      }
      double pass = 0;
      for (const auto& bucket : allowed) {
        double product = 1;
        for (const uint64_t each : bucket) product *= each == ~uint64_t{0} ? 26 : std::popcount(each);
        pass += product / (26.0 * 26 * 26 * 26);
      }
      CHECK(std::abs(pass - chooser.pass_rate()) < 1e-6 * pass);
      CHECK(pass <= before * (1 + 1e-6));
      before = pass;
      chooser.refine();
    }
  }
}

}  // namespace

int main() {
  test_fingerprints_are_chosen();
  return tests::report();
}

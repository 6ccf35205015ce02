// A minimal test framework: CHECK counts, `report` ends main.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace lexigrid::tests {

inline int checks = 0;
inline int failures = 0;

#define CHECK(claim)                                                  \
  do {                                                                \
    ++lexigrid::tests::checks;                                        \
    if (!(claim)) {                                                   \
      ++lexigrid::tests::failures;                                    \
      std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #claim); \
    }                                                                 \
  } while (false)

/// The exit status of a test program. A program without checks fails.
inline int report() {
  std::printf("%d passed, %d failed\n", checks - failures, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}

/// A number of test rounds times LEXIGRID_TEST_SCALE, at least 1: emulated machines do less.
inline uint64_t scaled(uint64_t rounds) {
  const char* const scale = std::getenv("LEXIGRID_TEST_SCALE");
  const double scaled = static_cast<double>(rounds) * (scale != nullptr ? std::atof(scale) : 1.0);
  return scaled < 1 ? 1 : static_cast<uint64_t>(scaled);
}

/// The same numbers on every machine, unlike the distributions of the standard library.
class Rng {
 public:
  explicit Rng(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
  uint32_t below(uint32_t bound) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<uint32_t>((state_ >> 32) % bound);
  }

 private:
  uint64_t state_;
};

}  // namespace lexigrid::tests

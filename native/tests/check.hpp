// The smallest test frame: CHECK counts, the end of main reports.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace lexigrid::tests {

inline int checks = 0;
inline int failures = 0;

#define CHECK(claim)                                                         \
  do {                                                                       \
    ++lexigrid::tests::checks;                                               \
    if (!(claim)) {                                                          \
      ++lexigrid::tests::failures;                                           \
      std::printf("%s:%d: does not hold: %s\n", __FILE__, __LINE__, #claim); \
    }                                                                        \
  } while (false)

/// A number of random cases, divided by LEXIGRID_TEST_SCALE (1 unless set) for runs under emulation.
inline uint64_t scaled(uint64_t cases) {
  static const char* const text = std::getenv("LEXIGRID_TEST_SCALE");
  static const uint64_t scale = text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
  return scale < 2 ? cases : cases / scale;
}

/// Exit status of a test program. A program that checked nothing has failed.
inline int report() {
  std::printf("%d passed, %d failed\n", checks - failures, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
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

// A minimal test framework: CHECK counts successes and failures, and main returns `report()`.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "cpu/cpu.hpp"

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

/// Prints the counts and returns the exit status of a test program. A program without checks fails.
inline int report() {
  std::printf("%d passed, %d failed\n", checks - failures, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}

/// LEXIGRID_TEST_SCALE, above 0 and at most 1. Emulated machines and sanitizers run fewer rounds.
inline double scale() {
  const char* const set = std::getenv("LEXIGRID_TEST_SCALE");
  const double scale = set != nullptr ? std::atof(set) : 1.0;
  return scale > 0 && scale < 1 ? scale : 1.0;
}

/// The number of test rounds at this scale, at least 1.
inline uint64_t scaled(uint64_t rounds) {
  return static_cast<uint64_t>(std::fmax(1.0, static_cast<double>(rounds) * scale()));
}

/// Tests of all cases run every n-th case at this scale.
inline unsigned stride() { return static_cast<unsigned>(std::lround(1.0 / scale())); }

/// Runs a test on each instruction set that this machine supports.
template <class Test>
void on_each_target(const Test& test) {
  for (const CpuTarget target : cpu_targets()) {
    CHECK(set_cpu_target(cpu_target_name(target)));
    test(target);
  }
  CHECK(set_cpu_target(""));
}

/// Yields the same numbers on every machine, unlike the distributions of the standard library.
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

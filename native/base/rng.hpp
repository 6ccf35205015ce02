// Random numbers: the same seed gives the same numbers on every machine and compiler.
#pragma once

#include <bit>
#include <cstdint>

namespace lexigrid {

/// SplitMix64 (Steele, Lea, Flood 2014): expands a seed.
class SplitMix {
 public:
  explicit constexpr SplitMix(uint64_t seed) noexcept : state_(seed) {}
  constexpr uint64_t next() noexcept {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

 private:
  uint64_t state_;
};

/// PCG32 (O'Neill 2014, XSH-RR). SplitMix64 expands the seed into state and stream.
class Rng {
 public:
  explicit constexpr Rng(uint64_t seed) noexcept : state_(0), stream_(0) {
    SplitMix expand(seed);
    state_ = expand.next();
    stream_ = expand.next() | 1;
    (void)next();
  }
  constexpr uint32_t next() noexcept {
    const uint64_t old = state_;
    state_ = old * 6364136223846793005u + stream_;
    const auto shifted = static_cast<uint32_t>(((old >> 18) ^ old) >> 27);
    const auto rotation = static_cast<uint32_t>(old >> 59);
    return (shifted >> rotation) | (shifted << ((32 - rotation) & 31));
  }
  /// Returns a number below `bound` (> 0): the high half of a product, without division or rejection.
  constexpr uint32_t below(uint32_t bound) noexcept {
    return static_cast<uint32_t>((uint64_t{next()} * bound) >> 32);
  }
  /// Returns -log2 of a uniform number in (0, 1), interpolated linearly between powers of two, in units of
  /// 1/65,536. Uses only integers, so the result is the same on every machine.
  constexpr uint64_t halvings() noexcept {
    const uint32_t drawn = next() | 1;
    const auto zeros = static_cast<uint32_t>(std::countl_zero(drawn));
    const uint64_t rest = ((uint64_t{drawn} << (zeros + 1)) & 0xFFFFFFFFu) >> 16;
    return (uint64_t{zeros + 1} << 16) - rest;
  }

 private:
  uint64_t state_;
  uint64_t stream_;
};

}  // namespace lexigrid

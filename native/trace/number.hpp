// Counts of paths: natural numbers of any size.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lexigrid {

/// A natural number as 64-bit limbs, least significant first; the last limb is never 0.
class Number {
 public:
  Number() = default;
  Number(uint64_t value) {
    if (value != 0) limbs_.push_back(value);
  }
  /// The limbs may end in zeros.
  explicit Number(std::span<const uint64_t> limbs);

  void add(uint64_t value) {
    if (!limbs_.empty() && limbs_[0] + value >= value) {
      limbs_[0] += value;  // the usual case: no carry
    } else {
      add_limbs({&value, 1});
    }
  }
  void add(const Number& other) { add_limbs(other.limbs_); }

  [[nodiscard]] bool is_zero() const noexcept { return limbs_.empty(); }
  [[nodiscard]] std::span<const uint64_t> limbs() const noexcept { return limbs_; }
  [[nodiscard]] std::string to_decimal() const;
  friend bool operator==(const Number&, const Number&) = default;

 private:
  void add_limbs(std::span<const uint64_t> other);

  std::vector<uint64_t> limbs_;
};

}  // namespace lexigrid

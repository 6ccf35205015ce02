#include "trace_number.hpp"

namespace lexigrid {

Number::Number(std::span<const std::uint64_t> limbs) : limbs_(limbs.begin(), limbs.end()) {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

void Number::add_limbs(std::span<const std::uint64_t> other) {
  if (limbs_.size() < other.size()) limbs_.resize(other.size());
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < limbs_.size() && (carry != 0 || i < other.size()); ++i) {
    const std::uint64_t term = i < other.size() ? other[i] : 0;
    const std::uint64_t part = limbs_[i] + term;
    const std::uint64_t sum = part + carry;
    carry = (part < term || sum < part) ? 1 : 0;
    limbs_[i] = sum;
  }
  if (carry != 0) limbs_.push_back(carry);
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

}  // namespace lexigrid

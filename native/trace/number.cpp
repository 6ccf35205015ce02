#include "trace/number.hpp"

namespace lexigrid {

Number::Number(std::span<const uint64_t> limbs) : limbs_(limbs.begin(), limbs.end()) {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

void Number::add_limbs(std::span<const uint64_t> other) {
  if (limbs_.size() < other.size()) limbs_.resize(other.size());
  uint64_t carry = 0;
  for (size_t i = 0; i < limbs_.size() && (carry != 0 || i < other.size()); ++i) {
    const uint64_t term = i < other.size() ? other[i] : 0;
    const uint64_t part = limbs_[i] + term;
    const uint64_t sum = part + carry;
    carry = (part < term || sum < part) ? 1 : 0;
    limbs_[i] = sum;
  }
  if (carry != 0) limbs_.push_back(carry);
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

}  // namespace lexigrid

#include "trace/number.hpp"

#include <algorithm>

namespace lexigrid {

Number::Number(std::span<const uint64_t> limbs) : limbs_(limbs.begin(), limbs.end()) {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

std::string Number::to_decimal() const {
  constexpr uint64_t kBillion = 1'000'000'000;
  std::vector<uint32_t> halves;  // most significant first
  for (size_t i = limbs_.size(); i-- > 0;)
    halves.insert(halves.end(), {static_cast<uint32_t>(limbs_[i] >> 32), static_cast<uint32_t>(limbs_[i])});
  std::string text;
  while (std::any_of(halves.begin(), halves.end(), [](uint32_t half) { return half != 0; })) {
    uint64_t rest = 0;
    for (uint32_t& half : halves) {
      rest = rest << 32 | half;
      half = static_cast<uint32_t>(rest / kBillion);
      rest %= kBillion;
    }
    const std::string digits = std::to_string(rest);
    text.insert(0, std::string(9 - digits.size(), '0') + digits);
  }
  text.erase(0, text.find_first_not_of('0'));
  return text.empty() ? "0" : text;
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

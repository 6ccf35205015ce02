// Words as letter codes, concatenated.
#pragma once

#include <span>

#include "base/types.hpp"

namespace lexigrid {

/// Word i is letters[at[i]] .. letters[at[i + 1]].
struct WordsView {
  std::span<const LetterCode> letters;
  std::span<const uint32_t> at;

  [[nodiscard]] uint32_t size() const noexcept {
    return at.empty() ? 0 : static_cast<uint32_t>(at.size() - 1);
  }
  [[nodiscard]] std::span<const LetterCode> operator[](uint32_t word) const noexcept {
    return letters.subspan(at[word], at[word + 1] - at[word]);
  }
};

}  // namespace lexigrid

// Queries on the words of a lexicon.
#pragma once

#include <span>
#include <vector>

#include "lexicon/lexicon.hpp"

namespace lexigrid {

/// Ids of all words at and below `node`, in alphabetical order of their letters.
[[nodiscard]] std::vector<WordId> words_below(const LexiconView& lexicon, NodeId node);

/// An element of a pattern is a letter code, or one of these.
inline constexpr uint32_t kAnyLetter = 0x10000;      // ?: exactly one letter
inline constexpr uint32_t kAnyLetters = 0x10001;     // *: any number of letters, including none
inline constexpr uint32_t kUnknownLetter = 0x10002;  // a letter that is not in the lexicon

/// Ids of all words that match the whole pattern, in alphabetical order. Visits each node once, with the
/// set of pattern positions that match.
[[nodiscard]] std::vector<WordId> words_like(const LexiconView& lexicon, std::span<const uint32_t> pattern);

}  // namespace lexigrid

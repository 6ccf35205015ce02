// The order of covers: which are likely to be the intended ones.
#pragma once

#include <span>
#include <vector>

#include "base/stop_token.hpp"

namespace lexigrid {

struct RankQuery {
  std::span<const uint32_t> options;    // of all covers
  std::span<const uint64_t> first;      // of the options of each cover, and the end of the last
  std::span<const uint64_t> choice_at;  // of the choices of each option, and the end of the last
  std::span<const uint32_t> members;    // two of each choice: a phrase's; or one, and kNoMember
  std::span<const uint32_t> costs;      // by choice
  std::span<const uint32_t> names;      // by member: equal for the paths of one word
  uint64_t limit = kNoLimit;
};

struct RankedCovers {
  static constexpr uint32_t kNoMember = 0xFFFFFFFF;

  std::vector<uint32_t> members;     // of all covers, ascending in each
  std::vector<uint64_t> first{0};    // of the members of each cover, and the end of the last
  std::vector<uint32_t> phrases;     // by cover: the choice that is a phrase, or kNoMember
  Finish finish = Finish::complete;  // limited: by the limit
};

/// Chooses for each option in all ways, and returns the covers of distinct words, once each: those of the
/// fewest options first, of these the ones that cost least, then by their members.
[[nodiscard]] RankedCovers rank_covers(const RankQuery& query, StopToken& stop);

}  // namespace lexigrid

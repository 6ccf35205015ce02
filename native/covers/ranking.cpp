#include "covers/ranking.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace lexigrid {
namespace {

constexpr uint32_t kNone = RankedCovers::kNoMember;

struct Item {
  uint64_t at;  // of its members
  uint32_t count;
  uint32_t size;
  uint64_t cost;
  uint32_t phrase;
};

/// Adds the covers of some options, one for each combination of choices.
class Expansion {
 public:
  explicit Expansion(const RankQuery& query) : query_(query), seen_(query.names.size()) {}

  void add(std::span<const uint32_t> options, StopToken& stop) {
    digits_.assign(options.size(), 0);
    for (bool is_done = false; !is_done && !stop.due();) {
      add_one(options);
      is_done = true;
      for (size_t i = options.size(); is_done && i-- > 0;) {
        const uint32_t option = options[i];
        is_done = ++digits_[i] == query_.choice_at[option + 1] - query_.choice_at[option];
        if (is_done) digits_[i] = 0;
      }
    }
  }

  [[nodiscard]] std::span<const uint32_t> members_of(const Item& item) const noexcept {
    return std::span(members_).subspan(item.at, item.count);
  }
  std::vector<Item> items;

 private:
  void add_one(std::span<const uint32_t> options) {
    Item item{members_.size(), 0, static_cast<uint32_t>(options.size()), 0, kNone};
    for (size_t i = 0; i < options.size(); ++i) {
      const uint64_t choice = query_.choice_at[options[i]] + digits_[i];
      item.cost += query_.costs[choice];
      members_.push_back(query_.members[2 * choice]);
      if (const uint32_t second = query_.members[2 * choice + 1]; second != kNone) {
        members_.push_back(second);
        if (item.phrase == kNone) item.phrase = static_cast<uint32_t>(choice);
      }
    }
    ++serial_;
    bool is_distinct = true;
    for (size_t at = item.at; at < members_.size(); ++at) {
      uint64_t& seen = seen_[query_.names[members_[at]]];
      is_distinct = is_distinct && seen != serial_;
      seen = serial_;
    }
    if (!is_distinct) return members_.resize(item.at);
    std::sort(members_.begin() + static_cast<ptrdiff_t>(item.at), members_.end());
    item.count = static_cast<uint32_t>(members_.size() - item.at);
    items.push_back(item);
  }

  const RankQuery& query_;
  std::vector<uint32_t> members_;
  std::vector<uint64_t> digits_;
  std::vector<uint64_t> seen_;  // by name: the last cover with it
  uint64_t serial_ = 0;
};

}  // namespace

RankedCovers rank_covers(const RankQuery& query, StopToken& stop) {
  Expansion all(query);
  for (size_t cover = 0; cover + 1 < query.first.size() && !stop.due(); ++cover) {
    const uint64_t begin = query.first[cover];
    all.add(query.options.subspan(begin, query.first[cover + 1] - begin), stop);
  }
  std::sort(all.items.begin(), all.items.end(), [&](const Item& a, const Item& b) {
    if (a.size != b.size) return a.size < b.size;
    if (a.cost != b.cost) return a.cost < b.cost;
    const auto left = all.members_of(a);
    const auto right = all.members_of(b);
    if (!std::equal(left.begin(), left.end(), right.begin(), right.end()))
      return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
    return a.at < b.at;  // of equal covers, the one that was found first
  });
  RankedCovers ranked;
  ranked.finish = stop.reason();
  std::unordered_set<std::string_view> known;
  for (const Item& item : all.items) {
    const auto own = all.members_of(item);
    if (!known.emplace(reinterpret_cast<const char*>(own.data()), own.size_bytes()).second) continue;
    if (ranked.phrases.size() == query.limit) {
      ranked.finish = Finish::limited;
      break;
    }
    ranked.members.insert(ranked.members.end(), own.begin(), own.end());
    ranked.first.push_back(ranked.members.size());
    ranked.phrases.push_back(item.phrase);
  }
  return ranked;
}

}  // namespace lexigrid

#include "trace/passes/reuse.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "trace/solvers/paths.hpp"

namespace lexigrid {
namespace {

constexpr uint64_t kCountSteps = 2'000'000;      // additions spent on a count that was not requested
constexpr size_t kMaxBytes = size_t{512} << 20;  // for the numbers of two positions

size_t max_neighbours(const TraceQuestion& question) {
  if (question.adjacency.shape()) return Adjacency::kMaxNear;
  size_t max = 1;
  Adjacency::Buffer buffer;
  for (CellId cell = 0; cell < question.adjacency.cells(); ++cell) {
    max = std::max(max, question.adjacency.of(cell, buffer).size());
  }
  return max;
}

/// Counts the walks through the tables, which must be narrow, so every cell in them is on a walk. Returns
/// nullopt if `stop` is due, if it takes more than `steps` additions of limbs, or if the numbers need too
/// much memory.
std::optional<Number> count_walks(const TraceQuestion& question, const ReachabilityTables& reachability,
                                  uint64_t steps, StopToken& stop) {
  const size_t cells = question.grid.cells.size();
  const double bits_per_step = std::log2(static_cast<double>(max_neighbours(question)));
  // A cell k positions from the end starts at most max_neighbours^k walks, so limbs are added as they fill.
  const auto limbs_at = [&](size_t from_end) {
    return static_cast<size_t>((static_cast<double>(from_end) * bits_per_step + 1) / 64) + 1;
  };
  const size_t length = question.length();
  const double all_bits =
      std::log2(static_cast<double>(cells) + 1) + static_cast<double>(length) * bits_per_step;
  const size_t max_limbs = static_cast<size_t>(all_bits / 64) + 1;
  if (2 * cells * max_limbs * sizeof(uint64_t) > kMaxBytes) return std::nullopt;
  std::vector<uint64_t> next;  // walks from each cell of the next position
  std::vector<uint64_t> here;
  Adjacency::Buffer buffer;
  for (size_t i = length; i-- > 0;) {
    if (stop.look()) return std::nullopt;
    const size_t limbs = limbs_at(length - 1 - i);
    const size_t next_limbs = i + 1 < length ? limbs_at(length - 2 - i) : 0;
    here.assign(cells * limbs, 0);
    bool is_going = true;
    reachability.bit_grid().for_each(reachability.at(i), [&](CellId cell) {
      uint64_t* const sum = here.data() + cell * limbs;
      if (i + 1 == length) {
        sum[0] = 1;
        return;
      }
      if (!is_going) return;
      const auto near = question.adjacency.of(cell, buffer);
      const uint64_t cost = near.size() * next_limbs;
      is_going = cost <= steps && !stop.due();
      steps -= std::min(steps, cost);
      for (const CellId other : near) {
        const uint64_t* const term = next.data() + other * next_limbs;  // 0 outside the table
        uint64_t carry = 0;
        for (size_t k = 0; k < limbs; ++k) {
          const uint64_t add = k < next_limbs ? term[k] : 0;
          const uint64_t part = sum[k] + add;
          const uint64_t whole = part + carry;
          carry = (part < add || whole < part) ? 1 : 0;
          sum[k] = whole;
        }
      }
    });
    if (!is_going) return std::nullopt;
    next.swap(here);
  }
  Number total;
  const size_t limbs = limbs_at(length - 1);
  for (CellId cell = 0; cell < cells; ++cell) total.add(Number(std::span(next).subspan(cell * limbs, limbs)));
  return total;
}

}  // namespace

TraceResult trace_with_reuse(const TraceQuery& query, const TraceQuestion& question, StopToken& stop) {
  TraceResult result;
  result.pass = TracePass::reuse;
  ReachabilityTables reachability(question);
  if (!reachability.narrow(stop)) {
    result.status = TraceStatus::absent;
    return result;
  }
  const uint64_t max = query.max_paths();
  PathStream stream(question, reachability, nullptr, false, true);
  Verdict verdict = Verdict::found;
  uint64_t listed = 0;
  for (; listed < std::max<uint64_t>(max, 1) && verdict == Verdict::found; ++listed) {
    verdict = stream.next(kNoLimit, stop);
    if (verdict != Verdict::found) break;
    result.status = TraceStatus::found;
    if (listed < max) result.add_path(stream.path());
  }
  result.count = listed;
  result.exact = verdict == Verdict::absent;
  if (result.exact && listed == 0) result.status = TraceStatus::absent;
  if (!result.exact && reachability.is_narrow()) {
    const auto count =
        count_walks(question, reachability, query.wanted == TraceWanted::one ? kCountSteps : kNoLimit, stop);
    if (count) result.count = *count;
    result.exact = count.has_value();
  }
  result.finish = stop.reason();
  return result;
}

}  // namespace lexigrid

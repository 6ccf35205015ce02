// Parts of searches that can be left out: to measure what each of them earns (benchmarks/ablate.py), and to
// test that no answer depends on one.
#pragma once

#include <atomic>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace lexigrid {

/// Each part with its name, by which tests and benchmarks leave it out.
// clang-format off
#define LEXIGRID_PARTS(part)                                                                           \
  /* Lines: strategies, then parts of Teddy and of the trie scan. */                                   \
  part(watching, "watching") part(split, "split") part(teddy, "Teddy") part(trie_scan, "trie scan")    \
  part(aho_corasick, "Aho-Corasick") part(bucket_sets, "bucket sets")                                  \
  part(refined_fingerprints, "refined fingerprints") part(signature, "signature") part(pairs, "pairs") \
  /* Paths: strategies, and searches for all neighbours of a board. */                                 \
  part(packed, "packed") part(bitset, "bitset") part(window, "window") part(plain, "plain")            \
  part(changes, "changes") part(swaps, "swaps")                                                        \
  /* Traces: strategies, passes, engines. */                                                           \
  part(portfolio, "portfolio") part(segmentation, "segmentation") part(walks, "walks")                 \
  part(letters, "letters") part(sweep, "sweep") part(starts, "starts") part(runs, "runs")              \
  part(reachability, "reachability") part(regions, "regions") part(backward, "backward")               \
  part(forward, "forward") part(clauses, "clauses") part(bidirectional, "bidirectional")               \
  part(learning, "learning")                                                                           \
  /* Lexicons. */                                                                                      \
  part(radix_sort, "radix sort")                                                                       \
  /* Always in use. */                                                                                 \
  part(general, "general") part(paths, "paths")
// clang-format on
#define LEXIGRID_PART(part, name) part,
enum class Part : uint8_t { LEXIGRID_PARTS(LEXIGRID_PART) };
#undef LEXIGRID_PART
#define LEXIGRID_PART(part, name) name,
inline constexpr std::string_view kPartNames[] = {LEXIGRID_PARTS(LEXIGRID_PART)};
#undef LEXIGRID_PART
static_assert(std::size(kPartNames) <= 64);

[[nodiscard]] constexpr std::string_view name_of(Part part) noexcept {
  return kPartNames[static_cast<size_t>(part)];
}

/// A set of parts, one bit each.
using Parts = uint64_t;
template <class... Some>
[[nodiscard]] constexpr Parts parts_of(Some... parts) noexcept {
  return (Parts{0} | ... | (Parts{1} << static_cast<unsigned>(parts)));
}

namespace detail {
inline std::atomic<Parts> left_out{0};
}

/// Leaves out these parts and no others. Must not be called during a search.
inline void leave_out(Parts parts) noexcept {
  detail::left_out.store(parts & ~parts_of(Part::general, Part::paths), std::memory_order_relaxed);
}

/// Is the part in use? Affects the time but never the answer.
[[nodiscard]] inline bool uses(Part part) noexcept {
  return (detail::left_out.load(std::memory_order_relaxed) & parts_of(part)) == 0;
}

}  // namespace lexigrid

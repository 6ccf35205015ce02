// Parts of searches that can be left out: to measure what each of them earns (benchmarks/ablate.py), and to
// test that no answer depends on one.
#pragma once

#include <atomic>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace lexigrid {

enum class Part : uint8_t {
  // Lines: strategies, then parts of Teddy and of the trie scan.
  watching,
  split,
  teddy,
  trie_scan,
  aho_corasick,
  bucket_sets,
  refined_fingerprints,
  signature,
  pairs,
  // Paths: strategies, and searches for all neighbours of a board.
  packed,
  bitset,
  window,
  plain,
  changes,
  swaps,
  // Traces: strategies, passes, engines.
  portfolio,
  segmentation,
  walks,
  letters,
  sweep,
  starts,
  runs,
  reachability,
  regions,
  backward,
  forward,
  clauses,
  bidirectional,
  learning,
  // Lexicons.
  radix_sort,
  // Always in use.
  general,
  paths
};
inline constexpr std::string_view kPartNames[] = {"watching",
                                                  "split",
                                                  "Teddy",
                                                  "trie scan",
                                                  "Aho-Corasick",
                                                  "bucket sets",
                                                  "refined fingerprints",
                                                  "signature",
                                                  "pairs",
                                                  "packed",
                                                  "bitset",
                                                  "window",
                                                  "plain",
                                                  "changes",
                                                  "swaps",
                                                  "portfolio",
                                                  "segmentation",
                                                  "walks",
                                                  "letters",
                                                  "sweep",
                                                  "starts",
                                                  "runs",
                                                  "reachability",
                                                  "regions",
                                                  "backward",
                                                  "forward",
                                                  "clauses",
                                                  "bidirectional",
                                                  "learning",
                                                  "radix sort",
                                                  "general",
                                                  "paths"};
static_assert(std::size(kPartNames) == static_cast<size_t>(Part::paths) + 1 && std::size(kPartNames) <= 64);

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

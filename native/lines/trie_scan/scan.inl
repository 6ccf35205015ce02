// The scan of a target (scan.hpp). No loop branches on the contents of the grid. The compiler vectorizes the
// first loop. The second is bound by its three loads and a store per cell, as the folded table of 16 KB stays
// in the first-level cache. The last sees what both tests passed: 2 % of the cells with a thousand words, a
// third with 170,000.
using namespace scan;  // NOLINT(google-build-using-namespace)

#include "cpu/bytes.inl"

constexpr uint32_t kOverrun = 64;  // places that a list may overwrite after its end

/// Cells whose first four classes begin a pattern, ascending, and their first three classes as a number.
struct Begun {
  uint16_t places[kMaxRun + kOverrun];
  uint16_t threes[kMaxRun + kOverrun];
};

#ifdef LEXIGRID_FOR_AVX512
#include "lines/trie_scan/pairs.inl"
#else

LEXIGRID_INLINE uint32_t list_begun(const LineIndex& index, const Run& run, Begun& begun) {
  uint16_t threes[kMaxRun];
  uint16_t folded[kMaxRun + kOverrun];
  uint16_t passed[kMaxRun + kOverrun];
  alignas(64) uint8_t may[kMaxRun + kOverrun];
  const uint8_t* const c0 = run.first;
  const uint8_t* const c1 = c0 + run.step;
  const uint8_t* const c2 = c1 + run.step;
  const uint8_t* const c3 = c2 + run.step;
  for (uint32_t i = 0; i < run.count; ++i) {
    const auto three = static_cast<uint16_t>(c0[i] << 10 | c1[i] << 5 | c2[i]);
    threes[i] = three;
    folded[i] = static_cast<uint16_t>((three ^ three >> kFoldedBits) & (kFolded - 1));
  }
  const uint32_t* const folded_passes = index.folded_passes();
  for (uint32_t i = 0; i < run.count; ++i) may[i] = static_cast<uint8_t>(folded_passes[folded[i]] >> c3[i]);
  const uint32_t many = collect(may, run.count, passed);
  const uint32_t* const passes = index.passes();
  for (uint32_t k = 0; k < many; ++k)
    may[k] = static_cast<uint8_t>(passes[threes[passed[k]]] >> c3[passed[k]]);
  uint16_t* const kept = folded;  // whose values are no longer needed
  const uint32_t some = collect(may, many, kept);
  for (uint32_t k = 0; k < some; ++k) {
    begun.places[k] = passed[kept[k]];
    begun.threes[k] = threes[begun.places[k]];
  }
  return some;
}

#endif

uint32_t scan_run(const LineIndex& index, const Run& run, Candidate* out) {
  Begun begun;
  const uint32_t some = list_begun(index, run, begun);
  const uint8_t* const c3 = run.first + 3 * run.step;
  const uint8_t* const c4 = c3 + run.step;
  const uint32_t* const starts = index.starts();
  const uint32_t* const before = index.before();
  const LineNode* const nodes = index.nodes();
  uint32_t found = 0;
  for (uint32_t k = 0; k < some; ++k) {
    const uint32_t i = begun.places[k];
    const uint32_t three = begun.threes[k];
    const uint32_t bits = starts[three];
    const uint32_t fourth = c3[i];
    out[found] = {i, before[three] | kShort};
    found += bits & 1;
    const uint32_t node =
        before[three] + static_cast<uint32_t>(popcount(bits & ((uint32_t{1} << fourth) - 1)));
    const uint32_t is_start = fourth != 0 ? bits >> fourth & 1 : 0;
    const uint32_t classes = is_start != 0 ? nodes[node].classes : 0;
    out[found] = {i, node};
    found += (classes >> c4[i] | classes) & 1;
  }
  return found;
}

// The kernels of the trie scan, compared with the portable one.
#include "lines/trie_scan/scan.hpp"

#include <vector>

#include "tests/lexicons.hpp"

using namespace lexigrid;

namespace {

/// Also tests kernels that searches rarely run, as the pair filter often replaces the scan.
void test_scan_kernels_agree() {
  size_t candidates = 0;
  for (uint64_t seed = 0; seed < tests::scaled(200); ++seed) {
    tests::Rng rng(seed + 700);
    const uint32_t letters = 2 + rng.below(25);
    const tests::Lexicon lexicon(tests::random_words(rng, letters, 1 + rng.below(400), 2, 9));
    const LineIndex index(lexicon.view);
    const uint32_t count = 1 + rng.below(scan::kMaxRun);
    const ptrdiff_t step = 1 + rng.below(3000);
    std::vector<uint8_t> classes(scan::kMaxRun + 5 * 3000 + 64);
    for (uint8_t& each : classes) each = static_cast<uint8_t>(rng.below(letters + 1));
    std::vector<scan::Candidate> expected(scan::kMaxCandidates);
    expected.resize(
        scan::kernel_of(CpuTarget::portable)(index, {classes.data(), count, step}, expected.data()));
    candidates += expected.size();
    for (const CpuTarget target : cpu_targets().subspan(1)) {
      std::vector<scan::Candidate> found(scan::kMaxCandidates);
      found.resize(scan::kernel_of(target)(index, {classes.data(), count, step}, found.data()));
      CHECK(found.size() == expected.size());
      for (size_t i = 0; i < found.size() && i < expected.size(); ++i) {
        CHECK(found[i].at == expected[i].at && found[i].node == expected[i].node);
      }
    }
  }
  CHECK(candidates > tests::scaled(10'000));
}

}  // namespace

int main() {
  test_scan_kernels_agree();
  return tests::report();
}

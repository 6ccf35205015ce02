// The kernels of the trie scan, compared with the portable one.
#include "lines/trie_scan/scan.hpp"

#include <vector>

#include "base/parts.hpp"
#include "tests/lexicons.hpp"

using namespace lexigrid;

namespace {

/// With and without the pair filter.
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
    CHECK(set_cpu_target("portable"));
    expected.resize(scan::best_kernel()(index, {classes.data(), count, step}, expected.data()));
    candidates += expected.size();
    for (const Parts without : {Parts{0}, parts_of(Part::pairs)}) {
      leave_out(without);
      tests::on_each_target([&](CpuTarget) {
        std::vector<scan::Candidate> found(scan::kMaxCandidates);
        found.resize(scan::best_kernel()(index, {classes.data(), count, step}, found.data()));
        CHECK(found.size() == expected.size());
        for (size_t i = 0; i < found.size() && i < expected.size(); ++i) {
          CHECK(found[i].at == expected[i].at && found[i].node == expected[i].node);
        }
      });
    }
  }
  CHECK(candidates > tests::scaled(10'000));
}

}  // namespace

int main() {
  test_scan_kernels_agree();
  return tests::report();
}

// Arrays that grow across the size from which they are in large pages.
#include "base/growing_array.hpp"

#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <vector>

#include "tests/check.hpp"

using namespace lexigrid;

namespace {

bool counts_up(const GrowingArray<uint64_t>& numbers) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != i) return false;
  }
  return true;
}

void test_elements_survive_growth() {
  GrowingArray<uint64_t> one_by_one;
  GrowingArray<uint64_t> in_pieces;
  GrowingArray<uint64_t> beside;  // may end where another array would grow to
  for (uint64_t i = 0; i < uint64_t{6} << 20; ++i) {
    one_by_one.push_back(i);
    if (i % 3 == 0) beside.push_back(i / 3);
  }
  CHECK(one_by_one.size() == size_t{6} << 20 && counts_up(one_by_one));
  CHECK(beside.size() == size_t{2} << 20 && counts_up(beside));
  for (size_t piece = 1; in_pieces.size() < one_by_one.size(); piece = piece * 7 / 2) {
    uint64_t* const added = in_pieces.extend(piece);
    std::iota(added, added + piece, in_pieces.size() - piece);
  }
  CHECK(counts_up(in_pieces));
  in_pieces.shrink(one_by_one.size());
  CHECK(in_pieces == one_by_one);
  in_pieces[1 << 20] = 0;
  CHECK(!(in_pieces == one_by_one));
  GrowingArray<uint64_t> moved(std::move(one_by_one));
  CHECK(one_by_one.empty());  // NOLINT(bugprone-use-after-move): a moved array is empty
  moved.remove_first(1 << 20);
  CHECK(moved.size() == size_t{5} << 20 && moved[0] == 1 << 20);
}

void test_bytes_of_any_number() {
  for (const size_t size : {(size_t{4} << 20) - 1, size_t{4} << 20, (size_t{4} << 20) + 1, size_t{9} << 20}) {
    GrowingArray<uint8_t> bytes;
    for (size_t i = 0; i < 100; ++i) bytes.push_back(static_cast<uint8_t>(i));
    bytes.reserve(size - 100);
    CHECK(bytes.size() == 100 && bytes[99] == 99);
    bytes.extend(size - 100)[size - 101] = 7;
    CHECK(bytes.size() == size && bytes[size - 1] == 7 && bytes[99] == 99);
    bytes.reset(3);
    CHECK(bytes.size() == 3);
  }
}

void test_too_little_memory() {
  GrowingArray<uint64_t> numbers;
  for (uint64_t i = 0; i < uint64_t{1} << 20; ++i) numbers.push_back(i);
  bool has_failed = false;
  try {
    numbers.reserve(std::numeric_limits<size_t>::max() / sizeof(uint64_t) / 8 * 7);
  } catch (const std::bad_alloc&) {
    has_failed = true;
  }
  CHECK(has_failed && numbers.size() == size_t{1} << 20 && counts_up(numbers));
  numbers.push_back(numbers.size());
  CHECK(counts_up(numbers));
}

}  // namespace

int main() {
  test_elements_survive_growth();
  test_bytes_of_any_number();
  test_too_little_memory();
  return tests::report();
}

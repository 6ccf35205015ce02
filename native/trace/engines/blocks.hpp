// Chains of blocks in the block-cut tree of the free cells.
//
// A block is a biconnected component: it stays connected whichever single cell is removed. Two blocks share
// at most one cell, so a path that leaves a block cannot return to it. One chain of blocks must therefore
// contain all cells that the rest of the word needs (Hopcroft and Tarjan 1973).
#pragma once

#include <vector>

#include "trace/bits.hpp"
#include "trace/passes/regions.hpp"

namespace lexigrid {

template <unsigned W>
class Blocks {
 public:
  using Set = CellSet<W>;

  explicit Blocks(const Region& region)
      : classes_(region.classes()),
        order_(region.cells()),
        low_(region.cells()),
        above_(region.cells()),
        block_of_(region.cells()) {
    classes_of_.resize(region.cells());
    for (size_t k = 0; k < region.classes(); ++k) {
      for (size_t v = 0; v < region.cells(); ++v) {
        if (region.members.has(k, v)) classes_of_[v].push_back(static_cast<uint16_t>(k));
      }
    }
    stack_.reserve(region.cells());
    todo_.reserve(region.cells());
  }

  /// True if a chain of blocks of `free` cells from `start` to one of `ends` has the cells needed of every
  /// class. Tarjan's algorithm without recursion. Blocks are completed from the far ends, so in reverse order
  /// each follows its parent.
  LEXIGRID_INLINE bool has_chain(size_t start, Set free, const Set* near, const Set& ends,
                                 const uint32_t* need) {
    top_.clear();
    count_.clear();
    has_end_.clear();
    stack_.clear();
    todo_.clear();
    free.erase(start);
    Set unseen = free;
    free.insert(start);
    uint32_t clock = 0;
    order_[start] = low_[start] = clock++;
    todo_.push_back({static_cast<uint16_t>(start), near[start] & free});
    while (true) {
      Step& step = todo_.back();
      const size_t v = step.cell;
      size_t x = kNone;
      for (unsigned w = 0; w < W; ++w) {
        if (step.left.w[w] == 0) continue;
        x = w * 64 + static_cast<unsigned>(std::countr_zero(step.left.w[w]));
        step.left.w[w] &= step.left.w[w] - 1;
        break;
      }
      if (x != kNone) {
        if (!unseen.has(x)) {
          if (x != above_[v] && order_[x] < low_[v]) low_[v] = order_[x];
        } else {
          unseen.erase(x);
          order_[x] = low_[x] = clock++;
          above_[x] = static_cast<uint16_t>(v);
          stack_.push_back(static_cast<uint16_t>(x));
          todo_.push_back({static_cast<uint16_t>(x), near[x] & free});
        }
        continue;
      }
      todo_.pop_back();
      if (v == start) break;
      const size_t u = above_[v];
      if (low_[v] < low_[u]) low_[u] = low_[v];
      if (low_[v] >= order_[u]) close_block(u, v, ends);
    }
    return add_up(start, need);
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);
  struct Step {
    uint16_t cell;
    Set left;  // neighbours not visited yet
  };

  LEXIGRID_INLINE void close_block(size_t top, size_t last, const Set& ends) {
    const auto number = static_cast<uint32_t>(top_.size());
    top_.push_back(static_cast<uint16_t>(top));
    has_end_.push_back(0);
    count_.resize(count_.size() + classes_, 0);
    for (;;) {
      const uint16_t v = stack_.back();
      stack_.pop_back();
      block_of_[v] = number;
      for (const uint16_t k : classes_of_[v]) ++count_[number * classes_ + k];
      if (ends.has(v)) has_end_[number] = 1;
      if (v == last) return;
    }
  }

  LEXIGRID_INLINE bool add_up(size_t start, const uint32_t* need) {
    for (size_t b = top_.size(); b-- > 0;) {
      if (top_[b] != start) {
        const size_t before = block_of_[top_[b]];
        for (size_t k = 0; k < classes_; ++k) count_[b * classes_ + k] += count_[before * classes_ + k];
      }
      if (has_end_[b] == 0) continue;
      bool is_enough = true;
      for (size_t k = 0; k < classes_; ++k) is_enough &= count_[b * classes_ + k] >= need[k];
      if (is_enough) return true;
    }
    return false;
  }

  size_t classes_;
  std::vector<std::vector<uint16_t>> classes_of_;  // [cell]
  std::vector<uint32_t> order_, low_;
  std::vector<uint16_t> above_;
  std::vector<uint32_t> block_of_;
  std::vector<uint16_t> stack_;
  std::vector<Step> todo_;
  std::vector<uint16_t> top_;    // [block]: the cell it shares with its parent
  std::vector<uint32_t> count_;  // [block][class]
  std::vector<uint8_t> has_end_;
};

}  // namespace lexigrid

// Ends long searches early: at a deadline, or when the caller interrupts.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace lexigrid {

/// Polled by every loop that can run long.
///
/// `due()` costs a decrement and a branch; every kInterval calls it reads the clock, and at most every
/// kInterruptInterval it calls `interrupted`, which may take a lock. One token per search and thread.
class StopToken {
 public:
  using Interrupted = bool (*)(void* context);
  using Clock = std::chrono::steady_clock;

  static constexpr uint32_t kInterval = 4096;
  static constexpr std::chrono::milliseconds kInterruptInterval{20};

  StopToken() = default;

  /// No deadline if `seconds` < 0; `interrupted` may be null.
  StopToken(double seconds, Interrupted interrupted, void* context) noexcept
      : interrupted_(interrupted),
        context_(context),
        polled_(Clock::now()) {
    // A deadline beyond a century would overflow the clock.
    if (seconds >= 0 && seconds < 3.0e9) {
      has_deadline_ = true;
      deadline_ =
          polled_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }
  }

  /// Returns true once the search must end, and on every call after that.
  [[nodiscard]] bool due() noexcept {
    if (--left_ != 0) return reason_ != Finish::complete;
    return look();
  }

  /// The same for a step that does the work of several.
  [[nodiscard]] bool due(size_t work) noexcept {
    if (work >= left_) return look();
    left_ -= static_cast<uint32_t>(work);
    return reason_ != Finish::complete;
  }

  /// Like `due`, but reads the clock on every call. For steps that take long themselves.
  [[nodiscard]] bool look() noexcept {
    left_ = kInterval;
    if (reason_ != Finish::complete) return true;
    if (!has_deadline_ && interrupted_ == nullptr) return false;
    const Clock::time_point now = Clock::now();
    if (has_deadline_ && now >= deadline_) {
      reason_ = Finish::deadline;
    } else if (interrupted_ != nullptr && now - polled_ >= kInterruptInterval) {
      polled_ = now;
      if (interrupted_(context_)) reason_ = Finish::interrupted;
    }
    return reason_ != Finish::complete;
  }

  /// Why the search must end; `complete` until then.
  [[nodiscard]] Finish reason() const noexcept { return reason_; }

 private:
  uint32_t left_ = 1;  // the first call reads the clock, so a deadline of 0 ends at once
  Finish reason_ = Finish::complete;
  bool has_deadline_ = false;
  Interrupted interrupted_ = nullptr;
  void* context_ = nullptr;
  Clock::time_point polled_{};
  Clock::time_point deadline_{};
};

/// Sorts items, reading the clock every few milliseconds. If `stop` becomes due, keeps only some of them, in
/// order.
template <class Item, class Less>
void sort_unless_stopped(std::vector<Item>& items, StopToken& stop, Less less) {
  size_t run = 8192;
  const auto end_of = [&](size_t at) {
    return items.begin() + static_cast<ptrdiff_t>(std::min(at, items.size()));
  };
  const auto is_stopped = [&] {
    if (!stop.look()) return false;
    items.erase(end_of(run), items.end());
    return true;
  };
  for (size_t at = 0; at < items.size(); at += run) {
    std::sort(end_of(at), end_of(at + run), less);
    if (is_stopped()) return;
  }
  for (; run < items.size(); run *= 2) {
    for (size_t at = 0; at + run < items.size(); at += 2 * run) {
      std::inplace_merge(end_of(at), end_of(at + run), end_of(at + 2 * run), less);
      if (is_stopped()) return;
    }
  }
}

}  // namespace lexigrid

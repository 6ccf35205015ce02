// When a long search has to end early: a deadline, or the caller's own question (Ctrl-C).
#pragma once

#include <chrono>
#include <cstdint>

#include "base/types.hpp"

namespace lexigrid {

/// Asked by every loop that can run long; answers cheaply, looks at the clock now and then.
///
/// `due()` costs a decrement and a branch; every kInterval calls it reads the clock, and every
/// kAskEvery it asks the caller's `interrupted` (which may take a lock). One signal per search.
class StopToken {
 public:
  using Interrupted = bool (*)(void* context);
  using Clock = std::chrono::steady_clock;

  static constexpr uint32_t kInterval = 4096;
  static constexpr std::chrono::milliseconds kAskEvery{20};

  StopToken() = default;

  /// `seconds` < 0 means no deadline; `interrupted` may be null.
  StopToken(double seconds, Interrupted interrupted, void* context) noexcept
      : interrupted_(interrupted),
        context_(context),
        begun_(Clock::now()),
        asked_(begun_) {
    if (seconds >= 0) {
      // A deadline beyond a century is no deadline, and would overflow the clock.
      if (seconds < 3.0e9) {
        has_deadline_ = true;
        deadline_ =
            begun_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
      }
    }
  }

  /// True once the search has to end; from then on it stays true.
  [[nodiscard]] bool due() noexcept {
    if (--left_ != 0) return reason_ != Finish::complete;
    return look();
  }

  /// As `due`, but looks at the clock at once: for steps that are long themselves.
  [[nodiscard]] bool look() noexcept {
    left_ = kInterval;
    if (reason_ != Finish::complete) return true;
    if (!has_deadline_ && interrupted_ == nullptr) return false;
    const Clock::time_point now = Clock::now();
    if (has_deadline_ && now >= deadline_) {
      reason_ = Finish::deadline;
    } else if (interrupted_ != nullptr && now - asked_ >= kAskEvery) {
      asked_ = now;
      if (interrupted_(context_)) reason_ = Finish::interrupted;
    }
    return reason_ != Finish::complete;
  }

  /// Why it ended: `complete` while it has not.
  [[nodiscard]] Finish reason() const noexcept { return reason_; }

  [[nodiscard]] double elapsed() const noexcept {
    return std::chrono::duration<double>(Clock::now() - begun_).count();
  }

 private:
  uint32_t left_ = 1;  // the first call looks, so that a deadline of 0 ends at once
  Finish reason_ = Finish::complete;
  bool has_deadline_ = false;
  Interrupted interrupted_ = nullptr;
  void* context_ = nullptr;
  Clock::time_point begun_{};
  Clock::time_point asked_{};
  Clock::time_point deadline_{};
};

}  // namespace lexigrid

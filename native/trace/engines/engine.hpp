// The interface of engines that decide a question in steps.
#pragma once

#include "trace/question.hpp"

namespace lexigrid {

enum class Verdict : uint8_t { open = 0, found = 1, absent = 2 };

/// Xorshift64 (Marsaglia 2003).
class Xorshift {
 public:
  explicit Xorshift(uint64_t seed) noexcept : state_(seed) {}
  uint64_t next() noexcept {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }

 private:
  uint64_t state_;
};

/// One way to decide a question. Anything it learns is kept between calls of `run`.
class TraceEngine {
 public:
  TraceEngine() = default;
  TraceEngine(const TraceEngine&) = delete;
  TraceEngine& operator=(const TraceEngine&) = delete;
  virtual ~TraceEngine() = default;

  /// Runs for about this number of steps, of some tens of nanoseconds each. Budgets count steps rather than
  /// time so that a search runs the same way on every machine.
  [[nodiscard]] virtual Verdict run(uint64_t steps, StopToken& stop) = 0;
  /// The path, after `found`.
  [[nodiscard]] virtual std::vector<CellId> path() const = 0;
};

}  // namespace lexigrid

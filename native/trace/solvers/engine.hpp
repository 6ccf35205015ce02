// The interface of the engines that work on a question in budgets of steps.
#pragma once

#include "trace/question.hpp"

namespace lexigrid {

enum class Verdict : uint8_t { open = 0, found = 1, absent = 2 };

/// One way to decide a question. It keeps what it has learnt from one call of `run` to the next.
class TraceEngine {
 public:
  TraceEngine() = default;
  TraceEngine(const TraceEngine&) = delete;
  TraceEngine& operator=(const TraceEngine&) = delete;
  virtual ~TraceEngine() = default;

  /// Works for about this number of steps, each some tens of nanoseconds. Budgets count steps instead of
  /// time, so that a question takes the same course on every machine.
  [[nodiscard]] virtual Verdict run(uint64_t steps, StopToken& stop) = 0;
  /// The path, after `found`.
  [[nodiscard]] virtual std::vector<CellId> path() const = 0;
};

}  // namespace lexigrid

// What the engines share that work on a question in slices of time.
#pragma once

#include "trace/question.hpp"

namespace lexigrid {

enum class Verdict : uint8_t { open = 0, found = 1, absent = 2 };

/// One way of deciding a question. It keeps what it has learnt between slices.
class TraceEngine {
 public:
  TraceEngine() = default;
  TraceEngine(const TraceEngine&) = delete;
  TraceEngine& operator=(const TraceEngine&) = delete;
  virtual ~TraceEngine() = default;

  /// Works for about so many steps, each some tens of nanoseconds. Steps, not time, so that the same
  /// question is decided in the same way on every machine.
  [[nodiscard]] virtual Verdict run(uint64_t steps, StopToken& stop) = 0;

  /// After `found`: the path.
  [[nodiscard]] virtual std::vector<CellId> path() const = 0;
};

}  // namespace lexigrid

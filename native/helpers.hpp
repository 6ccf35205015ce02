// Threads beside the caller's: waiting for them without going deaf.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "stop.hpp"

namespace lexigrid {

/// Waits until no thread is `running`, and goes on listening to Ctrl-C and looking at the clock:
/// the caller's thread alone does, the others ask `is_over`.
inline void wait_for_helpers(const std::atomic<unsigned>& running, std::atomic<bool>& is_over, StopSignal& stop) {
  while (running.load() != 0) {
    if (stop.look()) is_over.store(true);
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

}  // namespace lexigrid

// Threads, as far as the target has them: WebAssembly has none here.
#pragma once

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
#include <utility>
#else
#include <chrono>
#include <thread>
#endif

namespace lexigrid {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

/// Runs its work at once instead of on another thread.
struct Worker {
  template <class Work>
  explicit Worker(Work&& work) {
    std::forward<Work>(work)();
  }
};

inline void wait_a_moment() noexcept {}

#else

/// A thread that is joined when it is destroyed.
using Worker = std::jthread;

inline void wait_a_moment() { std::this_thread::sleep_for(std::chrono::microseconds(100)); }

#endif

}  // namespace lexigrid

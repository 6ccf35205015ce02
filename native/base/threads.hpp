// Threads, with a substitute for WebAssembly builds, which have none.
#pragma once

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
#else
#include <chrono>
#include <thread>
#endif
#include <utility>

namespace lexigrid {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

/// Runs its work immediately instead of on another thread.
struct Worker {
  template <class Work>
  explicit Worker(Work&& work) {
    std::forward<Work>(work)();
  }
};

inline void wait_a_moment() noexcept {}

#else

/// Joins the thread on destruction: std::jthread, which older versions of libc++ lack.
class Worker {
 public:
  template <class Work>
  explicit Worker(Work&& work) : thread_(std::forward<Work>(work)) {}
  Worker(Worker&&) = default;
  Worker& operator=(Worker&&) = delete;
  ~Worker() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

inline void wait_a_moment() { std::this_thread::sleep_for(std::chrono::microseconds(100)); }

#endif

}  // namespace lexigrid

// Memory that a thread works in, handed on to the next thread when it ends.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace lexigrid {

/// Alignment of what several threads read or write for every job: lines are fetched in pairs.
inline constexpr size_t kOwnLines = 128;

/// This thread's T, and its alone until it ends; then it waits for the next thread that asks. Threads
/// live for one call: with memory of their own each time, a call over 10,000 boards on two threads
/// spent a twentieth of its time on page faults and cold lists.
template <class T>
class PerThread {
 public:
  /// Throws bad_alloc where none is free and none can be made.
  [[nodiscard]] static T& mine() {
    thread_local PerThread lent;
    return lent.own_->value;
  }
  PerThread(const PerThread&) = delete;
  PerThread& operator=(const PerThread&) = delete;

 private:
  struct alignas(kOwnLines) Aligned {
    T value;
  };
  struct Free {
    std::timed_mutex mutex;
    std::vector<std::unique_ptr<Aligned>> waiting;
  };
  /// Not waited for without end: a process forked while another thread held it never gets it.
  static constexpr std::chrono::milliseconds kPatience{10};

  /// Never destroyed: a thread may end after the last static is gone.
  static Free& free_ones() {
    static Free* const all = new Free;
    return *all;
  }
  PerThread() {
    Free& all = free_ones();
    if (const std::unique_lock lock(all.mutex, kPatience); lock.owns_lock() && !all.waiting.empty()) {
      own_ = std::move(all.waiting.back());  // the last given back, which may still be in the cache
      all.waiting.pop_back();
    }
    if (own_ == nullptr) own_ = std::make_unique<Aligned>();
  }
  ~PerThread() {
    Free& all = free_ones();
    const std::unique_lock lock(all.mutex, kPatience);
    if (!lock.owns_lock()) return;
    try {
      all.waiting.push_back(std::move(own_));
    } catch (const std::bad_alloc&) {  // then it is given up
    }
  }

  std::unique_ptr<Aligned> own_;
};

}  // namespace lexigrid

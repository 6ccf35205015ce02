// Ends the process after Ctrl-C or another signal if Python is too busy to do it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include "bindings/arguments.hpp"
#include "bindings/module.hpp"

namespace lexigrid::bindings {
namespace {

/// The exit status of a process that a signal ends is this and the number of the signal.
constexpr int kSignalled = 128;

/// Files being written, which are removed if the process ends before they are complete.
struct Unfinished {
  std::mutex mutex;
  std::set<std::string> paths;
};

/// Never destroyed, as a thread may use it after static destruction.
Unfinished& unfinished() {
  static Unfinished* const all = new Unfinished;
  return *all;
}

int read_byte(int file, unsigned char* byte) {
#ifdef _WIN32
  return _read(file, byte, 1);
#else
  return static_cast<int>(read(file, byte, 1));
#endif
}

/// Starts a thread that waits for the number of a signal in a pipe, and then ends the process.
void exit_after_signal(int pipe, std::vector<int> signals, double seconds) {
  std::thread([=, signals = std::move(signals)] {
    unsigned char byte = 0;
    while (read_byte(pipe, &byte) == 1) {
      if (std::find(signals.begin(), signals.end(), byte) == signals.end()) continue;
      std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
      const std::lock_guard lock(unfinished().mutex);
      for (const std::string& path : unfinished().paths) std::remove(path.c_str());
      std::_Exit(kSignalled + byte);
    }
  }).detach();
}

std::string path_of(const nb::bytes& path) { return {path.c_str(), path.size()}; }

}  // namespace

void register_interrupts(nb::module_& m) {
  m.def("exit_after_signal", &exit_after_signal, "pipe"_a, "signals"_a, "seconds"_a,
        "End the process some seconds after the number of a signal is written to a pipe.");
  m.def(
      "add_unfinished",
      [](const nb::bytes& path) {
        const std::lock_guard lock(unfinished().mutex);
        unfinished().paths.insert(path_of(path));
      },
      "path"_a, "Make `exit_after_signal` remove a file.");
  m.def(
      "remove_unfinished",
      [](const nb::bytes& path) {
        const std::lock_guard lock(unfinished().mutex);
        unfinished().paths.erase(path_of(path));
      },
      "path"_a, "Stop `exit_after_signal` from removing a file.");
}

}  // namespace lexigrid::bindings

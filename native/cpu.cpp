#include "cpu.hpp"

#include <atomic>
#include <iterator>

namespace lexigrid {
namespace {

Isa detect() noexcept {
#if LEXIGRID_X86
  __builtin_cpu_init();
  // Feature names, not level names: clang learnt the levels late.
  const bool has_popcnt = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("sse4.2");
  const bool has_avx2 = has_popcnt && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool has_avx512 =
      has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
      __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq") &&
      __builtin_cpu_supports("gfni");
  if (has_avx512) return Isa::avx512;
  if (has_avx2) return Isa::avx2;
  if (has_popcnt) return Isa::popcnt;
#endif
  return Isa::portable;
}

std::atomic<int> forced{-1};

}  // namespace

Isa best_isa() noexcept {
  static const Isa best = detect();
  return best;
}

Isa active_isa() noexcept {
  const int name = forced.load(std::memory_order_relaxed);
  return name < 0 ? best_isa() : static_cast<Isa>(name);
}

bool force_isa(std::string_view name) noexcept {
  if (name.empty()) {
    forced.store(-1, std::memory_order_relaxed);
    return true;
  }
  for (int i = 0; i <= static_cast<int>(best_isa()); ++i) {
    if (kIsaNames[i] == name) {
      forced.store(i, std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

}  // namespace lexigrid

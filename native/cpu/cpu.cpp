#include "cpu/cpu.hpp"

#include <atomic>
#include <vector>

namespace lexigrid {
namespace {

constexpr std::string_view kNames[] = {"portable", "neon", "avx2", "avx512"};

std::vector<CpuTarget> detect() {
  std::vector<CpuTarget> targets{CpuTarget::portable};
#if LEXIGRID_NEON
  targets.push_back(CpuTarget::neon);
#elif LEXIGRID_X86
  __builtin_cpu_init();
  // Tests features, because older versions of Clang do not know the names of levels. Each target includes the
  // one before.
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("popcnt");
  if (!has_avx2) return targets;
  targets.push_back(CpuTarget::avx2);
#ifdef LEXIGRID_EMULATE_AVX512
  const bool has_avx512 = true;
#else
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                          __builtin_cpu_supports("avx512bitalg") &&
                          __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("gfni");
#endif
  if (has_avx512) targets.push_back(CpuTarget::avx512);
#endif
  return targets;
}

constexpr uint8_t kNone = 0xFF;
std::atomic<uint8_t> chosen{kNone};

}  // namespace

std::span<const CpuTarget> cpu_targets() noexcept {
  static const std::vector<CpuTarget> targets = detect();
  return targets;
}

CpuTarget active_cpu_target() noexcept {
  const uint8_t set = chosen.load(std::memory_order_relaxed);
  return set == kNone ? cpu_targets().back() : static_cast<CpuTarget>(set);
}

bool set_cpu_target(std::string_view name) noexcept {
  if (name.empty()) {
    chosen.store(kNone, std::memory_order_relaxed);
    return true;
  }
  for (const CpuTarget target : cpu_targets()) {
    if (cpu_target_name(target) == name) {
      chosen.store(static_cast<uint8_t>(target), std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

std::string_view cpu_target_name(CpuTarget target) noexcept { return kNames[static_cast<size_t>(target)]; }

}  // namespace lexigrid

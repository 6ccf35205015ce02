// Which instruction set searches use.
//
// The library is compiled for the baseline of its architecture. Kernels are compiled once more for each newer
// instruction set, each time in a target region (cpu/for_each_target.inl).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define LEXIGRID_X86 1
#define LEXIGRID_AVX2 "avx2,bmi,bmi2,lzcnt,popcnt,fma"
#ifdef LEXIGRID_EMULATE_AVX512
#include "cpu/emulate_avx512.hpp"
#define LEXIGRID_AVX512 LEXIGRID_AVX2
#else
#define LEXIGRID_AVX512                                                                       \
  "avx2,bmi,bmi2,lzcnt,popcnt,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2," \
  "avx512bitalg,avx512vpopcntdq,gfni"
#endif
#else
#define LEXIGRID_X86 0
#endif

// Advanced SIMD is part of the 64-bit Arm baseline, so it needs no region and no check at run time.
#if defined(__aarch64__) || defined(_M_ARM64)
#define LEXIGRID_NEON 1
#else
#define LEXIGRID_NEON 0
#endif

#define LEXIGRID_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define LEXIGRID_BEGIN_TARGET(features) \
  LEXIGRID_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define LEXIGRID_END_TARGET _Pragma("clang attribute pop")
#elif defined(__GNUC__)
#define LEXIGRID_BEGIN_TARGET(features) _Pragma("GCC push_options") LEXIGRID_PRAGMA(GCC target(features))
#define LEXIGRID_END_TARGET _Pragma("GCC pop_options")
#endif

#if defined(__GNUC__) || defined(__clang__)
#define LEXIGRID_INLINE [[gnu::always_inline]] inline
#else
#define LEXIGRID_INLINE inline
#endif

namespace lexigrid {

/// Prefetches memory that is read soon. The address need not be valid.
LEXIGRID_INLINE void prefetch(const void* address) noexcept {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

/// Instruction sets with their own kernels. Within an architecture they are in ascending order, each
/// including the ones before it.
enum class CpuTarget : uint8_t {
  portable,  // any processor; defines the meaning of every kernel
  neon,      // 64-bit Arm
  avx2,      // x86-64-v3
  avx512     // x86-64-v4 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI (Ice Lake, Zen 4 and later)
};

/// The targets that this processor supports, in ascending order. Detected once.
[[nodiscard]] std::span<const CpuTarget> cpu_targets() noexcept;

/// The target that searches use: the last of `cpu_targets`, unless another was set.
[[nodiscard]] CpuTarget active_cpu_target() noexcept;

/// Sets the target by name; an empty name restores the default. Returns false and changes nothing if the name
/// is unknown or this processor does not support it. Must not be called during a search.
[[nodiscard]] bool set_cpu_target(std::string_view name) noexcept;

[[nodiscard]] std::string_view cpu_target_name(CpuTarget target) noexcept;

/// The kernel of this name for the active target, of those that for_each_target.inl compiles.
#if LEXIGRID_X86
#define LEXIGRID_BEST(...)                                        \
  (active_cpu_target() == CpuTarget::avx512 ? avx512::__VA_ARGS__ \
   : active_cpu_target() == CpuTarget::avx2 ? avx2::__VA_ARGS__   \
                                            : portable::__VA_ARGS__)
#elif LEXIGRID_NEON
#define LEXIGRID_BEST(...) \
  (active_cpu_target() == CpuTarget::neon ? neon::__VA_ARGS__ : portable::__VA_ARGS__)
#else
#define LEXIGRID_BEST(...) portable::__VA_ARGS__
#endif

}  // namespace lexigrid

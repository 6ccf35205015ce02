// What this machine can do, and which kernels are to be used.
//
// The library is compiled for the generic machine. A kernel for more marks its own functions with
// one of the LEXIGRID_TARGET macros; nothing else may use wider instructions, so no inline function
// of the standard library can leak them into code that an older machine runs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define LEXIGRID_X86 1
#define LEXIGRID_TARGET_POPCNT [[gnu::target("popcnt,sse4.2")]]
#define LEXIGRID_TARGET_AVX2 [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt,fma")]]
#define LEXIGRID_TARGET_AVX512                                                                  \
  [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi," \
                "avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni")]]
#else
#define LEXIGRID_X86 0
#endif

#if defined(__GNUC__) || defined(__clang__)
#define LEXIGRID_INLINE [[gnu::always_inline]] inline
#else
#define LEXIGRID_INLINE inline
#endif

namespace lexigrid {

/// Instruction sets in ascending order: each includes those before it.
enum class Isa : std::uint8_t {
  portable = 0,  // any machine; defines the meaning of every kernel
  popcnt = 1,    // x86-64-v2
  avx2 = 2,      // x86-64-v3
  avx512 = 3     // x86-64-v4 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI (Ice Lake, Zen 4 and later)
};

inline constexpr std::string_view kIsaNames[] = {"portable", "popcnt", "avx2", "avx512"};

/// The best set this machine runs. Found out once.
[[nodiscard]] Isa best_isa() noexcept;

/// The set that searches use now: the best one, unless another is forced.
[[nodiscard]] Isa active_isa() noexcept;

/// Forces a set by name, or gives the choice back with an empty name. Returns false, and changes
/// nothing, for a name that is unknown or does not run here. Not for use during a search.
[[nodiscard]] bool force_isa(std::string_view name) noexcept;

}  // namespace lexigrid

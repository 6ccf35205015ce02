// The path kernels of a target (kernels.hpp).
using namespace levels;  // NOLINT(google-build-using-namespace)

#include "paths/targets/scalar.inl"
#if defined(LEXIGRID_FOR_AVX512)
#include "paths/targets/avx512.inl"
#elif defined(LEXIGRID_FOR_AVX2)
#include "paths/targets/avx2.inl"
#elif defined(LEXIGRID_FOR_NEON) && defined(__GNUC__)
#include "paths/targets/neon.inl"
#else
using Vector = Scalar;  // MSVC has no vector types with operators
#endif

#include "paths/levels/board_kernel.inl"
#include "paths/levels/window_kernel.inl"
#include "paths/list.inl"
#include "paths/neighbours/changes_kernel.inl"

constexpr Kernels kernels = {{search_board<Packed, false>, search_board<Packed, true>},
                             {search_board<Bitset, false>, search_board<Bitset, true>},
                             list_words,
                             list_every_path,
                             expand_window,
                             {filter_window<window::Memory::window>, filter_window<window::Memory::set>,
                              filter_window<window::Memory::none>},
                             collect,
                             search_wild,
                             search_noting,
                             follow,
                             add_points};

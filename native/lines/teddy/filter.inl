// The filter of a target (filter.hpp).
using namespace teddy;  // NOLINT(google-build-using-namespace)

#include "cpu/bytes.inl"
#ifdef LEXIGRID_FOR_AVX512
#include "lines/teddy/strips.inl"
#else
#include "lines/teddy/rows.inl"
#endif

// Text that comes as an Arrow array or stream, through the Arrow PyCapsule interface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/module.hpp"

namespace lexigrid::bindings {

/// Strings one after the other: string i is `bytes[begins[i] .. begins[i + 1]]`, UTF-8.
struct ArrowText {
  std::string bytes;
  std::vector<uint64_t> begins{0};
};

/// Copies the strings of anything with `__arrow_c_stream__` or `__arrow_c_array__` of type utf8 or
/// large_utf8. Raises ValueError for other types, for missing values, and for what the source reports.
[[nodiscard]] ArrowText arrow_text_of(nb::handle column);

}  // namespace lexigrid::bindings

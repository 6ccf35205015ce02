// Conversions between Python and the core, shared by all bindings.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/growing_array.hpp"
#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"

namespace lexigrid::bindings {

namespace nb = nanobind;
using namespace nb::literals;

/// A contiguous one-dimensional Python buffer, read-only.
template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
[[nodiscard]] std::span<const T> span_of(const Input<T>& input) {
  return {input.data(), input.size()};
}

template <class T>
using MemoryView = nb::ndarray<nb::memview, const T, nb::ndim<1>>;

/// A memoryview of data kept alive by `owner`.
template <class T>
[[nodiscard]] MemoryView<T> view_of(std::span<const T> data, nb::handle owner) {
  static const T kNothing{};  // even an empty view needs an address
  return MemoryView<T>(data.empty() ? &kNothing : data.data(), {data.size()}, owner);
}

/// A getter that returns a member array as a memoryview, which keeps the object alive.
template <class Self, class Array>
[[nodiscard]] auto view_getter(Array Self::* member) {
  return [member](const Self& self) {
    const auto& array = self.*member;
    return view_of(std::span(array.data(), array.size()), nb::find(self));
  };
}

/// A memoryview that owns its data.
template <class T>
using OwnedView = decltype(std::declval<MemoryView<T>>().cast());

template <class T>
[[nodiscard]] OwnedView<T> to_memoryview(std::vector<T> data) {
  auto* owned = new std::vector<T>(std::move(data));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return view_of(std::span<const T>(*owned), owner).cast();
}

/// An enumerator from its number. Raises ValueError for numbers beyond `last`.
template <class Enum>
[[nodiscard]] Enum enum_of(int number, Enum last, const char* message) {
  if (number < 0 || number > static_cast<int>(last)) throw nb::value_error(message);
  return static_cast<Enum>(number);
}

/// A stop token that also polls Ctrl-C and the Python `StopToken` that this thread watches. A negative
/// deadline means none. For use without the GIL.
[[nodiscard]] StopToken make_stop_token(double deadline);

/// If the search was interrupted, raises the exception of the signal handler, such as KeyboardInterrupt, or
/// InterruptedError for a Python `StopToken`.
void raise_if_interrupted(Finish finish);

/// Calls `search(stop)` without the GIL.
template <class Search>
void run_released(double deadline, Search&& search) {
  StopToken stop = make_stop_token(deadline);
  {
    nb::gil_scoped_release released;
    search(stop);
  }
  raise_if_interrupted(stop.reason());
}

/// A named topology, possibly wrapped, or the graph of `pairs`. Without `tabulated`, neighbours are computed
/// when needed, which suits searches that often need only a few.
[[nodiscard]] Adjacency adjacency_of(int kind, bool wrap, const Input<uint32_t>& pairs, uint32_t rows,
                                     uint32_t columns, bool tabulated = true);

[[nodiscard]] nb::str finish_name(Finish finish);

[[nodiscard]] inline nb::str to_str(std::string_view utf8) { return nb::str(utf8.data(), utf8.size()); }

}  // namespace lexigrid::bindings

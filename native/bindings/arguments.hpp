// Conversions between Python and the core that the bindings share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <span>
#include <utility>
#include <vector>

#include "base/growing_array.hpp"
#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"

namespace lexigrid::bindings {

namespace nb = nanobind;
using namespace nb::literals;

/// A contiguous one-dimensional buffer of Python's, read only.
template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
[[nodiscard]] std::span<const T> span_of(const Input<T>& input) {
  return {input.data(), input.size()};
}

template <class T>
using MemoryView = nb::ndarray<nb::memview, const T, nb::ndim<1>>;

/// A memoryview of data that `owner` keeps alive.
template <class T>
[[nodiscard]] MemoryView<T> view_of(std::span<const T> data, nb::handle owner) {
  static const T kNothing{};  // an empty view needs an address too
  return MemoryView<T>(data.empty() ? &kNothing : data.data(), {data.size()}, owner);
}

/// A getter of an array, as a memoryview that keeps its object alive.
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

/// An enumerator from its number; ValueError beyond `last`.
template <class Enum>
[[nodiscard]] Enum enum_of(int number, Enum last, const char* message) {
  if (number < 0 || number > static_cast<int>(last)) throw nb::value_error(message);
  return static_cast<Enum>(number);
}

/// A stop token that also polls Ctrl-C and the `StopToken` that this thread watches; without a deadline
/// if it is negative. For use without the GIL.
[[nodiscard]] StopToken make_stop_token(double deadline);

/// Raises what ended the search if it was interrupted: KeyboardInterrupt or another exception of a signal
/// handler, or InterruptedError for a `StopToken`.
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

/// A named topology, wrapped or not, or the graph of `pairs`. Without `tabulated`, neighbours are computed
/// when needed: for searches that often need only a few.
[[nodiscard]] Adjacency adjacency_of(int kind, bool wrap, const Input<uint32_t>& pairs, uint32_t rows,
                                     uint32_t columns, bool tabulated = true);

[[nodiscard]] nb::str finish_name(Finish finish);

}  // namespace lexigrid::bindings

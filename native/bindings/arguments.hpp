// Conversions between Python and the core, shared by all bindings.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>
#include <atomic>

#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/growing_array.hpp"
#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"
#include "layout/board.hpp"

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
template <class Self, class Member>
[[nodiscard]] auto view_getter(Member member) {
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

/// Words as their letters and the offset of each, with the end of the last.
[[nodiscard]] WordsView words_of(const Input<LetterCode>& letters, const Input<uint32_t>& at,
                                 bool may_be_empty = true);

/// Raises IndexError unless `index` is below `size`.
template <class Index>
[[nodiscard]] Index checked(Index index, size_t size) {
  if (index >= size) throw nb::index_error("the index is beyond the answer");
  return index;
}

/// A stop token that also polls Ctrl-C and the Python `StopToken` that this thread watches. A negative
/// deadline means none. For use without the GIL.
[[nodiscard]] StopToken make_stop_token(double deadline);

/// Reports the share of a search that is done to a Python function, or to no one if it is None.
struct ProgressReport {
  /// A stop token whose polls report. It refers to this object.
  [[nodiscard]] StopToken make_stop_token(double deadline);

  nb::handle progress;
  uint64_t total;
  std::atomic<uint64_t> done{0};
};

/// If the search was interrupted, raises the exception of the signal handler, such as KeyboardInterrupt, or
/// InterruptedError for a Python `StopToken`.
void raise_if_interrupted(Finish finish);

/// Calls `search(stop)` without the GIL.
template <class Search>
void run_released(StopToken stop, Search&& search) {
  {
    nb::gil_scoped_release released;
    search(stop);
  }
  raise_if_interrupted(stop.reason());
}
template <class Search>
void run_released(double deadline, Search&& search) {
  run_released(make_stop_token(deadline), search);
}

/// The shape of a grid, and which of its cells touch. Searches of the same shape can share it.
class Topology {
 public:
  /// A named topology, possibly wrapped, or the graph of `pairs`.
  Topology(uint32_t rows, uint32_t columns, int kind, bool wrap, const Input<uint32_t>& pairs);

  [[nodiscard]] uint32_t rows() const noexcept { return rows_; }
  [[nodiscard]] uint32_t columns() const noexcept { return columns_; }
  /// For searches that often need only a few neighbours, which are computed when needed.
  [[nodiscard]] const Adjacency& sketch() const noexcept { return sketch_; }
  /// With a table, which is made for the first search.
  [[nodiscard]] const Adjacency& adjacency() const;

 private:
  uint32_t rows_;
  uint32_t columns_;
  Adjacency sketch_;
  mutable std::once_flag is_tabled_;
  mutable Adjacency tabled_;
};

/// What cut a search short, as Python names it; None if nothing did.
[[nodiscard]] std::optional<std::string_view> cut_by(Finish finish);

/// Lets Python pickle results by these members: numbers, enumerators, and arrays of numbers.
template <class Result, class... Rest, class... Members>
void pickle_by(nb::class_<Result, Rest...>& bound, Members... members) {
  const auto to_python = [](const auto& member) -> nb::object {
    using Member = std::decay_t<decltype(member)>;
    if constexpr (std::is_enum_v<Member> || std::is_integral_v<Member>) {
      return nb::int_(static_cast<uint64_t>(member));
    } else {
      return nb::bytes(reinterpret_cast<const char*>(member.data()), member.size() * sizeof(*member.data()));
    }
  };
  const auto from_python = [](nb::handle from, auto& member) {
    using Member = std::decay_t<decltype(member)>;
    if constexpr (std::is_enum_v<Member> || std::is_integral_v<Member>) {
      member = static_cast<Member>(nb::cast<uint64_t>(from));
    } else {
      const auto bytes = nb::cast<nb::bytes>(from);
      using Each = std::decay_t<decltype(*member.data())>;
      const std::span elements(reinterpret_cast<const Each*>(bytes.c_str()), bytes.size() / sizeof(Each));
      if constexpr (requires { member.append(elements); })
        member.append(elements);
      else
        member.assign(elements.begin(), elements.end());
    }
  };
  using State = nb::typed<nb::tuple, nb::object, nb::ellipsis>;
  bound.def("__getstate__",
            [=](const Result& self) { return State(nb::make_tuple(to_python(self.*members)...)); });
  bound.def("__setstate__", [=](Result& self, const State& state) {
    new (&self) Result();
    size_t i = 0;
    (from_python(state[i++], self.*members), ...);
  });
}

[[nodiscard]] inline nb::str to_str(std::string_view utf8) { return nb::str(utf8.data(), utf8.size()); }

}  // namespace lexigrid::bindings

#include "bindings/arrow.hpp"

#include <string_view>

// The Arrow C data interface: an ABI, given here as its specification gives it.
extern "C" {
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}

namespace lexigrid::bindings {
namespace {

/// Calls the release of what it holds, as the interface asks.
template <class T>
struct Released {
  T held{};
  Released() = default;
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;
  ~Released() {
    if (held.release != nullptr) held.release(&held);
  }
};

template <class T>
T* inside(nb::handle capsule, const char* name) {
  auto* const pointer = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (pointer == nullptr) throw nb::python_error();
  return pointer;
}

/// Are the offsets of this format 8 bytes wide?
bool is_large(const char* format) {
  const std::string_view type = format == nullptr ? "" : format;
  if (type == "U") return true;
  if (type == "u") return false;
  throw nb::value_error("the column is no text: its Arrow type is neither utf8 nor large_utf8");
}

template <class Offset>
void append(const ArrowArray& array, ArrowText& text) {
  const auto* const offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* const bytes = static_cast<const char*>(array.buffers[2]);
  const uint64_t before = text.bytes.size();
  const auto first = static_cast<uint64_t>(offsets[0]);
  for (int64_t i = 0; i < array.length; ++i) {
    if (offsets[i + 1] < offsets[i]) throw nb::value_error("the offsets of the column go back");
    text.begins.push_back(before + static_cast<uint64_t>(offsets[i + 1]) - first);
  }
  const auto size = static_cast<uint64_t>(offsets[array.length]) - first;
  if (size != 0) text.bytes.append(bytes + first, size);
}

void append(const ArrowArray& array, bool large, ArrowText& text) {
  if (array.length == 0) return;
  if (array.n_buffers != 3) throw nb::value_error("the column has no three buffers, as text has");
  if (array.null_count != 0 && array.buffers[0] != nullptr) {
    const auto* const valid = static_cast<const uint8_t*>(array.buffers[0]);
    for (int64_t i = array.offset; i < array.offset + array.length; ++i) {
      if ((valid[i / 8] >> (i % 8) & 1) == 0)
        throw nb::value_error("the column has a missing value, expected text");
    }
  }
  if (large) {
    append<int64_t>(array, text);
  } else {
    append<int32_t>(array, text);
  }
}

ArrowText text_of_stream(nb::handle column) {
  const nb::object capsule = column.attr("__arrow_c_stream__")();
  auto* const stream = inside<ArrowArrayStream>(capsule, "arrow_array_stream");
  const auto check = [&](int status) {
    if (status == 0) return;
    const char* const reason = stream->get_last_error(stream);
    throw nb::value_error(reason != nullptr ? reason : "the Arrow stream cannot be read");
  };
  Released<ArrowSchema> schema;
  check(stream->get_schema(stream, &schema.held));
  const bool large = is_large(schema.held.format);
  ArrowText text;
  for (;;) {
    Released<ArrowArray> array;
    check(stream->get_next(stream, &array.held));
    if (array.held.release == nullptr) return text;  // the end
    append(array.held, large, text);
  }
}

ArrowText text_of_array(nb::handle column) {
  const nb::object both = column.attr("__arrow_c_array__")();
  const nb::object schema = both[0];
  const nb::object array = both[1];
  ArrowText text;
  append(*inside<ArrowArray>(array, "arrow_array"),
         is_large(inside<ArrowSchema>(schema, "arrow_schema")->format), text);
  return text;
}

}  // namespace

ArrowText arrow_text_of(nb::handle column) {
  return nb::hasattr(column, "__arrow_c_stream__") ? text_of_stream(column) : text_of_array(column);
}

}  // namespace lexigrid::bindings

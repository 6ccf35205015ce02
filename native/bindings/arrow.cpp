// Text columns read through the Arrow PyCapsule interface.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/module.hpp"

// The structures of the Arrow C data interface, as specified.
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

/// Concatenated strings in UTF-8: string i is `bytes[begins[i] .. begins[i + 1]]`.
struct Strings {
  std::string bytes;
  std::vector<uint64_t> begins{0};
};

/// Releases an Arrow structure in its destructor.
template <class T>
struct Owned {
  T value{};
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (value.release != nullptr) value.release(&value);
  }
};

template <class T>
T* pointer_in(nb::handle capsule, const char* name) {
  auto* const pointer = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (pointer == nullptr) throw nb::python_error();
  return pointer;
}

/// True if the offsets are 8 bytes wide, false if 4.
bool has_large_offsets(const char* format) {
  const std::string_view type = format == nullptr ? "" : format;
  if (type == "U") return true;
  if (type == "u") return false;
  throw nb::value_error("the column is not text: its Arrow type is neither utf8 nor large_utf8");
}

template <class Offset>
void append(const ArrowArray& array, Strings& text) {
  const auto* const offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* const bytes = static_cast<const char*>(array.buffers[2]);
  const uint64_t before = text.bytes.size();
  const auto first = static_cast<uint64_t>(offsets[0]);
  for (int64_t i = 0; i < array.length; ++i) {
    if (offsets[i + 1] < offsets[i]) throw nb::value_error("the offsets of the column are not ascending");
    text.begins.push_back(before + static_cast<uint64_t>(offsets[i + 1]) - first);
  }
  const auto size = static_cast<uint64_t>(offsets[array.length]) - first;
  if (size != 0) text.bytes.append(bytes + first, size);
}

void append(const ArrowArray& array, bool large, Strings& text) {
  if (array.length == 0) return;
  if (array.n_buffers != 3) throw nb::value_error("the column does not have the three buffers of text");
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

Strings text_of_stream(nb::handle column) {
  const nb::object capsule = column.attr("__arrow_c_stream__")();
  auto* const stream = pointer_in<ArrowArrayStream>(capsule, "arrow_array_stream");
  const auto check = [&](int status) {
    if (status == 0) return;
    const char* const reason = stream->get_last_error(stream);
    throw nb::value_error(reason != nullptr ? reason : "the Arrow stream cannot be read");
  };
  Owned<ArrowSchema> schema;
  check(stream->get_schema(stream, &schema.value));
  const bool large = has_large_offsets(schema.value.format);
  Strings text;
  for (;;) {
    Owned<ArrowArray> array;
    check(stream->get_next(stream, &array.value));
    if (array.value.release == nullptr) return text;  // end of the stream
    append(array.value, large, text);
  }
}

Strings text_of_array(nb::handle column) {
  const nb::object both = column.attr("__arrow_c_array__")();
  const nb::object schema = both[0];
  const nb::object array = both[1];
  Strings text;
  append(*pointer_in<ArrowArray>(array, "arrow_array"),
         has_large_offsets(pointer_in<ArrowSchema>(schema, "arrow_schema")->format), text);
  return text;
}

/// Copies the strings of any object with `__arrow_c_stream__` or `__arrow_c_array__`. Raises ValueError for
/// types other than utf8 and large_utf8, for missing values, and if the source reports an error.
nb::typed<nb::tuple, nb::bytes, OwnedView<uint64_t>> read_arrow(nb::handle column) {
  Strings text = nb::hasattr(column, "__arrow_c_stream__") ? text_of_stream(column) : text_of_array(column);
  return nb::make_tuple(nb::bytes(text.bytes.data(), text.bytes.size()),
                        to_memoryview(std::move(text.begins)));
}

}  // namespace

void register_arrow(nb::module_& m) {
  m.def("read_arrow", &read_arrow, "column"_a,
        "Return the strings of a text column, concatenated as bytes, and their offsets.");
}

}  // namespace lexigrid::bindings

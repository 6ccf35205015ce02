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

/// How a column of text stores its strings: offsets of 4 or 8 bytes, or views.
enum class Layout { kOffsets32, kOffsets64, kViews };

Layout layout_of(const ArrowSchema& schema) {
  const std::string_view type = schema.format == nullptr ? "" : schema.format;
  if (schema.dictionary != nullptr)
    throw nb::value_error("its values are categories (dictionary-encoded), expected text; cast them to text");
  if (type == "u") return Layout::kOffsets32;
  if (type == "U") return Layout::kOffsets64;
  if (type == "vu") return Layout::kViews;
  if (type == "+s") throw nb::value_error("it is a table, expected one of its columns");
  throw nb::value_error(("its Arrow type is '" + std::string(type) + "', expected text").c_str());
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

/// A string of up to 12 bytes is in its view; a longer one is in a buffer of its own.
struct View {
  static constexpr int32_t kMaxInline = 12;
  int32_t length;
  char prefix[4];
  int32_t buffer;
  int32_t offset;
};
static_assert(sizeof(View) == 16);

void append_views(const ArrowArray& array, Strings& text) {
  const auto* const views = static_cast<const View*>(array.buffers[1]) + array.offset;
  const int64_t buffers = array.n_buffers - 3;  // without validity, views and the sizes of the buffers
  const auto* const sizes = static_cast<const int64_t*>(array.buffers[array.n_buffers - 1]);
  for (int64_t i = 0; i < array.length; ++i) {
    const View& view = views[i];
    const auto* bytes = reinterpret_cast<const char*>(&view) + sizeof view.length;
    if (view.length > View::kMaxInline) {
      if (view.buffer < 0 || view.buffer >= buffers || view.offset < 0 ||
          view.length > sizes[view.buffer] - view.offset)
        throw nb::value_error("a string of the column is outside its buffers");
      bytes = static_cast<const char*>(array.buffers[2 + view.buffer]) + view.offset;
    } else if (view.length < 0) {
      throw nb::value_error("a string of the column has a negative length");
    }
    text.bytes.append(bytes, static_cast<size_t>(view.length));
    text.begins.push_back(text.bytes.size());
  }
}

void append(const ArrowArray& array, Layout layout, Strings& text) {
  if (array.length == 0) return;
  if (layout == Layout::kViews ? array.n_buffers < 3 : array.n_buffers != 3)
    throw nb::value_error("the column does not have the buffers of text");
  if (array.null_count != 0 && array.buffers[0] != nullptr) {
    const auto* const valid = static_cast<const uint8_t*>(array.buffers[0]);
    for (int64_t i = array.offset; i < array.offset + array.length; ++i) {
      if ((valid[i / 8] >> (i % 8) & 1) == 0)
        throw nb::value_error(
            ("row " + std::to_string(text.begins.size() + i - array.offset) + " has no value, expected text")
                .c_str());
    }
  }
  switch (layout) {
    case Layout::kOffsets32: return append<int32_t>(array, text);
    case Layout::kOffsets64: return append<int64_t>(array, text);
    case Layout::kViews: return append_views(array, text);
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
  const Layout layout = layout_of(schema.value);
  Strings text;
  for (;;) {
    Owned<ArrowArray> array;
    check(stream->get_next(stream, &array.value));
    if (array.value.release == nullptr) return text;  // end of the stream
    append(array.value, layout, text);
  }
}

Strings text_of_array(nb::handle column) {
  const nb::object both = column.attr("__arrow_c_array__")();
  const nb::object schema = both[0];
  const nb::object array = both[1];
  Strings text;
  append(*pointer_in<ArrowArray>(array, "arrow_array"),
         layout_of(*pointer_in<ArrowSchema>(schema, "arrow_schema")), text);
  return text;
}

/// Copies the strings of any object with `__arrow_c_stream__` or `__arrow_c_array__`. Raises ValueError for
/// types other than text, for missing values, and if the source reports an error.
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

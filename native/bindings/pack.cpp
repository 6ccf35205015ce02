// Texts of boards as bytes, one per cell.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/module.hpp"
#include "paths/boards.hpp"

namespace lexigrid::bindings {
namespace {

/// Writes the cells of boards of one shape.
class Packer {
 public:
  Packer(size_t rows, size_t columns, bool may_be_bare, const nb::bytes& special, std::optional<uint8_t> qu)
      : rows_(rows),
        columns_(columns),
        may_be_bare_(may_be_bare),
        qu_(qu) {
    for (size_t i = 0; i < special.size(); ++i) is_special_[static_cast<uint8_t>(special.c_str()[i])] = true;
  }

  [[nodiscard]] size_t cells() const noexcept { return rows_ * columns_; }

  /// Returns false if only a parser can read the text: it is not ASCII, of another shape, or has other tiles
  /// than letters, holes and Qu.
  [[nodiscard]] bool pack(std::string_view text, uint8_t* to) const {
    if (may_be_bare_ && text.size() == cells() && add_letters(text, to)) return true;
    const bool is_spaced = text.find(' ') != text.npos;
    if (is_spaced && (rows_ < 2 || columns_ < 2 || text.front() == '.')) return false;  // perhaps a title
    if (rows_ == 1) {                                                                   // "tea/"
      if (text.empty() || text.back() != '/') return false;
      text.remove_suffix(1);
    }
    for (size_t row = 0; row < rows_; ++row, to += columns_) {
      const size_t end = text.find('/');
      const bool is_last = row + 1 == rows_;
      if ((end == text.npos) != is_last) return false;
      const std::string_view line = text.substr(0, end);
      if (!(is_spaced ? add_tokens(line, to) : line.size() == columns_ && add_tiles(line, to))) return false;
      if (!is_last) text.remove_prefix(end + 1);
    }
    return true;
  }

 private:
  [[nodiscard]] static bool is_letter(char c) noexcept {
    return static_cast<unsigned char>((c | 0x20) - 'a') < 26;
  }
  /// Any characters that are not special.
  [[nodiscard]] bool add_letters(std::string_view letters, uint8_t* to) const noexcept {
    bool is_plain = true;
    for (size_t i = 0; i < letters.size(); ++i) {
      to[i] = static_cast<uint8_t>(letters[i]);
      is_plain &= !is_special_[to[i]] && to[i] < 0x80;
    }
    return is_plain;
  }
  /// Letters of ASCII and holes: other characters of rows may be labels or dimensions.
  [[nodiscard]] bool add_tiles(std::string_view tiles, uint8_t* to) const noexcept {
    for (const char c : tiles) {
      if (!is_letter(c) && c != '.') return false;
    }
    return add_letters(tiles, to);
  }
  /// Letters, holes and Qu with a blank between them.
  [[nodiscard]] bool add_tokens(std::string_view line, uint8_t* to) const noexcept {
    for (size_t column = 0; column < columns_; ++column) {
      const std::string_view token = line.substr(0, std::min(line.find(' '), line.size()));
      if (token.size() == 1 ? !add_tiles(token, to + column) : !(qu_ && is_qu(token))) return false;
      if (token.size() == 2) to[column] = *qu_;
      line.remove_prefix(token.size());
      if (line.empty() != (column + 1 == columns_)) return false;
      if (!line.empty()) line.remove_prefix(1);
    }
    return true;
  }
  [[nodiscard]] static bool is_qu(std::string_view token) noexcept {
    return token == "Qu" || token == "QU" || token == "qu";
  }

  size_t rows_;
  size_t columns_;
  bool may_be_bare_;
  std::optional<uint8_t> qu_;
  std::array<bool, 256> is_special_{};
};

/// Packs texts of one shape; a bare text has no row breaks. Returns the cells, with holes for those boards
/// that need a parser, and the numbers of these boards. `qu` is the byte for a tile Qu.
nb::tuple pack_texts(const nb::typed<nb::list, nb::object>& texts, size_t rows, size_t columns,
                     bool may_be_bare, const nb::bytes& special, std::optional<uint8_t> qu) {
  const Packer packer(rows, columns, may_be_bare, special, qu);
  nb::bytearray packed(nullptr, texts.size() * packer.cells());
  auto* to = static_cast<uint8_t*>(packed.data());
  nb::list others;
  for (size_t i = 0; i < texts.size(); ++i, to += packer.cells()) {
    Py_ssize_t size = 0;
    const nb::handle text = texts[i];
    const char* const bytes =
        PyUnicode_Check(text.ptr()) ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
    if (bytes != nullptr && packer.pack({bytes, static_cast<size_t>(size)}, to)) continue;
    PyErr_Clear();  // a lone surrogate; the parser reports it
    std::fill_n(to, packer.cells(), uint8_t{'.'});
    others.append(i);
  }
  return nb::make_tuple(packed, others);
}

}  // namespace

void register_pack(nb::module_& m) {
  m.attr("QU_TILE") = kQuTile;
  m.def("pack_texts", &pack_texts, "texts"_a, "rows"_a, "columns"_a, "may_be_bare"_a, "special"_a,
        "qu"_a.none(),
        nb::sig("def pack_texts(texts: list[Any], rows: int, columns: int, may_be_bare: bool, special: "
                "bytes, qu: int | None) -> tuple[bytearray, list[int]]"));
}

}  // namespace lexigrid::bindings

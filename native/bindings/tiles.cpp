#include "bindings/tiles.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string_view>

#include "bindings/module.hpp"

namespace lexigrid::bindings {
namespace {

constexpr size_t kMaxTiles = 65'535;

/// The codes of letters, their places among the sorted faces. Empty if a letter has none and `unknown` is
/// kNoLetter.
std::vector<LetterCode> codes_of(const std::vector<std::string>& letters,
                                 const std::vector<std::string>& faces, LetterCode unknown) {
  std::vector<LetterCode> codes;
  for (const std::string& letter : letters) {
    const auto found = std::lower_bound(faces.begin(), faces.end(), letter);
    const bool is_known = found != faces.end() && *found == letter;
    codes.push_back(is_known ? static_cast<LetterCode>(found - faces.begin()) : unknown);
    if (codes.back() == kNoLetter) return {};
  }
  return codes;
}

std::optional<unsigned char> ascii_letter(const std::string& letter) noexcept {
  if (letter.size() != 1 || static_cast<unsigned char>(letter[0]) >= 128) return std::nullopt;
  return static_cast<unsigned char>(letter[0]);
}

uint64_t next_id() noexcept {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

}  // namespace

TileTexts::TileTexts(const nb::list& tiles) : size_(tiles.size()), id_(next_id()) {
  if (tiles.size() > kMaxTiles) throw nb::value_error("more than 65535 distinct tiles");
  std::array<std::vector<TileId>, 128> by_letter;
  TileId id = 0;
  for (const nb::handle tile : tiles) {
    if (nb::isinstance<nb::str>(tile)) {
      const auto letter = nb::cast<std::string>(tile);
      const auto ascii = ascii_letter(letter);
      (ascii ? by_letter[*ascii] : other_tiles_[letter]).push_back(id);
      letter_tiles_.push_back(id);
    } else if (!tile.is_none()) {
      ComplexTile made;
      made.is_wild = tile.is(nb::bool_(true));
      if (!made.is_wild) made.alternatives = nb::cast<std::vector<std::vector<std::string>>>(tile);
      complex_.emplace_back(id, std::move(made));
    }
    ++id;
  }
  for (size_t c = 0; c < by_letter.size(); ++c) {
    ascii_tiles_.insert(ascii_tiles_.end(), by_letter[c].begin(), by_letter[c].end());
    ascii_first_[c + 1] = static_cast<uint32_t>(ascii_tiles_.size());
  }
}

std::span<const TileId> TileTexts::tiles_of(const std::string& letter) const noexcept {
  if (const auto c = ascii_letter(letter))
    return std::span(ascii_tiles_).subspan(ascii_first_[*c], ascii_first_[*c + 1u] - ascii_first_[*c]);
  const auto found = other_tiles_.find(letter);
  return found != other_tiles_.end() ? std::span<const TileId>(found->second) : std::span<const TileId>();
}

Tiles TileTexts::encode(const std::vector<std::string>& faces, LetterCode unknown) const {
  std::vector<LetterCode> letter_of(size_, kNoLetter);
  if (unknown != kNoLetter) {
    for (const TileId tile : letter_tiles_) letter_of[tile] = unknown;
  }
  for (size_t code = 0; code < faces.size(); ++code) {
    for (const TileId tile : tiles_of(faces[code])) letter_of[tile] = static_cast<LetterCode>(code);
  }
  Tiles made(std::move(letter_of));
  for (const auto& [tile, source] : complex_) {
    if (source.is_wild) {
      made.set_wild(tile);
      continue;
    }
    std::vector<std::vector<LetterCode>> alternatives;
    for (const auto& letters : source.alternatives) {
      if (auto encoded = codes_of(letters, faces, unknown); !encoded.empty())
        alternatives.push_back(std::move(encoded));
    }
    made.set(tile, std::move(alternatives));
  }
  return made;
}

CellBuffer::CellBuffer(nb::handle codes) {
  if (PyObject_GetBuffer(codes.ptr(), &buffer_, PyBUF_FORMAT | PyBUF_ND) != 0) throw nb::python_error();
  const std::string_view format = buffer_.format != nullptr ? buffer_.format : "B";
  const auto size = static_cast<size_t>(buffer_.len);
  if (format == "B") {
    cells_ = Cells(std::span(static_cast<const uint8_t*>(buffer_.buf), size));
  } else if (format == "H") {
    cells_ = Cells(std::span(static_cast<const uint16_t*>(buffer_.buf), size / 2));
  } else {
    PyBuffer_Release(&buffer_);
    throw nb::type_error("expected cells of type uint8 or uint16");
  }
}

std::pair<uint32_t, uint32_t> CellBuffer::table_shape() const noexcept {
  if (buffer_.ndim != 2 || buffer_.readonly == 0 || cells_.narrow() == nullptr) return {0, 0};
  if (int64_t{std::max(buffer_.shape[0], buffer_.shape[1])} > int64_t{UINT32_MAX}) return {0, 0};
  return {static_cast<uint32_t>(buffer_.shape[0]), static_cast<uint32_t>(buffer_.shape[1])};
}

GridView CellBuffer::grid(uint32_t rows, uint32_t columns, const TileTable& table, uint64_t max_cells) const {
  const uint64_t cells = uint64_t{rows} * columns;
  if (cells == 0 || cells > max_cells || cells != cells_.size())
    throw nb::value_error("the number of cells does not match the shape");
  if (!has_tiles_below(cells_, table.size())) throw nb::value_error("a cell has a tile outside the table");
  return GridView{rows, columns, cells_, table};
}

void register_tiles(nb::module_& m) {
  nb::class_<TileTexts>(m, "TileTexts")
      .def(nb::init<const nb::list&>(), "tiles"_a,
           nb::sig("def __init__(self, tiles: list[object]) -> None"));
}

}  // namespace lexigrid::bindings

// The border of tiles: what they spell, as text and in the letters of a lexicon; the cells they lie on.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>
#include <string_view>

#include "bindings/module.hpp"
#include "grid/tiles_check.hpp"

namespace lexigrid::bindings {
namespace {

/// The code of a letter as text.
class CodeOf {
 public:
  explicit CodeOf(const std::vector<std::string>& faces) : faces_(faces) {
    if (faces.size() <= kFew) return;
    for (size_t code = 0; code < faces.size(); ++code) codes_[faces[code]] = static_cast<LetterCode>(code);
  }

  /// Nothing where a letter has no code.
  [[nodiscard]] std::vector<LetterCode> spelled(const std::vector<std::string>& letters,
                                                LetterCode unknown) const {
    std::vector<LetterCode> codes;
    for (const std::string& letter : letters) {
      codes.push_back(code(letter).value_or(unknown));
      if (codes.back() == kNoLetter) return {};
    }
    return codes;
  }

 private:
  [[nodiscard]] std::optional<LetterCode> code(const std::string& letter) const {
    if (faces_.size() <= kFew) {
      const auto found = std::find(faces_.begin(), faces_.end(), letter);
      return found != faces_.end() ? std::optional(static_cast<LetterCode>(found - faces_.begin()))
                                   : std::nullopt;
    }
    const auto found = codes_.find(letter);
    return found != codes_.end() ? std::optional(found->second) : std::nullopt;
  }

  static constexpr size_t kFew =
      64;  // so many are compared sooner than a map is made: two of twelve microseconds
  const std::vector<std::string>& faces_;
  std::unordered_map<std::string_view, LetterCode> codes_;
};

uint64_t next_id() noexcept {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

}  // namespace

Tiles::Tiles(std::vector<LetterCode> letters)
    : kind_(letters.size()),
      letter_(std::move(letters)),
      alternative_at_(letter_.size() + 1) {
  for (size_t tile = 0; tile < letter_.size(); ++tile)
    kind_[tile] = letter_[tile] == kNoLetter ? TileKind::dead : TileKind::letter;
}

void Tiles::add(LetterCode letter) {
  kind_.push_back(letter == kNoLetter ? TileKind::dead : TileKind::letter);
  letter_.push_back(letter);
  alternative_at_.push_back(alternative_at_.back());
}

void Tiles::set_wild(TileId tile) {
  kind_[tile] = TileKind::wild;
  letter_[tile] = kNoLetter;
}

TileTexts::TileTexts(const nb::list& tiles) : size_(tiles.size()), id_(next_id()) {
  if (size_ > 65'535) throw nb::value_error("more than 65535 distinct tiles");
  std::array<std::vector<TileId>, 128> of_ascii;
  TileId id = 0;
  for (const nb::handle tile : tiles) {
    if (nb::isinstance<nb::str>(tile)) {
      const auto letter = nb::cast<std::string>(tile);
      if (letter.size() == 1 && static_cast<unsigned char>(letter[0]) < 128) {
        of_ascii[static_cast<unsigned char>(letter[0])].push_back(id);
      } else {
        of_others_[letter].push_back(id);
      }
      letters_.push_back(id);
    } else if (!tile.is_none()) {
      Tile odd;
      odd.is_wild = tile.is(nb::bool_(true));
      if (!odd.is_wild) odd.alternatives = nb::cast<std::vector<std::vector<std::string>>>(tile);
      odd_.emplace_back(id, std::move(odd));
    }
    ++id;
  }
  for (size_t c = 0; c < of_ascii.size(); ++c) {
    of_ascii_.insert(of_ascii_.end(), of_ascii[c].begin(), of_ascii[c].end());
    ascii_at_[c + 1] = static_cast<uint32_t>(of_ascii_.size());
  }
}

std::span<const TileId> TileTexts::tiles_of(const std::string& letter) const noexcept {
  if (letter.size() == 1 && static_cast<unsigned char>(letter[0]) < 128) {
    const auto c = static_cast<unsigned char>(letter[0]);
    return std::span(of_ascii_).subspan(ascii_at_[c], ascii_at_[c + 1] - ascii_at_[c]);
  }
  const auto found = of_others_.find(letter);
  return found != of_others_.end() ? std::span<const TileId>(found->second) : std::span<const TileId>();
}

Tiles TileTexts::in_letters(const std::vector<std::string>& faces, LetterCode unknown) const {
  std::vector<LetterCode> letter_of(size_, kNoLetter);
  if (unknown != kNoLetter) {
    for (const TileId tile : letters_) letter_of[tile] = unknown;
  }
  for (size_t code = 0; code < faces.size(); ++code) {
    for (const TileId tile : tiles_of(faces[code])) letter_of[tile] = static_cast<LetterCode>(code);
  }
  const CodeOf code_of(faces);
  Tiles made(std::move(letter_of));
  for (const auto& [tile, odd] : odd_) {
    if (odd.is_wild) {
      made.set_wild(tile);
      continue;
    }
    std::vector<std::vector<LetterCode>> alternatives;
    for (const auto& letters : odd.alternatives) {
      if (auto codes = code_of.spelled(letters, unknown); !codes.empty())
        alternatives.push_back(std::move(codes));
    }
    made.set(tile, std::move(alternatives));
  }
  return made;
}

std::shared_ptr<const Tiles> Lexicon::tiles_of(const TileTexts& texts, LetterCode unknown) const {
  const std::lock_guard<std::mutex> held(tiles_lock_);
  if (tiles_ == nullptr || tiles_texts_ != texts.id() || tiles_unknown_ != unknown) {
    tiles_ = std::make_shared<const Tiles>(texts.in_letters(faces_, unknown));
    tiles_texts_ = texts.id();
    tiles_unknown_ = unknown;
  }
  return tiles_;
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
    throw nb::type_error("cells are uint8 or uint16");
  }
}

GridView CellBuffer::grid(uint32_t rows, uint32_t columns, const TileTable& table, uint64_t most) const {
  const uint64_t cells = uint64_t{rows} * columns;
  if (cells == 0 || cells > most || cells != cells_.size())
    throw nb::value_error("the cells do not fit the shape");
  if (!has_tiles_below(cells_, table.size())) throw nb::value_error("a cell has a tile beyond the table");
  return GridView{rows, columns, cells_, table};
}

void bind_tiles(nb::module_& m) {
  nb::class_<Tiles>(m, "Tiles")
      .def(nb::init<const nb::list&>(), nb::arg("tiles"),
           nb::sig("def __init__(self, tiles: list[object]) -> None"));
  nb::class_<TileTexts>(m, "TileTexts")
      .def(nb::init<const nb::list&>(), nb::arg("tiles"),
           nb::sig("def __init__(self, tiles: list[object]) -> None"))
      .def("in_letters", &TileTexts::in_letters, nb::arg("faces"), nb::arg("unknown") = kNoLetter,
           nb::sig("def in_letters(self, faces: list[str], unknown: int = 0xFFFF) -> Tiles"));
}

}  // namespace lexigrid::bindings

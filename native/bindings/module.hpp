// Shared by the files of the border (module*.cpp), the only ones that know Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/stop_token.hpp"
#include "grid/adjacency.hpp"
#include "grid/tiles.hpp"
#include "lexicon/lexicon.hpp"
#include "lines/cache.hpp"
#include "paths/trie.hpp"

namespace lexigrid::bindings {

namespace nb = nanobind;

template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using AnyInput = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Output = nb::ndarray<nb::memview, const T, nb::ndim<1>>;

template <class T>
[[nodiscard]] std::span<const T> span_of(const Input<T>& input) {
  return {input.data(), input.size()};
}

/// A view of memory that `owner` keeps alive.
template <class T>
[[nodiscard]] Output<T> view_of(std::span<const T> data, nb::handle owner) {
  static const T kNothing{};  // a view of no elements still wants an address
  return Output<T>(data.empty() ? &kNothing : data.data(), {data.size()}, owner);
}

/// A memoryview that owns its numbers.
template <class T>
[[nodiscard]] nb::object kept(std::vector<T> data) {
  auto* owned = new std::vector<T>(std::move(data));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(view_of(std::span<const T>(*owned), owner));
}

/// A tile table with its memory.
class Tiles {
 public:
  /// One element a tile: None is dead, True is wild, an int is one letter, a list of non-empty
  /// lists of ints are the alternatives.
  explicit Tiles(const nb::list& tiles);
  /// Tiles that are one letter each, or none (kNoLetter).
  explicit Tiles(std::vector<LetterCode> letters);
  Tiles() = default;

  [[nodiscard]] TileTable table() const noexcept {
    return {kind_, letter_, alternative_at_, letter_at_, letters_};
  }

  /// One tile more: one letter, or dead (kNoLetter).
  void add(LetterCode letter);
  /// Makes a dead tile wild.
  void set_wild(TileId tile);
  /// Gives a dead tile what it spells: each of the alternatives has a letter. Tiles behind it have none yet.
  void set(TileId tile, std::vector<std::vector<LetterCode>> alternatives);

 private:
  std::vector<TileKind> kind_;
  std::vector<LetterCode> letter_;
  std::vector<uint32_t> alternative_at_{0};
  std::vector<uint32_t> letter_at_{0};
  std::vector<LetterCode> letters_;
};

/// What the distinct tiles of grids spell, as text: made once, and put into the letters of one
/// lexicon after the other. For tiles of one letter that is one look a letter, not one a tile.
class TileTexts {
 public:
  /// One element a tile: None is a hole, True is wild, a str is one letter, a tuple of tuples of str
  /// are the alternatives.
  explicit TileTexts(const nb::list& tiles);

  /// The table in letters whose codes are their places among `faces`. An alternative with a letter
  /// that is not there is left out where `unknown` is kNoLetter, else that is what the letter counts as.
  [[nodiscard]] Tiles in_letters(const std::vector<std::string>& faces, LetterCode unknown) const;

  /// Different for all texts of this process.
  [[nodiscard]] uint64_t id() const noexcept { return id_; }

 private:
  struct Tile {
    bool is_wild = false;
    std::vector<std::vector<std::string>> alternatives;  // none: dead
  };
  [[nodiscard]] std::span<const TileId> tiles_of(const std::string& letter) const noexcept;

  size_t size_ = 0;
  std::vector<std::pair<TileId, Tile>> odd_;  // tiles that are not one letter, holes left out
  std::vector<TileId> of_ascii_;              // tiles by their letter
  std::array<uint32_t, 129> ascii_at_{};
  std::unordered_map<std::string, std::vector<TileId>> of_others_;
  std::vector<TileId> letters_;  // all tiles of one letter
  uint64_t id_;
};

/// A lexicon image with what keeps its bytes alive: its own memory, or a buffer of Python's.
class Lexicon {
 public:
  explicit Lexicon(std::vector<std::byte> image);
  Lexicon(Input<uint8_t> buffer, bool validate);

  [[nodiscard]] const LexiconView& view() const noexcept { return view_; }
  /// For the path kernels; null where the lexicon is wide.
  [[nodiscard]] const PathTries* tries() const noexcept { return tries_.get(); }
  [[nodiscard]] std::span<const std::byte> image() const noexcept { return image_; }
  [[nodiscard]] const std::vector<std::string>& faces() const noexcept { return faces_; }
  [[nodiscard]] std::vector<std::string> punctuation() const;
  /// The letters of a word joined, UTF-8.
  [[nodiscard]] std::string joined(WordId word) const;
  /// All spellings of a word, parted by '\n', UTF-8.
  [[nodiscard]] std::string spelling(WordId word) const;

  [[nodiscard]] LineCache& line_cache() const noexcept { return *line_cache_; }

  /// What tiles spell in the letters of this lexicon; that of the last tiles is kept. `unknown` is
  /// what letters count as that it lacks: kNoLetter makes what has them spell nothing.
  [[nodiscard]] std::shared_ptr<const Tiles> tiles_of(const TileTexts& texts, LetterCode unknown) const;

  NodeId check_node(NodeId node) const;
  WordId check_word(WordId word) const;

 private:
  void open(bool validate);

  std::vector<std::byte> owned_;
  Input<uint8_t> buffer_;
  std::span<const std::byte> image_;
  LexiconView view_;
  std::vector<std::string> faces_;
  std::unique_ptr<PathTries> tries_;
  std::unique_ptr<LineCache> line_cache_ = std::make_unique<LineCache>();
  mutable std::mutex tiles_lock_;
  mutable std::shared_ptr<const Tiles> tiles_;
  mutable uint64_t tiles_texts_ = 0;  // the texts that `tiles_` was made of
  mutable LetterCode tiles_unknown_ = kNoLetter;
};

/// Checks the cells against the shape and the tile table. `codes` must outlive the view.
[[nodiscard]] GridView grid_view(const AnyInput& codes, uint32_t rows, uint32_t columns, const Tiles& tiles,
                                 uint64_t most = kMaxCells);

/// The cells of a grid as a buffer of Python's, one or two bytes each; made and ended under the GIL.
class CellBuffer {
 public:
  explicit CellBuffer(nb::handle codes);
  ~CellBuffer() { PyBuffer_Release(&buffer_); }
  CellBuffer(const CellBuffer&) = delete;
  CellBuffer& operator=(const CellBuffer&) = delete;

  /// Checked against the shape and the tile table, both of which outlive the view.
  [[nodiscard]] GridView grid(uint32_t rows, uint32_t columns, const TileTable& table,
                              uint64_t most = kMaxCells) const;

 private:
  Py_buffer buffer_{};
  Cells cells_;
};

/// A signal that also listens to Ctrl-C and to the thread's Halt; `deadline` < 0 is none. For use without the
/// GIL.
[[nodiscard]] StopToken stop_signal(double deadline);

/// Raises KeyboardInterrupt (or what the signal handler raised, or InterruptedError for a Halt) if that ended
/// the search.
void raise_if_interrupted(Finish finish);

/// A topology as Python says it: a kind, wrapped or not, or pairs of cells. `is_sketch`: without a
/// table, for searches that often need only a few neighbours.
[[nodiscard]] Adjacency adjacency_of(int kind, bool wrap, const Input<uint32_t>& pairs, uint32_t rows,
                                     uint32_t columns, bool is_sketch = false);

/// Every letter of the tiles is below the count, or kOtherLetter where that is allowed.
void check_letters(const Tiles& tiles, uint32_t letter_count, bool allows_others = false);

[[nodiscard]] nb::str finish_name(Finish finish);

void bind_halt(nb::module_& m);
void bind_lexicon(nb::module_& m);
void bind_tiles(nb::module_& m);
void bind_search(nb::module_& m);
void bind_trace(nb::module_& m);
void bind_make(nb::module_& m);
void bind_boards(nb::module_& m);

}  // namespace lexigrid::bindings

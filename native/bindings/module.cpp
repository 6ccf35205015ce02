// The door of the native module, and what all of the border shares.
#include "bindings/module.hpp"

#include <atomic>

#include "cpu/cpu.hpp"
#include "grid/tiles_check.hpp"

namespace lexigrid::bindings {
namespace {

/// A flag that ends the searches of the threads that watch it: Ctrl-C is told to the main thread only.
class Halt {
 public:
  void set() noexcept { flag_->store(true); }
  [[nodiscard]] bool is_set() const noexcept { return flag_->load(); }
  /// From now on the searches of this thread end when the flag is set.
  void watch() const { watched = flag_; }

  static bool is_watched_one_set() noexcept { return watched != nullptr && watched->load(); }

 private:
  static thread_local std::shared_ptr<std::atomic<bool>> watched;
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};
thread_local std::shared_ptr<std::atomic<bool>> Halt::watched;

/// Leaves the exception set for raise_if_interrupted.
bool is_interrupted(void*) {
  const bool is_halted = Halt::is_watched_one_set();
  nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) return true;
  if (is_halted) PyErr_SetString(PyExc_InterruptedError, "the search was halted");
  return is_halted;
}

std::vector<LetterCode> letters_of(nb::handle sequence) {
  std::vector<LetterCode> letters;
  for (const nb::handle each : sequence) letters.push_back(nb::cast<LetterCode>(each));
  if (letters.empty()) throw nb::value_error("an alternative of a tile has no letters");
  return letters;
}

}  // namespace

Tiles::Tiles(const nb::list& tiles) {
  if (tiles.size() > 65'535) throw nb::value_error("more than 65535 distinct tiles");
  for (const nb::handle tile : tiles) {
    if (tile.is_none()) {
      add(kNoLetter);
    } else if (tile.is(nb::bool_(true))) {
      add(kNoLetter);
      set_wild(static_cast<TileId>(kind_.size() - 1));
    } else if (nb::isinstance<nb::int_>(tile)) {
      add(nb::cast<LetterCode>(tile));
    } else {
      std::vector<std::vector<LetterCode>> alternatives;
      for (const nb::handle each : tile) alternatives.push_back(letters_of(each));
      add(kNoLetter);
      set(static_cast<TileId>(kind_.size() - 1), std::move(alternatives));
    }
  }
}

void Tiles::set(TileId tile, std::vector<std::vector<LetterCode>> alternatives) {
  std::sort(alternatives.begin(), alternatives.end());
  alternatives.erase(std::unique(alternatives.begin(), alternatives.end()), alternatives.end());
  const bool is_letter = alternatives.size() == 1 && alternatives[0].size() == 1;
  kind_[tile] = alternatives.empty() ? TileKind::dead : is_letter ? TileKind::letter : TileKind::choice;
  letter_[tile] = is_letter ? alternatives[0][0] : kNoLetter;
  if (is_letter) return;
  for (const auto& letters : alternatives) {
    letters_.insert(letters_.end(), letters.begin(), letters.end());
    letter_at_.push_back(static_cast<uint32_t>(letters_.size()));
  }
  std::fill(alternative_at_.begin() + tile + 1, alternative_at_.end(),
            static_cast<uint32_t>(letter_at_.size() - 1));
}

GridView grid_view(const AnyInput& codes, uint32_t rows, uint32_t columns, const Tiles& tiles,
                   uint64_t most) {
  const uint64_t cells = uint64_t{rows} * columns;
  if (cells != codes.size() || cells > most)
    throw nb::value_error("the number of cells does not fit the shape");
  const TileTable table = tiles.table();
  Cells view;
  if (codes.dtype() == nb::dtype<uint8_t>()) {
    const std::span<const uint8_t> narrow(static_cast<const uint8_t*>(codes.data()), codes.size());
    view = Cells(narrow);
  } else if (codes.dtype() == nb::dtype<uint16_t>()) {
    const std::span<const uint16_t> wide(static_cast<const uint16_t*>(codes.data()), codes.size());
    view = Cells(wide);
  } else {
    throw nb::type_error("cells are uint8 or uint16");
  }
  if (!has_tiles_below(view, table.size())) throw nb::value_error("a cell has a tile beyond the table");
  return GridView{rows, columns, view, table};
}

Adjacency adjacency_of(int kind, bool wrap, const Input<uint32_t>& pairs, uint32_t rows, uint32_t columns,
                       bool is_sketch) {
  if (kind < 0 || kind > static_cast<int>(TopologyKind::custom)) throw nb::value_error("no such topology");
  if (static_cast<TopologyKind>(kind) != TopologyKind::custom) {
    if (static_cast<TopologyKind>(kind) == TopologyKind::hex && wrap && rows % 2 != 0) {
      throw nb::value_error("a wrapped hex grid has an even number of rows");
    }
    return is_sketch ? Adjacency::sketch(static_cast<TopologyKind>(kind), wrap, rows, columns)
                     : Adjacency::build(static_cast<TopologyKind>(kind), wrap, rows, columns);
  }
  const uint32_t cells = rows * columns;
  if (pairs.size() % 2 != 0) throw nb::value_error("pairs of cells come in twos");
  for (const CellId cell : span_of(pairs)) {
    if (cell >= cells) throw nb::value_error("a pair has a cell beyond the grid");
  }
  return Adjacency::build(span_of(pairs), cells);
}

StopToken stop_signal(double deadline) { return StopToken(deadline, &is_interrupted, nullptr); }

void raise_if_interrupted(Finish finish) {
  if (finish == Finish::interrupted) throw nb::python_error();
}

void bind_halt(nb::module_& m) {
  nb::class_<Halt>(m, "Halt")
      .def(nb::init<>())
      .def("set", &Halt::set)
      .def("is_set", &Halt::is_set)
      .def("watch", &Halt::watch);
}

}  // namespace lexigrid::bindings

NB_MODULE(_core, m) {
  namespace nb = nanobind;
  using namespace lexigrid;
  // The built-in lexicon lives as long as the process: that is no leak.
  nb::set_leak_warnings(false);
  m.doc() = "The native core of lexigrid: numbers only.";

  m.def(
      "cpu_targets",
      [] {
        std::vector<std::string> names;
        for (const CpuTarget target : cpu_targets()) names.emplace_back(cpu_target_name(target));
        return names;
      },
      "Instruction sets that run on this machine, the plainest first.");
  m.def(
      "active_cpu_target", [] { return std::string(cpu_target_name(active_cpu_target())); },
      "The instruction set that searches use now.");
  m.def(
      "set_cpu_target", [](std::string_view name) { return set_cpu_target(name); }, nb::arg("name"),
      "Force an instruction set, or give the choice back with ''. False for a name that does not run here.");

  m.attr("MAX_LETTERS") = kMaxLetters;
  m.attr("MAX_WORD_LETTERS") = kMaxWordLetters;
  m.attr("MAX_CELLS") = kMaxCells;
  m.attr("MAX_LINE_CELLS") = kMaxLineCells;
  m.attr("OTHER_LETTER") = kOtherLetter;
  bindings::bind_halt(m);
  bindings::bind_lexicon(m);
  bindings::bind_tiles(m);
  bindings::bind_search(m);
  bindings::bind_make(m);
  bindings::bind_boards(m);
}

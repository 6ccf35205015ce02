// The border of the searches of lines and paths: check, release the GIL, search, hand flat arrays back.
#include <optional>

#include "bindings/module.hpp"
#include "lines/lines.hpp"
#include "paths/paths.hpp"

namespace lexigrid::bindings {

void check_letters(const Tiles& tiles, uint32_t letter_count, bool allows_others) {
  const TileTable table = tiles.table();
  const auto check = [&](LetterCode letter) {
    if (letter < letter_count || (allows_others && letter == kOtherLetter)) return;
    throw nb::value_error("a tile has a letter beyond the alphabet");
  };
  for (const LetterCode letter : table.letter) {
    if (letter != kNoLetter) check(letter);
  }
  for (const LetterCode letter : table.letters) check(letter);
}

nb::str finish_name(Finish finish) {
  constexpr const char* kNames[] = {"complete", "limited", "deadline", "overflow", "interrupted"};
  return nb::str(kNames[static_cast<int>(finish)]);
}

namespace {

PathsWanted wanted_of(int wanted) {
  if (wanted < 0 || wanted > static_cast<int>(PathsWanted::all))
    throw nb::value_error("no such kind of answer");
  return static_cast<PathsWanted>(wanted);
}

std::unique_ptr<PathResult> run_paths(const Lexicon& lexicon, const TileTexts& texts, nb::handle codes,
                                      uint32_t rows, uint32_t columns, int topology, bool wrap,
                                      const Input<uint32_t>& pairs, bool reuse, uint32_t min_length,
                                      int wanted, bool count_paths, uint64_t limit, uint64_t max_stored,
                                      const Input<uint32_t>& points, double deadline) {
  const std::shared_ptr<const Tiles> tiles = lexicon.tiles_of(texts, kNoLetter);
  const CellBuffer cells(codes);
  const GridView grid = cells.grid(rows, columns, tiles->table());
  if (points.size() < lexicon.view().max_length + size_t{1})
    throw nb::value_error("points for every length are needed");
  auto result = std::make_unique<PathResult>();
  {
    nb::gil_scoped_release released;
    StopToken stop = stop_signal(deadline);
    const Adjacency adjacency = adjacency_of(topology, wrap, pairs, rows, columns);
    PathQuery query{.lexicon = lexicon.view(), .grid = grid, .adjacency = adjacency};
    query.reuse = reuse;
    query.min_length = min_length;
    query.wanted = wanted_of(wanted);
    query.count_paths = count_paths;
    query.limit = limit;
    query.max_stored = max_stored;
    query.points = span_of(points);
    query.tries = lexicon.tries();
    *result = find_paths(query, stop);
  }
  result->paths_counted = count_paths;
  raise_if_interrupted(result->finish);
  return result;
}

/// Tells Python how many rows are done, and listens to Ctrl-C: on the caller's thread, which asks it.
struct RowWatch {
  RowWatch(nb::handle progress, uint32_t rows) : progress(progress), rows(rows) {}

  static bool look(void* context) {
    const auto& self = *static_cast<RowWatch*>(context);
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) return true;  // leaves the exception set for raise_if_interrupted
    PyObject* const told = PyObject_CallFunction(self.progress.ptr(), "d",
                                                 static_cast<double>(self.rows_done.load()) / self.rows);
    Py_XDECREF(told);
    return told == nullptr;
  }

  nb::handle progress;
  uint32_t rows;
  std::atomic<uint64_t> rows_done{0};
};

std::unique_ptr<LineResult> run_lines(const Lexicon& lexicon, const TileTexts& texts, nb::handle codes,
                                      uint32_t rows, uint32_t columns, uint8_t directions, bool wrap,
                                      bool first_only, bool count_only, std::optional<LetterCode> any_letter,
                                      uint64_t limit, uint64_t max_stored, unsigned threads, double deadline,
                                      nb::handle progress, std::optional<uint64_t> through) {
  if (through && *through >= uint64_t{rows} * columns) throw nb::value_error("a cell beyond the grid");
  RowWatch watch(progress, rows);
  if (any_letter && *any_letter >= lexicon.view().letter_count) throw nb::value_error("no such letter");
  // What no word has, a wildcard still stands for.
  const std::shared_ptr<const Tiles> tiles = lexicon.tiles_of(texts, any_letter ? kOtherLetter : kNoLetter);
  const CellBuffer cells(codes);
  const GridView grid = cells.grid(rows, columns, tiles->table(), kMaxLineCells);
  auto result = std::make_unique<LineResult>();
  {
    nb::gil_scoped_release released;
    StopToken stop =
        progress.is_none() ? stop_signal(deadline) : StopToken(deadline, &RowWatch::look, &watch);
    LineQuery query{.lexicon = lexicon.view(), .grid = grid};
    query.directions = directions;
    query.wrap = wrap;
    query.first_only = first_only;
    query.count_only = count_only;
    query.any_letter = any_letter.value_or(kNoLetter);
    query.limit = limit;
    query.max_stored = max_stored;
    query.threads = std::max(threads, 1u);
    query.cache = &lexicon.line_cache();
    if (through) query.through = std::span(&*through, 1);
    query.rows_done = &watch.rows_done;
    *result = find_lines(query, stop);
  }
  raise_if_interrupted(result->finish);
  return result;
}

std::span<const uint32_t> as_numbers(const Occurrences& occurrences) {
  static_assert(sizeof(LineOccurrence) == 16);
  return {reinterpret_cast<const uint32_t*>(occurrences.data()), occurrences.size() * 4};
}

/// The occurrences as bytes: NumPy takes them without a view in between.
int give_occurrences(PyObject* self, Py_buffer* buffer, int flags) noexcept {
  const auto& result = *nb::inst_ptr<LineResult>(self);
  const auto bytes = std::as_bytes(as_numbers(result.occurrences));
  static std::byte nothing{};  // a buffer of no bytes still wants an address
  std::byte* const at = bytes.empty() ? &nothing : const_cast<std::byte*>(bytes.data());
  return PyBuffer_FillInfo(buffer, self, at, static_cast<Py_ssize_t>(bytes.size()), 1, flags);
}

PyType_Slot kLineResultSlots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&give_occurrences)},
                                  {0, nullptr}};

}  // namespace

void bind_search(nb::module_& m) {
  nb::class_<PathResult>(m, "PathResult")
      .def_prop_ro("words",
                   [](const PathResult& self) { return view_of(std::span(self.words), nb::find(self)); })
      .def_prop_ro("path_of",
                   [](const PathResult& self) { return view_of(std::span(self.path_of), nb::find(self)); })
      .def_prop_ro("cell_of",
                   [](const PathResult& self) { return view_of(std::span(self.cell_of), nb::find(self)); })
      .def_prop_ro("cells",
                   [](const PathResult& self) { return view_of(std::span(self.cells), nb::find(self)); })
      .def_ro("word_count", &PathResult::word_count)
      .def_ro("path_count", &PathResult::path_count)
      .def_ro("paths_counted", &PathResult::paths_counted)
      .def_ro("score", &PathResult::score)
      .def_prop_ro("finish", [](const PathResult& self) { return finish_name(self.finish); });

  nb::class_<LineResult>(m, "LineResult", nb::type_slots(kLineResultSlots))
      .def_prop_ro("size", [](const LineResult& self) { return self.occurrences.size(); })
      .def_prop_ro(
          "occurrences",
          [](const LineResult& self) { return view_of(as_numbers(self.occurrences), nb::find(self)); },
          "Four numbers each: word, row, column, direction * 65536 + number of cells.")
      .def(
          "saw",
          [](const LineResult& self, WordId word) {
            return word / 64 < self.seen.size() && (self.seen[word / 64] >> (word % 64) & 1) != 0;
          },
          nb::arg("word"))
      .def_ro("count", &LineResult::count)
      .def_prop_ro("finish", [](const LineResult& self) { return finish_name(self.finish); });

  m.def("find_paths", &run_paths, nb::arg("lexicon"), nb::arg("tiles"), nb::arg("codes"), nb::arg("rows"),
        nb::arg("columns"), nb::arg("topology"), nb::arg("wrap"), nb::arg("pairs"), nb::arg("reuse"),
        nb::arg("min_length"), nb::arg("wanted"), nb::arg("count_paths"), nb::arg("limit"),
        nb::arg("max_stored"), nb::arg("points"), nb::arg("deadline"));
  m.def("find_lines", &run_lines, nb::arg("lexicon"), nb::arg("tiles"), nb::arg("codes"), nb::arg("rows"),
        nb::arg("columns"), nb::arg("directions"), nb::arg("wrap"), nb::arg("first_only"),
        nb::arg("count_only"), nb::arg("any_letter").none(), nb::arg("limit"), nb::arg("max_stored"),
        nb::arg("threads"), nb::arg("deadline"), nb::arg("progress").none(), nb::arg("through").none());
  bind_trace(m);
}

}  // namespace lexigrid::bindings

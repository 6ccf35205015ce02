// Searches for lines and paths.
#include <algorithm>
#include <atomic>
#include <optional>

#include "base/bits.hpp"
#include "bindings/lexicon.hpp"
#include "bindings/module.hpp"
#include "lines/lines.hpp"
#include "paths/json.hpp"
#include "paths/paths.hpp"

namespace lexigrid::bindings {
namespace {

std::unique_ptr<PathResult> run_paths(const Lexicon& lexicon, const TileTexts& texts, nb::handle codes,
                                      uint32_t rows, uint32_t columns, int topology, bool wrap,
                                      const Input<uint32_t>& pairs, bool reuse, uint32_t min_length,
                                      int wanted, bool count_paths, uint64_t limit, uint64_t max_stored,
                                      const Input<uint32_t>& points, double deadline) {
  const std::shared_ptr<const Tiles> tiles = lexicon.encode(texts, kNoLetter);
  const CellBuffer cells(codes);
  const GridView grid = cells.grid(rows, columns, tiles->table());
  lexicon.check_points(points);
  auto result = std::make_unique<PathResult>();
  run_released(deadline, [&](StopToken& stop) {
    const Adjacency adjacency = adjacency_of(topology, wrap, pairs, rows, columns);
    PathQuery query{.lexicon = lexicon.view(), .grid = grid, .adjacency = adjacency};
    query.reuse = reuse;
    query.min_length = min_length;
    query.wanted = enum_of(wanted, PathsWanted::all, "unknown kind of answer");
    query.count_paths = count_paths;
    query.limit = limit;
    query.max_stored = max_stored;
    query.points = span_of(points);
    query.tries = &lexicon.tries();
    *result = find_paths(query, stop);
  });
  result->paths_counted = count_paths;
  return result;
}

/// Reports the fraction of rows done to Python and polls Ctrl-C, on the caller's thread.
struct ProgressReport {
  ProgressReport(nb::handle progress, uint32_t rows) : progress(progress), rows(rows) {}

  static bool is_interrupted(void* context) {
    const auto& self = *static_cast<ProgressReport*>(context);
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) return true;  // raise_if_interrupted raises the exception
    PyObject* const result = PyObject_CallFunction(self.progress.ptr(), "d",
                                                   static_cast<double>(self.rows_done.load()) / self.rows);
    Py_XDECREF(result);
    return result == nullptr;
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
  if (through && *through >= uint64_t{rows} * columns) throw nb::value_error("the cell is outside the grid");
  if (any_letter && *any_letter >= lexicon.view().letter_count) throw nb::value_error("unknown letter");
  // A wildcard in a word also matches letters of the grid that are not in the lexicon.
  const std::shared_ptr<const Tiles> tiles = lexicon.encode(texts, any_letter ? kOtherLetter : kNoLetter);
  const CellBuffer cells(codes);
  const GridView grid = cells.grid(rows, columns, tiles->table(), kMaxLineCells);
  ProgressReport report(progress, rows);
  StopToken stop = progress.is_none() ? make_stop_token(deadline)
                                      : StopToken(deadline, &ProgressReport::is_interrupted, &report);
  auto result = std::make_unique<LineResult>();
  {
    nb::gil_scoped_release released;
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
    query.rows_done = &report.rows_done;
    *result = find_lines(query, stop);
  }
  raise_if_interrupted(stop.reason());
  return result;
}

/// The words at these places of an answer, as JSON objects separated by ",\n  ".
nb::str words_to_json(const PathResult& self, const Lexicon& lexicon, const Input<uint32_t>& points,
                      uint32_t columns, const std::vector<uint64_t>& places) {
  lexicon.check_points(points);
  if (columns == 0) throw nb::value_error("the grid has no columns");
  if (std::any_of(places.begin(), places.end(), [&](uint64_t place) { return place >= self.words.size(); }))
    throw nb::index_error("a place is beyond the words found");
  return to_str(
      lexigrid::words_to_json(self, lexicon.view(), lexicon.texts(), span_of(points), columns, places, [] {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
      }));
}

std::span<const uint32_t> as_numbers(const Occurrences& occurrences) {
  return {reinterpret_cast<const uint32_t*>(occurrences.data()), occurrences.size() * 4};
}

/// The occurrences as bytes, so that NumPy reads them without an intermediate memoryview.
int get_occurrence_buffer(PyObject* self, Py_buffer* buffer, int flags) noexcept {
  const auto& result = *nb::inst_ptr<LineResult>(self);
  const auto bytes = std::as_bytes(as_numbers(result.occurrences));
  static std::byte nothing{};  // even an empty buffer needs an address
  std::byte* const at = bytes.empty() ? &nothing : const_cast<std::byte*>(bytes.data());
  return PyBuffer_FillInfo(buffer, self, at, static_cast<Py_ssize_t>(bytes.size()), 1, flags);
}

PyType_Slot kLineResultSlots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&get_occurrence_buffer)},
                                  {0, nullptr}};

}  // namespace

void register_search(nb::module_& m) {
  nb::class_<PathResult>(m, "PathResult")
      .def_prop_ro("words", view_getter(&PathResult::words))
      .def_prop_ro("path_of", view_getter(&PathResult::path_of))
      .def_prop_ro("cell_of", view_getter(&PathResult::cell_of))
      .def_prop_ro("cells", view_getter(&PathResult::cells))
      .def_ro("word_count", &PathResult::word_count)
      .def_ro("path_count", &PathResult::path_count)
      .def_ro("paths_counted", &PathResult::paths_counted)
      .def_ro("score", &PathResult::score)
      .def("words_to_json", &words_to_json, "lexicon"_a, "points"_a, "columns"_a, "places"_a)
      .def_prop_ro("finish", [](const PathResult& self) { return finish_name(self.finish); });

  nb::class_<LineResult>(m, "LineResult", nb::type_slots(kLineResultSlots))
      .def_prop_ro("size", [](const LineResult& self) { return self.occurrences.size(); })
      .def_prop_ro(
          "occurrences",
          [](const LineResult& self) { return view_of(as_numbers(self.occurrences), nb::find(self)); },
          "Four numbers per occurrence: word, row, column, and direction * 65536 + number of cells.")
      .def(
          "saw",
          [](const LineResult& self, WordId word) {
            return word / 64 < self.seen.size() && has_bit(self.seen, word);
          },
          "word"_a)
      .def_ro("count", &LineResult::count)
      .def_prop_ro("finish", [](const LineResult& self) { return finish_name(self.finish); });

  m.def("find_paths", &run_paths, "lexicon"_a, "tiles"_a, "codes"_a, "rows"_a, "columns"_a, "topology"_a,
        "wrap"_a, "pairs"_a, "reuse"_a, "min_length"_a, "wanted"_a, "count_paths"_a, "limit"_a,
        "max_stored"_a, "points"_a, "deadline"_a);
  m.def("find_lines", &run_lines, "lexicon"_a, "tiles"_a, "codes"_a, "rows"_a, "columns"_a, "directions"_a,
        "wrap"_a, "first_only"_a, "count_only"_a, "any_letter"_a.none(), "limit"_a, "max_stored"_a,
        "threads"_a, "deadline"_a, "progress"_a.none(), "through"_a.none());
}

}  // namespace lexigrid::bindings

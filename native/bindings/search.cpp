// Searches of one grid for lines and paths, and their answers.
#include <algorithm>
#include <atomic>
#include <optional>
#include <tuple>
#include <utility>

#include "answer/json.hpp"
#include "answer/paths.hpp"
#include "bindings/lexicon.hpp"
#include "bindings/module.hpp"
#include "lines/lines.hpp"

namespace lexigrid::bindings {
namespace {

std::unique_ptr<PathResult> run_paths(const Lexicon& lexicon, const TileTexts& texts, nb::handle codes,
                                      const Topology& topology, bool reuse, uint32_t min_length, int wanted,
                                      bool count_only, int order, uint64_t limit, uint64_t max_stored,
                                      const Input<uint32_t>& points, double deadline) {
  const std::shared_ptr<const Tiles> tiles = lexicon.encode(texts, kNoLetter);
  const CellBuffer cells(codes);
  const GridView grid = cells.grid(topology.rows(), topology.columns(), tiles->table());
  lexicon.check_points(points);
  const auto paths = enum_of(wanted, PathsWanted::all, "unknown kind of answer");
  const auto sort = enum_of(order, WordOrder::score, "unknown order");
  auto result = std::make_unique<PathResult>();
  run_released(deadline, [&](StopToken& stop) {
    const PathQuery query{.lexicon = lexicon.view(),
                          .grid = grid,
                          .adjacency = topology.adjacency(),
                          .reuse = reuse,
                          .min_length = min_length,
                          .wanted = count_only ? PathsWanted::count : paths,
                          .count_paths = paths == PathsWanted::all,
                          .limit = limit,
                          .max_stored = max_stored,
                          .tries = &lexicon.tries(),
                          .points = span_of(points)};
    *result = answer_paths(query, sort, stop);
  });
  return result;
}

std::unique_ptr<LineResult> run_lines(const Lexicon& lexicon, const TileTexts& texts, nb::handle codes,
                                      uint32_t rows, uint32_t columns, uint8_t directions, bool wrap,
                                      bool first_only, bool count_only, bool sees_all,
                                      std::optional<LetterCode> any_letter, uint64_t limit,
                                      uint64_t max_stored, unsigned threads, double deadline,
                                      nb::handle progress, std::optional<uint64_t> through) {
  if (through && *through >= uint64_t{rows} * columns) throw nb::value_error("the cell is outside the grid");
  if (any_letter && *any_letter >= lexicon.view().letter_count) throw nb::value_error("unknown letter");
  // A wildcard in a word also matches letters of the grid that are not in the lexicon.
  const std::shared_ptr<const Tiles> tiles = lexicon.encode(texts, any_letter ? kOtherLetter : kNoLetter);
  const CellBuffer cells(codes);
  const GridView grid = cells.grid(rows, columns, tiles->table(), kMaxLineCells);
  ProgressReport report{progress, rows};
  StopToken stop = report.make_stop_token(deadline);
  auto result = std::make_unique<LineResult>();
  {
    nb::gil_scoped_release released;
    LineQuery query{.lexicon = lexicon.view(),
                    .grid = grid,
                    .directions = directions,
                    .wrap = wrap,
                    .first_only = first_only,
                    .count_only = count_only,
                    .sees_all = sees_all,
                    .any_letter = any_letter.value_or(kNoLetter),
                    .limit = limit,
                    .max_stored = max_stored,
                    .threads = std::max(threads, 1u),
                    .cache = &lexicon.line_cache(),
                    .rows_done = &report.done};
    if (through) query.through = std::span(&*through, 1);
    *result = find_lines(query, stop);
  }
  raise_if_interrupted(stop.reason());
  return result;
}

/// Cells that are searched sooner than a signal would be noticed.
constexpr uint64_t kFewCells = uint64_t{1} << 14;

/// Finds all lines of a small grid in all directions, with no more options: a call is made in a third of the
/// time. Without `rows`, the cells are a read-only table of bytes. Null if they are anything else, or many.
std::unique_ptr<LineResult> run_few_lines(const Lexicon& lexicon, const TileTexts& texts, nb::handle codes,
                                          uint32_t rows, uint32_t columns) {
  if (PyObject_CheckBuffer(codes.ptr()) == 0) return nullptr;
  try {
    const CellBuffer cells(codes);
    if (rows == 0) std::tie(rows, columns) = cells.table_shape();
    const uint64_t size = uint64_t{rows} * columns;
    if (size == 0 || size > kFewCells) return nullptr;
    const std::shared_ptr<const Tiles> tiles = lexicon.encode(texts, kNoLetter);
    const GridView grid = cells.grid(rows, columns, tiles->table());
    const LineQuery query{.lexicon = lexicon.view(), .grid = grid, .cache = &lexicon.line_cache()};
    StopToken stop;
    return std::make_unique<LineResult>(find_lines(query, stop));
  } catch (const nb::python_error&) {
    return nullptr;  // not contiguous
  } catch (const nb::builtin_exception&) {
    return nullptr;  // not bytes
  }
}

void poll_signals() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

nb::str write_paths(const PathResult& self, const Lexicon& lexicon, const Input<uint32_t>& points,
                    uint32_t rows, uint32_t columns, size_t first, size_t last,
                    const std::vector<std::string>& commonness) {
  lexicon.check_points(points);
  if (columns == 0) throw nb::value_error("the grid has no columns");
  if (!commonness.empty() && commonness.size() != 256) throw nb::value_error("expected 256 names of bands");
  for (size_t i = first; i < std::min(last, self.words.size()); ++i) lexicon.check_word(self.words[i]);
  return to_str(paths_to_json(self, {lexicon.view(), lexicon.texts(), rows, columns}, span_of(points), first,
                              last, commonness, poll_signals));
}

nb::str write_lines(const LineResult& self, const Lexicon& lexicon, uint32_t rows, uint32_t columns,
                    size_t first, size_t last, const std::vector<std::string>& missing) {
  if (rows == 0 || columns == 0) throw nb::value_error("the grid has no cells");
  for (size_t i = first; i < std::min(last, self.occurrences.size()); ++i)
    lexicon.check_word(self.occurrences[i].word);
  return to_str(lines_to_json(self, {lexicon.view(), lexicon.texts(), rows, columns}, first, last, missing));
}

/// The occurrences as bytes, so that NumPy reads them without an intermediate memoryview.
int get_occurrence_buffer(PyObject* self, Py_buffer* buffer, int flags) noexcept {
  const auto& occurrences = nb::inst_ptr<LineResult>(self)->occurrences;
  static LineOccurrence nothing{};  // even an empty buffer needs an address
  const void* const at = occurrences.empty() ? &nothing : occurrences.data();
  return PyBuffer_FillInfo(buffer, self, const_cast<void*>(at),
                           static_cast<Py_ssize_t>(occurrences.size() * sizeof nothing), 1, flags);
}

PyType_Slot kLineResultSlots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&get_occurrence_buffer)},
                                  {0, nullptr}};

}  // namespace

void register_search(nb::module_& m) {
  nb::class_<PathResult> paths(m, "PathResult");
  paths.def("__len__", [](const PathResult& self) { return self.words.size(); })
      .def_prop_ro("word_ids", view_getter<PathResult>(&PathResult::words))
      .def_prop_ro("path_of", view_getter<PathResult>(&PathResult::path_of))
      .def_prop_ro("cell_of", view_getter<PathResult>(&PathResult::cell_of))
      .def_prop_ro("cells", view_getter<PathResult>(&PathResult::cells))
      .def_ro("count", &PathResult::word_count)
      .def_prop_ro("path_count",
                   [](const PathResult& self) {
                     return self.paths_counted ? std::optional(self.path_count) : std::nullopt;
                   })
      .def_ro("score", &PathResult::score)
      .def_ro("total", &PathResult::total, "The number of words before a limit cut them, or 0.")
      .def_prop_ro("cut_by", [](const PathResult& self) { return cut_by(self.finish); })
      .def(
          "word",
          [](const PathResult& self, size_t i) {
            const WordId word = self.words[checked(i, self.words.size())];
            return std::tuple(word, self.paths_begin(i), self.paths_begin(i + 1));
          },
          "index"_a, "The id of a word, the number of its first path, and that after its last.")
      .def(
          "path",
          [](const PathResult& self, size_t number) {
            const auto path = self.path(checked(number + 1, self.cell_of.size()) - 1);
            return std::vector(path.begin(), path.end());
          },
          "number"_a)
      .def(
          "find",
          [](const PathResult& self, WordId word) {
            const auto found = std::find(self.words.begin(), self.words.end(), word);
            return found == self.words.end() ? std::nullopt : std::optional(found - self.words.begin());
          },
          "word_id"_a)
      .def("to_json", &write_paths, "lexicon"_a, "points"_a, "rows"_a, "columns"_a, "first"_a, "last"_a,
           "commonness"_a);
  pickle_by(paths, &PathResult::words, &PathResult::path_of, &PathResult::cell_of, &PathResult::cells,
            &PathResult::word_count, &PathResult::path_count, &PathResult::paths_counted, &PathResult::score,
            &PathResult::total, &PathResult::finish);

  nb::class_<LineResult> lines(m, "LineResult", nb::type_slots(kLineResultSlots));
  lines.def("__len__", [](const LineResult& self) { return self.occurrences.size(); })
      .def(
          "occurrence",
          [](const LineResult& self, size_t i) {
            const LineOccurrence& each = self.occurrences[checked(i, self.occurrences.size())];
            return std::tuple(each.word, each.row, each.column, each.length, each.direction);
          },
          "index"_a, "Word, row, column, number of cells, and direction (8 on a single cell).")
      .def("saw", &LineResult::saw, "word"_a)
      .def(
          "missing",
          [](const LineResult& self, const Input<WordId>& words) {
            for (const WordId word : span_of(words)) (void)checked(word / 64, self.seen.size());
            return to_memoryview(self.missing(span_of(words)));
          },
          "words"_a)
      .def_ro("count", &LineResult::count)
      .def_prop_ro("cut_by", [](const LineResult& self) { return cut_by(self.finish); })
      .def("to_json", &write_lines, "lexicon"_a, "rows"_a, "columns"_a, "first"_a, "last"_a, "missing"_a);
  pickle_by(lines, &LineResult::occurrences, &LineResult::seen, &LineResult::count, &LineResult::finish);

  m.def("find_paths", &run_paths, "lexicon"_a, "tiles"_a, "codes"_a, "topology"_a, "reuse"_a, "min_length"_a,
        "wanted"_a, "count_only"_a, "order"_a, "limit"_a, "max_stored"_a, "points"_a, "deadline"_a);
  m.attr("FEW_CELLS") = kFewCells;
  m.def("find_few_lines", &run_few_lines, "lexicon"_a, "tiles"_a, "codes"_a, "rows"_a, "columns"_a,
        nb::sig("def find_few_lines(lexicon: Lexicon, tiles: TileTexts, codes: object, rows: int, "
                "columns: int) -> LineResult | None"));
  m.def("find_lines", &run_lines, "lexicon"_a, "tiles"_a, "codes"_a, "rows"_a, "columns"_a, "directions"_a,
        "wrap"_a, "first_only"_a, "count_only"_a, "sees_all"_a, "any_letter"_a.none(), "limit"_a,
        "max_stored"_a, "threads"_a, "deadline"_a, "progress"_a.none(), "through"_a.none());
}

}  // namespace lexigrid::bindings

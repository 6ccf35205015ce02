// The border of the trace: check, release the GIL, search, hand flat arrays back.
#include "trace/trace.hpp"
#include "bindings/module.hpp"
#include "trace/listing.hpp"
#include "trace/solvers/clauses.hpp"

namespace lexigrid::bindings {
namespace {

std::unique_ptr<TraceResult> run_trace(const Input<uint16_t>& word, const Tiles& tiles, const AnyInput& codes,
                                       uint32_t rows, uint32_t columns, int topology, bool wrap,
                                       const Input<uint32_t>& pairs, bool reuse, int wanted, uint64_t limit,
                                       uint32_t skip, double deadline) {
  if (word.size() == 0) throw nb::value_error("the word has no letters");
  if (wanted < 0 || wanted > static_cast<int>(TraceWanted::count))
    throw nb::value_error("no such kind of answer");
  check_letters(tiles, 0xFFFF);
  const GridView grid = grid_view(codes, rows, columns, tiles);
  auto result = std::make_unique<TraceResult>();
  {
    nb::gil_scoped_release released;
    StopToken stop = stop_signal(deadline);
    const Adjacency adjacency = adjacency_of(topology, wrap, pairs, rows, columns, true);
    TraceQuery query{.grid = grid, .adjacency = adjacency, .word = span_of(word)};
    query.reuse = reuse;
    query.wanted = static_cast<TraceWanted>(wanted);
    query.limit = limit;
    query.skip = skip;
    *result = trace(query, stop);
  }
  raise_if_interrupted(result->finish);
  return result;
}

/// The clauses of a proof that the word is absent; None when none was found (it is there, the question
/// is too large, or the time was over).
nb::object run_refute(const Input<uint16_t>& word, const Tiles& tiles, const AnyInput& codes, uint32_t rows,
                      uint32_t columns, int topology, bool wrap, const Input<uint32_t>& pairs, bool reuse,
                      double deadline) {
  if (word.size() == 0) throw nb::value_error("the word has no letters");
  check_letters(tiles, 0xFFFF);
  const GridView grid = grid_view(codes, rows, columns, tiles);
  Refutation made;
  Finish finish = Finish::complete;
  if (!reuse) {
    nb::gil_scoped_release released;
    StopToken stop = stop_signal(deadline);
    const Adjacency adjacency = adjacency_of(topology, wrap, pairs, rows, columns, true);
    const TraceQuery query{.grid = grid, .adjacency = adjacency, .word = span_of(word)};
    const auto question = question_of(query);
    if (const auto* written = std::get_if<TraceQuestion>(&question)) made = refute(*written, stop);
    finish = stop.reason();
  }
  raise_if_interrupted(finish);
  return made.verdict == Verdict::absent ? kept(std::move(made.clauses)) : nb::none();
}

/// Paths one by one, with all that they refer to kept alive.
class TraceStream {
 public:
  TraceStream(const Input<uint16_t>& word, const Tiles& tiles, const AnyInput& codes, uint32_t rows,
              uint32_t columns, int topology, bool wrap, const Input<uint32_t>& pairs, bool reuse)
      : tiles_(tiles),
        codes_(codes),
        word_(span_of(word).begin(), span_of(word).end()) {
    if (word_.empty()) throw nb::value_error("the word has no letters");
    check_letters(tiles_, 0xFFFF);
    grid_ = grid_view(codes_, rows, columns, tiles_);
    adjacency_ = adjacency_of(topology, wrap, pairs, rows, columns, true);
    TraceQuery query{.grid = grid_, .adjacency = adjacency_, .word = word_};
    query.reuse = reuse;
    listing_ = std::make_unique<TraceListing>(query);
  }

  /// The cells of the next path; None after the last. TimeoutError when the time is over; asked
  /// again it goes on.
  nb::object next(double deadline) {
    Verdict verdict = Verdict::open;
    Finish finish = Finish::complete;
    {
      nb::gil_scoped_release released;
      StopToken stop = stop_signal(deadline);
      verdict = listing_->next(stop);
      finish = stop.reason();
    }
    raise_if_interrupted(finish);
    if (verdict == Verdict::open) {
      PyErr_SetString(PyExc_TimeoutError, "no path was found in the time given");
      throw nb::python_error();
    }
    if (verdict != Verdict::found) return nb::none();
    return kept(std::vector<CellId>(listing_->path().begin(), listing_->path().end()));
  }

 private:
  Tiles tiles_;
  AnyInput codes_;
  std::vector<LetterCode> word_;
  GridView grid_;
  Adjacency adjacency_;
  std::unique_ptr<TraceListing> listing_;
};

}  // namespace

void bind_trace(nb::module_& m) {
  nb::class_<TraceResult>(m, "TraceResult")
      .def_prop_ro("status",
                   [](const TraceResult& self) {
                     constexpr const char* kNames[] = {"found", "absent", "undetermined"};
                     return nb::str(kNames[static_cast<int>(self.status)]);
                   })
      .def_prop_ro("cell_of",
                   [](const TraceResult& self) { return view_of(std::span(self.cell_of), nb::find(self)); })
      .def_prop_ro("cells",
                   [](const TraceResult& self) { return view_of(std::span(self.cells), nb::find(self)); })
      .def_prop_ro(
          "count", [](const TraceResult& self) { return view_of(self.count.limbs(), nb::find(self)); },
          "The number of paths in 64-bit limbs, the lowest first.")
      .def_prop_ro("decided_by",
                   [](const TraceResult& self) {
                     const std::string_view name = kTracePassNames[static_cast<size_t>(self.pass)];
                     return nb::str(name.data(), name.size());
                   })
      .def_ro("exact", &TraceResult::exact)
      .def_prop_ro("finish", [](const TraceResult& self) { return finish_name(self.finish); });

  m.def("refute", &run_refute, nb::arg("word"), nb::arg("tiles"), nb::arg("codes"), nb::arg("rows"),
        nb::arg("columns"), nb::arg("topology"), nb::arg("wrap"), nb::arg("pairs"), nb::arg("reuse"),
        nb::arg("deadline"));
  nb::class_<TraceStream>(m, "TraceStream")
      .def(nb::init<const Input<uint16_t>&, const Tiles&, const AnyInput&, uint32_t, uint32_t, int, bool,
                    const Input<uint32_t>&, bool>(),
           nb::arg("word"), nb::arg("tiles"), nb::arg("codes"), nb::arg("rows"), nb::arg("columns"),
           nb::arg("topology"), nb::arg("wrap"), nb::arg("pairs"), nb::arg("reuse"))
      .def("next", &TraceStream::next, nb::arg("deadline"),
           nb::sig("def next(self, deadline: float) -> memoryview | None"));

  nb::list passes;
  for (const std::string_view name : kTracePassNames) passes.append(nb::str(name.data(), name.size()));
  m.attr("TRACE_PASSES") = nb::tuple(passes);
  m.def("trace", &run_trace, nb::arg("word"), nb::arg("tiles"), nb::arg("codes"), nb::arg("rows"),
        nb::arg("columns"), nb::arg("topology"), nb::arg("wrap"), nb::arg("pairs"), nb::arg("reuse"),
        nb::arg("wanted"), nb::arg("limit"), nb::arg("skip"), nb::arg("deadline"));
}

}  // namespace lexigrid::bindings

// The trace of one word: the answer, a proof of absence, and its paths one by one.
#include "trace/trace.hpp"

#include "bindings/module.hpp"
#include "bindings/tiles.hpp"
#include "trace/engines/clauses.hpp"
#include "trace/listing.hpp"

namespace lexigrid::bindings {
namespace {

/// A word, a grid and a topology, with all data they refer to.
class TraceArguments {
 public:
  TraceArguments(const Input<LetterCode>& word, const Tiles& tiles, nb::handle codes, uint32_t rows,
                 uint32_t columns, int topology, bool wrap, const Input<uint32_t>& pairs, bool reuse)
      : tiles_(tiles),
        cells_(codes),
        word_(span_of(word).begin(), span_of(word).end()),
        reuse_(reuse) {
    if (word_.empty()) throw nb::value_error("the word has no letters");
    check_letters(tiles_, kNoLetter);
    grid_ = cells_.grid(rows, columns, tiles_.table());
    adjacency_ = adjacency_of(topology, wrap, pairs, rows, columns, false);
  }

  [[nodiscard]] TraceQuery query() const {
    TraceQuery query{.grid = grid_, .adjacency = adjacency_, .word = word_};
    query.reuse = reuse_;
    return query;
  }

 private:
  Tiles tiles_;
  CellBuffer cells_;
  std::vector<LetterCode> word_;
  bool reuse_;
  GridView grid_;
  Adjacency adjacency_;
};

std::unique_ptr<TraceResult> run_trace(const Input<LetterCode>& word, const Tiles& tiles, nb::handle codes,
                                       uint32_t rows, uint32_t columns, int topology, bool wrap,
                                       const Input<uint32_t>& pairs, bool reuse, int wanted, uint64_t limit,
                                       double deadline) {
  const TraceArguments arguments(word, tiles, codes, rows, columns, topology, wrap, pairs, reuse);
  TraceQuery query = arguments.query();
  query.wanted = enum_of(wanted, TraceWanted::count, "unknown kind of answer");
  query.limit = limit;
  auto result = std::make_unique<TraceResult>();
  run_released(deadline, [&](StopToken& stop) { *result = trace(query, stop); });
  return result;
}

std::optional<OwnedView<int64_t>> run_refute(const Input<LetterCode>& word, const Tiles& tiles,
                                             nb::handle codes, uint32_t rows, uint32_t columns, int topology,
                                             bool wrap, const Input<uint32_t>& pairs, bool reuse,
                                             double deadline) {
  const TraceArguments arguments(word, tiles, codes, rows, columns, topology, wrap, pairs, reuse);
  Refutation made;
  if (!reuse) {
    run_released(deadline, [&](StopToken& stop) {
      const auto questions = questions_of(arguments.query(), stop);
      const auto* const asked = std::get_if<TraceQuestions>(&questions);
      if (asked != nullptr && asked->is_plain) made = refute(asked->all[0], stop);
    });
  }
  if (made.verdict != Verdict::absent) return std::nullopt;
  return to_memoryview(std::move(made.clauses));
}

class TraceStream {
 public:
  TraceStream(const Input<LetterCode>& word, const Tiles& tiles, nb::handle codes, uint32_t rows,
              uint32_t columns, int topology, bool wrap, const Input<uint32_t>& pairs, bool reuse)
      : arguments_(word, tiles, codes, rows, columns, topology, wrap, pairs, reuse),
        listing_(std::make_unique<TraceListing>(arguments_.query())) {}

  std::optional<OwnedView<CellId>> next(double deadline) {
    Verdict verdict = Verdict::open;
    run_released(deadline, [&](StopToken& stop) { verdict = listing_->next(stop); });
    if (verdict == Verdict::open) {
      PyErr_SetString(PyExc_TimeoutError, "no path was found within the time limit");
      throw nb::python_error();
    }
    if (verdict != Verdict::found) return std::nullopt;
    return to_memoryview(std::vector<CellId>(listing_->path().begin(), listing_->path().end()));
  }

 private:
  TraceArguments arguments_;
  std::unique_ptr<TraceListing> listing_;
};

}  // namespace

void register_trace(nb::module_& m) {
  nb::class_<TraceResult>(m, "TraceResult")
      .def_prop_ro("status",
                   [](const TraceResult& self) {
                     constexpr const char* kNames[] = {"found", "absent", "undetermined"};
                     return nb::str(kNames[static_cast<int>(self.status)]);
                   })
      .def_prop_ro("cell_of", view_getter(&TraceResult::cell_of))
      .def_prop_ro("cells", view_getter(&TraceResult::cells))
      .def_prop_ro(
          "count", [](const TraceResult& self) { return view_of(self.count.limbs(), nb::find(self)); },
          "The number of paths as 64-bit limbs, least significant first.")
      .def_prop_ro("decided_by", [](const TraceResult& self) { return to_str(name_of(self.decided_by)); })
      .def_ro("exact", &TraceResult::exact)
      .def_prop_ro("finish", [](const TraceResult& self) { return finish_name(self.finish); });

  m.def("trace", &run_trace, "word"_a, "tiles"_a, "codes"_a, "rows"_a, "columns"_a, "topology"_a, "wrap"_a,
        "pairs"_a, "reuse"_a, "wanted"_a, "limit"_a, "deadline"_a);
  m.def("refute", &run_refute, "word"_a, "tiles"_a, "codes"_a, "rows"_a, "columns"_a, "topology"_a, "wrap"_a,
        "pairs"_a, "reuse"_a, "deadline"_a,
        "Return the clauses of a proof that the word is absent, or None if no proof was found.");

  nb::class_<TraceStream>(m, "TraceStream")
      .def(nb::init<const Input<LetterCode>&, const Tiles&, nb::handle, uint32_t, uint32_t, int, bool,
                    const Input<uint32_t>&, bool>(),
           "word"_a, "tiles"_a, "codes"_a, "rows"_a, "columns"_a, "topology"_a, "wrap"_a, "pairs"_a,
           "reuse"_a)
      .def("next", &TraceStream::next, "deadline"_a,
           "Return the cells of the next path, or None after the last. Raise TimeoutError at the deadline; "
           "the "
           "next call continues.");
}

}  // namespace lexigrid::bindings

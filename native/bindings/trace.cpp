// The trace of one word: the answer, a proof of absence, and its paths one by one.
#include "trace/trace.hpp"

#include <algorithm>

#include "bindings/module.hpp"
#include "bindings/tiles.hpp"
#include "trace/engines/clauses.hpp"
#include "trace/listing.hpp"

namespace lexigrid::bindings {
namespace {

/// A word, a grid and a topology, with all data they refer to.
class TraceArguments {
 public:
  TraceArguments(const std::vector<std::string>& letters, const TileTexts& texts, nb::handle codes,
                 nb::typed<nb::object, Topology> topology, bool reuse)
      : cells_(codes),
        owner_(std::move(topology)),
        topology_(nb::cast<const Topology&>(owner_)),
        reuse_(reuse) {
    if (letters.empty()) throw nb::value_error("the word has no letters");
    std::vector<std::string> faces(letters);
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    if (faces.size() > kMaxLetters) throw nb::value_error("the word has too many letters");
    for (const std::string& letter : letters)
      word_.push_back(
          static_cast<LetterCode>(std::lower_bound(faces.begin(), faces.end(), letter) - faces.begin()));
    tiles_ = texts.encode(faces, kNoLetter);
    grid_ = cells_.grid(topology_.rows(), topology_.columns(), tiles_.table());
  }

  [[nodiscard]] TraceQuery query() const {
    TraceQuery query{.grid = grid_, .adjacency = topology_.sketch(), .word = word_};
    query.reuse = reuse_;
    return query;
  }

 private:
  CellBuffer cells_;
  nb::object owner_;  // keeps the topology alive
  const Topology& topology_;
  bool reuse_;
  std::vector<LetterCode> word_;
  Tiles tiles_;
  GridView grid_;
};

using Shape = nb::typed<nb::object, Topology>;

std::unique_ptr<TraceResult> run_trace(const std::vector<std::string>& letters, const TileTexts& tiles,
                                       nb::handle codes, Shape topology, bool reuse, int wanted,
                                       uint64_t limit, double deadline) {
  const TraceArguments arguments(letters, tiles, codes, std::move(topology), reuse);
  TraceQuery query = arguments.query();
  query.wanted = enum_of(wanted, TraceWanted::count, "unknown kind of answer");
  query.limit = limit;
  auto result = std::make_unique<TraceResult>();
  run_released(deadline, [&](StopToken& stop) { *result = trace(query, stop); });
  return result;
}

std::optional<OwnedView<int64_t>> run_refute(const std::vector<std::string>& letters, const TileTexts& tiles,
                                             nb::handle codes, Shape topology, bool reuse, double deadline) {
  const TraceArguments arguments(letters, tiles, codes, std::move(topology), reuse);
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
  TraceStream(const std::vector<std::string>& letters, const TileTexts& tiles, nb::handle codes,
              Shape topology, bool reuse)
      : arguments_(letters, tiles, codes, std::move(topology), reuse),
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
      .def("__len__", &TraceResult::paths, "The number of paths listed.")
      .def(
          "path",
          [](const TraceResult& self, size_t number) {
            const auto path = self.path(checked(number, self.paths()));
            return std::vector(path.begin(), path.end());
          },
          "number"_a)
      .def_prop_ro(
          "count", [](const TraceResult& self) { return view_of(self.count.limbs(), nb::find(self)); },
          "The number of paths as 64-bit limbs, least significant first.")
      .def_prop_ro("decided_by", [](const TraceResult& self) { return to_str(name_of(self.decided_by)); })
      .def_ro("exact", &TraceResult::exact);

  m.def("trace", &run_trace, "letters"_a, "tiles"_a, "codes"_a, "topology"_a, "reuse"_a, "wanted"_a,
        "limit"_a, "deadline"_a);
  m.def("refute", &run_refute, "letters"_a, "tiles"_a, "codes"_a, "topology"_a, "reuse"_a, "deadline"_a,
        "Return the clauses of a proof that the word is absent, or None if no proof was found.");

  nb::class_<TraceStream>(m, "TraceStream")
      .def(nb::init<const std::vector<std::string>&, const TileTexts&, nb::handle, Shape, bool>(),
           "letters"_a, "tiles"_a, "codes"_a, "topology"_a, "reuse"_a)
      .def("next", &TraceStream::next, "deadline"_a,
           "Return the cells of the next path, or None after the last. Raise TimeoutError at the deadline; "
           "the "
           "next call continues.");
}

}  // namespace lexigrid::bindings

#include "bindings/arguments.hpp"

#include <atomic>
#include <memory>

#include "bindings/module.hpp"

namespace lexigrid::bindings {
namespace {

constexpr const char* kStopped = "the search was stopped";

/// Stops the searches of threads that watch it. Needed because Python delivers Ctrl-C only to the main
/// thread.
class SharedStopToken {
 public:
  void set() noexcept { flag_->store(true); }
  [[nodiscard]] bool is_set() const noexcept { return flag_->load(); }
  /// From now on, the token stops searches of this thread.
  void watch() const { watched = flag_; }

  static bool is_watched_one_set() noexcept { return watched != nullptr && watched->load(); }

 private:
  static thread_local std::shared_ptr<std::atomic<bool>> watched;
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};
thread_local std::shared_ptr<std::atomic<bool>> SharedStopToken::watched;

/// Sets a Python exception for raise_if_interrupted.
bool is_interrupted(void*) {
  const bool is_stopped = SharedStopToken::is_watched_one_set();
  nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) return true;
  if (is_stopped) PyErr_SetString(PyExc_InterruptedError, kStopped);
  return is_stopped;
}

}  // namespace

WordsView words_of(const Input<LetterCode>& letters, const Input<uint32_t>& at, bool may_be_empty) {
  const WordsView words{span_of(letters), span_of(at)};
  if (at.size() == 0 || words.at[0] != 0 || words.at.back() != letters.size())
    throw nb::value_error("the word offsets do not match the letters");
  for (uint32_t word = 0; word < words.size(); ++word) {
    if (words.at[word] >= words.at[word + 1]) throw nb::value_error("a word has no letters");
    if (words.at[word + 1] - words.at[word] > kMaxWordLetters) throw nb::value_error("a word is too long");
  }
  for (const LetterCode letter : words.letters) {
    if (letter >= kHoleCell) throw nb::value_error("unknown letter");
  }
  if (!may_be_empty && words.size() == 0) throw nb::value_error("there are no words");
  return words;
}

StopToken make_stop_token(double deadline) { return StopToken(deadline, &is_interrupted, nullptr); }

StopToken ProgressReport::make_stop_token(double deadline) {
  if (progress.is_none()) return bindings::make_stop_token(deadline);
  const auto report = [](void* context) {
    if (is_interrupted(nullptr)) return true;
    const auto& self = *static_cast<ProgressReport*>(context);
    const nb::gil_scoped_acquire held;
    const double share = static_cast<double>(self.done.load()) / static_cast<double>(self.total);
    PyObject* const result = PyObject_CallFunction(self.progress.ptr(), "d", share);
    Py_XDECREF(result);
    return result == nullptr;  // raise_if_interrupted raises the exception
  };
  return StopToken(deadline, report, this);
}

void raise_if_interrupted(Finish finish) {
  if (finish == Finish::interrupted) throw nb::python_error();
}

namespace {

Adjacency sketch_of(uint32_t rows, uint32_t columns, int kind, bool wrap, const Input<uint32_t>& pairs) {
  const auto topology = enum_of(kind, TopologyKind::custom, "unknown topology");
  if (uint64_t{rows} * columns > kMaxCells) throw nb::value_error("the grid has too many cells");
  if (topology != TopologyKind::custom) {
    if (topology == TopologyKind::hex && wrap && rows % 2 != 0)
      throw nb::value_error("a wrapped hex grid needs an even number of rows");
    return Adjacency::sketch(topology, wrap, rows, columns);
  }
  const uint32_t cells = rows * columns;
  if (pairs.size() % 2 != 0) throw nb::value_error("the pairs have an odd number of cells");
  for (const CellId cell : span_of(pairs)) {
    if (cell >= cells) throw nb::value_error("a pair has a cell outside the grid");
  }
  return Adjacency::build(span_of(pairs), cells);
}

}  // namespace

Topology::Topology(uint32_t rows, uint32_t columns, int kind, bool wrap, const Input<uint32_t>& pairs)
    : rows_(rows),
      columns_(columns),
      sketch_(sketch_of(rows, columns, kind, wrap, pairs)) {}

const Adjacency& Topology::adjacency() const {
  if (sketch_.kind() == TopologyKind::custom) return sketch_;
  std::call_once(is_tabled_, [&] { tabled_ = sketch_.tabled(); });
  return tabled_;
}

std::optional<std::string_view> cut_by(Finish finish) {
  switch (finish) {
    case Finish::complete: return std::nullopt;
    case Finish::limited: return "limit";
    case Finish::overflow: return "storage";
    default: return "deadline";
  }
}

void register_stop_token(nb::module_& m) {
  nb::class_<SharedStopToken>(m, "StopToken")
      .def(nb::init<>())
      .def("set", &SharedStopToken::set)
      .def("is_set", &SharedStopToken::is_set)
      .def("watch", &SharedStopToken::watch);
  m.def(
      "check_stop",
      [] {
        if (!SharedStopToken::is_watched_one_set()) return;
        PyErr_SetString(PyExc_InterruptedError, kStopped);
        throw nb::python_error();
      },
      "Raise InterruptedError if the token that this thread watches is set.");
}

}  // namespace lexigrid::bindings

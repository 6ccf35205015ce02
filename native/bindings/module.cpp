// The native module: constants and a table of contents.
#include "bindings/module.hpp"

#include <algorithm>

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "base/parts.hpp"
#include "base/types.hpp"
#include "cpu/cpu.hpp"

namespace lexigrid::bindings {

void register_cpu(nanobind::module_& m) {
  using namespace nanobind::literals;
  m.def(
      "cpu_targets",
      [] {
        std::vector<std::string> names;
        for (const CpuTarget target : cpu_targets()) names.emplace_back(cpu_target_name(target));
        return names;
      },
      "Return the instruction sets that this machine supports, the most basic first.");
  m.def(
      "active_cpu_target", [] { return std::string(cpu_target_name(active_cpu_target())); },
      "Return the instruction set that searches currently use.");
  m.def(
      "set_cpu_target", [](std::string_view name) { return set_cpu_target(name); }, "name"_a,
      "Force an instruction set, or '' to choose automatically. Return False if this machine lacks it.");
  m.def(
      "leave_out",
      [](const std::vector<std::string>& names) {
        Parts left_out = 0;
        for (const std::string& name : names) {
          const auto* const place = std::find(std::begin(kPartNames), std::end(kPartNames), name);
          if (place == std::end(kPartNames))
            throw nanobind::value_error(("unknown part '" + name + "'").c_str());
          left_out |= Parts{1} << (place - std::begin(kPartNames));
        }
        leave_out(left_out);
      },
      "names"_a,
      "Search without these parts (native/base/parts.hpp) and no others. Affects the time but no answer.");
}

}  // namespace lexigrid::bindings

// nanobind's types are shared by the whole process, so a second interpreter is refused before it uses them.
#define PyInit__core initialize_core
NB_MODULE(_core, m) {
  using namespace lexigrid;
  // The built-in lexicon lives as long as the process; this is not a leak.
  nanobind::set_leak_warnings(false);
  m.doc() = "The native core of lexigrid, which works on numbers only.";

  m.attr("MAX_LETTERS") = kMaxLetters;
  m.attr("MAX_WORD_LETTERS") = kMaxWordLetters;
  m.attr("MAX_CELLS") = kMaxCells;
  bindings::register_cpu(m);
  bindings::register_stop_token(m);
  bindings::register_interrupts(m);
  bindings::register_lexicon(m);
  bindings::register_tiles(m);
  bindings::register_search(m);
  bindings::register_trace(m);
  bindings::register_layout(m);
  bindings::register_covers(m);
  bindings::register_boards(m);
  bindings::register_pack(m);
  bindings::register_arrow(m);
}
#undef PyInit__core

extern "C" NB_EXPORT PyObject* PyInit__core() {
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
    PyErr_SetString(PyExc_ImportError,
                    "lexigrid works only in the main interpreter of a process; start processes instead");
    return nullptr;
  }
  return initialize_core();
}

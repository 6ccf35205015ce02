// The parts of the native module, in order of registration.
#pragma once

#include <nanobind/nanobind.h>

namespace lexigrid::bindings {

void register_cpu(nanobind::module_& m);
void register_stop_token(nanobind::module_& m);
void register_interrupts(nanobind::module_& m);
void register_lexicon(nanobind::module_& m);
void register_tiles(nanobind::module_& m);
void register_search(nanobind::module_& m);
void register_trace(nanobind::module_& m);
void register_layout(nanobind::module_& m);
void register_covers(nanobind::module_& m);
void register_boards(nanobind::module_& m);
void register_pack(nanobind::module_& m);
void register_arrow(nanobind::module_& m);

}  // namespace lexigrid::bindings

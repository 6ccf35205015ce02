// Puzzle layouts and fillings.
#include "layout/layout.hpp"

#include "bindings/arguments.hpp"
#include "bindings/module.hpp"
#include "layout/fill.hpp"

namespace lexigrid::bindings {
namespace {

void check_cells(const Input<LetterCode>& cells, uint32_t rows, uint32_t columns, bool may_have_letters) {
  const uint64_t count = uint64_t{rows} * columns;
  if (count == 0 || count != cells.size() || count > (1u << 22))
    throw nb::value_error("the number of cells does not match the shape");
  for (const LetterCode cell : span_of(cells)) {
    if (cell < kHoleCell && !may_have_letters) throw nb::value_error("a cell already has a letter");
  }
}

using LayoutAnswer = nb::typed<nb::tuple, OwnedView<uint32_t>, OwnedView<uint8_t>, OwnedView<LetterCode>,
                               OwnedView<uint8_t>, uint32_t, uint32_t, bool>;

LayoutAnswer run_layout(uint32_t rows, uint32_t columns, const Input<LetterCode>& cells,
                        const Input<LetterCode>& letters, const Input<uint32_t>& letter_at,
                        const Input<uint8_t>& directions, const Input<LetterCode>& avoided,
                        const Input<uint32_t>& avoided_at, int overlap, int64_t leftover, uint64_t seed,
                        uint64_t effort, double deadline) {
  check_cells(cells, rows, columns, false);
  LayoutQuery query;
  query.rows = rows;
  query.columns = columns;
  query.cells = span_of(cells);
  query.words = words_of(letters, letter_at, false);
  query.avoided = words_of(avoided, avoided_at);
  query.directions = span_of(directions);
  if (query.directions.size() != query.words.size())
    throw nb::value_error("the number of directions differs from the number of words");
  query.overlap = enum_of(overlap, Overlap::none, "unknown overlap");
  query.leftover = leftover;
  query.seed = seed;
  query.effort = effort;
  LayoutResult made;
  run_released(deadline, [&](StopToken& stop) { made = make_layout(query, stop); });
  return nb::make_tuple(to_memoryview(std::move(made.place)), to_memoryview(std::move(made.direction)),
                        to_memoryview(std::move(made.cells)), to_memoryview(std::move(made.can_fit)),
                        made.leftover, made.attempts, made.finish == Finish::complete);
}

nb::typed<nb::tuple, OwnedView<LetterCode>, uint32_t, bool> run_fill(
    uint32_t rows, uint32_t columns, const Input<LetterCode>& cells, const Input<LetterCode>& letters,
    const Input<uint32_t>& letter_at, const Input<LetterCode>& avoided, const Input<uint32_t>& avoided_at,
    const Input<uint32_t>& weights, const Input<LetterCode>& message, uint32_t decoys, uint64_t seed,
    double deadline) {
  check_cells(cells, rows, columns, true);
  FillQuery query;
  query.rows = rows;
  query.columns = columns;
  query.cells = span_of(cells);
  query.words = words_of(letters, letter_at);
  query.avoided = words_of(avoided, avoided_at);
  query.weights = span_of(weights);
  uint64_t total = 0;
  for (const uint32_t weight : query.weights) total += weight;
  if (query.weights.size() > kHoleCell || total > 0xFFFFFFFF)
    throw nb::value_error("there are too many weights, or their sum is too large");
  query.message = span_of(message);
  for (const LetterCode letter : query.message) {
    if (letter >= kHoleCell) throw nb::value_error("unknown letter");
  }
  query.decoys = decoys;
  query.seed = seed;
  FillResult made;
  run_released(deadline, [&](StopToken& stop) { made = fill_cells(query, stop); });
  return nb::make_tuple(to_memoryview(std::move(made.cells)), made.decoys, made.is_complete);
}

}  // namespace

void register_layout(nb::module_& m) {
  m.attr("EMPTY_CELL") = kEmptyCell;
  m.attr("HOLE_CELL") = kHoleCell;
  m.attr("NOWHERE") = kNowhere;
  m.def("make_layout", &run_layout, "rows"_a, "columns"_a, "cells"_a, "letters"_a, "letter_at"_a,
        "directions"_a, "avoided"_a, "avoided_at"_a, "overlap"_a, "leftover"_a, "seed"_a, "effort"_a,
        "deadline"_a,
        "Return places, directions and cells; whether each word could fit; the numbers of empty cells and "
        "attempts; and whether the layout is complete.");
  m.def("fill_cells", &run_fill, "rows"_a, "columns"_a, "cells"_a, "letters"_a, "letter_at"_a, "avoided"_a,
        "avoided_at"_a, "weights"_a, "message"_a, "decoys"_a, "seed"_a, "deadline"_a,
        "Return the cells, the number of decoys, and whether all cells are filled.");
}

}  // namespace lexigrid::bindings

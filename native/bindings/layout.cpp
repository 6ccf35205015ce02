// The border of the maker: check, release the GIL, lay or fill, hand flat arrays back.
#include "layout/layout.hpp"
#include "bindings/module.hpp"
#include "layout/fill.hpp"

namespace lexigrid::bindings {
namespace {

WordsView words_of(const Input<LetterCode>& letters, const Input<uint32_t>& at, bool may_be_empty = true) {
  const WordsView words{span_of(letters), span_of(at)};
  if (at.size() == 0 || words.at[0] != 0 || words.at.back() != letters.size())
    throw nb::value_error("the words do not fit their letters");
  for (uint32_t word = 0; word < words.size(); ++word) {
    if (words.at[word] >= words.at[word + 1]) throw nb::value_error("a word has no letters");
    if (words.at[word + 1] - words.at[word] > kMaxWordLetters) throw nb::value_error("a word is too long");
  }
  for (const LetterCode letter : words.letters) {
    if (letter >= kHoleCell) throw nb::value_error("no such letter");
  }
  if (!may_be_empty && words.size() == 0) throw nb::value_error("there are no words");
  return words;
}

void check_cells(const Input<LetterCode>& cells, uint32_t rows, uint32_t columns, bool may_have_letters) {
  const uint64_t count = uint64_t{rows} * columns;
  if (count == 0 || count != cells.size() || count > (1u << 22))
    throw nb::value_error("the number of cells does not fit the shape");
  for (const LetterCode cell : span_of(cells)) {
    if (cell < kHoleCell && !may_have_letters) throw nb::value_error("a cell has a letter already");
  }
}

nb::tuple run_layout(uint32_t rows, uint32_t columns, const Input<LetterCode>& cells,
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
    throw nb::value_error("directions for every word are needed");
  if (overlap < 0 || overlap > static_cast<int>(Overlap::many)) throw nb::value_error("no such overlap");
  query.overlap = static_cast<Overlap>(overlap);
  query.leftover = leftover;
  query.seed = seed;
  query.effort = effort;
  LayoutResult made;
  {
    nb::gil_scoped_release released;
    StopToken stop = stop_signal(deadline);
    made = make_layout(query, stop);
  }
  raise_if_interrupted(made.finish);
  return nb::make_tuple(kept(std::move(made.place)), kept(std::move(made.direction)),
                        kept(std::move(made.cells)), kept(std::move(made.has_room)), made.leftover,
                        made.attempts, made.finish == Finish::complete);
}

nb::tuple run_fill(uint32_t rows, uint32_t columns, const Input<LetterCode>& cells,
                   const Input<LetterCode>& letters, const Input<uint32_t>& letter_at,
                   const Input<LetterCode>& avoided, const Input<uint32_t>& avoided_at,
                   const Input<uint32_t>& weights, const Input<LetterCode>& message, uint32_t decoys,
                   uint64_t seed, double deadline) {
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
    throw nb::value_error("the weights are too many or too great");
  query.message = span_of(message);
  for (const LetterCode letter : query.message) {
    if (letter >= kHoleCell) throw nb::value_error("no such letter");
  }
  query.decoys = decoys;
  query.seed = seed;
  FillResult made;
  {
    nb::gil_scoped_release released;
    StopToken stop = stop_signal(deadline);
    made = fill_cells(query, stop);
  }
  raise_if_interrupted(made.finish);
  return nb::make_tuple(kept(std::move(made.cells)), made.decoys, made.is_whole);
}

}  // namespace

void bind_make(nb::module_& m) {
  m.attr("EMPTY_CELL") = kEmptyCell;
  m.attr("HOLE_CELL") = kHoleCell;
  m.attr("NOWHERE") = kNowhere;
  m.def("make_layout", &run_layout, nb::arg("rows"), nb::arg("columns"), nb::arg("cells"), nb::arg("letters"),
        nb::arg("letter_at"), nb::arg("directions"), nb::arg("avoided"), nb::arg("avoided_at"),
        nb::arg("overlap"), nb::arg("leftover"), nb::arg("seed"), nb::arg("effort"), nb::arg("deadline"),
        "Places, directions, cells, has a word room at all, empty cells, attempts, all as wanted?");
  m.def("fill_cells", &run_fill, nb::arg("rows"), nb::arg("columns"), nb::arg("cells"), nb::arg("letters"),
        nb::arg("letter_at"), nb::arg("avoided"), nb::arg("avoided_at"), nb::arg("weights"),
        nb::arg("message"), nb::arg("decoys"), nb::arg("seed"), nb::arg("deadline"),
        "Cells, decoys laid, all filled?");
}

}  // namespace lexigrid::bindings

// Boards that paths cover: made from words, and solved.
#include <algorithm>

#include "bindings/arguments.hpp"
#include "bindings/module.hpp"
#include "covers/board.hpp"
#include "covers/maker.hpp"
#include "covers/ranking.hpp"
#include "covers/solver.hpp"

namespace lexigrid::bindings {
namespace {

void check_board(const Topology& topology, const Input<uint8_t>& is_open) {
  const auto shape = topology.sketch().shape();
  if (!shape || shape->wrap || shape->kind == TopologyKind::bishop || is_open.size() > covers::kMaxCells ||
      is_open.size() != topology.sketch().cells())
    throw nb::value_error("no path cover of such a board");
}

using MadeAnswer = nb::typed<nb::tuple, OwnedView<uint32_t>, OwnedView<uint32_t>, uint64_t, bool>;

MadeAnswer run_maker(const Topology& topology, const Input<uint8_t>& is_open,
                     const Input<LetterCode>& letters, const Input<uint32_t>& letter_at,
                     const Input<LetterCode>& forbidden, const Input<uint32_t>& forbidden_at, bool spans,
                     bool is_trail, bool is_unique, uint64_t seed, uint64_t effort, double deadline) {
  check_board(topology, is_open);
  const CoverQuery query{.adjacency = topology.sketch(),
                         .rows = topology.rows(),
                         .columns = topology.columns(),
                         .is_open = span_of(is_open),
                         .words = words_of(letters, letter_at, false),
                         .forbidden = words_of(forbidden, forbidden_at),
                         .spans = spans,
                         .is_trail = is_trail,
                         .is_unique = is_unique,
                         .seed = seed,
                         .effort = effort};
  const auto open = static_cast<size_t>(std::count(query.is_open.begin(), query.is_open.end(), 1));
  if (open != letters.size())
    throw nb::value_error("the words have more or fewer letters than the board cells");
  MadeCover made;
  run_released(deadline, [&](StopToken& stop) { made = make_cover(query, stop); });
  return nb::make_tuple(to_memoryview(std::move(made.cells)), to_memoryview(std::move(made.order)),
                        made.effort, made.finish == Finish::complete);
}

using CoversAnswer =
    nb::typed<nb::tuple, OwnedView<uint32_t>, OwnedView<uint64_t>, OwnedView<uint32_t>, OwnedView<uint64_t>,
              OwnedView<uint8_t>, uint32_t, std::optional<std::string_view>>;

CoversAnswer run_solver(const Topology& topology, const Input<uint8_t>& is_open, const Input<uint32_t>& cells,
                        const Input<uint64_t>& first, const Input<uint32_t>& words,
                        const Input<uint8_t>& roles, const Input<uint32_t>& needed, bool spans,
                        uint32_t least, uint32_t most, uint64_t limit, uint64_t effort, double deadline) {
  check_board(topology, is_open);
  const CoversQuery query{.adjacency = topology.sketch(),
                          .rows = topology.rows(),
                          .columns = topology.columns(),
                          .is_open = span_of(is_open),
                          .cells = span_of(cells),
                          .first = span_of(first),
                          .words = span_of(words),
                          .roles = span_of(roles),
                          .needed = span_of(needed),
                          .spans = spans,
                          .least = least,
                          .most = std::min<uint32_t>(most, covers::kMaxCells),
                          .limit = limit,
                          .effort = effort};
  if (query.first.empty() || query.first.front() != 0 || query.first.back() != query.cells.size() ||
      query.words.size() != query.first.size() - 1 || query.roles.size() != query.words.size())
    throw nb::value_error("the arrays of paths do not match");
  for (size_t path = 0; path + 1 < query.first.size(); ++path) {
    if (query.first[path] >= query.first[path + 1]) throw nb::value_error("a path has no cells");
  }
  for (const uint32_t cell : query.cells) {
    if (cell >= is_open.size()) throw nb::value_error("a cell is not on the board");
  }
  FoundCovers found;
  run_released(deadline, [&](StopToken& stop) { found = find_covers(query, stop); });
  return nb::make_tuple(to_memoryview(std::move(found.options)), to_memoryview(std::move(found.first)),
                        to_memoryview(std::move(found.paths)), to_memoryview(std::move(found.path_at)),
                        to_memoryview(std::move(found.is_phrase)), found.searched, cut_by(found.finish));
}

/// Is this the list of places of `size` items?
bool are_places(std::span<const uint64_t> at, size_t size) {
  return !at.empty() && at.front() == 0 && at.back() == size && std::is_sorted(at.begin(), at.end());
}

using RankedAnswer = nb::typed<nb::tuple, OwnedView<uint32_t>, OwnedView<uint64_t>, OwnedView<uint32_t>,
                               std::optional<std::string_view>>;

RankedAnswer run_ranking(const Input<uint32_t>& options, const Input<uint64_t>& first,
                         const Input<uint64_t>& choice_at, const Input<uint32_t>& members,
                         const Input<uint32_t>& costs, const Input<uint32_t>& names, uint64_t limit,
                         double deadline) {
  const RankQuery query{.options = span_of(options),
                        .first = span_of(first),
                        .choice_at = span_of(choice_at),
                        .members = span_of(members),
                        .costs = span_of(costs),
                        .names = span_of(names),
                        .limit = limit};
  const auto is_below = [](std::span<const uint32_t> numbers, size_t most) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](uint32_t n) { return n < most || n == RankedCovers::kNoMember; });
  };
  if (!are_places(query.first, options.size()) || !are_places(query.choice_at, costs.size()) ||
      members.size() != 2 * costs.size() || !is_below(query.options, choice_at.size() - 1) ||
      !is_below(query.members, names.size()) || !is_below(query.names, names.size()))
    throw nb::value_error("the arrays of covers do not match");
  RankedCovers ranked;
  run_released(deadline, [&](StopToken& stop) { ranked = rank_covers(query, stop); });
  return nb::make_tuple(to_memoryview(std::move(ranked.members)), to_memoryview(std::move(ranked.first)),
                        to_memoryview(std::move(ranked.phrases)), cut_by(ranked.finish));
}

}  // namespace

void register_covers(nb::module_& m) {
  m.def("make_cover", &run_maker, "topology"_a, "is_open"_a, "letters"_a, "letter_at"_a, "forbidden"_a,
        "forbidden_at"_a, "spans"_a, "is_trail"_a, "is_unique"_a, "seed"_a, "effort"_a, "deadline"_a,
        "The cells of the words in their order, the order of a trail, the effort, and whether there is a "
        "board.");
  m.def(
      "find_covers", &run_solver, "topology"_a, "is_open"_a, "cells"_a, "first"_a, "words"_a, "roles"_a,
      "needed"_a, "spans"_a, "least"_a, "most"_a, "limit"_a, "effort"_a, "deadline"_a,
      "The options of all covers, their offsets, the paths of all options, their offsets, which options are "
      "phrases, up to how many words all covers are found, and what cut the search.");
  m.def(
      "rank_covers", &run_ranking, "options"_a, "first"_a, "choice_at"_a, "members"_a, "costs"_a, "names"_a,
      "limit"_a, "deadline"_a,
      "The members of all covers, their offsets, the choice of each cover that is a phrase, and what cut the "
      "ranking.");
}

}  // namespace lexigrid::bindings

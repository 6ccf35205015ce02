// Searches over many boards of one shape, and over many grids of any kind.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>

#include "answer/paths.hpp"
#include "base/parallel_for.hpp"
#include "bindings/lexicon.hpp"
#include "bindings/module.hpp"
#include "bounds/bounds.hpp"
#include "paths/boards.hpp"
#include "paths/neighbours/changes.hpp"
#include "paths/neighbours/swaps.hpp"

namespace lexigrid::bindings {
namespace {

/// 0 means one thread per core.
unsigned thread_count(unsigned threads) {
  static const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return threads == 0 ? cores : threads;
}

/// A lexicon and the options of searches over boards of one shape, checked once for many calls.
class Boards {
 public:
  Boards(nb::typed<nb::object, Lexicon> lexicon, const nb::bytes& letter_of, const nb::bytes& special,
         bool qu, std::optional<LetterCode> q, std::optional<LetterCode> u, const Topology& topology,
         uint32_t min_length, const Input<uint32_t>& points)
      : owner_(std::move(lexicon)),
        lexicon_(nb::cast<const Lexicon&>(owner_)),
        adjacency_(topology.adjacency()),
        points_(points.data(), points.data() + points.size()) {
    lexicon_.check_points(points);
    if (letter_of.size() != letter_of_.size())
      throw nb::value_error("expected a letter for each of 256 bytes");
    const LexiconView& view = lexicon_.view();
    std::copy_n(reinterpret_cast<const uint8_t*>(letter_of.c_str()), letter_of_.size(), letter_of_.begin());
    for (const uint8_t letter : letter_of_) {
      if (letter != 0xFF && letter >= view.letter_count) throw nb::value_error("unknown letter");
    }
    for (size_t i = 0; i < special.size(); ++i) is_special_[static_cast<uint8_t>(special.c_str()[i])] = 1;
    if (view.letter_count >= 0xFF || adjacency_.cells() > kMaxBoardCells) return;  // a letter is one byte
    query_.emplace(BoardsQuery{view,
                               lexicon_.tries(),
                               adjacency_,
                               {},
                               letter_of_,
                               qu && q && u,
                               q.value_or(kNoLetter),
                               u.value_or(kNoLetter),
                               min_length,
                               points_});
    query_->has_qu_tiles = !qu && q && u;
    solver_.emplace(*query_);
  }
  Boards(const Boards&) = delete;
  Boards& operator=(const Boards&) = delete;

  /// True if a kernel serves such boards.
  [[nodiscard]] bool serves() const noexcept { return solver_.has_value(); }

  /// The scores of boards as a bytearray of int64. None if no kernel serves them, or if one of them is not a
  /// string of plain letters.
  std::optional<nb::bytearray> score_texts(const nb::typed<nb::list, nb::object>& boards, unsigned threads) {
    if (!serves()) return std::nullopt;
    if (boards.size() == 1 && cells() <= levels::kMaxPackedCells) {
      std::array<uint8_t, levels::kMaxPackedCells> board;
      if (!copy_text(boards[0], board.data())) return std::nullopt;
      if (const auto score = solver_->score_at_once(board.data()))
        return nb::bytearray(&*score, sizeof *score);
    }
    std::vector<uint8_t> packed(boards.size() * cells());
    for (size_t i = 0; i < boards.size(); ++i) {
      if (!copy_text(boards[i], packed.data() + i * cells())) return std::nullopt;
    }
    return score(packed, threads, -1, nb::none());
  }

  /// The same for boards as bytes. Boards not reached before the deadline get a score of -1.
  nb::bytearray score_bytes(const Input<uint8_t>& boards, unsigned threads, double deadline,
                            nb::handle progress) {
    check_boards(boards);
    return score(span_of(boards), threads, deadline, progress);
  }

  std::unique_ptr<ManyWords> list(const Input<uint8_t>& boards, bool with_paths, int order, uint64_t limit,
                                  unsigned threads, double deadline, nb::handle progress) {
    ProgressReport report{progress, check_boards(boards)};
    BoardsQuery asked = query(span_of(boards), threads);
    asked.order = enum_of(order, WordOrder::score, "unknown order");
    asked.limit = limit;
    asked.done = &report.done;
    auto made = std::make_unique<ManyWords>();
    run_released(report.make_stop_token(deadline),
                 [&](StopToken& stop) { *made = list_boards(asked, with_paths, stop); });
    return made;
  }

  /// The scores of the board with one cell changed: for each cell, one score per letter of the lexicon.
  OwnedView<uint64_t> changes(const Input<uint8_t>& board) {
    return score_neighbours(board, lexicon_.view().letter_count, score_changes);
  }

  /// The scores of the board with two tiles swapped: for each cell, one score per cell.
  OwnedView<uint64_t> swaps(const Input<uint8_t>& board) {
    return score_neighbours(board, cells(), score_swaps);
  }

 private:
  [[nodiscard]] size_t cells() const noexcept { return adjacency_.cells(); }

  /// Scores the neighbours of a board, `per_cell` for each cell.
  template <class Score>
  OwnedView<uint64_t> score_neighbours(const Input<uint8_t>& board, size_t per_cell, Score&& score) {
    if (check_boards(board) != 1) throw nb::value_error("expected one board");
    std::vector<uint8_t> letters;
    std::vector<uint8_t> is_hole;
    for (const uint8_t byte : span_of(board)) {
      letters.push_back(letter_of_[byte]);
      is_hole.push_back(byte == '.' ? 1 : 0);
    }
    std::vector<uint64_t> scores(letters.size() * per_cell);
    const ChangesQuery alike{
        lexicon_.view(), lexicon_.tries(), adjacency_,         letters, is_hole, query_->qu,
        query_->q,       query_->u,        query_->min_length, points_};
    run_released(-1, [&](StopToken& stop) { (void)score(alike, scores, stop); });
    return to_memoryview(std::move(scores));
  }

  size_t check_boards(const Input<uint8_t>& boards) const {
    if (!serves()) throw nb::value_error("no kernel serves these boards");
    if (boards.size() % cells() != 0) throw nb::value_error("the boards do not match the shape");
    return boards.size() / cells();
  }
  /// Copies the text of a board, one byte per cell. Returns false if it is not text or needs to be parsed.
  [[nodiscard]] bool copy_text(nb::handle text, uint8_t* to) const {
    if (!PyUnicode_Check(text.ptr())) return false;
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) {
      PyErr_Clear();  // a lone surrogate; the parser reports it
      return false;
    }
    if (static_cast<size_t>(size) != cells()) return false;
    uint8_t seen = 0;
    for (size_t i = 0; i < cells(); ++i) {
      const auto byte = static_cast<uint8_t>(bytes[i]);
      to[i] = byte;
      seen |= static_cast<uint8_t>(is_special_[byte] | byte >> 7);
    }
    return seen == 0;
  }

  [[nodiscard]] BoardsQuery query(std::span<const uint8_t> boards, unsigned threads) const {
    BoardsQuery asked = *query_;
    asked.boards = boards;
    asked.threads = thread_count(threads);
    return asked;
  }

  nb::bytearray score(std::span<const uint8_t> boards, unsigned threads, double deadline,
                      nb::handle progress) {
    const size_t count = boards.size() / cells();
    ProgressReport report{progress, count};
    BoardsQuery asked = query(boards, threads);
    asked.done = &report.done;
    nb::bytearray made(nullptr, count * sizeof(uint64_t));
    const std::span scores(static_cast<uint64_t*>(made.data()), count);
    run_released(report.make_stop_token(deadline), [&](StopToken& stop) {
      if (deadline >= 0) std::fill(scores.begin(), scores.end(), ~uint64_t{0});
      (void)score_boards(asked, scores, stop);
    });
    return made;
  }

  nb::object owner_;  // keeps the lexicon alive
  const Lexicon& lexicon_;
  Adjacency adjacency_;
  std::vector<uint32_t> points_;
  std::array<uint8_t, 256> letter_of_{};
  std::array<uint8_t, 256> is_special_{};
  std::optional<BoardsQuery> query_;
  std::optional<BoardSolver> solver_;
};

/// A grid to search, with the Python objects it refers to.
struct Job {
  explicit Job(const nb::tuple& fields)
      : owner(fields),
        lexicon(nb::cast<const Lexicon&>(fields[0])),
        tiles(lexicon.encode(nb::cast<const TileTexts&>(fields[1]), kNoLetter)),
        cells(std::make_unique<CellBuffer>(fields[2])),
        topology(nb::cast<const Topology&>(fields[3])),
        points(nb::cast<Input<uint32_t>>(fields[4])),
        grid(cells->grid(topology.rows(), topology.columns(), tiles->table())) {
    lexicon.check_points(points);
  }

  nb::object owner;
  const Lexicon& lexicon;
  std::shared_ptr<const Tiles> tiles;
  std::unique_ptr<CellBuffer> cells;
  const Topology& topology;
  Input<uint32_t> points;
  GridView grid;
};

/// Searches grids of any kind on several threads, each like `find_paths`. Each of `grids` is a tuple of
/// lexicon, tiles, codes, topology, points, and what is added to the word ids. They are read as the search
/// goes on, and after the deadline no longer.
std::unique_ptr<ManyWords> search_grids(nb::handle grids, size_t count, uint32_t min_length, int wanted,
                                        int order, uint64_t limit, uint64_t max_stored, unsigned threads,
                                        double deadline, nb::handle progress) {
  constexpr size_t kPerThread = 32;  // enough to keep threads busy, few enough to report errors soon
  const auto kind = enum_of(wanted, PathsWanted::one, "unknown kind of answer");
  const auto sort = enum_of(order, WordOrder::score, "unknown order");
  auto made = std::make_unique<ManyWords>(count, kind == PathsWanted::one);
  ProgressReport report{progress, count};
  StopToken stop = report.make_stop_token(deadline);
  nb::iterator next = nb::iter(grids);
  std::vector<Job> jobs;
  for (size_t done = 0; done < count; done += jobs.size()) {
    report.done = done;
    for (jobs.clear(); jobs.size() < kPerThread * thread_count(threads) && !stop.look(); ++next) {
      if (next == nb::iterator::sentinel()) break;
      const auto fields = nb::cast<nb::tuple>(*next);
      jobs.emplace_back(fields);
      made->columns.push_back(jobs.back().topology.columns());
      made->first_ids.push_back(nb::cast<WordId>(fields[5]));
    }
    if (jobs.empty() || jobs.size() > count - done) break;
    std::vector<PathResult> answers(jobs.size());
    for (PathResult& each : answers) each.finish = Finish::deadline;  // for grids that are not reached
    {
      nb::gil_scoped_release released;
      const auto work = [&](size_t begin, size_t end, StopToken& own, auto&& is_due) {
        for (size_t i = begin; i < end; ++i) {
          const Job& job = jobs[i];
          const PathQuery query{.lexicon = job.lexicon.view(),
                                .grid = job.grid,
                                .adjacency = job.topology.adjacency(),
                                .min_length = min_length,
                                .wanted = kind,
                                .limit = limit,
                                .max_stored = max_stored,
                                .tries = &job.lexicon.tries(),
                                .points = span_of(job.points)};
          PathResult answer = answer_paths(query, sort, own);
          if (own.reason() == Finish::complete) answers[i] = std::move(answer);
          if (is_due()) return false;
        }
        return true;
      };
      (void)parallel_for(jobs.size(), 1, thread_count(threads), stop, work);
      for (size_t i = 0; i < jobs.size(); ++i) made->append(done + i, std::move(answers[i]));
    }
    if (stop.reason() != Finish::complete) break;
  }
  raise_if_interrupted(stop.reason());
  made->columns.resize(count, 1);
  made->first_ids.resize(count);
  made->close();
  return made;
}

/// Bounds the boards of a pattern, in which cell i shows one of `letters[letter_at[i]]` to
/// `letters[letter_at[i + 1] - 1]`. If `q` and `u` are given, q spells qu. Returns the bound and the best
/// boards (one letter index per cell), or None if the pattern is too large.
using BoundedBoards = nb::typed<nb::tuple, uint64_t, OwnedView<uint8_t>>;

std::optional<BoundedBoards> bound_pattern(const Lexicon& lexicon, std::optional<LetterCode> q,
                                           std::optional<LetterCode> u, const Topology& topology,
                                           const Input<uint8_t>& letters, const Input<uint32_t>& letter_at,
                                           uint32_t min_length, const Input<uint32_t>& points,
                                           uint64_t at_least, uint64_t limit) {
  lexicon.check_points(points);
  if (lexicon.view().is_wide) return std::nullopt;
  const bool qu = q.has_value() && u.has_value();
  const PathTrie* const trie = qu ? lexicon.tries().with_qu(*q, *u) : &lexicon.tries().plain();
  const size_t cells = topology.adjacency().cells();
  if (trie == nullptr || cells > kMaxPatternCells) return std::nullopt;
  if (letter_at.size() != cells + 1) throw nb::value_error("the letter offsets do not match the shape");
  std::vector<std::vector<uint8_t>> symbols(cells);
  for (size_t cell = 0; cell < cells; ++cell) {
    const size_t begin = letter_at.data()[cell];
    const size_t end = letter_at.data()[cell + 1];
    if (begin > end || end > letters.size())
      throw nb::value_error("the letter offsets do not match the letters");
    symbols[cell].assign(letters.data() + begin, letters.data() + end);
    for (const uint8_t letter : symbols[cell]) {
      if (letter >= lexicon.view().letter_count) throw nb::value_error("unknown letter");
    }
  }
  const BoardPattern pattern{*trie, topology.adjacency(), symbols, span_of(points), min_length};
  std::optional<BoundAnswer> answer;
  run_released(-1, [&](StopToken& stop) { answer = bound_boards(pattern, at_least, limit, stop); });
  if (!answer) return std::nullopt;
  return nb::cast<BoundedBoards>(nb::make_tuple(answer->bound, to_memoryview(std::move(answer->boards))));
}

/// True if any byte of `wanted` is in `bytes`. A chunk stays in the cache while all of `wanted` are searched.
bool has_any_byte(const Input<uint8_t>& bytes, const nb::bytes& wanted) {
  constexpr size_t kChunk = 1 << 14;
  for (size_t i = 0; i < bytes.size(); i += kChunk) {
    const size_t size = std::min(kChunk, bytes.size() - i);
    for (size_t k = 0; k < wanted.size(); ++k) {
      if (std::memchr(bytes.data() + i, wanted.c_str()[k], size) != nullptr) return true;
    }
  }
  return false;
}

}  // namespace

void register_boards(nb::module_& m) {
  nb::class_<Topology>(m, "Topology")
      .def(nb::init<uint32_t, uint32_t, int, bool, const Input<uint32_t>&>(), "rows"_a, "columns"_a, "kind"_a,
           "wrap"_a, "pairs"_a);

  nb::class_<ManyWords> many(m, "ManyWords");
  many.def("__len__", [](const ManyWords& self) { return self.scores.size(); })
      .def_prop_ro("word_ids", view_getter<ManyWords>(&ManyWords::words))
      .def_prop_ro("scores", view_getter<ManyWords>(&ManyWords::scores))
      .def_prop_ro("first", view_getter<ManyWords>(&ManyWords::first))
      .def_prop_ro("has_paths", [](const ManyWords& self) { return self.has_paths; })
      .def_prop_ro("cell_at", [](const ManyWords& self) { return to_memoryview(self.cell_at()); })
      .def_prop_ro("cells",
                   [](const ManyWords& self) -> nb::object {
                     const auto view = [&](const auto& cells) {
                       return view_of(std::span(cells.data(), cells.size()), nb::find(self)).cast();
                     };
                     return self.wide_cells.empty() ? nb::object(view(self.cells)) : view(self.wide_cells);
                   })
      .def_prop_ro("complete",
                   [](const ManyWords& self) {
                     return std::all_of(self.finishes.begin(), self.finishes.end(),
                                        [](Finish each) { return each == Finish::complete; });
                   })
      .def_prop_ro(
          "reached",
          [](const ManyWords& self) {
            std::vector<uint8_t> reached;
            for (const Finish each : self.finishes) reached.push_back(each == Finish::deadline ? 0 : 1);
            return to_memoryview(std::move(reached));
          },
          "For each board, 1 unless the deadline left it out.")
      .def(
          "board",
          [](const ManyWords& self, size_t i) {
            auto answer = std::make_unique<PathResult>(self.board(checked(i, self.scores.size())));
            const WordId first_id = self.first_ids.empty() ? 0 : self.first_ids[i];
            return std::tuple(std::move(answer), self.columns[self.columns.size() == 1 ? 0 : i], first_id);
          },
          "index"_a, "The answer of a board, its columns, and what is added to its word ids.");
  pickle_by(many, &ManyWords::words, &ManyWords::tiles, &ManyWords::cells, &ManyWords::first,
            &ManyWords::first_cell, &ManyWords::scores, &ManyWords::finishes, &ManyWords::columns,
            &ManyWords::first_ids, &ManyWords::wide_cells, &ManyWords::has_paths);

  nb::class_<Boards>(m, "Boards")
      .def(nb::init<nb::typed<nb::object, Lexicon>, const nb::bytes&, const nb::bytes&, bool,
                    std::optional<LetterCode>, std::optional<LetterCode>, const Topology&, uint32_t,
                    const Input<uint32_t>&>(),
           "lexicon"_a, "letter_of"_a, "special"_a, "qu"_a, "q"_a.none(), "u"_a.none(), "topology"_a,
           "min_length"_a, "points"_a)
      .def_prop_ro("serves", &Boards::serves)
      .def("score_texts", &Boards::score_texts, "boards"_a, "threads"_a)
      .def("score_bytes", &Boards::score_bytes, "boards"_a, "threads"_a, "deadline"_a, "progress"_a.none())
      .def("list", &Boards::list, "boards"_a, "with_paths"_a, "order"_a, "limit"_a, "threads"_a, "deadline"_a,
           "progress"_a.none())
      .def("changes", &Boards::changes, "board"_a)
      .def("swaps", &Boards::swaps, "board"_a);

  m.def("search_grids", &search_grids, "grids"_a, "count"_a, "min_length"_a, "wanted"_a, "order"_a, "limit"_a,
        "max_stored"_a, "threads"_a, "deadline"_a, "progress"_a.none());
  m.def("bound_pattern", &bound_pattern, "lexicon"_a, "q"_a.none(), "u"_a.none(), "topology"_a, "letters"_a,
        "letter_at"_a, "min_length"_a, "points"_a, "at_least"_a, "limit"_a);
  m.def("has_any_byte", &has_any_byte, "bytes"_a, "wanted"_a);
}

}  // namespace lexigrid::bindings

// The border of searches over many boards of one shape: what does not change from call to call is
// checked and worked out once, when a `BoardSolver` is made.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <thread>

#include "base/parallel_for.hpp"
#include "bindings/arrow.hpp"
#include "bindings/module.hpp"
#include "paths/boards.hpp"
#include "paths/neighbours/changes.hpp"
#include "paths/neighbours/swaps.hpp"

namespace lexigrid::bindings {
namespace {

using Scores = nb::ndarray<int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

unsigned threads_of(unsigned asked) {
  static const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return asked == 0 ? cores : asked;
}

/// Boards of one shape, a lexicon and the options of a search.
class Boards {
 public:
  Boards(nb::object lexicon, const nb::bytes& letter_of, const nb::bytes& special,
         std::optional<LetterCode> q, std::optional<LetterCode> u, uint32_t rows, uint32_t columns,
         int topology, bool wrap, const Input<uint32_t>& pairs, uint32_t min_length,
         const Input<uint32_t>& points)
      : owner_(std::move(lexicon)),
        lexicon_(nb::cast<const Lexicon&>(owner_)),
        adjacency_(adjacency_of(topology, wrap, pairs, rows, columns)),
        points_(points.data(), points.data() + points.size()) {
    if (letter_of.size() != letter_of_.size()) throw nb::value_error("a letter for each byte is needed");
    const LexiconView& view = lexicon_.view();
    if (points_.size() < view.max_length + size_t{1})
      throw nb::value_error("points for every length are needed");
    std::copy_n(reinterpret_cast<const uint8_t*>(letter_of.c_str()), letter_of_.size(), letter_of_.begin());
    for (const uint8_t letter : letter_of_) {
      if (letter != 0xFF && letter >= view.letter_count) throw nb::value_error("no such letter");
    }
    for (size_t i = 0; i < special.size(); ++i) is_special_[static_cast<uint8_t>(special.c_str()[i])] = 1;
    if (view.letter_count >= 0xFF || !boards_fit(adjacency_)) return;  // letters are told by a byte
    query_.emplace(BoardsQuery{view, *lexicon_.tries(), adjacency_, {}, letter_of_});
    query_->qu = q.has_value() && u.has_value();
    query_->q = q.value_or(kNoLetter);
    query_->u = u.value_or(kNoLetter);
    query_->min_length = min_length;
    query_->points = points_;
    solver_.emplace(*query_);
  }
  Boards(const Boards&) = delete;
  Boards& operator=(const Boards&) = delete;

  /// Do the kernels serve such boards at all?
  [[nodiscard]] bool serves() const noexcept { return solver_.has_value(); }

  /// Writes the score of each board; false where no kernel serves, or a string is no board of plain letters.
  bool score_texts(const nb::list& boards, Scores scores, unsigned threads) {
    if (!serves()) return false;
    check_scores(scores, boards.size());
    if (boards.size() == 1 && cells() <= levels::kMaxPackedCells) {
      std::array<uint8_t, levels::kMaxPackedCells> board;
      if (!copy_text(boards[0], board.data())) return false;
      if (const auto total = solver_->score_at_once(board.data())) {
        scores.data()[0] = static_cast<int64_t>(total->score);
        return true;
      }
    }
    std::vector<uint8_t> packed(boards.size() * cells());
    for (size_t i = 0; i < boards.size(); ++i) {
      if (!copy_text(boards[i], packed.data() + i * cells())) return false;
    }
    score(packed, scores, threads, -1);
    return true;
  }

  void score_bytes(const Input<uint8_t>& boards, Scores scores, unsigned threads, double deadline) {
    check_scores(scores, check_boards(boards));
    score(span_of(boards), scores, threads, deadline);
  }

  std::unique_ptr<ManyWords> list(const Input<uint8_t>& boards, bool with_paths, int order, uint64_t limit,
                                  unsigned threads, double deadline) {
    check_boards(boards);
    if (order < 0 || order > static_cast<int>(BoardOrder::score)) throw nb::value_error("no such order");
    auto made = std::make_unique<ManyWords>();
    Finish finish = Finish::complete;
    {
      nb::gil_scoped_release released;
      StopToken stop = stop_signal(deadline);
      BoardsQuery asked = query(span_of(boards), threads);
      asked.order = static_cast<BoardOrder>(order);
      asked.limit = limit;
      finish = list_boards(asked, with_paths, *made, stop);
    }
    raise_if_interrupted(finish);
    return made;
  }

  /// Scores of one board with each letter of the lexicon on each cell, cell by cell.
  nb::object changes(const Input<uint8_t>& board) {
    return score_alike(board, lexicon_.view().letter_count, score_changes);
  }

  /// Scores of one board with the tiles of each two cells exchanged, cell by cell.
  nb::object swaps(const Input<uint8_t>& board) { return score_alike(board, cells(), score_swaps); }

 private:
  [[nodiscard]] size_t cells() const noexcept { return adjacency_.cells(); }

  /// Scores boards that are like one, `per_cell` of them for each cell.
  template <class Score>
  nb::object score_alike(const Input<uint8_t>& board, size_t per_cell, Score&& score) {
    if (check_boards(board) != 1) throw nb::value_error("one board is needed");
    std::vector<uint8_t> letters;
    std::vector<uint8_t> is_hole;
    for (const uint8_t byte : span_of(board)) {
      letters.push_back(letter_of_[byte]);
      is_hole.push_back(byte == '.' ? 1 : 0);
    }
    std::vector<uint64_t> scores(letters.size() * per_cell);
    Finish finish = Finish::complete;
    {
      nb::gil_scoped_release released;
      StopToken stop = stop_signal(-1);
      ChangesQuery alike{lexicon_.view(), *lexicon_.tries(), adjacency_, letters, is_hole};
      alike.qu = query_->qu;
      alike.q = query_->q;
      alike.u = query_->u;
      alike.min_length = query_->min_length;
      alike.points = points_;
      finish = score(alike, scores, stop);
    }
    raise_if_interrupted(finish);
    return kept(std::move(scores));
  }

  size_t check_boards(const Input<uint8_t>& boards) const {
    if (!serves()) throw nb::value_error("no kernel serves such boards");
    if (boards.size() % cells() != 0) throw nb::value_error("the boards do not fit the shape");
    return boards.size() / cells();
  }
  void check_scores(const Scores& scores, size_t boards) const {
    if (!serves()) throw nb::value_error("no kernel serves such boards");
    if (scores.size() != boards) throw nb::value_error("a score for each board is needed");
  }

  /// Copies the text of a board, one byte a cell; false where it is none, or has to be parsed.
  [[nodiscard]] bool copy_text(nb::handle text, uint8_t* to) const {
    if (!PyUnicode_Check(text.ptr())) return false;
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) {
      PyErr_Clear();  // a lone surrogate: for the parser to complain about
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
    asked.threads = threads_of(threads);
    return asked;
  }

  /// Boards that the deadline leaves out have -1.
  void score(std::span<const uint8_t> boards, Scores& scores, unsigned threads, double deadline) {
    static_assert(sizeof(int64_t) == sizeof(uint64_t));
    const std::span<uint64_t> out(reinterpret_cast<uint64_t*>(scores.data()), scores.size());
    Finish finish = Finish::complete;
    {
      nb::gil_scoped_release released;
      StopToken stop = stop_signal(deadline);
      if (deadline >= 0) std::fill(out.begin(), out.end(), ~uint64_t{0});
      std::vector<uint32_t> counts(out.size());
      finish = score_boards(query(boards, threads), out, counts, stop);
    }
    raise_if_interrupted(finish);
  }

  nb::object owner_;  // keeps the lexicon
  const Lexicon& lexicon_;
  Adjacency adjacency_;
  std::vector<uint32_t> points_;
  std::array<uint8_t, 256> letter_of_{};
  std::array<uint8_t, 256> is_special_{};
  std::optional<BoardsQuery> query_;
  std::optional<BoardSolver> solver_;
};

/// Grids of any kind searched together, each as `find_paths` would, on several threads. `grids` are
/// tuples of lexicon, tiles, codes, rows, columns, topology, wrap, pairs, points. Gives the results,
/// and the seconds that they took.
nb::tuple search_grids(const nb::list& grids, uint32_t min_length, int wanted, uint64_t limit,
                       uint64_t max_stored, unsigned threads, double deadline) {
  struct Job {
    const Lexicon& lexicon;
    AnyInput codes;
    GridView grid;
    int topology;
    bool wrap;
    Input<uint32_t> pairs;
    Input<uint32_t> points;
  };
  if (wanted < 0 || wanted > static_cast<int>(PathsWanted::one))
    throw nb::value_error("no such kind of answer");
  std::vector<Job> jobs;
  for (const nb::handle each : grids) {
    const auto all = nb::cast<nb::tuple>(each);
    const auto& lexicon = nb::cast<const Lexicon&>(all[0]);
    const auto& tiles = nb::cast<const Tiles&>(all[1]);
    check_letters(tiles, lexicon.view().letter_count);
    auto codes = nb::cast<AnyInput>(all[2]);
    const GridView grid = grid_view(codes, nb::cast<uint32_t>(all[3]), nb::cast<uint32_t>(all[4]), tiles);
    jobs.push_back({lexicon, std::move(codes), grid, nb::cast<int>(all[5]), nb::cast<bool>(all[6]),
                    nb::cast<Input<uint32_t>>(all[7]), nb::cast<Input<uint32_t>>(all[8])});
    if (jobs.back().points.size() < lexicon.view().max_length + size_t{1})
      throw nb::value_error("points for every length are needed");
  }
  std::vector<PathResult> results(jobs.size());
  Finish finish = Finish::complete;
  double seconds = 0;
  {
    nb::gil_scoped_release released;
    StopToken stop = stop_signal(deadline);
    for (PathResult& each : results) each.finish = Finish::deadline;  // unless it is reached
    finish = parallel_for(
        jobs.size(), 1, threads_of(threads), stop,
        [&](size_t begin, size_t end, StopToken& own, auto&& is_due) {
          for (size_t i = begin; i < end; ++i) {
            const Job& job = jobs[i];
            const Adjacency adjacency =
                adjacency_of(job.topology, job.wrap, job.pairs, job.grid.rows, job.grid.columns);
            PathQuery query{.lexicon = job.lexicon.view(), .grid = job.grid, .adjacency = adjacency};
            query.min_length = min_length;
            query.wanted = static_cast<PathsWanted>(wanted);
            query.limit = limit;
            query.max_stored = max_stored;
            query.points = span_of(job.points);
            query.tries = job.lexicon.tries();
            PathResult result = find_paths(query, own);
            // A helper hears of a deadline as of an interruption.
            if (result.finish == Finish::interrupted) result.finish = Finish::deadline;
            results[i] = std::move(result);
            if (is_due()) return false;
          }
          return true;
        });
    seconds = stop.elapsed();
  }
  raise_if_interrupted(finish);
  nb::list made;
  for (PathResult& result : results) made.append(nb::cast(std::make_unique<PathResult>(std::move(result))));
  return nb::make_tuple(made, seconds);
}

/// Is any of `wanted` in `bytes`? By pieces that stay in the cache from one look to the next.
bool has_any_byte(const Input<uint8_t>& bytes, const nb::bytes& wanted) {
  constexpr size_t kPiece = 1 << 14;
  for (size_t i = 0; i < bytes.size(); i += kPiece) {
    const size_t size = std::min(kPiece, bytes.size() - i);
    for (size_t k = 0; k < wanted.size(); ++k) {
      if (std::memchr(bytes.data() + i, wanted.c_str()[k], size) != nullptr) return true;
    }
  }
  return false;
}

/// The text of an Arrow column: bytes, and where each string begins; see `bindings/arrow.hpp`.
nb::tuple read_arrow(nb::handle column) {
  ArrowText text = arrow_text_of(column);
  return nb::make_tuple(nb::bytes(text.bytes.data(), text.bytes.size()), kept(std::move(text.begins)));
}

}  // namespace

void bind_boards(nb::module_& m) {
  nb::class_<ManyWords>(m, "ManyWords")
      .def_prop_ro("first",
                   [](const ManyWords& self) { return view_of(std::span(self.first), nb::find(self)); })
      .def_prop_ro("scores",
                   [](const ManyWords& self) { return view_of(std::span(self.scores), nb::find(self)); })
      .def_prop_ro("finishes",
                   [](const ManyWords& self) {
                     return view_of(std::span(reinterpret_cast<const uint8_t*>(self.finishes.data()),
                                              self.finishes.size()),
                                    nb::find(self));
                   })
      .def_prop_ro("words",
                   [](const ManyWords& self) { return view_of(std::span(self.words), nb::find(self)); })
      .def_prop_ro("tiles",
                   [](const ManyWords& self) { return view_of(std::span(self.tiles), nb::find(self)); })
      .def_prop_ro("cells",
                   [](const ManyWords& self) { return view_of(std::span(self.cells), nb::find(self)); });

  nb::class_<Boards>(m, "Boards")
      .def(nb::init<nb::object, const nb::bytes&, const nb::bytes&, std::optional<LetterCode>,
                    std::optional<LetterCode>, uint32_t, uint32_t, int, bool, const Input<uint32_t>&,
                    uint32_t, const Input<uint32_t>&>(),
           nb::arg("lexicon"), nb::arg("letter_of"), nb::arg("special"), nb::arg("q").none(),
           nb::arg("u").none(), nb::arg("rows"), nb::arg("columns"), nb::arg("topology"), nb::arg("wrap"),
           nb::arg("pairs"), nb::arg("min_length"), nb::arg("points"))
      .def_prop_ro("serves", &Boards::serves)
      .def("score_texts", &Boards::score_texts, nb::arg("boards"), nb::arg("scores"), nb::arg("threads"))
      .def("score_bytes", &Boards::score_bytes, nb::arg("boards"), nb::arg("scores"), nb::arg("threads"),
           nb::arg("deadline") = -1.0)
      .def("list", &Boards::list, nb::arg("boards"), nb::arg("with_paths"), nb::arg("order"),
           nb::arg("limit"), nb::arg("threads"), nb::arg("deadline"))
      .def("changes", &Boards::changes, nb::arg("board"))
      .def("swaps", &Boards::swaps, nb::arg("board"));

  m.def("search_grids", &search_grids, nb::arg("grids"), nb::arg("min_length"), nb::arg("wanted"),
        nb::arg("limit"), nb::arg("max_stored"), nb::arg("threads"), nb::arg("deadline"));
  m.def("has_any_byte", &has_any_byte, nb::arg("bytes"), nb::arg("wanted"));
  m.def("read_arrow", &read_arrow, nb::arg("column"));
}

}  // namespace lexigrid::bindings

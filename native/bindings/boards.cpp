// Searches over many boards of one shape, and over many grids of any kind.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>

#include "base/parallel_for.hpp"
#include "bindings/lexicon.hpp"
#include "bindings/module.hpp"
#include "bounds/bounds.hpp"
#include "paths/boards.hpp"
#include "paths/neighbours/changes.hpp"
#include "paths/neighbours/swaps.hpp"

namespace lexigrid::bindings {
namespace {

using Scores = nb::ndarray<int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// 0 means one thread per core.
unsigned thread_count(unsigned threads) {
  static const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return threads == 0 ? cores : threads;
}

/// A lexicon and the options of searches over boards of one shape, checked once for many calls.
class Boards {
 public:
  Boards(nb::typed<nb::object, Lexicon> lexicon, const nb::bytes& letter_of, const nb::bytes& special,
         std::optional<LetterCode> q, std::optional<LetterCode> u, uint32_t rows, uint32_t columns,
         int topology, bool wrap, const Input<uint32_t>& pairs, uint32_t min_length,
         const Input<uint32_t>& points)
      : owner_(std::move(lexicon)),
        lexicon_(nb::cast<const Lexicon&>(owner_)),
        adjacency_(adjacency_of(topology, wrap, pairs, rows, columns)),
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
    query_.emplace(BoardsQuery{view, lexicon_.tries(), adjacency_, {}, letter_of_});
    query_->qu = q.has_value() && u.has_value();
    query_->q = q.value_or(kNoLetter);
    query_->u = u.value_or(kNoLetter);
    query_->min_length = min_length;
    query_->points = points_;
    solver_.emplace(*query_);
  }
  Boards(const Boards&) = delete;
  Boards& operator=(const Boards&) = delete;

  /// True if a kernel serves such boards.
  [[nodiscard]] bool serves() const noexcept { return solver_.has_value(); }

  /// Writes the score of each board. Returns false if no kernel serves them, or if one of them is not a
  /// string of plain letters.
  bool score_texts(const nb::typed<nb::list, nb::object>& boards, Scores scores, unsigned threads) {
    if (!serves()) return false;
    check_scores(scores, boards.size());
    if (boards.size() == 1 && cells() <= levels::kMaxPackedCells) {
      std::array<uint8_t, levels::kMaxPackedCells> board;
      if (!copy_text(boards[0], board.data())) return false;
      if (const auto score = solver_->score_at_once(board.data())) {
        scores.data()[0] = static_cast<int64_t>(*score);
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
    BoardsQuery asked = query(span_of(boards), threads);
    asked.order = enum_of(order, BoardOrder::score, "unknown order");
    asked.limit = limit;
    auto made = std::make_unique<ManyWords>();
    run_released(deadline, [&](StopToken& stop) { (void)list_boards(asked, with_paths, *made, stop); });
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
    ChangesQuery alike{lexicon_.view(), lexicon_.tries(), adjacency_, letters, is_hole};
    alike.qu = query_->qu;
    alike.q = query_->q;
    alike.u = query_->u;
    alike.min_length = query_->min_length;
    alike.points = points_;
    run_released(-1, [&](StopToken& stop) { (void)score(alike, scores, stop); });
    return to_memoryview(std::move(scores));
  }

  size_t check_boards(const Input<uint8_t>& boards) const {
    if (!serves()) throw nb::value_error("no kernel serves these boards");
    if (boards.size() % cells() != 0) throw nb::value_error("the boards do not match the shape");
    return boards.size() / cells();
  }
  void check_scores(const Scores& scores, size_t boards) const {
    if (!serves()) throw nb::value_error("no kernel serves these boards");
    if (scores.size() != boards)
      throw nb::value_error("the number of scores differs from the number of boards");
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

  /// Boards not reached before the deadline get a score of -1.
  void score(std::span<const uint8_t> boards, Scores& scores, unsigned threads, double deadline) {
    static_assert(sizeof(int64_t) == sizeof(uint64_t));
    const std::span<uint64_t> out(reinterpret_cast<uint64_t*>(scores.data()), scores.size());
    run_released(deadline, [&](StopToken& stop) {
      if (deadline >= 0) std::fill(out.begin(), out.end(), ~uint64_t{0});
      (void)score_boards(query(boards, threads), out, stop);
    });
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

/// Searches grids of any kind on several threads, each like `find_paths`. Each of `grids` is a tuple of
/// lexicon, tiles, codes, rows, columns, topology, wrap, pairs and points.
nb::typed<nb::list, PathResult> search_grids(
    const nb::typed<nb::list, nb::typed<nb::tuple, nb::object, nb::ellipsis>>& grids, uint32_t min_length,
    int wanted, uint64_t limit, uint64_t max_stored, unsigned threads, double deadline) {
  struct Job {
    const Lexicon& lexicon;
    std::unique_ptr<CellBuffer> cells;
    GridView grid;
    int topology;
    bool wrap;
    Input<uint32_t> pairs;
    Input<uint32_t> points;
  };
  const auto kind = enum_of(wanted, PathsWanted::one, "unknown kind of answer");
  std::vector<Job> jobs;
  for (const nb::handle each : grids) {
    const auto fields = nb::cast<nb::tuple>(each);
    const auto& lexicon = nb::cast<const Lexicon&>(fields[0]);
    const auto& tiles = nb::cast<const Tiles&>(fields[1]);
    check_letters(tiles, lexicon.view().letter_count);
    auto cells = std::make_unique<CellBuffer>(fields[2]);
    const GridView grid =
        cells->grid(nb::cast<uint32_t>(fields[3]), nb::cast<uint32_t>(fields[4]), tiles.table());
    jobs.push_back({lexicon, std::move(cells), grid, nb::cast<int>(fields[5]), nb::cast<bool>(fields[6]),
                    nb::cast<Input<uint32_t>>(fields[7]), nb::cast<Input<uint32_t>>(fields[8])});
    lexicon.check_points(jobs.back().points);
  }
  std::vector<PathResult> results(jobs.size());
  for (PathResult& each : results) each.finish = Finish::deadline;  // for grids that are not reached
  run_released(deadline, [&](StopToken& stop) {
    const auto work = [&](size_t begin, size_t end, StopToken& own, auto&& is_due) {
      for (size_t i = begin; i < end; ++i) {
        const Job& job = jobs[i];
        const Adjacency adjacency =
            adjacency_of(job.topology, job.wrap, job.pairs, job.grid.rows, job.grid.columns);
        PathQuery query{.lexicon = job.lexicon.view(), .grid = job.grid, .adjacency = adjacency};
        query.min_length = min_length;
        query.wanted = kind;
        query.limit = limit;
        query.max_stored = max_stored;
        query.points = span_of(job.points);
        query.tries = &job.lexicon.tries();
        results[i] = find_paths(query, own);
        // Threads other than the caller's see the deadline as an interruption.
        if (results[i].finish == Finish::interrupted) results[i].finish = Finish::deadline;
        if (is_due()) return false;
      }
      return true;
    };
    (void)parallel_for(jobs.size(), 1, thread_count(threads), stop, work);
  });
  nb::list made;
  for (PathResult& result : results) made.append(nb::cast(std::make_unique<PathResult>(std::move(result))));
  return made;
}

/// Bounds the boards of a pattern, in which cell i shows one of `letters[letter_at[i]]` to
/// `letters[letter_at[i + 1] - 1]`. If `q` and `u` are given, q spells qu. Returns the bound and the best
/// boards (one letter index per cell), or None if the pattern is too large.
using BoundedBoards = nb::typed<nb::tuple, uint64_t, OwnedView<uint8_t>>;

std::optional<BoundedBoards> bound_pattern(const Lexicon& lexicon, std::optional<LetterCode> q,
                                           std::optional<LetterCode> u, uint32_t rows, uint32_t columns,
                                           int topology, bool wrap, const Input<uint32_t>& pairs,
                                           const Input<uint8_t>& letters, const Input<uint32_t>& letter_at,
                                           uint32_t min_length, const Input<uint32_t>& points,
                                           uint64_t at_least, uint64_t limit) {
  lexicon.check_points(points);
  if (lexicon.view().is_wide) return std::nullopt;
  const bool qu = q.has_value() && u.has_value();
  const PathTrie* const trie = qu ? lexicon.tries().with_qu(*q, *u) : &lexicon.tries().plain();
  const uint64_t cells = uint64_t{rows} * columns;
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
  const Adjacency adjacency = adjacency_of(topology, wrap, pairs, rows, columns);
  const BoardPattern pattern{*trie, adjacency, symbols, span_of(points), min_length};
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
  nb::class_<ManyWords>(m, "ManyWords")
      .def_prop_ro("first", view_getter(&ManyWords::first))
      .def_prop_ro("scores", view_getter(&ManyWords::scores))
      .def_prop_ro("finishes",
                   [](const ManyWords& self) {
                     return view_of(std::span(reinterpret_cast<const uint8_t*>(self.finishes.data()),
                                              self.finishes.size()),
                                    nb::find(self));
                   })
      .def_prop_ro("words", view_getter(&ManyWords::words))
      .def_prop_ro("tiles", view_getter(&ManyWords::tiles))
      .def_prop_ro("cells", view_getter(&ManyWords::cells));

  nb::class_<Boards>(m, "Boards")
      .def(nb::init<nb::typed<nb::object, Lexicon>, const nb::bytes&, const nb::bytes&,
                    std::optional<LetterCode>, std::optional<LetterCode>, uint32_t, uint32_t, int, bool,
                    const Input<uint32_t>&, uint32_t, const Input<uint32_t>&>(),
           "lexicon"_a, "letter_of"_a, "special"_a, "q"_a.none(), "u"_a.none(), "rows"_a, "columns"_a,
           "topology"_a, "wrap"_a, "pairs"_a, "min_length"_a, "points"_a)
      .def_prop_ro("serves", &Boards::serves)
      .def("score_texts", &Boards::score_texts, "boards"_a, "scores"_a, "threads"_a)
      .def("score_bytes", &Boards::score_bytes, "boards"_a, "scores"_a, "threads"_a, "deadline"_a = -1.0)
      .def("list", &Boards::list, "boards"_a, "with_paths"_a, "order"_a, "limit"_a, "threads"_a, "deadline"_a)
      .def("changes", &Boards::changes, "board"_a)
      .def("swaps", &Boards::swaps, "board"_a);

  m.def("search_grids", &search_grids, "grids"_a, "min_length"_a, "wanted"_a, "limit"_a, "max_stored"_a,
        "threads"_a, "deadline"_a);
  m.def("bound_pattern", &bound_pattern, "lexicon"_a, "q"_a.none(), "u"_a.none(), "rows"_a, "columns"_a,
        "topology"_a, "wrap"_a, "pairs"_a, "letters"_a, "letter_at"_a, "min_length"_a, "points"_a,
        "at_least"_a, "limit"_a);
  m.def("has_any_byte", &has_any_byte, "bytes"_a, "wanted"_a);
}

}  // namespace lexigrid::bindings

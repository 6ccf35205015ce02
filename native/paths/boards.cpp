#include "paths/boards.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <utility>

#include "answer/paths.hpp"
#include "base/parallel_for.hpp"
#include "base/parts.hpp"
#include "base/per_thread.hpp"
#include "grid/speller.hpp"
#include "paths/targets/kernels.hpp"

namespace lexigrid {
namespace {

constexpr uint8_t kRare = 0xFE;  // a letter that the trie of a wide lexicon leaves out

}  // namespace

BoardSolver::BoardSolver(const BoardsQuery& query)
    : query_(query),
      cells_(query.adjacency.cells()),
      columns_(cells_),
      scheme_(query.lexicon, query.points, query.min_length, true) {
  if (const auto shape = query.adjacency.shape()) {
    rows_ = shape->rows;
    columns_ = shape->columns;
  }
  if (levels::Shape::fits(query.adjacency)) {
    trie_ = query.qu ? query.tries.with_qu(query.q, query.u) : &query.tries.plain();
    shape_.emplace(query.adjacency);
  }
  letter_.fill(kNoLetter);
  for (unsigned byte = 0; byte < 256; ++byte) {
    const bool is_qu_tile = query_.has_qu_tiles && byte == kQuTile;
    const auto letter = is_qu_tile ? static_cast<uint8_t>(query.q) : query.letter_of[byte];
    symbol_of_[byte] = letter == 0xFF ? levels::kNoTile : query.tries.plain_symbol(letter);
    if (letter != 0xFF && symbol_of_[byte] == kNoSymbol) symbol_of_[byte] = kRare;
    if (is_qu_tile || (letter != 0xFF && query.qu && letter == query.q)) {
      kind_[byte] = TileKind::choice;
      spelled_.insert(spelled_.end(), {query.q, query.u});
    } else if (letter != 0xFF) {
      kind_[byte] = TileKind::letter;
      letter_[byte] = letter;
    }
    const auto alternatives = static_cast<uint32_t>(spelled_.size() / 2);
    alternative_at_[byte + 1] = alternatives;
    letter_at_[alternatives] = 2 * alternatives;
  }
}

const PathTrie* BoardSolver::trie_with_qu() const {
  const PathTrie* made = trie_with_qu_.load(std::memory_order_acquire);
  if (made == nullptr) {
    made = query_.tries.with_qu(query_.q, query_.u);
    trie_with_qu_.store(made, std::memory_order_release);
  }
  return made;
}

std::optional<SearchedBoard> BoardSolver::run_kernel(const uint8_t* board, bool with_codes,
                                                     Letters& letters) const {
  if (trie_ == nullptr || (!shape_->is_packed && !uses(Part::bitset))) return std::nullopt;
  const PathTrie* trie = trie_;
  if (query_.has_qu_tiles && std::memchr(board, kQuTile, cells_) != nullptr) {
    const auto is_plain_q = [&](uint8_t byte) {
      return byte != kQuTile && symbol_of_[byte] == symbol_of_[kQuTile];
    };
    trie = std::any_of(board, board + cells_, is_plain_q) ? nullptr : trie_with_qu();
    if (trie == nullptr) return std::nullopt;
  }
  bool has_rare = false;
  for (unsigned cell = 0; cell < cells_; ++cell) {
    letters[cell] = symbol_of_[board[cell]];
    has_rare |= letters[cell] == kRare;
  }
  if (has_rare) return std::nullopt;
  Workspace& work = workspace();
  const Kernels& kernels = lexigrid::kernels();
  const auto search = (shape_->is_packed ? kernels.packed : kernels.bitset)[with_codes ? 1 : 0];
  if (!search(*shape_, *trie, letters.data(), work.tables, work.lists)) return std::nullopt;
  work.begin(*trie);
  return SearchedBoard{scheme_, *trie, *shape_, letters.data(), work};
}

PathResult BoardSolver::search_as_grid(const uint8_t* board, PathsWanted wanted, StopToken& stop) const {
  const GridView grid{rows_, columns_, Cells(std::span(board, cells_)),
                      TileTable{kind_, letter_, alternative_at_, letter_at_, spelled_}};
  const PathQuery one{.lexicon = query_.lexicon,
                      .grid = grid,
                      .adjacency = query_.adjacency,
                      .min_length = query_.min_length,
                      .wanted = wanted,
                      .limit = query_.limit,
                      .tries = &query_.tries,
                      .points = query_.points};
  return answer_paths(one, query_.order, stop);
}

std::optional<uint64_t> BoardSolver::score_at_once(const uint8_t* board) const {
  Letters letters;
  const auto searched = run_kernel(board, false, letters);
  return searched ? std::optional(sum_up(*searched).score) : std::nullopt;
}

uint64_t BoardSolver::score(const uint8_t* board, StopToken& stop) const {
  if (const auto score = score_at_once(board)) return *score;
  return search_as_grid(board, PathsWanted::count, stop).score;
}

BoardSolver::Listed BoardSolver::list(const uint8_t* board, bool with_paths, BoardWords& out,
                                      StopToken& stop) const {
  struct Found : BoardWords {};
  const WordOrder found_in = query_.order == WordOrder::tiles ? WordOrder::tiles : WordOrder::grid;
  const bool is_final = query_.order == found_in && query_.limit == kNoLimit;
  PathResult answer;
  Letters letters;
  if (const auto searched = run_kernel(board, needs_codes(with_paths, found_in), letters)) {
    if (is_final) return {kernels().list_words(*searched, with_paths, found_in, out), Finish::complete};
    Found& found = PerThread<Found>::mine();
    found.shrink(0, 0);
    answer = found.answer(kernels().list_words(*searched, with_paths, found_in, found), with_paths);
    const WordOrder order = query_.order == found_in ? WordOrder::grid : query_.order;  // sorted already?
    answer = arranged(std::move(answer), query_.lexicon, query_.points, order, query_.limit);
  } else {
    answer = search_as_grid(board, with_paths ? PathsWanted::one : PathsWanted::words, stop);
  }
  out.append(answer);
  return {answer.score, answer.finish};
}

namespace {

constexpr size_t kChunk = 128;  // boards that a thread takes at a time: about 0.15 ms of work

}  // namespace

Finish score_boards(const BoardsQuery& query, std::span<uint64_t> scores, StopToken& stop) {
  alignas(kCacheLines) const BoardSolver solver(query);
  const size_t cells = solver.cells();
  const size_t count = query.boards.size() / cells;
  const auto work = [&solver, boards = query.boards.data(), cells, scores = scores.data()](
                        size_t begin, size_t end, StopToken& own, auto&& is_due) {
    if (end - begin >= kChunk) workspace().use_large_pages();
    for (size_t board = begin; board < end; ++board) {
      const uint64_t score = solver.score(boards + board * cells, own);
      if (is_due()) return false;
      scores[board] = score;
    }
    return true;
  };
  return parallel_for(count, kChunk, query.threads, stop, work, query.done);
}

namespace {

/// Joins the lists of chunks of boards in order. The thread of the caller does so while the search goes on,
/// so that little is left to copy after a deadline.
class Joiner {
 public:
  explicit Joiner(size_t chunks) : parts_(chunks) {}

  /// Takes the list of a chunk. For any thread.
  void put(size_t chunk, const BoardWords& list) {
    parts_[chunk].list.append(list);
    parts_[chunk].is_done.store(true, std::memory_order_release);
  }

  /// Appends the lists that follow, up to the first that is missing. Returns early when `stop` is due.
  void append_next(BoardWords& all, StopToken& stop) {
    for (; next_ < parts_.size() && parts_[next_].is_done.load(std::memory_order_acquire); ++next_) {
      if (stop.look()) return;
      all.append(std::exchange(parts_[next_].list, {}));
    }
  }

  /// Appends all that is left when the search has ended; missing lists count as empty.
  void append_rest(BoardWords& all) {
    for (; next_ < parts_.size(); ++next_) all.append(std::exchange(parts_[next_].list, {}));
  }

 private:
  struct Part {
    BoardWords list;
    std::atomic<bool> is_done{false};
  };

  std::vector<Part> parts_;
  size_t next_ = 0;
};

}  // namespace

ManyWords list_boards(const BoardsQuery& query, bool with_paths, StopToken& stop) {
  alignas(kCacheLines) const BoardSolver solver(query);
  const size_t boards = query.boards.size() / solver.cells();
  ManyWords all(boards, with_paths);
  all.columns.push_back(solver.columns());
  Joiner joiner((boards + kChunk - 1) / kChunk);
  const auto work = [&solver, &all, &joiner, caller = &stop, with_paths, boards,
                     first_board = query.boards.data(), cells = solver.cells(), first = all.first.data(),
                     first_cell = all.first_cell.data(), scores = all.scores.data(),
                     finishes = all.finishes.data()](size_t begin, size_t end, StopToken& own,
                                                     auto&& is_due) {
    if (end - begin >= kChunk) workspace().use_large_pages();
    const bool is_single = end - begin == boards;
    BoardWords& list = is_single ? all : PerThread<BoardWords>::mine();  // already grown and cached
    bool is_over = false;
    for (size_t chunk = begin; chunk < end && !is_over; chunk += kChunk) {
      if (!is_single) list.shrink(0, 0);
      for (size_t board = chunk; board < std::min(end, chunk + kChunk); ++board) {
        const size_t words = list.words.size();
        const size_t words_cells = list.cells.size();
        const BoardSolver::Listed listed = solver.list(first_board + board * cells, with_paths, list, own);
        is_over = is_due();
        if (is_over) {  // the board may be incomplete: it counts as not reached
          list.shrink(words, words_cells);
          break;
        }
        scores[board] = listed.score;
        finishes[board] = listed.finish;
        first[board + 1] = list.words.size() - words;
        first_cell[board + 1] = list.cells.size() - words_cells;
      }
      if (is_single) continue;
      joiner.put(chunk / kChunk, list);
      if (&own == caller) joiner.append_next(all, own);
    }
    return !is_over;
  };
  if (parallel_for(boards, kChunk, query.threads, stop, work, query.done) == Finish::interrupted) return all;
  joiner.append_rest(all);
  all.close();
  return all;
}

}  // namespace lexigrid

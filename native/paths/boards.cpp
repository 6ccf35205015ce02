#include "paths/boards.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

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
      scheme_(query.lexicon, query.points, query.min_length) {
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
    const uint8_t letter = query.letter_of[byte];
    symbol_of_[byte] = letter == 0xFF ? levels::kNoTile : query.tries.plain_symbol(letter);
    if (letter != 0xFF && symbol_of_[byte] == kNoSymbol) symbol_of_[byte] = kRare;
    if (letter != 0xFF && query.qu && letter == query.q) {
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

std::optional<SearchedBoard> BoardSolver::run_kernel(const uint8_t* board, bool with_codes,
                                                     Letters& letters) const {
  if (trie_ == nullptr || (!shape_->is_packed && !uses(Part::bitset))) return std::nullopt;
  bool has_rare = false;
  for (unsigned cell = 0; cell < cells_; ++cell) {
    letters[cell] = symbol_of_[board[cell]];
    has_rare |= letters[cell] == kRare;
  }
  if (has_rare) return std::nullopt;
  Workspace& work = workspace();
  const Kernels& kernels = lexigrid::kernels();
  const auto search = (shape_->is_packed ? kernels.packed : kernels.bitset)[with_codes ? 1 : 0];
  if (!search(*shape_, *trie_, letters.data(), work.tables, work.lists)) return std::nullopt;
  work.begin(*trie_);
  return SearchedBoard{scheme_, *trie_, *shape_, letters.data(), work};
}

PathResult BoardSolver::search_as_grid(const uint8_t* board, PathsWanted wanted, StopToken& stop) const {
  const GridView grid{rows_, columns_, Cells(std::span(board, cells_)),
                      TileTable{kind_, letter_, alternative_at_, letter_at_, spelled_}};
  PathQuery one{.lexicon = query_.lexicon, .grid = grid, .adjacency = query_.adjacency};
  one.min_length = query_.min_length;
  one.wanted = wanted;
  one.points = query_.points;
  one.tries = &query_.tries;
  if (query_.order == BoardOrder::grid) one.limit = query_.limit;
  return find_paths(one, stop);
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

namespace {

/// Appends the result of a grid search.
void append(const PathResult& result, bool with_paths, BoardWords& out) {
  for (size_t place = 0; place < result.words.size(); ++place) {
    out.words.push_back(result.words[place]);
    if (!with_paths) continue;
    out.tiles.push_back(static_cast<uint8_t>(result.cell_of[place + 1] - result.cell_of[place]));
    for (uint64_t i = result.cell_of[place]; i < result.cell_of[place + 1]; ++i)
      out.cells.push_back(static_cast<uint8_t>(result.cells[i]));
  }
}

/// Sorts a result with paths, which is in canonical order, by number of tiles.
PathResult by_tiles(const PathResult& result) {
  std::vector<size_t> places(result.words.size());
  std::iota(places.begin(), places.end(), size_t{0});
  const auto tiles = [&](size_t i) { return result.cell_of[i + 1] - result.cell_of[i]; };
  std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) { return tiles(a) < tiles(b); });
  PathResult sorted;
  sorted.score = result.score;
  sorted.finish = result.finish;
  sorted.cell_of.push_back(0);
  for (const size_t place : places) {
    sorted.words.push_back(result.words[place]);
    for (uint64_t i = result.cell_of[place]; i < result.cell_of[place + 1]; ++i)
      sorted.cells.push_back(result.cells[i]);
    sorted.cell_of.push_back(sorted.cells.size());
  }
  return sorted;
}

}  // namespace

/// Sorts the words of one board, which begin at `first`, into the order of the query and cuts them to its
/// limit. They arrive in the order `grid`, or `tiles` if the query asks for it.
BoardSolver::Listed BoardSolver::arrange(BoardWords& out, size_t first, size_t first_cell, bool with_paths,
                                         uint64_t score) const {
  const size_t count = out.words.size() - first;
  const size_t kept = std::min<uint64_t>(count, query_.limit);
  if (kept == count && query_.order <= BoardOrder::tiles) return {score, Finish::complete};
  const LexiconView& lexicon = query_.lexicon;
  const auto points = [&](WordId word) { return query_.points[lexicon.length_of(word)]; };
  if (query_.order > BoardOrder::tiles) {
    struct Place {
      WordId word;
      uint32_t key;  // descending
      uint32_t tiles;
      size_t cell;
    };
    std::vector<Place> places(count);
    size_t cell = first_cell;
    for (size_t i = 0; i < count; ++i) {
      const WordId word = out.words[first + i];
      const uint32_t tiles = with_paths ? out.tiles[first + i] : 0;
      const uint32_t key = query_.order == BoardOrder::length  ? lexicon.length_of(word)
                           : query_.order == BoardOrder::score ? points(word)
                                                               : 0;
      places[i] = {word, key, tiles, cell};
      cell += tiles;
    }
    std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
      return a.key != b.key ? a.key > b.key : a.word != b.word && precedes(lexicon, a.word, b.word);
    });
    const std::vector<uint8_t> cells(out.cells.begin() + first_cell, out.cells.end());
    size_t to = first_cell;
    for (size_t i = 0; i < count; ++i) {
      out.words[first + i] = places[i].word;
      if (!with_paths) continue;
      out.tiles[first + i] = static_cast<uint8_t>(places[i].tiles);
      std::copy_n(cells.data() + places[i].cell - first_cell, places[i].tiles, out.cells.begin() + to);
      to += places[i].tiles;
    }
  }
  if (kept == count) return {score, Finish::complete};
  Listed listed{0, Finish::limited};
  size_t cells = first_cell;
  for (size_t i = first; i < first + kept; ++i) {
    listed.score += points(out.words[i]);
    if (with_paths) cells += out.tiles[i];
  }
  out.shrink(first + kept, cells);
  return listed;
}

BoardSolver::Listed BoardSolver::list(const uint8_t* board, bool with_paths, BoardWords& out,
                                      StopToken& stop) const {
  const size_t first = out.words.size();
  const size_t first_cell = out.cells.size();
  Letters letters;
  const BoardOrder found = query_.order == BoardOrder::tiles ? BoardOrder::tiles : BoardOrder::grid;
  if (const auto searched = run_kernel(board, needs_codes(with_paths, found), letters)) {
    const uint64_t score = kernels().list_words(*searched, with_paths, found, out);
    return arrange(out, first, first_cell, with_paths, score);
  }
  // Sorting by tiles needs paths.
  const bool needs_one = with_paths || query_.order == BoardOrder::tiles;
  PathResult result = search_as_grid(board, needs_one ? PathsWanted::one : PathsWanted::words, stop);
  if (query_.order == BoardOrder::tiles) result = by_tiles(result);
  append(result, with_paths, out);
  const Listed listed = arrange(out, first, first_cell, with_paths, result.score);
  return result.finish == Finish::complete ? listed : Listed{listed.score, result.finish};
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
    for (size_t board = begin; board < end; ++board) {
      const uint64_t score = solver.score(boards + board * cells, own);
      if (is_due()) return false;
      scores[board] = score;
    }
    return true;
  };
  return parallel_for(count, kChunk, query.threads, stop, work);
}

namespace {

/// Joins the lists of chunks of boards in order. The thread of the caller does so while the search goes on,
/// so that little is left to copy after a deadline.
class Joiner {
 public:
  explicit Joiner(size_t chunks) : parts_(chunks) {}

  /// Takes the list of a chunk. For any thread.
  void put(size_t chunk, const BoardWords& list) {
    append(parts_[chunk].list, list);
    parts_[chunk].is_done.store(true, std::memory_order_release);
  }

  /// Appends the lists that follow, up to the first that is missing. Returns early when `stop` is due.
  void append_next(BoardWords& all, StopToken& stop) {
    for (; next_ < parts_.size() && parts_[next_].is_done.load(std::memory_order_acquire); ++next_) {
      if (stop.look()) return;
      append(all, std::exchange(parts_[next_].list, {}));
    }
  }

  /// Appends all that is left when the search has ended; missing lists count as empty.
  void append_rest(BoardWords& all) {
    for (; next_ < parts_.size(); ++next_) append(all, std::exchange(parts_[next_].list, {}));
  }

 private:
  struct Part {
    BoardWords list;
    std::atomic<bool> is_done{false};
  };

  static void append(BoardWords& all, const BoardWords& more) {
    std::copy(more.words.begin(), more.words.end(), all.words.extend(more.words.size()));
    std::copy(more.tiles.begin(), more.tiles.end(), all.tiles.extend(more.tiles.size()));
    std::copy(more.cells.begin(), more.cells.end(), all.cells.extend(more.cells.size()));
  }

  std::vector<Part> parts_;
  size_t next_ = 0;
};

}  // namespace

Finish list_boards(const BoardsQuery& query, bool with_paths, ManyWords& out, StopToken& stop) {
  alignas(kCacheLines) const BoardSolver solver(query);
  const size_t boards = query.boards.size() / solver.cells();
  out.first.assign(boards + 1, 0);
  out.scores.assign(boards, 0);
  out.finishes.assign(boards, Finish::deadline);
  BoardWords found;
  Joiner joiner((boards + kChunk - 1) / kChunk);
  const auto work = [&solver, &found, &joiner, caller = &stop, with_paths, boards, all = query.boards.data(),
                     cells = solver.cells(), first = out.first.data(), scores = out.scores.data(),
                     finishes = out.finishes.data()](size_t begin, size_t end, StopToken& own,
                                                     auto&& is_due) {
    const bool is_single = end - begin == boards;
    BoardWords& list = is_single ? found : PerThread<BoardWords>::mine();  // already grown and cached
    bool is_over = false;
    for (size_t chunk = begin; chunk < end && !is_over; chunk += kChunk) {
      if (!is_single) list.shrink(0, 0);
      for (size_t board = chunk; board < std::min(end, chunk + kChunk); ++board) {
        const size_t words = list.words.size();
        const size_t words_cells = list.cells.size();
        const BoardSolver::Listed listed = solver.list(all + board * cells, with_paths, list, own);
        is_over = is_due();
        if (is_over) {  // the board may be incomplete: it counts as not reached
          list.shrink(words, words_cells);
          break;
        }
        scores[board] = listed.score;
        finishes[board] = listed.finish;
        first[board + 1] = list.words.size() - words;
      }
      if (is_single) continue;
      joiner.put(chunk / kChunk, list);
      if (&own == caller) joiner.append_next(found, own);
    }
    return !is_over;
  };
  const Finish finish = parallel_for(boards, kChunk, query.threads, stop, work);
  if (finish == Finish::interrupted) return finish;
  for (size_t board = 0; board < boards; ++board) out.first[board + 1] += out.first[board];
  joiner.append_rest(found);
  out.words = std::move(found.words);
  out.tiles = std::move(found.tiles);
  out.cells = std::move(found.cells);
  return finish;
}

}  // namespace lexigrid

#include "paths_boards.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "paths_general.hpp"
#include "paths_plain.hpp"
#include "shares.hpp"

namespace lexigrid {

bool boards_fit(const Adjacency& adjacency) noexcept { return small::Shape::fits(adjacency); }

BoardSolver::BoardSolver(const BoardsQuery& query)
    : query_(query), trie_(query.qu ? query.tries.with_qu(query.q, query.u) : &query.tries.plain()),
      shape_(query.adjacency), scheme_(query.lexicon, query.points, query.min_length) {
  assert(small::Shape::fits(query.adjacency) && !query.lexicon.is_wide);
}

namespace {

using Letters = std::array<std::uint8_t, small::kMaxCells>;

Letters letters_on(const BoardsQuery& query, unsigned cells, const std::uint8_t* board) {
  Letters letters;
  for (unsigned cell = 0; cell < cells; ++cell) letters[cell] = query.letter_of[board[cell]];
  return letters;
}

}  // namespace

/// One board by a search that has no bounds: where a level of the kernel passed its own.
PathResult BoardSolver::search_generally(const std::uint8_t* letters, PathsWanted wanted, StopSignal& stop) const {
  std::array<TileKind, 256> kind{};
  std::array<LetterCode, 256> letter;
  letter.fill(kNoLetter);
  std::array<std::uint32_t, 257> alternative_at{};
  const std::array<std::uint32_t, 2> letter_at{0, 2};
  const std::array<LetterCode, 2> qu_letters{query_.q, query_.u};
  for (unsigned code = 0; code < kNarrowLetters; ++code) {
    kind[code] = TileKind::letter;
    letter[code] = static_cast<LetterCode>(code);
  }
  if (query_.qu) {
    kind[query_.q] = TileKind::choice;
    letter[query_.q] = kNoLetter;
    for (std::size_t code = query_.q + std::size_t{1}; code < alternative_at.size(); ++code) alternative_at[code] = 1;
  }
  const GridView grid{1, shape_.cells, Cells(std::span(letters, shape_.cells)),
                      TileTable{kind, letter, alternative_at, letter_at, qu_letters}};
  PathQuery one{.lexicon = query_.lexicon, .grid = grid, .adjacency = query_.adjacency};
  one.min_length = query_.min_length;
  one.wanted = wanted;
  one.points = query_.points;
  if (auto plain = find_paths_plain(one, stop)) return std::move(*plain);
  return find_paths_general(one, stop);
}

std::optional<Total> BoardSolver::score_at_once(const std::uint8_t* board) const {
  Workspace& work = workspace();
  const Letters letters = letters_on(query_, shape_.cells, board);
  const small::Kernel kernel = small::kernel_for(active_isa(), false);
  if (trie_ == nullptr || !kernel(shape_, *trie_, letters.data(), work.tables, work.lists)) return std::nullopt;
  work.begin(*trie_);
  return sum_up(scheme_, *trie_, shape_.cells, letters.data(), work);
}

Total BoardSolver::score(const std::uint8_t* board, StopSignal& stop) const {
  if (const auto total = score_at_once(board)) return *total;
  const PathResult result = search_generally(letters_on(query_, shape_.cells, board).data(), PathsWanted::count, stop);
  return {result.score, result.word_count};
}

namespace {

/// Appends a result of the general search, with paths; brings it into the order asked for.
void append(const PathResult& result, bool with_paths, BoardOrder order, BoardWords& out) {
  std::vector<std::size_t> places(result.words.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  const auto tiles = [&](std::size_t i) { return result.cell_of[i + 1] - result.cell_of[i]; };
  if (order == BoardOrder::tiles) {
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return tiles(a) < tiles(b); });
  }
  out.reserve(places.size(), with_paths, small::kMaxCells);
  for (const std::size_t place : places) {
    out.words[out.word_count] = result.words[place];
    if (with_paths) {
      out.tiles[out.word_count] = static_cast<std::uint8_t>(tiles(place));
      for (std::uint64_t i = result.cell_of[place]; i < result.cell_of[place + 1]; ++i) {
        out.cells[out.cell_count++] = static_cast<std::uint8_t>(result.cells[i]);
      }
    }
    ++out.word_count;
  }
}

}  // namespace

std::uint64_t BoardSolver::list(const std::uint8_t* board, bool with_paths, BoardOrder order, BoardWords& out,
                                StopSignal& stop) const {
  Workspace& work = workspace();
  const Letters letters = letters_on(query_, shape_.cells, board);
  const small::Kernel kernel = small::kernel_for(active_isa(), needs_paths(with_paths, order));
  if (trie_ != nullptr && kernel(shape_, *trie_, letters.data(), work.tables, work.lists)) {
    work.begin(*trie_);
    return list_words(scheme_, *trie_, shape_, letters.data(), with_paths, order, work, out);
  }
  // The order of tiles is known from paths.
  const PathResult result = search_generally(letters.data(), PathsWanted::one, stop);
  append(result, with_paths, order, out);
  return result.score;
}

namespace {

constexpr std::size_t kShare = 256;  // boards a thread takes at a time: about 0.3 ms of work

}  // namespace

Finish score_boards(const BoardsQuery& query, std::span<std::uint64_t> scores, std::span<std::uint32_t> counts,
                    StopSignal& stop) {
  const BoardSolver solver(query);
  const std::size_t boards = query.boards.size() / solver.cells();
  return in_shares(boards, kShare, query.threads, stop, [&](std::size_t begin, std::size_t end, StopSignal& own, auto&& is_due) {
    for (std::size_t board = begin; board < end; ++board) {
      const Total total = solver.score(query.boards.data() + board * solver.cells(), own);
      if (is_due()) return false;
      scores[board] = total.score;
      counts[board] = static_cast<std::uint32_t>(total.words);
    }
    return true;
  });
}

namespace {

/// The lists of some boards that follow each other, cut to their size.
struct Part {
  std::vector<WordId> words;
  std::vector<std::uint8_t> tiles;
  std::vector<std::uint8_t> cells;
};

template <class T>
void append(std::span<const T> part, std::vector<T>& all) {
  all.insert(all.end(), part.begin(), part.end());
}

Part part_of(const BoardWords& list, bool with_paths) {
  Part part;
  append(std::span(list.words).first(list.word_count), part.words);
  if (!with_paths) return part;
  append(std::span(list.tiles).first(list.word_count), part.tiles);
  append(std::span(list.cells).first(list.cell_count), part.cells);
  return part;
}

/// Joins parts, each of which is given up as soon as it is copied.
void join(std::vector<Part>& parts, ManyWords& out) {
  std::size_t words = 0;
  std::size_t tiles = 0;
  std::size_t cells = 0;
  for (const Part& part : parts) {
    words += part.words.size();
    tiles += part.tiles.size();
    cells += part.cells.size();
  }
  out.words.reserve(words);
  out.tiles.reserve(tiles);
  out.cells.reserve(cells);
  for (Part& part : parts) {
    append(std::span<const WordId>(part.words), out.words);
    append(std::span<const std::uint8_t>(part.tiles), out.tiles);
    append(std::span<const std::uint8_t>(part.cells), out.cells);
    part = {};
  }
}

}  // namespace

Finish list_boards(const BoardsQuery& query, bool with_paths, BoardOrder order, ManyWords& out, StopSignal& stop) {
  const BoardSolver solver(query);
  const std::size_t boards = query.boards.size() / solver.cells();
  out.first.assign(boards + 1, 0);
  out.scores.assign(boards, 0);
  std::vector<Part> parts((boards + kShare - 1) / kShare);
  const Finish finish =
      in_shares(boards, kShare, query.threads, stop, [&](std::size_t begin, std::size_t end, StopSignal& own, auto&& is_due) {
        thread_local BoardWords list;  // grown once, and warm: parts are allocated at their size
        for (std::size_t share = begin; share < end; share += kShare) {
          list.clear();
          for (std::size_t board = share; board < std::min(end, share + kShare); ++board) {
            const std::size_t before = list.word_count;
            out.scores[board] = solver.list(query.boards.data() + board * solver.cells(), with_paths, order, list, own);
            if (is_due()) return false;
            out.first[board + 1] = list.word_count - before;
          }
          parts[share / kShare] = part_of(list, with_paths);
        }
        return true;
      });
  if (finish != Finish::complete) return finish;
  for (std::size_t board = 0; board < boards; ++board) out.first[board + 1] += out.first[board];
  join(parts, out);
  return finish;
}

}  // namespace lexigrid

#include "paths_fast.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <exception>
#include <thread>

#include "helpers.hpp"
#include "paths_general.hpp"
#include "paths_small.hpp"

namespace lexigrid {
namespace {

/// What a thread keeps from search to search: lists, and a stamp a node that says "counted now".
struct Workspace {
  small::Tables tables;
  small::Lists lists;
  std::vector<std::uint8_t> stamps;
  std::uint64_t trie_id = 0;
  std::uint8_t now = 0;

  /// Makes every node uncounted; touches the stamps once in 255 times only.
  void begin(const PathTrie& trie) {
    if (trie_id != trie.id()) {
      stamps.assign(trie.node_count(), 0);
      trie_id = trie.id();
      now = 0;
    }
    if (++now == 0) {
      std::fill(stamps.begin(), stamps.end(), std::uint8_t{0});
      now = 1;
    }
  }
  [[nodiscard]] bool is_first(NodeId node) noexcept {
    const bool first = stamps[node] != now;
    stamps[node] = now;
    return first;
  }
};

Workspace& workspace() {
  thread_local Workspace mine;
  return mine;
}

struct Total {
  std::uint64_t score = 0;
  std::uint64_t words = 0;
};

/// What a word counts, by the length that stands in its node.
using LengthTable = std::array<Total, 32>;

LengthTable length_table(std::span<const std::uint32_t> points, std::uint32_t min_length) {
  LengthTable table{};
  for (std::uint32_t length = 1; length < kLengthMask; ++length) {
    if (length >= min_length) table[length] = {length < points.size() ? points[length] : 0u, 1};
  }
  return table;
}

constexpr unsigned length_of_node(Node node) noexcept { return static_cast<unsigned>(node >> kLengthShift & kLengthMask); }

/// Sums the distinct words of a board whose kernel has run.
Total sum_up(const LexiconView& lexicon, const PathTrie& trie, const LengthTable& table,
             std::span<const std::uint32_t> points, std::uint32_t min_length, unsigned cells,
             const std::uint8_t* letters, Workspace& work) {
  const Node* const nodes = trie.nodes();
  Total sum;
  bool has_long = false;
  const auto add = [&](NodeId node) {
    const unsigned length = length_of_node(nodes[node]);
    const std::uint64_t is_first = work.is_first(node) ? ~std::uint64_t{0} : 0;
    sum.score += table[length].score & is_first;
    sum.words += table[length].words & is_first;
    has_long |= length == kLengthMask;
  };
  if (trie.has_single_words()) {
    for (unsigned cell = 0; cell < cells; ++cell) {
      const NodeId node = trie.singles()[letters[cell] & 31];
      if ((nodes[node] & kWordBit) != 0) add(node);
    }
  }
  for (std::size_t i = 0; i < work.lists.hit_count; ++i) add(static_cast<NodeId>(work.lists.hits[i] >> 32));
  if (has_long) {  // 31 letters and more: the node does not say how many
    std::vector<NodeId> long_nodes;
    for (std::size_t i = 0; i < work.lists.hit_count; ++i) {
      const auto node = static_cast<NodeId>(work.lists.hits[i] >> 32);
      if (length_of_node(nodes[node]) == kLengthMask) long_nodes.push_back(node);
    }
    std::sort(long_nodes.begin(), long_nodes.end());
    long_nodes.erase(std::unique(long_nodes.begin(), long_nodes.end()), long_nodes.end());
    for (const NodeId node : long_nodes) {
      const std::uint32_t length = lexicon.length_of(trie.word_at(node));
      if (length < min_length) continue;
      sum.score += points[length];
      ++sum.words;
    }
  }
  return sum;
}

/// What a grid looks like to the kernels: letters, and whether q stands for qu.
struct Board {
  std::array<std::uint8_t, small::kMaxCells> letters;
  bool has_qu = false;
  LetterCode q = kNoLetter;
  LetterCode u = kNoLetter;
};

/// Nothing where a tile is neither one letter nor a `Qu` (two letters, the first of which stands
/// on no tile alone, so that its code can stand for both).
std::optional<Board> board_of(const GridView& grid) {
  Board board;
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const TileId tile = grid.cells[cell];
    switch (grid.table.kind[tile]) {
      case TileKind::dead:
        board.letters[cell] = small::kNoTile;
        break;
      case TileKind::letter:
        board.letters[cell] = static_cast<std::uint8_t>(grid.table.letter[tile]);
        break;
      case TileKind::wild:
        return std::nullopt;
      case TileKind::choice: {
        const std::uint32_t only = grid.table.alternative_at[tile];
        if (grid.table.alternative_at[tile + 1] - only != 1) return std::nullopt;
        const auto letters = grid.table.alternative(only);
        if (letters.size() != 2 || letters[0] == letters[1]) return std::nullopt;
        if (board.has_qu && (letters[0] != board.q || letters[1] != board.u)) return std::nullopt;
        board.has_qu = true;
        board.q = letters[0];
        board.u = letters[1];
        board.letters[cell] = static_cast<std::uint8_t>(letters[0]);
        break;
      }
    }
  }
  if (board.has_qu) {
    for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
      const TileId tile = grid.cells[cell];
      if (grid.table.kind[tile] == TileKind::letter && grid.table.letter[tile] == board.q) return std::nullopt;
    }
  }
  return board;
}

/// Hits in canonical order: by path code; a path that begins another has the smaller level.
struct Hit {
  std::uint64_t path;
  std::uint64_t entry;
};

unsigned cells_of(std::uint64_t entry) noexcept { return static_cast<unsigned>(std::popcount(entry & 0x1FFFFFF)); }

/// Dresses the distinct words, each with its first path, in canonical order.
PathResult list_words(const PathQuery& query, const PathTrie& trie, const Board& board, Workspace& work) {
  const Node* const nodes = trie.nodes();
  std::vector<Hit> hits;
  hits.reserve(work.lists.hit_count + query.grid.cells.size());
  if (trie.has_single_words()) {
    for (std::uint64_t cell = 0; cell < query.grid.cells.size(); ++cell) {
      const std::uint64_t node = trie.singles()[board.letters[cell] & 31];
      if ((nodes[node] & kWordBit) != 0) hits.push_back({cell << (64 - small::kPathBits), node << 32 | std::uint64_t{1} << cell});
    }
  }
  for (std::size_t i = 0; i < work.lists.hit_count; ++i) hits.push_back({work.lists.hit_paths[i], work.lists.hits[i]});
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return a.path != b.path ? a.path < b.path : cells_of(a.entry) < cells_of(b.entry);
  });
  PathResult result;
  const bool wants_paths = query.wanted == PathsWanted::one;
  if (wants_paths) {
    result.path_of.push_back(0);
    result.cell_of.push_back(0);
  }
  for (const Hit& hit : hits) {
    const auto node = static_cast<NodeId>(hit.entry >> 32);
    if (!work.is_first(node)) continue;
    const WordId word = trie.word_at(node);
    const std::uint32_t length = query.lexicon.length_of(word);
    if (length < query.min_length) continue;
    result.words.push_back(word);
    result.score += query.points[length];
    if (!wants_paths) continue;
    for (unsigned k = 0; k < cells_of(hit.entry); ++k) result.cells.push_back(small::cell_of_path(hit.path, k));
    result.cell_of.push_back(result.cells.size());
    result.path_of.push_back(result.path_of.back() + 1);
  }
  result.word_count = result.words.size();
  return result;
}

}  // namespace

std::optional<PathResult> find_paths_fast(const PathQuery& query, StopSignal& stop) {
  const bool is_asked_for_more = query.wanted == PathsWanted::all || query.count_paths || query.limit != kNoLimit;
  if (query.tries == nullptr || query.reuse || is_asked_for_more) return std::nullopt;
  if (query.grid.cells.size() > small::kMaxCells || !small::Shape::fits(query.adjacency)) return std::nullopt;
  const std::optional<Board> board = board_of(query.grid);
  if (!board || query.max_stored < small::kMaxHits * small::kMaxCells) return std::nullopt;
  PathResult result;
  if (stop.look()) {
    result.finish = stop.reason();
    return result;
  }
  const PathTrie* const wanted = board->has_qu ? query.tries->with_qu(board->q, board->u) : &query.tries->plain();
  if (wanted == nullptr) return std::nullopt;
  const PathTrie& trie = *wanted;
  const small::Shape shape(query.adjacency);
  Workspace& work = workspace();
  const bool wants_list = query.wanted != PathsWanted::count;
  const small::Kernel kernel = small::kernel_for(active_isa(), wants_list);
  if (!kernel(shape, trie, board->letters.data(), work.tables, work.lists)) return std::nullopt;
  work.begin(trie);
  if (wants_list) {
    for (std::size_t i = 0; i < work.lists.hit_count; ++i) {
      if (cells_of(work.lists.hits[i]) > small::kPathCells) return std::nullopt;  // longer than a path code
    }
    return list_words(query, trie, *board, work);
  }
  const LengthTable table = length_table(query.points, query.min_length);
  const Total total =
      sum_up(query.lexicon, trie, table, query.points, query.min_length, shape.cells, board->letters.data(), work);
  result.word_count = total.words;
  result.score = total.score;
  return result;
}

namespace {

/// Scores one board by the general search: where a level of the kernel passed its bound.
Total score_generally(const BoardsQuery& query, const std::uint8_t* letters, StopSignal& stop) {
  const std::size_t cells = query.adjacency.cells();
  std::array<TileKind, 256> kind{};
  std::array<LetterCode, 256> letter;
  letter.fill(kNoLetter);
  std::array<std::uint32_t, 257> alternative_at{};
  const std::array<std::uint32_t, 2> letter_at{0, 2};
  const std::array<LetterCode, 2> qu_letters{query.q, query.u};
  for (unsigned code = 0; code < kNarrowLetters; ++code) {
    kind[code] = TileKind::letter;
    letter[code] = static_cast<LetterCode>(code);
  }
  if (query.qu) {
    kind[query.q] = TileKind::choice;
    letter[query.q] = kNoLetter;
    for (std::size_t code = query.q + std::size_t{1}; code < alternative_at.size(); ++code) alternative_at[code] = 1;
  }
  const GridView grid{1, static_cast<std::uint32_t>(cells), Cells(std::span(letters, cells)),
                      TileTable{kind, letter, alternative_at, letter_at, qu_letters}};
  PathQuery one{.lexicon = query.lexicon, .grid = grid, .adjacency = query.adjacency};
  one.min_length = query.min_length;
  one.wanted = PathsWanted::count;
  one.points = query.points;
  const PathResult result = find_paths_general(one, stop);
  return {result.score, result.word_count};
}

/// Scores boards `begin .. end`; false when the signal ended it.
class Scorer {
 public:
  explicit Scorer(const BoardsQuery& query)
      : query_(query), trie_(query.qu ? query.tries.with_qu(query.q, query.u) : &query.tries.plain()),
        shape_(query.adjacency), table_(length_table(query.points, query.min_length)),
        kernel_(small::kernel_for(active_isa(), false)) {}

  template <class IsDue>
  bool run(std::size_t begin, std::size_t end, std::span<std::uint64_t> scores, std::span<std::uint32_t> counts,
           StopSignal& stop, IsDue&& is_due) const {
    Workspace& work = workspace();
    std::array<std::uint8_t, small::kMaxCells> letters;
    for (std::size_t board = begin; board < end; ++board) {
      const std::uint8_t* const bytes = query_.boards.data() + board * shape_.cells;
      for (unsigned cell = 0; cell < shape_.cells; ++cell) letters[cell] = query_.letter_of[bytes[cell]];
      Total total;
      if (trie_ != nullptr && kernel_(shape_, *trie_, letters.data(), work.tables, work.lists)) {
        work.begin(*trie_);
        total = sum_up(query_.lexicon, *trie_, table_, query_.points, query_.min_length, shape_.cells, letters.data(), work);
      } else {
        total = score_generally(query_, letters.data(), stop);
      }
      if (is_due()) return false;
      scores[board] = total.score;
      counts[board] = static_cast<std::uint32_t>(total.words);
    }
    return true;
  }

 private:
  const BoardsQuery& query_;
  const PathTrie* const trie_;  // null: the general search scores
  const small::Shape shape_;
  const LengthTable table_;
  const small::Kernel kernel_;
};

}  // namespace

namespace {

/// Boards between two looks at the clock. A rich board takes 10 to 100 us, so that 4,096 of them,
/// as many as `due` counts, would be far too many.
constexpr unsigned kLookEvery = 64;

bool is_time_up(StopSignal& stop, unsigned& left) noexcept {
  if (stop.reason() != Finish::complete) return true;
  if (--left != 0) return false;
  left = kLookEvery;
  return stop.look();
}

}  // namespace

bool boards_fit(const Adjacency& adjacency) noexcept { return small::Shape::fits(adjacency); }

Finish score_boards(const BoardsQuery& query, std::span<std::uint64_t> scores, std::span<std::uint32_t> counts,
                    StopSignal& stop) {
  assert(small::Shape::fits(query.adjacency) && !query.lexicon.is_wide);
  constexpr std::size_t kShare = 256;  // boards a thread takes at a time: about 0.3 ms of work
  if (stop.look()) return stop.reason();
  const Scorer scorer(query);
  const std::size_t boards = query.boards.size() / query.adjacency.cells();
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(query.threads, boards / kShare));
  if (threads <= 1) {
    scorer.run(0, boards, scores, counts, stop, [&, left = kLookEvery]() mutable { return is_time_up(stop, left); });
    return stop.reason();
  }
  std::atomic<std::size_t> next{0};
  std::atomic<bool> is_over{false};
  const auto work = [&](auto&& is_due, StopSignal& own) {
    for (;;) {
      const std::size_t begin = next.fetch_add(kShare);
      if (begin >= boards || is_over.load(std::memory_order_relaxed)) return;
      if (!scorer.run(begin, std::min(boards, begin + kShare), scores, counts, own, is_due)) return;
    }
  };
  std::atomic<bool> has_failed{false};
  std::atomic<unsigned> running{threads - 1};
  std::exception_ptr failure;
  std::vector<std::jthread> helpers;
  for (unsigned i = 1; i < threads; ++i) {
    helpers.emplace_back([&] {
      // The caller's thread alone listens to Ctrl-C and looks at the clock; the others ask it.
      StopSignal own(-1, [](void* flag) { return static_cast<std::atomic<bool>*>(flag)->load(); }, &is_over);
      try {
        work([&] { return is_over.load(std::memory_order_relaxed); }, own);
      } catch (...) {  // no memory for a workspace: the caller hears of it
        if (!has_failed.exchange(true)) failure = std::current_exception();
        is_over.store(true, std::memory_order_relaxed);
      }
      --running;
    });
  }
  work([&, left = kLookEvery]() mutable {
    if (is_time_up(stop, left)) is_over.store(true, std::memory_order_relaxed);
    return is_over.load(std::memory_order_relaxed);
  }, stop);
  wait_for_helpers(running, is_over, stop);
  helpers.clear();  // joins
  if (failure != nullptr) std::rethrow_exception(failure);
  return stop.reason();
}

}  // namespace lexigrid

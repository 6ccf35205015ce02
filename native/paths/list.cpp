#include "paths/list.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#include "base/per_thread.hpp"
#include "cpu/cpu.hpp"

#if LEXIGRID_X86
#include <immintrin.h>
#endif

namespace lexigrid {

void BoardWords::reserve(size_t more, bool with_paths, unsigned most_tiles) {
  const auto grow = [](auto& array, size_t least) {
    if (array.size() < least) array.resize(least + least / 2);
  };
  grow(words, word_count + more);
  if (!with_paths) return;
  grow(tiles, word_count + more);
  grow(cells, cell_count + more * most_tiles + 16);
}

namespace {

LEXIGRID_INLINE unsigned tiles_of(uint64_t entry) noexcept {
  return static_cast<unsigned>(std::popcount(entry & 0x1FFFFFF));
}

}  // namespace

bool paths_fit(const packed::Lists& lists) noexcept {
  // Hits stand by their number of tiles: the last has the most.
  return lists.hit_count == 0 || tiles_of(lists.hits[lists.hit_count - 1]) <= packed::kPathCells;
}

namespace {

/// Room for the words of one board, kept by a thread.
struct Room {
  std::vector<PathWord> met;
  std::vector<PathWord> sorted;
};

/// What a list is made of.
struct Board {
  const Scheme& scheme;
  const PathTrie& trie;
  const packed::Shape& shape;
  const uint8_t* letters;
  Workspace& work;
  Room& room;
};

/// What a word counts.
LEXIGRID_INLINE Total count_of(const Board& board, NodeId node) {
  if (board.trie.tells_lengths()) {
    const unsigned told = length_of_node(board.trie.nodes()[node]);
    if (told < kLengthMask) return board.scheme.table[told];
  }
  const uint32_t length = board.trie.length_at(node);
  return length < board.scheme.min_length ? Total{} : Total{board.scheme.points[length], 1};
}

/// Takes the distinct words that count, in the order met, to `room.met`: of one number of tiles
/// the first met is the first in canonical order, and a word has one number of tiles.
/// With `kEvery` all their paths, and not the first alone.
template <bool kNotesPaths, bool kEvery = false>
LEXIGRID_INLINE size_t distinct(const Board& board, uint64_t& score) {
  const packed::Lists& lists = board.work.lists;
  std::vector<PathWord>& met = board.room.met;
  if (met.size() < lists.hit_count + packed::kMaxCells + 1)
    met.resize(lists.hit_count + packed::kMaxCells + 1);
  size_t count = 0;
  uint64_t sum = 0;
  const auto take = [&](uint64_t path, uint64_t entry) {
    const auto node = static_cast<NodeId>(entry >> 32);
    const uint64_t is_first = kEvery || board.work.is_first(node) ? ~uint64_t{0} : 0;
    const Total counts = count_of(board, node);
    met[count] = {path, entry & (0xFFFFFFFF00000000u | packed::kUsedMask)};
    sum += counts.score & is_first;
    count += counts.words & is_first;
  };
  if (board.trie.has_single_words()) {
    for (uint64_t cell = 0; cell < board.shape.cells; ++cell) {
      const uint64_t node = board.trie.singles()[board.letters[cell] & 31];
      const bool is_word = (board.trie.nodes()[node] & kWordBit) != 0;
      if (is_word) take(cell << (64 - packed::kPathBits), node << 32 | uint64_t{1} << cell);
    }
  }
  for (size_t i = 0; i < lists.hit_count; ++i) take(kNotesPaths ? lists.hit_paths[i] : 0, lists.hits[i]);
  score = sum;
  return count;
}

/// Finds the rest of a path whose code is full, over the cells it uses: at most 13 deep. Cells are
/// tried in ascending order, so the first found is the first there is.
bool complete(const Board& board, NodeId at, NodeId target, uint32_t left, unsigned tiles, uint8_t* cells) {
  if (left == 0) return at == target;
  const unsigned last = cells[tiles - 1];
  for (unsigned k = 0; k < board.shape.near_count[last]; ++k) {
    const auto cell = static_cast<uint8_t>(board.shape.near[last][k]);
    if ((left >> cell & 1) == 0) continue;
    const NodeId child = board.trie.child(at, board.letters[cell]);
    if (child == kDeadNode) continue;
    cells[tiles] = cell;
    if (complete(board, child, target, left & ~(1u << cell), tiles + 1, cells)) return true;
  }
  return false;
}

/// All cells of the first path of a word that has more tiles than a code.
struct LongPath {
  std::array<uint8_t, packed::kMaxCells> cells;

  LongPath(const Board& board, const PathWord& word) {
    NodeId node = kRootNode;
    uint32_t left = word.used();
    const unsigned coded = std::min(word.tiles(), packed::kPathCells);
    for (unsigned k = 0; k < coded; ++k) {
      cells[k] = static_cast<uint8_t>(packed::cell_of_path(word.path, k));
      node = board.trie.child(node, board.letters[cells[k]]);
      left &= ~(1u << cells[k]);
    }
    [[maybe_unused]] const bool is_found = complete(board, node, word.node(), left, coded, cells.data());
    assert(is_found);
  }
};

/// Orders words of one code by the cells beyond it; rare enough to be slow.
void sort_beyond_codes(const Board& board, std::span<PathWord> words) {
  for (size_t begin = 0; begin < words.size();) {
    size_t end = begin + 1;
    while (end < words.size() && words[end].path == words[begin].path) ++end;
    if (end - begin > 1 && words[end - 1].tiles() > packed::kPathCells) {
      std::stable_sort(
          words.begin() + static_cast<ptrdiff_t>(begin), words.begin() + static_cast<ptrdiff_t>(end),
          [&](const PathWord& a, const PathWord& b) {
            const LongPath first(board, a);
            const LongPath second(board, b);
            return std::lexicographical_compare(first.cells.begin(), first.cells.begin() + a.tiles(),
                                                second.cells.begin(), second.cells.begin() + b.tiles());
          });
    }
    begin = end;
  }
}

/// Brings words into canonical order: by the first two cells into buckets, which leaves few words
/// out of place, and these by insertion. A path that begins another was met before it.
LEXIGRID_INLINE void sort(const Board& board, size_t count) {
  std::vector<PathWord>& sorted = board.room.sorted;
  if (sorted.size() < count) sorted.resize(count + count / 2);
  uint32_t at[packed::kMaxBuckets] = {};
  const PathWord* const met = board.room.met.data();
  const uint8_t* const bucket_of = board.shape.bucket_of;
  constexpr unsigned kFirstTwo = 64 - 2 * packed::kPathBits;
  for (size_t i = 0; i < count; ++i) ++at[bucket_of[met[i].path >> kFirstTwo]];
  uint32_t before = 0;
  for (unsigned bucket = 0; bucket < board.shape.bucket_count; ++bucket) {
    const uint32_t here = at[bucket];
    at[bucket] = before;
    before += here;
  }
  for (size_t i = 0; i < count; ++i) sorted[at[bucket_of[met[i].path >> kFirstTwo]]++] = met[i];
  for (size_t i = 1; i < count; ++i) {
    if (sorted[i].path >= sorted[i - 1].path) continue;
    const PathWord word = sorted[i];
    size_t to = i;
    for (; to > 0 && word.path < sorted[to - 1].path; --to) sorted[to] = sorted[to - 1];
    sorted[to] = word;
  }
}

#if LEXIGRID_X86
/// Eight cells of five bits become eight bytes; the first cell stands highest, so they are turned.
/// A function of its own, as clang takes the instruction only where its function says so.
[[gnu::target("bmi2")]] inline uint64_t eight_cells(uint64_t codes) noexcept {
  return __builtin_bswap64(_pdep_u64(codes, 0x1F1F1F1F1F1F1F1Fu));
}
#endif

/// Writes the cells of a path code, first cell first; sixteen bytes whatever their number.
template <bool kHasDeposit>
LEXIGRID_INLINE void write_cells(uint64_t path, uint8_t* to) {
#if LEXIGRID_X86
  if constexpr (kHasDeposit) {
    const uint64_t cells[2] = {eight_cells(path >> 24), eight_cells(path << 16)};
    std::memcpy(to, cells, sizeof cells);
    return;
  }
#endif
  for (unsigned k = 0; k < packed::kPathCells; ++k)
    to[k] = static_cast<uint8_t>(packed::cell_of_path(path, k));
}

template <bool kPaths, bool kHasDeposit>
LEXIGRID_INLINE void write(const Board& board, const PathWord* words, size_t count, bool has_long,
                           BoardWords& out) {
  out.reserve(count, kPaths, has_long ? packed::kMaxCells : packed::kPathCells);
  WordId* const ids = out.words.data() + out.word_count;
  for (size_t i = 0; i < count; ++i) ids[i] = board.trie.word_at(words[i].node());
  if constexpr (kPaths) {
    uint8_t* const tiles = out.tiles.data() + out.word_count;
    uint8_t* cells = out.cells.data() + out.cell_count;
    for (size_t i = 0; i < count; ++i) {
      write_cells<kHasDeposit>(words[i].path, cells);
      tiles[i] = static_cast<uint8_t>(words[i].tiles());
      if (has_long && tiles[i] > packed::kPathCells) {
        const LongPath path(board, words[i]);
        std::copy_n(path.cells.begin(), tiles[i], cells);
      }
      cells += tiles[i];
    }
    out.cell_count = static_cast<size_t>(cells - out.cells.data());
  }
  out.word_count += count;
}

template <bool kHasDeposit>
LEXIGRID_INLINE uint64_t list(const Board& board, bool with_paths, BoardOrder order, BoardWords& out) {
  uint64_t score = 0;
  const bool is_sorted = order == BoardOrder::tiles;
  const size_t count =
      needs_paths(with_paths, order) ? distinct<true>(board, score) : distinct<false>(board, score);
  const bool has_long = needs_paths(with_paths, order) && !paths_fit(board.work.lists);
  if (!is_sorted) {
    sort(board, count);
    if (has_long) sort_beyond_codes(board, std::span(board.room.sorted).first(count));
  }
  const PathWord* const words = is_sorted ? board.room.met.data() : board.room.sorted.data();
  if (with_paths) {
    write<true, kHasDeposit>(board, words, count, has_long, out);
  } else {
    write<false, kHasDeposit>(board, words, count, has_long, out);
  }
  return score;
}

Room& room_of_thread() { return PerThread<Room>::mine(); }

uint64_t list_portable(const Board& board, bool with_paths, BoardOrder order, BoardWords& out) {
  return list<false>(board, with_paths, order, out);
}
#if LEXIGRID_X86
LEXIGRID_TARGET_POPCNT uint64_t list_popcnt(const Board& board, bool with_paths, BoardOrder order,
                                            BoardWords& out) {
  return list<false>(board, with_paths, order, out);
}
LEXIGRID_TARGET_AVX2 uint64_t list_avx2(const Board& board, bool with_paths, BoardOrder order,
                                        BoardWords& out) {
  return list<true>(board, with_paths, order, out);
}
#endif

}  // namespace

std::span<const PathWord> list_every_path(const Scheme& scheme, const PathTrie& trie,
                                          const packed::Shape& shape, const uint8_t* letters,
                                          Workspace& work) {
  const Board board{scheme, trie, shape, letters, work, room_of_thread()};
  uint64_t score = 0;
  const size_t count = distinct<true, true>(board, score);
  sort(board, count);
  return std::span(board.room.sorted).first(count);
}

uint64_t list_words(const Scheme& scheme, const PathTrie& trie, const packed::Shape& shape,
                    const uint8_t* letters, bool with_paths, BoardOrder order, Workspace& work,
                    BoardWords& out) {
  const Board board{scheme, trie, shape, letters, work, room_of_thread()};
#if LEXIGRID_X86
  if (active_cpu_target() >= CpuTarget::avx2) return list_avx2(board, with_paths, order, out);
  if (active_cpu_target() == CpuTarget::popcnt) return list_popcnt(board, with_paths, order, out);
#endif
  return list_portable(board, with_paths, order, out);
}

}  // namespace lexigrid

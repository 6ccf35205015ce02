#include "paths/neighbours/swaps.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/bits.hpp"
#include "base/parts.hpp"
#include "base/per_thread.hpp"
#include "paths/boards.hpp"
#include "paths/targets/kernels.hpp"

namespace lexigrid {
namespace {

using levels::kMaxPackedCells;
using levels::kNoTile;

constexpr uint32_t kAllCells = static_cast<uint32_t>(levels::Packed::kUsedMask);
constexpr unsigned kMaxTwo = kMaxPackedCells * (kMaxPackedCells - 1) / 2;  // pairs of cells
constexpr unsigned kLetters = 32;

/// The index of a pair of cells; `second` is below `first`.
constexpr unsigned pair_of(unsigned first, unsigned second) noexcept {
  return first * (first - 1) / 2 + second;
}

using levels::Line;
constexpr unsigned kLineWords = levels::kWordsInLine;
constexpr uint32_t kLineStep = kLineWords / 64;

/// The words of each board: one set per pair of cells. A line has words of one length, so a score is the sum
/// over all lines of points times bits set. The words of the boards are not known in advance, so a new line
/// is added for all pairs at once.
struct Sets {
  std::vector<Line> lines;       // line l of pair p is at l * pairs + p
  std::vector<uint64_t> points;  // per line: of each of its words
  unsigned pairs = 0;

  void begin(unsigned count) {
    lines.clear();
    points.clear();
    pairs = count;
  }
  /// Adds a line and returns the place of its first word: 64 times the index of its first integer in pair 0.
  uint32_t add_line(uint64_t points_of_word) {
    const size_t first = lines.size();
    points.push_back(points_of_word);
    lines.resize(first + pairs, Line{});
    return static_cast<uint32_t>(first * kLineWords);
  }
  [[nodiscard]] uint64_t* bits() noexcept { return lines.data()->bits.data(); }
};

/// What a thread keeps from board to board.
struct SwapsWorkspace {
  levels::Children children;
  std::vector<uint32_t> place_of_node;  // in the sets, plus 1; all zero between boards
  std::vector<NodeId> words;            // the nodes that have places
  std::vector<uint32_t> lost;           // per word of the unchanged board, a row of cells
  std::vector<Line> without;            // per cell, a line of the words that do not need it
  std::vector<uint64_t> sorted;         // hits, by their tag
  Sets sets;
  uint64_t trie_id = 0;

  void begin(const PathTrie& trie, unsigned pairs) {
    if (trie_id != trie.id()) {
      place_of_node.assign(trie.node_count(), 0);
      trie_id = trie.id();
    } else {
      for (const NodeId node : words) place_of_node[node] = 0;
    }
    words.clear();
    lost.clear();
    sets.begin(pairs);
  }
};

/// Scores all swaps of one board with the kernels.
///
/// With cells i and j swapped, a board has three kinds of words: words of the unchanged board that need
/// neither cell; words over only i, which has the letter of j, or only j; and words over both. The second
/// kind is found once for every cell and letter of the board, however many pairs have them; the last by
/// continuing the paths over one cell that can step onto the other.
class Swaps {
 public:
  Swaps(const ChangesQuery& query, const PathTrie& trie)
      : query_(query),
        trie_(trie),
        shape_(query.adjacency),
        table_(length_table(query.points, query.min_length)),
        work_(workspace()),
        space_(PerThread<SwapsWorkspace>::mine()),
        kernels_(lexigrid::kernels()) {
    for (unsigned i = 0; i < shape_.pair_count; ++i) near_[shape_.pair_from[i]] |= 1u << shape_.pair_to[i];
  }

  /// Returns false if a bound was exceeded; the scores are then meaningless.
  [[nodiscard]] bool run(std::span<uint64_t> scores, StopToken& stop) {
    const unsigned cells = shape_.cells;
    space_.begin(trie_, std::max(1u, cells * (cells - 1) / 2));
    uint32_t letters = 0;
    for (const uint8_t letter : query_.letters) letters |= letter == kNoTile ? 0 : 1u << letter;
    if (!kernels_.collect(shape_, trie_, query_.letters.data(), letters, work_.tables, work_.lists,
                          space_.children))
      return false;
    take_board();
    for (unsigned cell = 0; cell < cells; ++cell) {
      if (stop.look()) return true;
      if (query_.is_hole[cell] == 0 && !take_cell(cell)) return false;
    }
    write(scores);
    return true;
  }

 private:
  /// The place of a word in the set of pair 0: 64 times the index of its integer, plus the index of its bit.
  LEXIGRID_INLINE uint32_t place_of(NodeId node) {
    const uint32_t noted = space_.place_of_node[node];
    return noted != 0 ? noted - 1 : new_place(node);
  }

  uint32_t new_place(NodeId node) {
    const unsigned length = length_of_node(trie_.nodes()[node]);
    uint32_t& next = next_[length];
    if (next % kLineWords == 0) next = space_.sets.add_line(table_[length].score);
    space_.words.push_back(node);
    return (space_.place_of_node[node] = ++next) - 1;
  }

  /// The number of a word of the unchanged board: 512 times its line, plus its place there.
  size_t number_of(NodeId node) {
    const size_t place = place_of(node);
    const size_t per_line = size_t{space_.sets.pairs} * kLineWords;
    return place / per_line * kLineWords + place % per_line;
  }

  /// Adds the words of the unchanged board to the sets of all pairs of cells that they do not need.
  void take_board() {
    const levels::Lists& lists = work_.lists;
    const unsigned cells = shape_.cells;
    std::vector<uint32_t>& lost = space_.lost;
    score_ = 0;
    // Element i of the row of a word: the other cells that it needs once i has another tile.
    for (size_t i = 0; i < lists.hit_count; ++i) {
      const size_t row = number_of(levels::tagged_node(lists.hits[i])) * kMaxPackedCells;
      const auto used = static_cast<uint32_t>(lists.hits[i]) & kAllCells;
      if (row >= lost.size())
        lost.resize(space_.sets.points.size() * kLineWords * kMaxPackedCells, kAllCells);
      // Without a cell, only the paths that do not use it are left.
      for (unsigned cell = 0; cell < cells; ++cell) lost[row + cell] &= used | (0 - (used >> cell & 1));
    }
    // The words that do not need a cell. Most have a single path and do not need a pair if they need neither
    // of its cells.
    std::vector<Line>& without = space_.without;
    without.assign(space_.sets.points.size() * kMaxPackedCells, Line{});
    for (const NodeId node : space_.words) {
      const size_t word = number_of(node);
      score_ += table_[length_of_node(trie_.nodes()[node])].score;
      for (unsigned cell = 0; cell < cells; ++cell) {
        const uint64_t does = lost[word * kMaxPackedCells + cell] != kAllCells ? 1 : 0;
        without[word / kLineWords * kMaxPackedCells + cell].bits[word / 64 % kLineStep] |= does << word % 64;
      }
    }
    for (size_t line = 0; line < space_.sets.points.size(); ++line) {
      Line* set = space_.sets.lines.data() + line * space_.sets.pairs;
      for (unsigned first = 1; first < cells; ++first) {
        for (unsigned second = 0; second < first; ++second, ++set) {
          for (size_t i = 0; i < kLineStep; ++i) {
            set->bits[i] = without[line * kMaxPackedCells + first].bits[i] &
                           without[line * kMaxPackedCells + second].bits[i];
          }
        }
      }
    }
    for (const NodeId node : space_.words) {
      const uint32_t* const row = lost.data() + number_of(node) * kMaxPackedCells;
      const uint32_t place = place_of(node);
      uint32_t needed = 0;
      for (unsigned cell = 0; cell < cells; ++cell) needed |= row[cell] == kAllCells ? 1u << cell : 0;
      uint32_t more = 0;  // cells that only some paths use: none if a word has one path
      for (unsigned cell = 0; cell < cells; ++cell) more |= row[cell] == kAllCells ? 0 : row[cell] & ~needed;
      for_each_bit(more, [&](unsigned first) {
        for_each_bit(row[first] & ~needed & ((1u << first) - 1), [&](unsigned second) {
          space_.sets.bits()[place / 64 + set_of(first, second)] &= ~(uint64_t{1} << place % 64);
        });
      });
    }
  }

  /// Searches the paths over a cell with every other letter of the board.
  bool take_cell(unsigned cell) {
    const uint8_t own = query_.letters[cell];
    levels::Lists& lists = work_.lists;
    levels::Children& children = space_.children;
    if (own == kNoTile) {  // the other cell then has no letter, so no path uses it
      if (!kernels_.search_wild(shape_, trie_, work_.tables, lists, children, cell)) return false;
      children.noted_count = 0;
    } else if (!kernels_.search_noting(shape_, trie_, work_.tables, lists, children, cell, own)) {
      return false;
    }
    take_words_over(cell);
    const size_t steps = step_onto_partners(own);
    if (steps == kTooMany || !kernels_.follow(shape_, trie_, work_.tables, lists, steps)) return false;
    take_words_over_both(cell);
    return true;
  }

  /// Takes words over a cell with another letter, for each cell that has this letter, unless they use that
  /// cell too.
  void take_words_over(unsigned cell) {
    const std::span<const uint64_t> hits(work_.lists.hits, work_.lists.hit_count);
    // Sorts hits by letter, so that the loop over the cells of a letter is not mispredicted at each hit.
    std::array<uint32_t, kLetters + 1> end{};
    for (const uint64_t hit : hits) ++end[(hit >> levels::kTagShift) + 1];
    for (unsigned letter = 0; letter < kLetters; ++letter) end[letter + 1] += end[letter];
    std::array<uint32_t, kLetters + 1> next = end;
    space_.sorted.resize(std::max(space_.sorted.size(), hits.size()));
    uint64_t* const sorted = space_.sorted.data();  // place << 32 | cells
    for (const uint64_t hit : hits) {
      sorted[next[hit >> levels::kTagShift]++] =
          uint64_t{place_of(levels::tagged_node(hit))} << 32 | (hit & kAllCells);
    }
    uint64_t* const bits = space_.sets.bits();
    for (unsigned other = 0; other < shape_.cells; ++other) {
      const uint8_t letter = query_.letters[other];
      if (letter == kNoTile || letter == query_.letters[cell]) continue;
      uint64_t* const set = bits + set_of(cell, other);
      for (uint32_t i = end[letter]; i < end[letter + 1]; ++i) {
        set[sorted[i] >> 38] |= (~sorted[i] >> other & 1) << (sorted[i] >> 32 & 63);
      }
    }
  }

  /// Takes words over a cell and then the one it is swapped with, which is their tag.
  void take_words_over_both(unsigned cell) {
    const levels::Lists& lists = work_.lists;
    for (size_t i = 0; i < lists.hit_count; ++i) {
      const uint64_t hit = lists.hits[i];
      const uint32_t place = place_of(levels::tagged_node(hit));
      const uint32_t set = set_of(cell, static_cast<unsigned>(hit >> levels::kTagShift));
      space_.sets.bits()[place / 64 + set] |= uint64_t{1} << place % 64;
    }
  }

  [[nodiscard]] static uint32_t set_of(unsigned cell, unsigned other) noexcept {
    return static_cast<uint32_t>((cell > other ? pair_of(cell, other) : pair_of(other, cell)) * kLineStep);
  }

  /// Steps from the recorded paths over a cell, tagged with its letter, onto cells that had this letter and
  /// now have `own`. The new paths are tagged with that cell.
  size_t step_onto_partners(uint8_t own) {
    const levels::Children& children = space_.children;
    std::array<uint32_t, kLetters> cells_of{};
    for (unsigned cell = 0; cell < shape_.cells; ++cell) {
      if (query_.letters[cell] != kNoTile && query_.letters[cell] != own)
        cells_of[query_.letters[cell]] |= 1u << cell;
    }
    uint64_t* const steps = work_.lists.codes;
    size_t count = 0;
    for (size_t i = 0; i < children.noted_count; ++i) {
      const uint64_t entry = children.noted[i];
      const uint32_t near =
          near_[entry >> levels::Packed::kCellShift & 31] & cells_of[entry >> levels::kTagShift];
      const Node node = trie_.nodes()[levels::tagged_node(entry)];
      const uint64_t letters = node >> kLettersShift & kLettersMask;
      const uint64_t child = static_cast<NodeId>(node) + count_bits(letters & ((uint64_t{1} << own) - 1));
      for (uint32_t rest = near & ~static_cast<uint32_t>(entry); rest != 0; rest &= rest - 1) {
        const auto next = static_cast<uint64_t>(std::countr_zero(rest));
        if (count == levels::kMaxEntries) return kTooMany;
        steps[count++] = next << levels::kTagShift | child << 32 | levels::kAlways |
                         next << levels::Packed::kCellShift | (entry & kAllCells) | uint64_t{1} << next;
      }
    }
    return count;
  }

  void write(std::span<uint64_t> scores) const {
    std::array<uint64_t, kMaxTwo> of_pair{};
    const Sets& sets = space_.sets;
    kernels_.add_points(sets.points, sets.lines.data(), sets.pairs, of_pair.data());
    const unsigned cells = shape_.cells;
    for (unsigned i = 0; i < cells; ++i) {
      scores[i * cells + i] = score_;
      for (unsigned j = 0; j < i; ++j) {
        const bool is_same =
            query_.letters[i] == query_.letters[j] || query_.is_hole[i] != 0 || query_.is_hole[j] != 0;
        scores[i * cells + j] = scores[j * cells + i] = is_same ? score_ : of_pair[pair_of(i, j)];
      }
    }
  }

  static constexpr size_t kTooMany = ~size_t{0};

  const ChangesQuery& query_;
  const PathTrie& trie_;
  const levels::Shape shape_;
  const LengthTable table_;
  Workspace& work_;
  SwapsWorkspace& space_;
  const Kernels& kernels_;
  std::array<uint32_t, kMaxPackedCells> near_{};  // the neighbours of each cell, one bit each
  uint64_t score_ = 0;                            // of the unchanged board
  std::array<uint32_t, 32> next_{};  // per length, the next place; a multiple of 512 needs a new line
};

/// Scores the swaps one by one, for lexicons and boards beyond the bounds of the kernels.
Finish score_one_by_one(const ChangesQuery& query, std::span<uint64_t> scores, StopToken& stop) {
  const size_t cells = query.letters.size();
  std::vector<uint8_t> boards(query.letters.begin(), query.letters.end());  // first the unchanged board
  std::vector<size_t> pairs;
  for (size_t i = 0; i < cells; ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (query.letters[i] == query.letters[j] || query.is_hole[i] != 0 || query.is_hole[j] != 0) continue;
      boards.insert(boards.end(), query.letters.begin(), query.letters.end());
      std::swap(boards[boards.size() - cells + i], boards[boards.size() - cells + j]);
      pairs.push_back(i * cells + j);
    }
  }
  std::vector<uint64_t> each(pairs.size() + 1);
  const Finish finish = score_each(query, boards, each, stop);
  std::fill(scores.begin(), scores.end(), each[0]);
  for (size_t k = 0; k < pairs.size(); ++k) {
    scores[pairs[k]] = scores[pairs[k] % cells * cells + pairs[k] / cells] = each[k + 1];
  }
  return finish;
}

/// The time for all swaps together, relative to one by one (benchmarks/records/kept.md), is 0.58 with
/// AVX-512, 0.46 with AVX2 and 0.40 without on good boards of 25 cells; on dice boards of 16 cells it is
/// 1.04, 0.95 and 0.81. The search takes less than half of it, the sets of words the rest.
bool is_faster_together(const ChangesQuery& query) {
  return query.adjacency.cells() > 16 || active_cpu_target() < CpuTarget::avx512;
}

}  // namespace

Finish score_swaps(const ChangesQuery& query, std::span<uint64_t> scores, StopToken& stop) {
  if (stop.look()) return stop.reason();
  const PathTrie* const trie = is_faster_together(query) ? changes_trie(query) : nullptr;
  if (uses(Part::swaps) && trie != nullptr && Swaps(query, *trie).run(scores, stop)) return stop.reason();
  return score_one_by_one(query, scores, stop);
}

}  // namespace lexigrid

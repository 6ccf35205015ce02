#include "paths/neighbours/changes.hpp"

#include <array>
#include <optional>

#include "base/bits.hpp"
#include "base/parts.hpp"
#include "base/per_thread.hpp"
#include "paths/boards.hpp"
#include "paths/targets/kernels.hpp"

namespace lexigrid {
namespace {

constexpr uint64_t kIsThere = uint64_t{1} << 63;  // of a note: the unchanged board spells the word
constexpr unsigned kFreeShift = 32;               // of a note: cells that some path of the word does not use
constexpr uint64_t kLettersNoted = 0xFFFFFFFF;    // of a note: letters of the wild cell that spell it

/// What a thread keeps from board to board: the children, and a note per node.
struct ChangesWorkspace {
  levels::Children children;
  std::vector<uint64_t> notes;  // all zero between boards
  std::vector<NodeId> words;    // of the unchanged board
  uint64_t trie_id = 0;

  void begin(const PathTrie& trie) {
    if (trie_id != trie.id()) {
      notes.assign(trie.node_count(), 0);
      trie_id = trie.id();
    }
    words.clear();
  }
};

using LetterScores = std::array<uint64_t, 32>;

/// Scores all changes of one board with the kernels.
class Changes {
 public:
  Changes(const ChangesQuery& query, const PathTrie& trie)
      : query_(query),
        trie_(trie),
        shape_(query.adjacency),
        table_(length_table(query.points, query.min_length)),
        work_(workspace()),
        space_(PerThread<ChangesWorkspace>::mine()) {}

  /// Returns false if a bound was exceeded; the scores are then meaningless.
  [[nodiscard]] bool run(std::span<uint64_t> scores, StopToken& stop) {
    const Kernels& kernels = lexigrid::kernels();
    space_.begin(trie_);
    if (!kernels.collect(shape_, trie_, query_.letters.data(), levels::kEveryLetter, work_.tables,
                         work_.lists, space_.children)) {
      return false;
    }
    note_words();
    bool fits = true;
    for (unsigned cell = 0; cell < shape_.cells && fits && !stop.look(); ++cell) {
      const auto out =
          scores.subspan(size_t{cell} * query_.lexicon.letter_count, query_.lexicon.letter_count);
      if (query_.is_hole[cell] != 0) {
        std::fill(out.begin(), out.end(), score_);
        continue;
      }
      fits = kernels.search_wild(shape_, trie_, work_.tables, work_.lists, space_.children, cell);
      if (fits) take_letters(cell, out);
    }
    for (const NodeId node : space_.words) space_.notes[node] = 0;
    return fits;
  }

 private:
  [[nodiscard]] uint64_t points_of(NodeId node) const noexcept {
    return table_[length_of_node(trie_.nodes()[node])].score;
  }

  /// Notes the words of the board and the cells that each of them needs.
  void note_words() {
    constexpr uint64_t kAllCells = levels::Packed::kUsedMask;
    const levels::Lists& lists = work_.lists;
    for (size_t i = 0; i < lists.hit_count; ++i) {
      const NodeId node = levels::tagged_node(lists.hits[i]);
      uint64_t& note = space_.notes[node];
      if (note == 0) space_.words.push_back(node);
      note |= kIsThere | (~lists.hits[i] & kAllCells) << kFreeShift;
    }
    score_ = 0;
    lost_.fill(0);
    for (const NodeId node : space_.words) {
      const uint64_t points = points_of(node);
      score_ += points;
      for_each_bit(~(space_.notes[node] >> kFreeShift) & kAllCells,
                   [&](unsigned cell) { lost_[cell] += points; });
    }
  }

  /// Scores the board with each letter on a cell: the words that do not need the cell, plus those that the
  /// letter adds.
  void take_letters(unsigned cell, std::span<uint64_t> out) {
    const levels::Lists& lists = work_.lists;
    LetterScores gains{};
    for (size_t i = 0; i < lists.hit_count; ++i) {
      const NodeId node = levels::tagged_node(lists.hits[i]);
      const auto letter = static_cast<unsigned>(lists.hits[i] >> levels::kTagShift);
      const uint64_t note = space_.notes[node];
      const uint64_t is_known = note >> letter | note >> (kFreeShift + cell);
      space_.notes[node] = note | uint64_t{1} << letter;
      gains[letter] += points_of(node) & ((is_known & 1) - 1);
    }
    for (size_t i = 0; i < lists.hit_count; ++i)
      space_.notes[levels::tagged_node(lists.hits[i])] &= ~kLettersNoted;
    for (size_t letter = 0; letter < out.size(); ++letter) out[letter] = score_ - lost_[cell] + gains[letter];
  }

  const ChangesQuery& query_;
  const PathTrie& trie_;
  const levels::Shape shape_;
  const LengthTable table_;
  Workspace& work_;
  ChangesWorkspace& space_;
  uint64_t score_ = 0;                                    // of the unchanged board
  std::array<uint64_t, levels::kMaxPackedCells> lost_{};  // points of the words that need a cell
};

/// Scores the changes one by one, for lexicons and boards beyond the bounds of the kernels.
Finish score_one_by_one(const ChangesQuery& query, std::span<uint64_t> scores, StopToken& stop) {
  const size_t cells = query.letters.size();
  std::vector<uint8_t> boards;
  boards.reserve(scores.size() * cells);
  for (size_t cell = 0; cell < cells; ++cell) {
    for (uint32_t letter = 0; letter < query.lexicon.letter_count; ++letter) {
      boards.insert(boards.end(), query.letters.begin(), query.letters.end());
      if (query.is_hole[cell] == 0) boards[boards.size() - cells + cell] = static_cast<uint8_t>(letter);
    }
  }
  return score_each(query, boards, scores, stop);
}

}  // namespace

const PathTrie* changes_trie(const ChangesQuery& query) {
  if (query.lexicon.is_wide || query.adjacency.cells() > levels::kMaxPackedCells ||
      !levels::Shape::fits(query.adjacency) || !uses(Part::packed))
    return nullptr;
  if (query.lexicon.max_length >= kLengthMask) return nullptr;  // a node would lack the length of its word
  const PathTrie* const trie = query.qu ? query.tries.with_qu(query.q, query.u) : &query.tries.plain();
  return trie != nullptr && trie->node_count() <= levels::kTagNodes ? trie : nullptr;
}

Finish score_each(const ChangesQuery& query, std::span<const uint8_t> boards, std::span<uint64_t> scores,
                  StopToken& stop) {
  std::array<uint8_t, 256> letter_of;
  for (unsigned code = 0; code < letter_of.size(); ++code) letter_of[code] = static_cast<uint8_t>(code);
  BoardsQuery each{query.lexicon, query.tries, query.adjacency, boards, letter_of};
  each.qu = query.qu;
  each.q = query.q;
  each.u = query.u;
  each.min_length = query.min_length;
  each.points = query.points;
  return score_boards(each, scores, stop);
}

Finish score_changes(const ChangesQuery& query, std::span<uint64_t> scores, StopToken& stop) {
  if (stop.look()) return stop.reason();
  const PathTrie* const trie = changes_trie(query);
  if (uses(Part::changes) && trie != nullptr && Changes(query, *trie).run(scores, stop)) return stop.reason();
  return score_one_by_one(query, scores, stop);
}

}  // namespace lexigrid

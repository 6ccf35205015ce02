#include "paths/levels/bitset_list.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "base/per_thread.hpp"

namespace lexigrid {
namespace {

using bitset::kCodeTiles;

/// A word met, and the code of its first path.
struct Met {
  uint64_t code;
  NodeId node;
  uint32_t tiles;
};

/// Room for the words of one board, kept by a thread.
struct Room {
  std::vector<Met> met;
  std::vector<Met> sorted;
};

using Cells = std::array<uint8_t, bitset::kMaxCells>;

class Listing {
 public:
  Listing(const Scheme& scheme, const PathTrie& trie, const bitset::Shape& shape, const uint8_t* letters,
          Room& room)
      : scheme_(scheme),
        trie_(trie),
        shape_(shape),
        letters_(letters),
        room_(room) {}

  /// The distinct words that count, in the order met: of one number of tiles the first met is the
  /// first in canonical order, and a word has one number of tiles.
  [[nodiscard]] uint64_t take(const bitset::Lists& lists, bool has_codes, Workspace& work) {
    std::vector<Met>& met = room_.met;
    met.clear();
    uint64_t score = 0;
    const auto add = [&](NodeId node, uint64_t code, unsigned tiles) {
      if (!work.is_first(node)) return;
      const uint32_t length = trie_.length_at(node);
      if (length < scheme_.min_length) return;
      score += scheme_.points[length];
      met.push_back({code, node, tiles});
    };
    for (uint64_t cell = 0; cell < shape_.cells && trie_.has_single_words(); ++cell) {
      const NodeId node = trie_.singles()[letters_[cell] & 31];
      if ((trie_.nodes()[node] & kWordBit) != 0) add(node, cell << bitset::kStartShift, 1);
    }
    size_t i = 0;
    for (unsigned tiles = 2; tiles <= lists.most_tiles; ++tiles) {
      for (; i < lists.hits_to[tiles]; ++i)
        add(static_cast<NodeId>(lists.hits[i] >> 32), has_codes ? lists.hit_codes[i] : 0, tiles);
    }
    return score;
  }

  /// Into canonical order: by the first two cells into buckets, which leaves few words out of place,
  /// and these by insertion. A path that begins another was met before it.
  void sort() {
    constexpr unsigned kFirstTwo = bitset::kStartShift - bitset::kStepBits;
    std::array<uint32_t, 513> at{};
    for (const Met& met : room_.met) ++at[(met.code >> kFirstTwo) + 1];
    for (size_t i = 1; i < at.size(); ++i) at[i] += at[i - 1];
    room_.sorted.resize(room_.met.size());
    for (const Met& met : room_.met) room_.sorted[at[met.code >> kFirstTwo]++] = met;
    for (size_t i = 1; i < room_.sorted.size(); ++i) {
      const Met met = room_.sorted[i];
      size_t to = i;
      for (; to > 0 && stands_before(met, room_.sorted[to - 1]); --to)
        room_.sorted[to] = room_.sorted[to - 1];
      room_.sorted[to] = met;
    }
    room_.met.swap(room_.sorted);
  }

  void write(bool with_paths, BoardWords& out) const {
    const size_t count = room_.met.size();
    out.reserve(count, with_paths, shape_.cells);
    for (const Met& met : room_.met) {
      out.words[out.word_count] = trie_.word_at(met.node);
      if (with_paths) {
        out.tiles[out.word_count] = static_cast<uint8_t>(met.tiles);
        Cells cells;
        cells_of(met, cells);
        std::copy_n(cells.begin(), met.tiles, out.cells.begin() + static_cast<ptrdiff_t>(out.cell_count));
        out.cell_count += met.tiles;
      }
      ++out.word_count;
    }
  }

 private:
  [[nodiscard]] bool stands_before(const Met& a, const Met& b) const {
    if (a.code != b.code) return a.code < b.code;
    if (a.tiles <= kCodeTiles || b.tiles <= kCodeTiles) return a.tiles < b.tiles;
    Cells first;
    Cells second;
    cells_of(a, first);
    cells_of(b, second);
    return std::lexicographical_compare(first.begin(), first.begin() + a.tiles, second.begin(),
                                        second.begin() + b.tiles);
  }

  /// The cells of a first path; what its code has no room for is found again.
  void cells_of(const Met& met, Cells& cells) const {
    cells[0] = static_cast<uint8_t>(met.code >> bitset::kStartShift);
    const unsigned coded = std::min(met.tiles, kCodeTiles);
    for (unsigned k = 1; k < coded; ++k) {
      cells[k] = shape_.near[cells[k - 1]][met.code >> (bitset::kStartShift - bitset::kStepBits * k) & 7];
    }
    if (met.tiles <= kCodeTiles) return;
    uint64_t used = 0;
    NodeId node = kRootNode;
    for (unsigned k = 0; k < coded; ++k) {
      used |= uint64_t{1} << cells[k];
      node = trie_.child(node, letters_[cells[k]]);
    }
    [[maybe_unused]] const bool is_found = complete(node, met, used, coded, cells);
    assert(is_found);
  }

  /// Goes on from the beginning of a path to its word, at most 44 deep. Cells are tried in ascending
  /// order, so the first found is the first there is.
  [[nodiscard]] bool complete(NodeId at, const Met& met, uint64_t used, unsigned tiles, Cells& cells) const {
    if (tiles == met.tiles) return at == met.node;
    const unsigned last = cells[tiles - 1];
    for (unsigned k = 0; k < shape_.near_count[last]; ++k) {
      const uint8_t cell = shape_.near[last][k];
      if ((used >> cell & 1) != 0 || letters_[cell] == bitset::kNoTile) continue;
      const NodeId child = trie_.child(at, letters_[cell]);
      if (child == kDeadNode) continue;
      cells[tiles] = cell;
      if (complete(child, met, used | uint64_t{1} << cell, tiles + 1, cells)) return true;
    }
    return false;
  }

  const Scheme& scheme_;
  const PathTrie& trie_;
  const bitset::Shape& shape_;
  const uint8_t* letters_;
  Room& room_;
};

}  // namespace

uint64_t list_words(const Scheme& scheme, const PathTrie& trie, const bitset::Shape& shape,
                    const uint8_t* letters, bool with_paths, BoardOrder order, bitset::Space& space,
                    Workspace& work, BoardWords& out) {
  Listing listing(scheme, trie, shape, letters, PerThread<Room>::mine());
  const uint64_t score = listing.take(space.lists, needs_paths(with_paths, order), work);
  if (order == BoardOrder::grid) listing.sort();
  listing.write(with_paths, out);
  return score;
}

}  // namespace lexigrid

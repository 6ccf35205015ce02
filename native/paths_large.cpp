#include "paths_large.hpp"

#include <algorithm>
#include <array>

#include "paths_large_kernel.hpp"
#include "paths_letters.hpp"
#include "paths_workspace.hpp"

namespace lexigrid {
namespace {

using large::Band;
using large::kMaxTiles;
using large::kWays;
using large::Levels;

constexpr std::uint32_t kHalo = kMaxTiles - 1;          // rows that a path can leave its band by
constexpr std::uint32_t kBandCells = 1u << 18;          // of a band with its halo, where rows are not longer
constexpr std::uint32_t kMostColumns = 50'000;          // beyond, even one row and its halo is too much
constexpr std::uint32_t kShare = 128;                   // starts searched together: their lists fit the first cache

/// Which of the eight ways lead to neighbours, as bits; rows of hex grids differ.
unsigned ways_of(TopologyKind kind, std::uint32_t row) noexcept {
  switch (kind) {
    case TopologyKind::rook: return 0b01011010;
    case TopologyKind::bishop: return 0b10100101;
    case TopologyKind::hex: return row % 2 == 0 ? 0b01111011 : 0b11011110;
    default: return 0xFF;
  }
}

/// A word found: by the code of its path, or by a path that is written out.
struct Found {
  std::uint64_t code;
  NodeId node;
  std::uint32_t tiles;
  std::size_t path_at;  // in `paths`, or kCoded
};
constexpr std::size_t kCoded = ~std::size_t{0};

struct LargeSpace {
  Band band;
  std::vector<std::uint32_t> bits;  // of the band's letters
  Levels levels;
};

LargeSpace& large_space() {
  thread_local LargeSpace mine;
  return mine;
}

class LargeSearch {
 public:
  LargeSearch(const PathQuery& query, const PathTrie& trie, std::vector<std::uint8_t> letters, StopSignal& stop)
      : query_(query), trie_(trie), letters_(std::move(letters)), stop_(stop), work_(workspace()), space_(large_space()), kernel_(large::kernel_for(active_isa())) {}

  [[nodiscard]] PathResult run() {
    work_.begin(trie_);
    const std::uint32_t rows = query_.grid.rows;
    const std::uint32_t columns = query_.grid.columns;
    const std::uint32_t fits = kBandCells / (columns + 2);
    const std::uint32_t rows_of_band = std::max(1u, fits > 2 * kHalo ? fits - 2 * kHalo : 1u);
    if (query_.wanted == PathsWanted::one) result_.path_of.assign(1, 0), result_.cell_of.assign(1, 0);
    for (std::uint32_t row = 0; row < rows && is_going_; row += rows_of_band) {
      const std::uint32_t end = std::min(rows, row + rows_of_band);
      make_band(row, end);
      const CellId last = end * columns;
      for (CellId start = row * columns; start < last && is_going_; start += kShare) {
        if (stop_.look()) break;
        search_from(start, std::min(last, start + kShare));
      }
      if (stop_.reason() != Finish::complete) break;
    }
    if (stop_.reason() != Finish::complete) result_.finish = stop_.reason();
    return std::move(result_);
  }

 private:
  // --- the band ---------------------------------------------------------------------------------

  /// Lays out the rows that paths from `begin .. end` reach, with a border.
  void make_band(std::uint32_t begin, std::uint32_t end) {
    Band& band = space_.band;
    const std::uint32_t columns = query_.grid.columns;
    band_row_ = begin < kHalo ? 0 : begin - kHalo;
    const std::uint32_t rows = std::min(query_.grid.rows, end + kHalo) - band_row_;
    band.stride = columns + 2;
    for (unsigned way = 0; way < kWays; ++way) {
      band.step[way] = large::kRowStep[way] * static_cast<std::int32_t>(band.stride) + large::kColumnStep[way];
    }
    const std::size_t cells = std::size_t{rows + 2} * band.stride;
    space_.bits.assign(cells, 0);
    band.around.resize(cells * kWays);
    band.near.resize(cells);
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint8_t* const letters = letters_.data() + std::size_t{band_row_ + row} * columns;
      std::uint32_t* const bits = space_.bits.data() + std::size_t{row + 1} * band.stride + 1;
      for (std::uint32_t column = 0; column < columns; ++column) {
        bits[column] = letters[column] == kDeadCell ? 0 : 1u << letters[column];
      }
    }
    for (std::uint32_t row = 0; row < rows; ++row) {
      const unsigned ways = ways_of(query_.adjacency.kind(), band_row_ + row);
      for (std::uint32_t column = 0; column < columns; ++column) {
        const std::size_t cell = std::size_t{row + 1} * band.stride + column + 1;
        std::uint32_t near = 0;
        for (unsigned way = 0; way < kWays; ++way) {
          const std::size_t there = cell + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(band.step[way]));
          const std::uint32_t letter = (ways >> way & 1) != 0 ? space_.bits[there] : 0;
          band.around[cell * kWays + way] = letter;
          near |= letter;
        }
        band.near[cell] = near;
      }
    }
  }

  [[nodiscard]] std::uint32_t in_band(CellId cell) const noexcept {
    const std::uint32_t columns = query_.grid.columns;
    return (cell / columns - band_row_ + 1) * space_.band.stride + cell % columns + 1;
  }

  // --- levels -----------------------------------------------------------------------------------

  /// Searches all paths from some starts, and takes the new words in canonical order.
  void search_from(CellId begin, CellId end) {
    new_.clear();
    paths_.clear();
    if (run_levels(begin, end)) {
      take_hits();
      deepen_the_longest();
      std::stable_sort(new_.begin(), new_.end(), [](const Found& a, const Found& b) { return a.code < b.code; });
    } else {
      // A level passed its bound: one letter throughout, say. Depth first meets canonical order.
      for (CellId start = begin; start < end && is_searching(); ++start) {
        const NodeId node = node_of(start);
        path_.assign(1, start);
        if (node != kDeadNode) deepen(node, true);
      }
    }
    for (const Found& found : new_) {
      if (!store(found)) return;
    }
  }

  [[nodiscard]] bool is_searching() const noexcept { return stop_.reason() == Finish::complete; }
  [[nodiscard]] NodeId node_of(CellId start) const noexcept {
    return letters_[start] == kDeadCell ? kDeadNode : trie_.singles()[letters_[start]];
  }

  /// False when a level or the hits passed their bound.
  [[nodiscard]] bool run_levels(CellId begin, CellId end) {
    Levels& levels = space_.levels;
    const Node* const nodes = trie_.nodes();
    std::size_t hits = 0;
    std::size_t kept = 0;
    for (CellId start = begin; start < end; ++start) {
      const NodeId id = node_of(start);
      const std::uint32_t cell = in_band(start);
      const std::uint64_t code = std::uint64_t{start} << large::kStartShift;
      Levels::Kept& first = levels.kept[0];
      first.nodes[kept] = nodes[id];
      first.cells[kept] = cell;
      first.windows[kept] = std::uint64_t{1} << large::kCentre;
      first.codes[kept] = code;
      levels.hit_nodes[hits] = id;
      levels.hit_codes[hits] = code;
      kept += (static_cast<std::uint32_t>(nodes[id] >> kLettersShift) & space_.band.near[cell]) != 0 ? 1 : 0;
      hits += nodes[id] >> 63;
    }
    hits_to_[1] = hits;
    for (unsigned tiles = 2; tiles <= kMaxTiles; ++tiles) {
      if (kept * kWays > large::kMaxEntries) return false;
      const Levels::Kept& before = levels.kept[tiles % 2];
      const std::size_t count = kernel_.expand(space_.band, before, kept, levels);
      if (hits + count > large::kMaxHits) return false;
      const unsigned shift = large::kStartShift - large::kStepBits * (tiles - 1);
      kept = kernel_.filter(space_.band, nodes, before, count, shift, levels.kept[1 - tiles % 2], levels, hits);
      hits_to_[tiles] = hits;
    }
    longest_ = kept;
    return true;
  }

  /// Takes the words met for the first time. Of one number of tiles they were met in canonical
  /// order, and a word has one number of tiles.
  void take_hits() {
    const Levels& levels = space_.levels;
    std::size_t i = 0;
    for (unsigned tiles = 1; tiles <= kMaxTiles; ++tiles) {
      for (; i < hits_to_[tiles]; ++i) {
        const NodeId node = levels.hit_nodes[i];
        if (work_.is_counted(node)) continue;
        if (tiles > large::kSureTiles && !is_path(levels.hit_codes[i], tiles)) continue;
        if (work_.is_first(node)) new_.push_back({levels.hit_codes[i], node, tiles, kCoded});
      }
    }
  }

  /// Goes on depth first from what is alive after kMaxTiles: next to nothing in a natural language.
  void deepen_the_longest() {
    const Levels::Kept& kept = space_.levels.kept[1 - kMaxTiles % 2];
    for (std::size_t i = 0; i < longest_ && is_searching(); ++i) {
      if (!is_path(kept.codes[i], kMaxTiles)) continue;
      path_.clear();
      append_cells(kept.codes[i], kMaxTiles, path_);
      NodeId node = kRootNode;  // not at hand any more, only what it leads to
      for (const CellId cell : path_) node = trie_.child(node, letters_[cell]);
      code_ = kept.codes[i];
      deepen_below(node);
    }
  }

  // --- codes ------------------------------------------------------------------------------------

  template <class Cells>
  void append_cells(std::uint64_t code, unsigned tiles, Cells& cells) const {
    auto cell = static_cast<std::int64_t>(code >> large::kStartShift);
    cells.push_back(static_cast<CellId>(cell));
    const auto columns = static_cast<std::int64_t>(query_.grid.columns);
    for (unsigned k = 1; k < tiles; ++k) {
      const auto way = code >> (large::kStartShift - large::kStepBits * k) & (kWays - 1);
      cell += large::kRowStep[way] * columns + large::kColumnStep[way];
      cells.push_back(static_cast<CellId>(cell));
    }
  }

  /// Does the path of a code use no cell twice?
  [[nodiscard]] bool is_path(std::uint64_t code, unsigned tiles) {
    cells_.clear();
    append_cells(code, tiles, cells_);
    std::sort(cells_.begin(), cells_.end());
    return std::adjacent_find(cells_.begin(), cells_.end()) == cells_.end();
  }

  // --- depth first --------------------------------------------------------------------------------

  struct Level {
    NodeId node;
    std::uint32_t next;  // the neighbour to try next
  };

  /// Searches all that `path_`, which ends at a node, leads to; the node itself too.
  void deepen(NodeId node, bool takes_it) {
    code_ = std::uint64_t{path_.front()} << large::kStartShift;
    if (takes_it) take_path(node);
    deepen_below(node);
  }

  void deepen_below(NodeId node) {
    if (is_used_.empty()) is_used_.resize(letters_.size());
    for (const CellId cell : path_) is_used_[cell] = 1;
    std::vector<Level> levels{{node, 0}};
    while (!levels.empty()) {
      if (stop_.due()) break;
      Level& level = levels.back();
      Adjacency::Buffer buffer;
      const auto near = query_.adjacency.of(path_.back(), buffer);
      if (level.next == near.size()) {
        levels.pop_back();
        if (levels.empty()) break;
        is_used_[path_.back()] = 0;
        path_.pop_back();
        continue;
      }
      const CellId cell = near[level.next++];
      if (is_used_[cell] != 0 || letters_[cell] == kDeadCell) continue;
      const NodeId child = trie_.child(level.node, letters_[cell]);
      if (child == kDeadNode) continue;
      path_.push_back(cell);
      is_used_[cell] = 1;
      take_path(child);
      levels.push_back({child, 0});
    }
    for (const CellId cell : path_) is_used_[cell] = 0;
  }

  void take_path(NodeId node) {
    if ((trie_.nodes()[node] & kWordBit) == 0 || !work_.is_first(node)) return;
    new_.push_back({code_, node, static_cast<std::uint32_t>(path_.size()), paths_.size()});
    paths_.insert(paths_.end(), path_.begin(), path_.end());
  }

  // --- the answer ---------------------------------------------------------------------------------

  /// Adds a word to the answer; false ends the search.
  bool store(const Found& found) {
    const WordId word = trie_.word_at(found.node);
    const unsigned told = length_of_node(trie_.nodes()[found.node]);
    const std::uint32_t length = told < kLengthMask ? told : query_.lexicon.length_of(word);
    if (length < query_.min_length) return true;
    const bool with_path = query_.wanted == PathsWanted::one;
    if (with_path && result_.cells.size() + found.tiles > query_.max_stored) {
      result_.finish = Finish::overflow;
      return is_going_ = false;
    }
    ++result_.word_count;
    result_.score += query_.points[length];
    if (query_.wanted != PathsWanted::count) result_.words.push_back(word);
    if (!with_path) return true;
    if (found.path_at == kCoded) {
      append_cells(found.code, found.tiles, result_.cells);
    } else {
      const auto begin = paths_.begin() + static_cast<std::ptrdiff_t>(found.path_at);
      result_.cells.insert(result_.cells.end(), begin, begin + found.tiles);
    }
    result_.cell_of.push_back(result_.cells.size());
    result_.path_of.push_back(result_.words.size());
    return true;
  }

  const PathQuery& query_;
  const PathTrie& trie_;
  const std::vector<std::uint8_t> letters_;
  StopSignal& stop_;
  Workspace& work_;
  LargeSpace& space_;
  const large::Kernel kernel_;
  PathResult result_;
  std::uint32_t band_row_ = 0;                        // of the grid, where the band begins
  std::array<std::size_t, kMaxTiles + 1> hits_to_{};  // hits of paths of so many tiles at most
  std::size_t longest_ = 0;                           // entries alive after kMaxTiles
  std::vector<Found> new_;       // words of the share in hand
  std::vector<CellId> paths_;    // of those that have no code
  std::vector<CellId> path_;     // depth first
  std::uint64_t code_ = 0;       // of its beginning
  std::vector<CellId> cells_;
  std::vector<std::uint8_t> is_used_;
  bool is_going_ = true;
};

}  // namespace

std::optional<PathResult> find_paths_large(const PathQuery& query, StopSignal& stop) {
  const bool is_asked_for_more = query.wanted == PathsWanted::all || query.count_paths || query.limit != kNoLimit;
  if (query.tries == nullptr || query.reuse || is_asked_for_more) return std::nullopt;
  if (query.adjacency.kind() == TopologyKind::custom || query.adjacency.is_wrapped()) return std::nullopt;
  if (query.grid.columns > kMostColumns) return std::nullopt;
  std::vector<std::uint8_t> letters(query.grid.cells.size());
  const std::optional<QuTile> qu = letters_on(query.grid, letters);
  if (!qu) return std::nullopt;
  const PathTrie* const trie = trie_for(*query.tries, *qu);
  if (trie == nullptr) return std::nullopt;
  return LargeSearch(query, *trie, std::move(letters), stop).run();
}

}  // namespace lexigrid

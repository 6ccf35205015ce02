#include "paths/levels/window.hpp"

#include <algorithm>
#include <array>

#include "grid/spelling.hpp"
#include "paths/findings.hpp"
#include "paths/levels/band_layout.hpp"
#include "paths/workspace.hpp"

namespace lexigrid {
namespace {

using window::kMaxTiles;
using window::kWays;
using window::Levels;

constexpr uint32_t kShare = 128;  // starts searched together: their lists fit the first cache

/// A word met: by the code of its path, or by a path that is written out.
struct Met {
  uint64_t code;
  NodeId node;
  uint32_t tiles;
  size_t path_at;  // in `paths_`, or kCoded
};
constexpr size_t kCoded = ~size_t{0};
constexpr size_t kMetCells = sizeof(Met) / sizeof(CellId);  // what one takes, in cells

struct LargeSpace {
  window::Band band;
  Levels levels;
};

LargeSpace& large_space() {
  thread_local LargeSpace mine;
  return mine;
}

class LargeSearch {
 public:
  LargeSearch(const PathQuery& query, const GridSymbols& symbols, StopToken& stop)
      : query_(query),
        trie_(*symbols.trie),
        stop_(stop),
        work_(workspace()),
        levels_(large_space().levels),
        ground_(query, symbols, large_space().band),
        band_(large_space().band),
        kernel_(window::kernel_for(active_cpu_target())),
        wants_every_path_(query.wanted == PathsWanted::all || query.count_paths),
        // Where one path has several words, or a word paths of several lengths, levels are not in order.
        is_mixed_(trie_.has_aliases() || !symbols.is_single) {
    if (wants_every_path_ || query.limit != kNoLimit) findings_.emplace(query);
  }

  /// Nothing where tiles of several symbols passed the bounds: the general search walks them all at once.
  [[nodiscard]] std::optional<PathResult> run() {
    work_.begin(trie_);
    const uint32_t rows = query_.grid.rows;
    const uint32_t columns = query_.grid.columns;
    if (query_.wanted == PathsWanted::one) result_.path_of.assign(1, 0), result_.cell_of.assign(1, 0);
    // A limit may end the search with the first starts.
    uint32_t share = query_.limit == kNoLimit ? kShare : 1;
    for (uint32_t row = 0; row < rows && is_going_; row += ground_.rows_of_band()) {
      const uint32_t end = std::min(rows, row + ground_.rows_of_band());
      ground_.lay_out(row, end);
      const CellId last = end * columns;
      for (CellId start = row * columns; start < last && is_going_; start += share) {
        if (start != row * columns) share = std::min(kShare, 2 * share);
        if (stop_.look()) break;
        search_from(start, std::min(last, start + share));
        if (is_beyond_) return std::nullopt;
      }
      if (!is_searching()) break;
    }
    if (findings_) return findings_->finish(stop_.reason());
    if (!is_searching()) result_.finish = stop_.reason();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_searching() const noexcept { return stop_.reason() == Finish::complete; }

  /// Searches all paths from some starts, and takes the words in canonical order.
  void search_from(CellId begin, CellId end) {
    met_.clear();
    paths_.clear();
    if (run_levels(begin, end) && (longest_ == 0 || query_.limit == kNoLimit)) {
      take_hits();
      deepen_the_longest();
      sort();
      for (const Met& met : met_) {
        if (is_going_) is_going_ = store(met);
      }
      return;
    }
    if (end - begin > 1) {
      const CellId middle = begin + (end - begin) / 2;
      search_from(begin, middle);
      if (is_going_ && !is_beyond_ && is_searching()) search_from(middle, end);
      return;
    }
    search_depth_first(begin);
  }

  /// One start that passes the bounds: one letter throughout, say, or wild tiles side by side. On plain
  /// tiles depth first meets canonical order; else what is met is sorted, which no limit can wait for.
  void search_depth_first(CellId start) {
    if (is_mixed_ && query_.limit != kNoLimit) {
      is_beyond_ = true;
      return;
    }
    stores_at_once_ = !is_mixed_;
    met_.clear();
    paths_.clear();
    for (uint32_t rest = ground_.symbols_at(start); rest != 0 && is_going_; rest &= rest - 1) {
      const NodeId node = trie_.singles()[static_cast<unsigned>(std::countr_zero(rest))];
      if (node == kDeadNode) continue;
      path_.assign(1, start);
      take_path(node, 0);
      deepen_below(trie_.nodes()[node], 0);
    }
    stores_at_once_ = false;
    sort();
    for (const Met& met : met_) {
      if (is_going_) is_going_ = store(met);
    }
  }

  // --- levels -----------------------------------------------------------------------------------

  /// False when a level or the hits passed their bound.
  [[nodiscard]] bool run_levels(CellId begin, CellId end) {
    const Node* const nodes = trie_.nodes();
    size_t hits = 0;
    size_t kept = 0;
    for (CellId start = begin; start < end; ++start) {
      const uint32_t cell = ground_.in_band(start);
      const uint64_t code = uint64_t{start} << window::kStartShift;
      for (uint32_t rest = ground_.symbols_at(start); rest != 0; rest &= rest - 1) {
        const NodeId id = trie_.singles()[static_cast<unsigned>(std::countr_zero(rest))];
        Levels::Kept& first = levels_.kept[0];
        first.nodes[kept] = nodes[id];
        first.cells[kept] = cell;
        first.windows[kept] = first_window(start);
        first.codes[kept] = code;
        levels_.hit_nodes[hits] = id;
        levels_.hit_codes[hits] = code;
        kept += (static_cast<uint32_t>(nodes[id] >> kLettersShift) & band_.near[cell]) != 0 ? 1 : 0;
        hits += nodes[id] >> 63;
      }
    }
    hits_to_[1] = hits;
    for (unsigned tiles = 2; tiles <= kMaxTiles; ++tiles) {
      if (kept * kWays > window::kMaxEntries) return false;
      const Levels::Kept& before = levels_.kept[tiles % 2];
      const size_t count = kernel_.expand(band_, before, kept, levels_);
      if (count == window::kTooMany || hits + count > window::kMaxHits) return false;
      const unsigned shift = window::kStartShift - window::kStepBits * (tiles - 1);
      kept = kernel_.filter(band_, nodes, before, count, shift, levels_.kept[1 - tiles % 2], levels_, hits);
      hits_to_[tiles] = hits;
    }
    longest_ = kept;
    return true;
  }

  [[nodiscard]] uint64_t first_window(CellId start) const noexcept {
    if (band_.memory == window::Memory::none) return 0;
    return uint64_t{1} << (band_.memory == window::Memory::set ? start : window::kCentre);
  }

  /// Takes the words met: where only first paths count, and each word has one number of tiles, those
  /// met for the first time, as of one number of tiles they were met in canonical order.
  void take_hits() {
    const bool takes_first = !wants_every_path_ && !trie_.has_aliases();
    size_t i = 0;
    for (unsigned tiles = 1; tiles <= kMaxTiles; ++tiles) {
      for (; i < hits_to_[tiles]; ++i) {
        const NodeId node = levels_.hit_nodes[i];
        if (!wants_every_path_ && work_.is_counted(trie_.identity(node))) continue;
        if (tiles > ground_.sure_tiles() && !ground_.is_path(levels_.hit_codes[i], tiles)) continue;
        if (!takes_first || work_.is_first(node)) met_.push_back({levels_.hit_codes[i], node, tiles, kCoded});
      }
    }
  }

  /// Goes on depth first from what is alive after kMaxTiles: next to nothing in a natural language.
  void deepen_the_longest() {
    const Levels::Kept& kept = levels_.kept[1 - kMaxTiles % 2];
    for (size_t i = 0; i < longest_ && is_searching() && is_going_; ++i) {
      if (kMaxTiles > ground_.sure_tiles() && !ground_.is_path(kept.codes[i], kMaxTiles)) continue;
      path_.clear();
      ground_.append_cells(kept.codes[i], kMaxTiles, path_);
      deepen_below(kept.nodes[i], kept.codes[i]);
    }
  }

  // --- depth first --------------------------------------------------------------------------------

  struct Level {
    Node node;
    uint32_t next;  // the neighbour to try next
    uint32_t rest;  // symbols of the one in hand that are still to be tried
    CellId cell;    // the one in hand
  };

  /// Searches all that `path_`, which leads to a node, goes on to.
  void deepen_below(Node node, uint64_t code) {
    if (is_used_.empty()) is_used_.resize(query_.grid.cells.size());
    for (const CellId cell : path_) is_used_[cell] = 1;
    const size_t begin = path_.size();
    std::vector<Level> levels{{node, 0, 0, 0}};
    while (!levels.empty() && is_going_) {
      if (stop_.due()) break;
      Level& level = levels.back();
      if (path_.size() == begin + levels.size()) leave();  // back from a step
      if (level.rest == 0) {
        Adjacency::Buffer buffer;
        const auto near = query_.adjacency.of(path_.back(), buffer);
        if (findings_ && path_.size() >= findings_->most_cells())
          level.next = static_cast<uint32_t>(near.size());
        if (level.next == near.size()) {
          levels.pop_back();
          continue;
        }
        level.cell = near[level.next++];
        if (!query_.reuse && is_used_[level.cell] != 0) continue;
        level.rest = ground_.symbols_at(level.cell) & static_cast<uint32_t>(level.node >> kLettersShift);
        if (level.rest == 0) continue;
      }
      const auto letters = static_cast<uint32_t>(level.node >> kLettersShift);
      const uint32_t symbol = level.rest & -level.rest;
      level.rest ^= symbol;
      const auto child =
          static_cast<NodeId>(level.node) + static_cast<NodeId>(std::popcount(letters & (symbol - 1)));
      path_.push_back(level.cell);
      is_used_[level.cell] = 1;
      take_path(child, code);
      levels.push_back({trie_.nodes()[child], 0, 0, 0});
    }
    for (const CellId cell : path_) is_used_[cell] = 0;
  }

  void leave() {
    is_used_[path_.back()] = 0;
    path_.pop_back();
  }

  /// Notes a word at `path_`, of whose beginning there is a code, or stores it at once.
  void take_path(NodeId node, uint64_t code) {
    if ((trie_.nodes()[node] & kWordBit) == 0) return;
    if (!wants_every_path_ &&
        (trie_.has_aliases() ? work_.is_counted(trie_.identity(node)) : !work_.is_first(node)))
      return;
    if (2 * (paths_.size() + path_.size() + kMetCells * met_.size()) > query_.max_stored) {
      if (!wants_every_path_)
        is_beyond_ = true;  // many ways of few words: the general search keeps none of them
      if (findings_) findings_->overflow();
      result_.finish = Finish::overflow;
      is_going_ = false;
      return;
    }
    const Met met{code, node, static_cast<uint32_t>(path_.size()), paths_.size()};
    paths_.insert(paths_.end(), path_.begin(), path_.end());
    if (!stores_at_once_) {
      met_.push_back(met);
      return;
    }
    is_going_ = store(met);
    paths_.clear();
  }

  // --- the answer ---------------------------------------------------------------------------------

  [[nodiscard]] std::span<const CellId> written(const Met& met) const noexcept {
    return std::span(paths_).subspan(met.path_at, met.tiles);
  }

  /// Brings the words met into canonical order. Codes compare as paths, and of one code the shorter
  /// path comes first; beyond kMaxTiles the cells decide, at one path the letters.
  void sort() {
    if (!is_mixed_) {
      std::stable_sort(met_.begin(), met_.end(), [](const Met& a, const Met& b) { return a.code < b.code; });
      return;
    }
    const auto compare_paths = [&](const Met& a, const Met& b) {
      if (a.code != b.code) return a.code < b.code ? -1 : 1;
      if (a.path_at != kCoded && b.path_at != kCoded) {
        const auto x = written(a);
        const auto y = written(b);
        if (!std::equal(x.begin(), x.end(), y.begin(), y.end())) {
          return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end()) ? -1 : 1;
        }
      }
      return a.tiles == b.tiles ? 0 : a.tiles < b.tiles ? -1 : 1;
    };
    std::sort(met_.begin(), met_.end(), [&](const Met& a, const Met& b) {
      if (const int order = compare_paths(a, b); order != 0) return order < 0;
      return precedes(query_.lexicon, trie_.word_at(a.node), trie_.word_at(b.node));
    });
    // A word can be spelled in two ways over the same tiles.
    const auto is_same = [&](const Met& a, const Met& b) {
      return trie_.identity(a.node) == trie_.identity(b.node) && compare_paths(a, b) == 0;
    };
    met_.erase(std::unique(met_.begin(), met_.end(), is_same), met_.end());
    if (wants_every_path_ || !trie_.has_aliases()) return;
    std::erase_if(met_, [&](const Met& met) { return !work_.is_first(trie_.identity(met.node)); });
  }

  /// Adds a word to the answer; false ends the search.
  [[nodiscard]] bool store(const Met& met) {
    const uint32_t length = trie_.length_at(met.node);
    if (length < query_.min_length) return true;
    const WordId word = trie_.word_at(met.node);
    if (findings_) {
      cells_.clear();
      append_cells(met, cells_);
      return findings_->add(word, cells_);
    }
    const bool with_path = query_.wanted == PathsWanted::one;
    if (with_path && result_.cells.size() + met.tiles > query_.max_stored) {
      result_.finish = Finish::overflow;
      return false;
    }
    ++result_.word_count;
    result_.score += query_.points[length];
    if (query_.wanted != PathsWanted::count) result_.words.push_back(word);
    if (!with_path) return true;
    append_cells(met, result_.cells);
    result_.cell_of.push_back(result_.cells.size());
    result_.path_of.push_back(result_.words.size());
    return true;
  }

  void append_cells(const Met& met, std::vector<CellId>& cells) const {
    if (met.path_at == kCoded) {
      ground_.append_cells(met.code, met.tiles, cells);
    } else {
      const auto path = written(met);
      cells.insert(cells.end(), path.begin(), path.end());
    }
  }

  const PathQuery& query_;
  const PathTrie& trie_;
  StopToken& stop_;
  Workspace& work_;
  Levels& levels_;
  window::BandLayout ground_;
  const window::Band& band_;
  const window::Kernel kernel_;
  const bool wants_every_path_;
  const bool is_mixed_;
  PathResult result_;
  std::optional<Findings> findings_;             // where every path is wanted, or a limit cuts
  std::array<size_t, kMaxTiles + 1> hits_to_{};  // hits of paths of so many tiles at most
  size_t longest_ = 0;                           // entries alive after kMaxTiles
  std::vector<Met> met_;                         // words of the share in hand
  std::vector<CellId> paths_;                    // of those that have no code
  std::vector<CellId> path_;                     // depth first
  std::vector<CellId> cells_;
  std::vector<uint8_t> is_used_;
  bool stores_at_once_ = false;  // depth first from a start, where words are met in order
  bool is_beyond_ = false;
  bool is_going_ = true;
};

}  // namespace

std::optional<PathResult> find_paths_large(const PathQuery& query, StopToken& stop) {
  if (query.tries == nullptr || !window::BandLayout::serves(query)) return std::nullopt;
  const std::optional<GridSymbols> symbols = symbols_on(query.grid, *query.tries);
  if (!symbols) return std::nullopt;
  return LargeSearch(query, *symbols, stop).run();
}

}  // namespace lexigrid

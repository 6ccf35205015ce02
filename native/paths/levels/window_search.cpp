// Path search on grids of any size and any tiles, level by level.
#include <algorithm>
#include <array>

#include "base/bits.hpp"
#include "grid/speller.hpp"
#include "paths/depth_first/collector.hpp"
#include "paths/levels/band_layout.hpp"
#include "paths/strategies.hpp"
#include "paths/targets/kernels.hpp"

namespace lexigrid {

namespace {

using window::kMaxTiles, window::kWays, window::Levels;

constexpr uint32_t kChunk = 128;       // starts searched together; their lists fit the first-level cache
constexpr uint64_t kManyWords = 1000;  // with a smaller limit, the first starts may have all words

/// A word found, with the code of its path or with a path that is written out.
struct Found {
  uint64_t code;
  NodeId node;
  uint32_t tiles;
  size_t path_at;  // index into `paths_`, or kCoded
};
constexpr size_t kCoded = ~size_t{0};
constexpr size_t kFoundCells = sizeof(Found) / sizeof(CellId);  // memory of one, in cells

struct WindowWorkspace {
  window::Band band;
  Levels levels;
};

WindowWorkspace& window_workspace() {
  thread_local WindowWorkspace mine;
  return mine;
}

class WindowSearch {
 public:
  WindowSearch(const PathQuery& query, const GridSymbols& symbols, StopToken& stop)
      : query_(query),
        trie_(*symbols.trie),
        stop_(stop),
        work_(workspace()),
        levels_(window_workspace().levels),
        layout_(query, symbols, window_workspace().band),
        band_(window_workspace().band),
        expand_(kernels().expand_window),
        filter_(kernels().filter_window[static_cast<size_t>(band_.memory)]),
        wants_every_path_(query.wanted == PathsWanted::all || query.count_paths),
        // If a path has several words, or a word has paths of several lengths, levels are not in order.
        is_unordered_(trie_.has_aliases() || !symbols.is_single) {
    if (wants_every_path_) collector_.emplace(query);
  }

  [[nodiscard]] PathOutcome run() {
    work_.begin(trie_);
    const uint32_t rows = query_.grid.rows, columns = query_.grid.columns;
    if (query_.wanted == PathsWanted::one) result_.path_of.assign(1, 0), result_.cell_of.assign(1, 0);
    // A limit may end the search after the first starts.
    uint32_t chunk = query_.limit < kManyWords ? 1 : kChunk;
    for (uint32_t row = 0; row < rows && is_running_; row += layout_.rows_of_band()) {
      const uint32_t end = std::min(rows, row + layout_.rows_of_band());
      layout_.load(row, end);
      const CellId last = end * columns;
      for (CellId start = row * columns; start < last && is_running_; start += chunk) {
        if (start != row * columns) chunk = std::min(kChunk, 2 * chunk);
        if (stop_.look()) break;
        search_from(start, std::min(last, start + chunk));
        if (declined_) return *declined_;
      }
      if (!is_searching()) break;
    }
    if (collector_) return collector_->finish(stop_);
    if (!is_searching()) result_.finish = stop_.reason();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_searching() const noexcept { return stop_.reason() == Finish::complete; }

  /// Searches all paths from some starts, and stores their words in canonical order.
  void search_from(CellId begin, CellId end) {
    found_.clear();
    paths_.clear();
    if (run_levels(begin, end) && (longest_ == 0 || query_.limit == kNoLimit)) {
      take_hits();
      extend_longest();
      sort();
      store_found();
      return;
    }
    if (end - begin > 1) {
      const CellId middle = begin + (end - begin) / 2;
      search_from(begin, middle);
      if (is_running_ && !declined_ && is_searching()) search_from(middle, end);
      return;
    }
    search_depth_first(begin);
  }

  /// Searches one start that exceeds the bounds, as on a grid of one letter or with adjacent wild tiles. On
  /// plain tiles words come in canonical order; others need sorting, for which a limit cannot wait.
  void search_depth_first(CellId start) {
    if (is_unordered_ && query_.limit != kNoLimit) {
      declined_ = PathDeclined::unordered_words;
      return;
    }
    stores_at_once_ = !is_unordered_;
    found_.clear();
    paths_.clear();
    for (uint32_t rest = layout_.symbols_at(start); rest != 0 && is_running_; rest &= rest - 1) {
      const NodeId node = trie_.singles()[static_cast<unsigned>(std::countr_zero(rest))];
      if (node == kDeadNode) continue;
      path_.assign(1, start);
      take_path(node, 0);
      search_below(trie_.nodes()[node], 0);
    }
    stores_at_once_ = false;
    const bool is_full = !is_running_;
    is_running_ = true;
    sort();
    store_found();
    is_running_ = is_running_ && !is_full;
  }

  // --- levels -----------------------------------------------------------------------------------

  /// Returns false if a level or the hits exceed their bound.
  [[nodiscard]] bool run_levels(CellId begin, CellId end) {
    const Node* const nodes = trie_.nodes();
    size_t hits = 0;
    size_t kept = 0;
    for (CellId start = begin; start < end; ++start) {
      const uint32_t cell = layout_.in_band(start);
      const uint64_t code = uint64_t{start} << window::kStartShift;
      for_each_bit(layout_.symbols_at(start), [&](unsigned symbol) {
        const NodeId id = trie_.singles()[symbol];
        levels_.kept[0][kept] = {nodes[id], first_window(start), code, cell};
        levels_.hits[hits] = {code, id};
        kept += (static_cast<uint32_t>(nodes[id] >> kLettersShift) & band_.near[cell]) != 0 ? 1 : 0;
        hits += nodes[id] >> 63;
      });
    }
    hits_to_[1] = hits;
    for (unsigned tiles = 2; tiles <= kMaxTiles; ++tiles) {
      if (kept * kWays > window::kMaxEntries) return false;
      const window::Entry* const before = levels_.kept[tiles % 2].data();
      const size_t count = expand_(band_, before, kept, levels_);
      if (count == window::kTooMany || hits + count > window::kMaxHits) return false;
      const unsigned shift = window::kStartShift - window::kStepBits * (tiles - 1);
      kept = filter_(band_, nodes, before, count, shift, levels_.kept[1 - tiles % 2].data(), levels_, hits);
      hits_to_[tiles] = hits;
    }
    longest_ = kept;
    return true;
  }

  [[nodiscard]] uint64_t first_window(CellId start) const noexcept {
    if (band_.memory == window::Memory::none) return 0;
    return uint64_t{1} << (band_.memory == window::Memory::set ? start : window::kCentre);
  }

  /// Takes the words of the hits. If only first paths count and all paths of a word have the same number of
  /// tiles, the first hit of a word is its first path: hits of one number of tiles are in canonical order.
  void take_hits() {
    const bool takes_first = !wants_every_path_ && !trie_.has_aliases();
    size_t i = 0;
    for (unsigned tiles = 1; tiles <= kMaxTiles; ++tiles) {
      for (; i < hits_to_[tiles]; ++i) {
        const auto [code, node] = levels_.hits[i];
        if (!wants_every_path_ && work_.is_counted(trie_.identity(node))) continue;
        if (tiles > layout_.certain_tiles() && !layout_.is_path(code, tiles)) continue;
        if (!takes_first || work_.is_first(node)) found_.push_back({code, node, tiles, kCoded});
      }
    }
  }

  /// Continues depth first from the entries left after kMaxTiles. A natural language has hardly any.
  void extend_longest() {
    for (size_t i = 0; i < longest_ && is_searching() && is_running_; ++i) {
      const window::Entry& longest = levels_.kept[1 - kMaxTiles % 2][i];
      if (kMaxTiles > layout_.certain_tiles() && !layout_.is_path(longest.code, kMaxTiles)) continue;
      path_.clear();
      layout_.append_cells(longest.code, kMaxTiles, path_);
      search_below(longest.node, longest.code);
    }
  }

  // --- depth first --------------------------------------------------------------------------------

  struct Level {
    Node node;
    uint32_t next;  // index of the neighbour to try next
    uint32_t rest;  // symbols of the current one to try next
    CellId cell;    // the current neighbour
  };

  /// Searches all continuations of `path_`, which leads to `node`.
  void search_below(Node node, uint64_t code) {
    if (is_used_.empty()) is_used_.resize(query_.grid.cells.size());
    for (const CellId cell : path_) is_used_[cell] = 1;
    const size_t begin = path_.size();
    std::vector<Level> levels{{node, 0, 0, 0}};
    while (!levels.empty() && is_running_) {
      if (stop_.due()) break;
      Level& level = levels.back();
      if (path_.size() == begin + levels.size()) {  // back from a step
        is_used_[path_.back()] = 0;
        path_.pop_back();
      }
      if (level.rest == 0) {
        Adjacency::Buffer buffer;
        const auto near = query_.adjacency.of(path_.back(), buffer);
        if (collector_ && path_.size() >= collector_->most_cells())
          level.next = static_cast<uint32_t>(near.size());
        if (level.next == near.size()) {
          levels.pop_back();
          continue;
        }
        level.cell = near[level.next++];
        if (!query_.reuse && is_used_[level.cell] != 0) continue;
        level.rest = layout_.symbols_at(level.cell) & static_cast<uint32_t>(level.node >> kLettersShift);
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

  /// Takes the word that ends `path_`, if there is one; `code` is the code of its first tiles.
  void take_path(NodeId node, uint64_t code) {
    if ((trie_.nodes()[node] & kWordBit) == 0) return;
    if (!wants_every_path_ &&
        (trie_.has_aliases() ? work_.is_counted(trie_.identity(node)) : !work_.is_first(node)))
      return;
    if (2 * (paths_.size() + path_.size() + kFoundCells * found_.size()) > query_.max_stored) {
      if (!wants_every_path_)
        declined_ = PathDeclined::unordered_words;  // many paths of few words; the general search stores none
      if (collector_) collector_->overflow();
      result_.finish = Finish::overflow;
      is_running_ = false;
      return;
    }
    const Found found{code, node, static_cast<uint32_t>(path_.size()), paths_.size()};
    paths_.insert(paths_.end(), path_.begin(), path_.end());
    if (!stores_at_once_) {
      found_.push_back(found);
      return;
    }
    is_running_ = store(found);
    paths_.clear();
  }

  // --- the answer ---------------------------------------------------------------------------------

  [[nodiscard]] std::span<const CellId> written(const Found& found) const noexcept {
    return std::span(paths_).subspan(found.path_at, found.tiles);
  }

  /// Sorts the words found into canonical order. Codes compare like their paths; of two equal codes, the
  /// shorter path comes first. Beyond kMaxTiles the cells decide, and on the same path the letters.
  void sort() {
    const auto precedes_by_code = [](const Found& a, const Found& b) { return a.code < b.code; };
    if (!is_unordered_) return std::stable_sort(found_.begin(), found_.end(), precedes_by_code);
    const auto compare_paths = [&](const Found& a, const Found& b) {
      if (a.code != b.code) return a.code < b.code ? -1 : 1;
      if (a.path_at != kCoded && b.path_at != kCoded) {
        const auto x = written(a), y = written(b);
        if (!std::equal(x.begin(), x.end(), y.begin(), y.end())) {
          return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end()) ? -1 : 1;
        }
      }
      return a.tiles == b.tiles ? 0 : a.tiles < b.tiles ? -1 : 1;
    };
    sort_unless_stopped(found_, stop_, [&](const Found& a, const Found& b) {
      if (const int order = compare_paths(a, b); order != 0) return order < 0;
      return precedes(query_.lexicon, trie_.word_at(a.node), trie_.word_at(b.node));
    });
    // A word can be spelled in two ways over the same tiles.
    const auto is_same = [&](const Found& a, const Found& b) {
      return trie_.identity(a.node) == trie_.identity(b.node) && compare_paths(a, b) == 0;
    };
    found_.erase(std::unique(found_.begin(), found_.end(), is_same), found_.end());
    if (wants_every_path_ || !trie_.has_aliases()) return;
    std::erase_if(found_, [&](const Found& found) { return !work_.is_first(trie_.identity(found.node)); });
  }

  void store_found() {
    for (size_t i = 0; i < found_.size() && is_running_ && (i % 8192 != 8191 || !stop_.look()); ++i)
      is_running_ = store(found_[i]);
  }

  /// Adds a word to the answer. Returns false if the search must end.
  [[nodiscard]] bool store(const Found& found) {
    const uint32_t length = trie_.length_at(found.node);
    if (length < query_.min_length) return true;
    const WordId word = trie_.word_at(found.node);
    if (collector_) {
      cells_.clear();
      append_cells(found, cells_);
      return collector_->add(word, cells_);
    }
    if (result_.word_count == query_.limit) {
      result_.finish = Finish::limited;
      return false;
    }
    const bool with_path = query_.wanted == PathsWanted::one;
    if (with_path && result_.cells.size() + found.tiles > query_.max_stored) {
      result_.finish = Finish::overflow;
      return false;
    }
    ++result_.word_count;
    result_.score += query_.points[length];
    if (query_.wanted != PathsWanted::count) result_.words.push_back(word);
    if (!with_path) return true;
    append_cells(found, result_.cells);
    result_.cell_of.push_back(result_.cells.size());
    result_.path_of.push_back(result_.words.size());
    return true;
  }

  void append_cells(const Found& found, std::vector<CellId>& cells) const {
    if (found.path_at == kCoded) {
      layout_.append_cells(found.code, found.tiles, cells);
    } else {
      const auto path = written(found);
      cells.insert(cells.end(), path.begin(), path.end());
    }
  }

  const PathQuery& query_;
  const PathTrie& trie_;
  StopToken& stop_;
  Workspace& work_;
  Levels& levels_;
  window::BandLayout layout_;
  const window::Band& band_;
  const window::Expand expand_;
  const window::Filter filter_;
  const bool wants_every_path_;
  const bool is_unordered_;
  PathResult result_;
  std::optional<Collector> collector_;           // if every path is wanted
  std::array<size_t, kMaxTiles + 1> hits_to_{};  // hits with at most this many tiles
  size_t longest_ = 0;                           // entries left after kMaxTiles
  std::vector<Found> found_;                     // words of the current chunk
  std::vector<CellId> paths_;                    // of words without a code
  std::vector<CellId> path_;                     // depth first
  std::vector<CellId> cells_;
  std::vector<uint8_t> is_used_;
  bool stores_at_once_ = false;  // searching depth first, where words are found in order
  std::optional<PathDeclined> declined_;
  bool is_running_ = true;
};

}  // namespace

bool serves_window(PreparedQuery& query) {
  return query.query().tries != nullptr && window::BandLayout::serves(query.query()) &&
         query.symbols() != nullptr;
}

PathOutcome search_window(PreparedQuery& query, StopToken& stop) {
  return WindowSearch(query.query(), *query.symbols(), stop).run();
}

}  // namespace lexigrid

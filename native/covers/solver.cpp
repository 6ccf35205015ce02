#include "covers/solver.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "base/bits.hpp"
#include "base/per_thread.hpp"
#include "covers/board.hpp"

namespace lexigrid {
namespace {

using covers::Board;
using covers::CellSet;

/// Shares of words in the bound, as integers: the result is the same on every machine.
constexpr uint64_t kOne = uint64_t{1} << 40;

/// Exact cover with a given number of options, by sets of options as bits. At each node one pass over the
/// options that are left, longest first, gives the number of options of each cell, in bit planes, and bounds
/// on the number of words: the sums of 1 over the length of the longest and of the shortest option of each
/// cell. The covers of the free cells are kept in a table as a node of a decision diagram, with an edge for
/// each option of the cell that comes next, so they are searched once however they are reached.
template <unsigned W>
class Solver {
 public:
  using Cells = CellSet<W>;

  Solver(const CoversQuery& query, StopToken& stop)
      : query_(query),
        stop_(stop),
        board_(query.adjacency, query.rows, query.columns, query.is_open),
        table_(PerThread<Table>::mine()) {
    for (uint32_t path = 0; path + 1 < query.first.size() && !stop.due(); ++path) {
      if ((query.roles[path] & 1) != 0) add_path(path);
    }
    add_phrases();
    std::stable_sort(options_.begin(), options_.end(),
                     [](const Option& a, const Option& b) { return a.length > b.length; });
    for (size_t at = 0; at < options_.size(); ++at) {
      found_.paths.insert(found_.paths.end(), paths_of_[options_[at].id].begin(),
                          paths_of_[options_[at].id].end());
      found_.path_at.push_back(found_.paths.size());
      found_.is_phrase.push_back(options_[at].is_phrase ? 1 : 0);
      options_[at].id = static_cast<uint32_t>(at);
    }
    words_ = options_.size() / 64 + 1;
    compatible_.resize(options_.size());
  }

  FoundCovers run() {
    found_.searched = query_.least - 1;
    live_.resize(words_);
    spanning_.resize(words_);
    having_.resize(size_t{query_.rows} * query_.columns * words_);
    for (const Option& option : options_) {
      insert_bit(level(0), option.id);
      if (option.spans) insert_bit(spanning_, option.id);
      option.cells.for_each([&](uint32_t cell) { insert_bit(having(cell), option.id); });
    }
    ++table_.epoch;
    for (uint32_t words = std::max(1u, query_.least); words <= query_.most; ++words) {
      live_.resize((words + 1) * words_);
      (void)search(0, board_.open(), {}, words, false, false);
      if (is_full_) found_.finish = Finish::limited;
      if (effort_ > query_.effort) found_.finish = Finish::overflow;
      if (stop_.reason() != Finish::complete) found_.finish = stop_.reason();
      if (found_.finish != Finish::complete) break;
      found_.searched = words;
    }
    return std::move(found_);
  }

 private:
  struct Option {
    Cells cells;
    Cells crossed;
    uint32_t length;
    uint32_t id;
    bool spans;
    bool is_phrase;
  };
  struct Layer {  // the cells of the options of a length
    Cells cells;
    uint32_t length;
  };
  struct Edge {
    uint32_t option;
    uint32_t node;
  };
  using Bits = std::span<uint64_t>;  // by option
  static constexpr uint32_t kDead = 0;
  static constexpr uint32_t kDone = 1;
  struct Entry {
    Cells free{};
    Cells crossed{};
    uint64_t tag = 0;
    uint32_t node = kDead;
  };
  struct Table {
    std::vector<Entry> entries{std::vector<Entry>(size_t{1} << 16)};
    uint64_t epoch = 0;
  };
  static constexpr unsigned kPlanes = 24;
  /// Words of sets of compatible options that are kept: 32 MB.
  static constexpr size_t kMostKept = size_t{1} << 22;

  [[nodiscard]] std::span<const uint32_t> cells_of(uint32_t path) const {
    return query_.cells.subspan(query_.first[path], query_.first[path + 1] - query_.first[path]);
  }

  /// Marks the cells and crossings of a path; false if it crosses itself or what is crossed.
  bool mark(std::span<const uint32_t> path, Cells& cells, Cells& crossed) const {
    for (size_t i = 0; i < path.size(); ++i) {
      if (!board_.open().has(path[i]) || cells.has(path[i])) return false;
      cells.insert(path[i]);
      if (i == 0) continue;
      if (!board_.may_step(path[i - 1], path[i], crossed)) return false;
      board_.cross(path[i - 1], path[i], crossed);
    }
    return true;
  }

  void add_path(uint32_t path) {
    Cells cells;
    Cells crossed;
    if (mark(cells_of(path), cells, crossed)) add(cells, crossed, false, {path});
  }

  void add(const Cells& cells, const Cells& crossed, bool is_phrase, std::initializer_list<uint32_t> paths) {
    const auto [at, is_new] =
        known_.try_emplace({cells.bits, crossed.bits, is_phrase}, static_cast<uint32_t>(options_.size()));
    if (is_new) {
      options_.push_back({cells, crossed, cells.size(), at->second, board_.spans(cells), is_phrase});
      paths_of_.emplace_back();
    }
    std::vector<uint32_t>& all = paths_of_[at->second];
    const uint32_t word = query_.words[*paths.begin()];
    const bool is_known = !is_phrase && std::any_of(all.begin(), all.end(), [&](uint32_t path) {
      return query_.words[path] == word;
    });
    if (!is_known) all.insert(all.end(), paths);
  }

  /// Adds each pair of paths that touch and together span the board.
  void add_phrases() {
    std::vector<std::vector<uint32_t>> starts(size_t{query_.rows} * query_.columns);
    for (uint32_t path = 0; path + 1 < query_.first.size(); ++path) {
      if ((query_.roles[path] & 2) != 0) starts[cells_of(path).front()].push_back(path);
    }
    for (uint32_t path = 0; path + 1 < query_.first.size(); ++path) {
      Cells cells;
      Cells crossed;
      if ((query_.roles[path] & 2) == 0 || !mark(cells_of(path), cells, crossed)) continue;
      const uint32_t end = cells_of(path).back();
      for (const uint32_t next : board_.neighbours(end)) {
        if (cells.has(next) || !board_.may_step(end, next, crossed)) continue;
        for (const uint32_t second : starts[next]) {
          if (stop_.due()) return;
          Cells both = cells;
          Cells all_crossed = crossed;
          board_.cross(end, next, all_crossed);
          if (mark(cells_of(second), both, all_crossed) && board_.spans(both))
            add(both, all_crossed, true, {path, second});
        }
      }
    }
  }

  /// The crossings that still forbid a step: of which two cells are free.
  [[nodiscard]] Cells relevant(const Cells& free, const Cells& crossed) const {
    Cells kept;
    crossed.for_each([&](uint32_t block) {
      uint32_t count = 0;
      for (const uint32_t cell : board_.cells_of(block)) count += free.has(cell) ? 1u : 0u;
      if (count >= 2) kept.insert(block);
    });
    return kept;
  }

  [[nodiscard]] static uint64_t mix(uint64_t hash, uint64_t bits) noexcept {
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
  }
  Entry& entry(const Cells& free, const Cells& crossed, uint64_t tag) {
    uint64_t hash = tag;
    for (const uint64_t bits : free.bits) hash = mix(hash, bits);
    for (const uint64_t bits : crossed.bits) hash = mix(hash, bits);
    return table_.entries[hash >> 20 & (table_.entries.size() - 1)];
  }

  /// Covers the free cells with exactly `left` options of a level, and reports the covers; returns their
  /// node.
  uint32_t search(uint32_t depth, const Cells& free, const Cells& crossed, uint32_t left, bool is_spanned,
                  bool has_phrase) {
    if (!free.any()) return left == 0 && (is_spanned || !query_.spans) ? report() : kDead;
    if (left == 0 || left + depth < query_.needed.size()) return kDead;
    ++effort_;
    if (stop_.due(words_ / 8 + 1) || is_over()) return kDead;
    const Bits live = level(depth);
    if (!is_spanned && query_.spans && !meet(live, spanning_)) return kDead;
    bool can_cover = true;
    free.for_each([&](uint32_t cell) { can_cover = can_cover && meet(live, having(cell)); });
    if (!can_cover) return kDead;
    // Words that the cover must have are placed first.
    const bool is_needed = depth < query_.needed.size();
    const Cells still = relevant(free, crossed);
    const uint64_t tag = table_.epoch << 12 | left << 2 | (is_spanned ? 1u : 0u) | (has_phrase ? 2u : 0u);
    if (const Entry& known = entry(free, still, tag);
        !is_needed && known.tag == tag && known.free == free && known.crossed == still) {
      const uint32_t node = known.node;
      report_all(node);
      return node;
    }
    const Choice choice = choose(live, free);
    if (choice.least > left * kOne || choice.most < left * kOne) return kDead;
    const size_t begin = pending_.size();
    for (size_t i = 0; i < words_; ++i) {
      for (uint64_t able = is_needed ? live[i] : live[i] & having(choice.cell)[i]; able != 0;
           able &= able - 1) {
        const Option& option = options_[i * 64 + static_cast<size_t>(std::countr_zero(able))];
        if (is_needed && !has_word(option.id, query_.needed[depth])) continue;
        const Cells rest = free.without(option.cells);
        const uint32_t size = rest.size();
        if (size < uint64_t{choice.shortest} * (left - 1) || size > uint64_t{choice.longest} * (left - 1))
          continue;
        const std::vector<uint64_t>& others = compatible(option);
        const Bits next = level(depth + 1);
        for (size_t at = 0; at < words_; ++at) next[at] = live[at] & others[at];
        chosen_.push_back(option.id);
        const uint32_t node = search(depth + 1, rest, crossed | option.crossed, left - 1,
                                     is_spanned || option.spans, has_phrase || option.is_phrase);
        chosen_.pop_back();
        if (node != kDead) pending_.push_back({option.id, node});
        if (is_over()) return kDead;
      }
    }
    const uint32_t node = keep(begin);
    if (!is_needed) entry(free, still, tag) = {free, still, tag, node};
    return node;
  }

  struct Choice {
    uint32_t cell;  // with the fewest options
    uint32_t longest;
    uint32_t shortest;
    uint64_t least;  // bounds on the number of options, in units of kOne
    uint64_t most;
  };
  Choice choose(Bits live, const Cells& free) {
    std::array<Cells, kPlanes> planes{};
    unsigned top = 0;
    layers_.clear();
    for_each_bit(live, [&](size_t at) {
      const Option& option = options_[at];
      ++effort_;
      if (layers_.empty() || layers_.back().length != option.length) layers_.push_back({{}, option.length});
      layers_.back().cells = layers_.back().cells | option.cells;
      Cells carry = option.cells;
      unsigned i = 0;
      for (; carry.any() && i < kPlanes; ++i) {
        const Cells next = planes[i] & carry;
        planes[i] = planes[i] ^ carry;
        carry = next;
      }
      top = std::max(top, i);
    });
    Choice choice{0, layers_.front().length, layers_.back().length, 0, 0};
    Cells longer;
    for (const Layer& each : layers_) {
      choice.least += each.cells.without(longer).size() * (kOne / each.length);
      longer = longer | each.cells;
    }
    Cells shorter;
    std::for_each(layers_.rbegin(), layers_.rend(), [&](const Layer& each) {
      choice.most += each.cells.without(shorter).size() * (kOne / each.length + 1);
      shorter = shorter | each.cells;
    });
    Cells fewest = free;
    for (unsigned i = top; i-- > 0;) {
      if (const Cells fewer = fewest.without(planes[i]); fewer.any()) fewest = fewer;
    }
    choice.cell = fewest.first();
    return choice;
  }

  /// Makes a node of the edges from a number on.
  uint32_t keep(size_t begin) {
    if (pending_.size() == begin) return kDead;
    edges_.insert(edges_.end(), pending_.begin() + static_cast<ptrdiff_t>(begin), pending_.end());
    pending_.resize(begin);
    edge_at_.push_back(edges_.size());
    return static_cast<uint32_t>(edge_at_.size() - 2);
  }

  /// Reports all covers of a node.
  void report_all(uint32_t node) {
    if (node == kDone) (void)report();
    for (uint64_t at = edge_at_[node]; at < edge_at_[node + 1] && !is_over(); ++at) {
      chosen_.push_back(edges_[at].option);
      report_all(edges_[at].node);
      chosen_.pop_back();
    }
  }

  [[nodiscard]] Bits level(uint32_t depth) noexcept { return {live_.data() + depth * words_, words_}; }
  [[nodiscard]] Bits having(uint32_t cell) noexcept { return {having_.data() + cell * words_, words_}; }
  [[nodiscard]] static bool meet(std::span<const uint64_t> a, std::span<const uint64_t> b) noexcept {
    for (size_t i = 0; i < a.size(); ++i) {
      if ((a[i] & b[i]) != 0) return true;
    }
    return false;
  }

  /// The options that a cover can have together with this one.
  const std::vector<uint64_t>& compatible(const Option& option) {
    const bool is_kept = kept_words_ < kMostKept;
    std::vector<uint64_t>& row = is_kept ? compatible_[option.id] : scratch_;
    if (is_kept && !row.empty()) return row;
    row.assign(words_, 0);
    kept_words_ += is_kept ? words_ : 0;
    effort_ += options_.size();
    for (const Option& other : options_) {
      const bool is_good = !other.cells.meets(option.cells) && !other.crossed.meets(option.crossed) &&
                           !(other.is_phrase && option.is_phrase);
      row[other.id / 64] |= uint64_t{is_good} << (other.id % 64);
    }
    return row;
  }

  [[nodiscard]] bool is_over() const noexcept {
    return is_full_ || effort_ > query_.effort || stop_.reason() != Finish::complete;
  }
  [[nodiscard]] bool has_word(uint32_t option, uint32_t word) const {
    for (uint64_t at = found_.path_at[option]; at < found_.path_at[option + 1]; ++at) {
      if (query_.words[found_.paths[at]] == word) return true;
    }
    return false;
  }

  uint32_t report() {
    if (found_.first.size() > query_.limit) {
      is_full_ = true;
      return kDone;
    }
    found_.options.insert(found_.options.end(), chosen_.begin(), chosen_.end());
    found_.first.push_back(found_.options.size());
    return kDone;
  }

  const CoversQuery& query_;
  StopToken& stop_;
  Board<W> board_;
  Table& table_;
  std::map<std::tuple<std::array<uint64_t, W>, std::array<uint64_t, W>, bool>, uint32_t> known_;
  std::vector<std::vector<uint32_t>> paths_of_;
  std::vector<Option> options_;   // longest first
  size_t words_ = 0;              // of a set of options
  std::vector<uint64_t> live_;    // by depth: the options that are left
  std::vector<uint64_t> having_;  // by cell: the options with it
  std::vector<uint64_t> spanning_;
  std::vector<std::vector<uint64_t>> compatible_;  // by option; empty until it is asked for
  size_t kept_words_ = 0;
  std::vector<uint64_t> scratch_;
  std::vector<Layer> layers_;
  std::vector<Edge> pending_;  // of the nodes on the way to the present one
  std::vector<Edge> edges_;
  std::vector<uint64_t> edge_at_{0, 0, 0};  // of each node, and the end of the last
  std::vector<uint32_t> chosen_;
  FoundCovers found_;
  uint64_t effort_ = 0;
  bool is_full_ = false;
};

}  // namespace

FoundCovers find_covers(const CoversQuery& query, StopToken& stop) {
  const uint32_t cells = query.rows * query.columns;
  if (cells <= 64) return Solver<1>(query, stop).run();
  if (cells <= 128) return Solver<2>(query, stop).run();
  return Solver<3>(query, stop).run();
}

}  // namespace lexigrid

#include "covers/solver.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "base/per_thread.hpp"
#include "covers/board.hpp"

namespace lexigrid {
namespace {

using covers::Board;
using covers::CellSet;

/// Shares of words in the bound, as integers: the result is the same on every machine.
constexpr uint64_t kOne = uint64_t{1} << 40;

/// Exact cover with a given number of options. At each node one pass over the options that are left, longest
/// first, gives the number of options of each cell, in bit planes, and a bound on the words needed: the sum
/// of 1 over the length of the longest option of each cell. Rests in which no cover was found are kept in a
/// table.
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
  }

  FoundCovers run() {
    found_.searched = query_.least - 1;
    for (uint32_t words = std::max(1u, query_.least); words <= query_.most; ++words) {
      ++table_.epoch;
      levels_.resize(std::max<size_t>(levels_.size(), words + 1));
      levels_[0] = options_;
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
  struct Entry {
    Cells free{};
    Cells crossed{};
    uint64_t tag = 0;
  };
  struct Table {
    std::vector<Entry> entries{std::vector<Entry>(size_t{1} << 16)};
    uint64_t epoch = 0;
  };
  static constexpr unsigned kPlanes = 24;

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

  /// Covers the free cells with exactly `left` options of a level; true if there was a cover.
  bool search(uint32_t level, const Cells& free, const Cells& crossed, uint32_t left, bool is_spanned,
              bool has_phrase) {
    if (!free.any()) return left == 0 && (is_spanned || !query_.spans) && report();
    if (left == 0 || left + level < query_.needed.size()) return false;
    const std::vector<Option>& live = levels_[level];
    effort_ += live.size() + 1;
    if (stop_.due(live.size() / 16 + 1) || is_over()) return false;
    std::array<Cells, kPlanes> planes{};
    unsigned top = 0;
    Cells seen;
    Cells layer;
    uint32_t length = 0;
    uint64_t bound = 0;
    bool can_span = is_spanned || !query_.spans;
    const auto close_layer = [&] {
      if (length != 0) bound += layer.without(seen).size() * (kOne / length);
      seen = seen | layer;
      layer = {};
    };
    for (const Option& option : live) {
      if (option.length != length) {
        close_layer();
        length = option.length;
      }
      layer = layer | option.cells;
      can_span = can_span || option.spans;
      Cells carry = option.cells;
      unsigned i = 0;
      for (; carry.any() && i < kPlanes; ++i) {
        const Cells next = planes[i] & carry;
        planes[i] = planes[i] ^ carry;
        carry = next;
      }
      top = std::max(top, i);
    }
    close_layer();
    if (!seen.contains(free) || !can_span || bound > left * kOne) return false;
    const Cells still = relevant(free, crossed);
    const uint64_t tag = table_.epoch << 12 | left << 2 | (is_spanned ? 1u : 0u) | (has_phrase ? 2u : 0u);
    const Entry& known = entry(free, still, tag);
    if (known.tag == tag && known.free == free && known.crossed == still) return false;
    Cells least = free;
    for (unsigned i = top; i-- > 0;) {
      if (const Cells fewer = least.without(planes[i]); fewer.any()) least = fewer;
    }
    // Words that the cover must have are placed first.
    const bool is_needed = level < query_.needed.size();
    const uint32_t cell = least.first();
    const uint32_t longest = live.front().length;
    const uint32_t shortest = live.back().length;
    bool is_found = false;
    for (size_t at = 0; at < levels_[level].size(); ++at) {
      const Option option = levels_[level][at];
      if (is_needed ? !has_word(option.id, query_.needed[level]) : !option.cells.has(cell)) continue;
      const Cells rest = free.without(option.cells);
      const Cells all_crossed = crossed | option.crossed;
      const uint32_t size = rest.size();
      if (size < uint64_t{shortest} * (left - 1) || size > uint64_t{longest} * (left - 1)) continue;
      const bool phrase = has_phrase || option.is_phrase;
      std::vector<Option>& next = levels_[level + 1];
      next.clear();
      for (const Option& other : levels_[level]) {
        if (rest.contains(other.cells) && !other.crossed.meets(all_crossed) && !(other.is_phrase && phrase))
          next.push_back(other);
      }
      chosen_.push_back(option.id);
      is_found |= search(level + 1, rest, all_crossed, left - 1, is_spanned || option.spans, phrase);
      chosen_.pop_back();
      if (is_over()) return is_found;
    }
    if (!is_found) entry(free, still, tag) = {free, still, tag};
    return is_found;
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

  bool report() {
    if (found_.first.size() > query_.limit) {
      is_full_ = true;
      return true;
    }
    found_.options.insert(found_.options.end(), chosen_.begin(), chosen_.end());
    found_.first.push_back(found_.options.size());
    return true;
  }

  const CoversQuery& query_;
  StopToken& stop_;
  Board<W> board_;
  Table& table_;
  std::map<std::tuple<std::array<uint64_t, W>, std::array<uint64_t, W>, bool>, uint32_t> known_;
  std::vector<std::vector<uint32_t>> paths_of_;
  std::vector<Option> options_;              // longest first
  std::vector<std::vector<Option>> levels_;  // the options that are left, by depth
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

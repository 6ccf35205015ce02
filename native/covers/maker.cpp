#include "covers/maker.hpp"

#include <algorithm>
#include <numeric>

#include "base/rng.hpp"
#include "covers/board.hpp"
#include "covers/readings.hpp"

namespace lexigrid {
namespace {

using covers::Board;
using covers::CellSet;
using covers::Effort;
using covers::Readings;

/// Places one word after the other and takes back what cannot be completed. Two tests prune: whether the free
/// cells can be filled by the words left, and whether a word or a forbidden word can be traced where it must
/// not be; the second only gets worse as letters are added, so it is made at once.
template <unsigned W>
class Maker {
 public:
  using Cells = CellSet<W>;
  using Path = std::vector<uint32_t>;

  Maker(const CoverQuery& query, StopToken& stop)
      : query_(query),
        effort_{query.effort, stop},
        board_(query.adjacency, query.rows, query.columns, query.is_open),
        rng_(query.seed),
        paths_(query.words.size()),
        trouble_(query.words.size()),
        readings_(board_, query.words, query.forbidden, query.is_unique, paths_, effort_) {}

  MadeCover make() {
    MadeCover made;
    while (!effort_.is_over()) {
      if (start_anew()) {
        for (const Path& path : paths_) made.cells.insert(made.cells.end(), path.begin(), path.end());
        made.order = order_;
        break;
      }
    }
    made.effort = effort_.spent;
    if (made.cells.empty())
      made.finish = effort_.stop.reason() == Finish::complete ? Finish::limited : effort_.stop.reason();
    return made;
  }

 private:
  static constexpr int kNodesPerStart = 60;
  static constexpr int kTriesPerLevel = 20;
  static constexpr int kTriesForLastWord = 12;
  static constexpr int kWalks = 200;

  bool start_anew() {
    nodes_ = 0;
    for (uint32_t& each : trouble_) each = each * 9 / 10;
    free_ = board_.open();
    crossed_ = {};
    order_.clear();
    for (Path& path : paths_) path.clear();
    readings_.clear();
    ++effort_.spent;
    if (!query_.spans) return place();
    for (int walk = 0; walk < kWalks && !effort_.spend(); ++walk) {
      Path path;
      Cells crossed;
      if (walk_across(path, crossed)) return try_path(0, path, crossed);
    }
    return false;
  }

  /// A random path of the first word's length from one side to the opposite one.
  bool walk_across(Path& path, Cells& crossed) {
    const auto length = static_cast<uint32_t>(query_.words[0].size());
    const bool can_go_down = length >= board_.rows();
    const bool can_go_right = length >= board_.columns();
    if (!can_go_down && !can_go_right) return false;
    const bool is_down = can_go_down && (!can_go_right || rng_.below(2) != 0);
    const Cells& from = board_.side(is_down ? 0 : 2);
    const Cells& to = board_.side(is_down ? 1 : 3);
    if (!from.any() || !to.any()) return false;
    Path starts;
    from.for_each([&](uint32_t cell) { starts.push_back(cell); });
    path.assign(1, starts[rng_.below(static_cast<uint32_t>(starts.size()))]);
    Cells used = Cells::of(path[0]);
    bool is_across = to.has(path[0]);
    Path choices;
    while (path.size() < length) {
      if (effort_.spend()) return false;
      const auto left = static_cast<uint32_t>(length - path.size());
      choices.clear();
      for (const uint32_t next : board_.neighbours(path.back())) {
        const uint32_t gap = is_down ? board_.rows() - 1 - next / board_.columns()
                                     : board_.columns() - 1 - next % board_.columns();
        if (used.has(next) || !board_.may_step(path.back(), next, crossed) || (!is_across && gap > left - 1))
          continue;
        choices.push_back(next);
      }
      if (choices.empty()) return false;
      const uint32_t next = choices[rng_.below(static_cast<uint32_t>(choices.size()))];
      board_.cross(path.back(), next, crossed);
      used.insert(next);
      path.push_back(next);
      is_across = is_across || to.has(next);
    }
    return is_across;
  }

  /// Places the words left on the free cells.
  bool place() {
    if (!free_.any()) return true;
    if (++nodes_ > kNodesPerStart || effort_.is_over()) return false;
    const uint32_t cell = hardest_cell();
    if (cell == kNone) return false;
    const bool both = !query_.is_trail && degree(cell, free_, crossed_) >= 2;
    std::vector<uint32_t> left;
    for (uint32_t word = 0; word < paths_.size(); ++word) {
      if (paths_[word].empty()) left.push_back(word);
    }
    const int tries = left.size() == 1 ? kTriesForLastWord : kTriesPerLevel;
    for (int i = 0; i < tries && nodes_ <= kNodesPerStart && !effort_.is_over(); ++i) {
      const auto count = static_cast<uint32_t>(left.size());
      uint32_t word = left[rng_.below(count)];
      const uint32_t other = left[rng_.below(count)];
      if (trouble_[other] > trouble_[word]) word = other;
      Path path;
      Cells crossed = crossed_;
      uint32_t first = cell;
      if (query_.is_trail && !order_.empty()) {
        first = next_on_trail();
        if (first == kNone) return false;
        board_.cross(paths_[order_.back()].back(), first, crossed);
      }
      if (draw(first, static_cast<uint32_t>(query_.words[word].size()), both, path, crossed) &&
          try_path(word, path, crossed))
        return true;
    }
    return false;
  }

  /// The free cell with the fewest free neighbours, of several a random one.
  uint32_t hardest_cell() {
    uint32_t cell = kNone;
    uint32_t least = kNone;
    free_.for_each([&](uint32_t each) {
      const uint32_t value = degree(each, free_, crossed_) * 4 + rng_.below(4);
      if (value < least) {
        least = value;
        cell = each;
      }
    });
    return cell;
  }

  /// A random free cell next to the end of the trail, rather one with few free neighbours.
  uint32_t next_on_trail() {
    const uint32_t end = paths_[order_.back()].back();
    return pick_next(end, free_, crossed_);
  }

  uint32_t pick_next(uint32_t end, const Cells& free, const Cells& crossed) {
    uint32_t next = kNone;
    uint32_t least = kNone;
    const Cells open = board_.steps(end, crossed) & free;
    for (const uint32_t each : board_.neighbours(end)) {
      if (!open.has(each)) continue;
      const uint32_t value = degree(each, free, crossed) * 2 + rng_.below(6);
      if (value < least) {
        least = value;
        next = each;
      }
    }
    return next;
  }

  /// A random path through a cell that grows to cells with few free neighbours, at either end if `both`.
  bool draw(uint32_t cell, uint32_t length, bool both, Path& path, Cells& crossed) {
    Path front{cell};
    Path back;
    Cells free = free_.without(Cells::of(cell));
    bool front_open = true;
    bool back_open = both;
    const uint32_t before = both ? rng_.below(length) : 0;  // letters before the cell
    while (front.size() + back.size() < length) {
      if (effort_.spend()) return false;
      bool at_back = back.size() < before;
      if (!(at_back ? back_open : front_open)) at_back = !at_back;
      if (!(at_back ? back_open : front_open)) return false;
      Path& side = at_back ? back : front;
      const uint32_t end = side.empty() ? cell : side.back();
      const uint32_t next = pick_next(end, free, crossed);
      if (next == kNone) {
        (at_back ? back_open : front_open) = false;
        continue;
      }
      board_.cross(end, next, crossed);
      free = free.without(Cells::of(next));
      side.push_back(next);
    }
    path.assign(back.rbegin(), back.rend());
    path.insert(path.end(), front.begin(), front.end());
    return true;
  }

  /// Gives a path to a word, one way round and the other, and places the rest.
  bool try_path(uint32_t word, const Path& path, const Cells& crossed) {
    Cells taken;
    for (const uint32_t cell : path) taken.insert(cell);
    const Cells old_free = free_;
    const Cells old_crossed = crossed_;
    if (!can_be_filled(free_.without(taken), crossed, word)) return false;
    free_ = free_.without(taken);
    crossed_ = crossed;
    order_.push_back(word);
    const bool is_turned = !query_.is_trail && rng_.below(2) != 0;
    for (int way = 0; way < (query_.is_trail ? 1 : 2); ++way) {
      paths_[word] = path;
      if (is_turned == (way == 0)) std::reverse(paths_[word].begin(), paths_[word].end());
      readings_.write(word);
      if (is_sound() && place()) return true;
      readings_.write(word);
      paths_[word].clear();
      if (effort_.is_over()) break;
    }
    order_.pop_back();
    free_ = old_free;
    crossed_ = old_crossed;
    return false;
  }

  [[nodiscard]] uint32_t degree(uint32_t cell, const Cells& free, const Cells& crossed) const {
    return (board_.steps(cell, crossed) & free).size();
  }

  /// False if the words left cannot fill the free cells: a cell without neighbours, more dead ends than ends
  /// of words, or parts of the board whose sizes are no sums of the words' lengths.
  bool can_be_filled(const Cells& free, const Cells& crossed, uint32_t word) {
    lengths_.clear();
    for (uint32_t other = 0; other < paths_.size(); ++other) {
      if (other != word && paths_[other].empty())
        lengths_.push_back(static_cast<uint32_t>(query_.words[other].size()));
    }
    const bool has_short = std::find(lengths_.begin(), lengths_.end(), 1u) != lengths_.end();
    uint32_t dead_ends = 0;
    bool is_isolated = false;
    free.for_each([&](uint32_t cell) {
      const uint32_t count = degree(cell, free, crossed);
      is_isolated = is_isolated || (count == 0 && !has_short);
      dead_ends += count == 1 ? 1u : 0u;
    });
    if (is_isolated || dead_ends > 2 * lengths_.size()) return false;
    sizes_.clear();
    for (Cells left = free; left.any();) {
      Cells part = Cells::of(left.first());
      for (Cells edge = part; edge.any();) {
        const uint32_t cell = edge.first();
        edge = edge.without(Cells::of(cell));
        const Cells more = (board_.steps(cell, crossed) & free).without(part);
        part = part | more;
        edge = edge | more;
      }
      sizes_.push_back(part.size());
      left = left.without(part);
    }
    if (sizes_.size() <= 1) return true;
    if (query_.is_trail) return false;
    std::sort(lengths_.rbegin(), lengths_.rend());
    return can_be_packed(0);
  }

  /// Can the words from a number on, longest first, be dealt to the parts without a rest?
  bool can_be_packed(size_t word) {
    if (word == lengths_.size())
      return std::all_of(sizes_.begin(), sizes_.end(), [](uint32_t s) { return s == 0; });
    if (effort_.spend()) return false;
    for (size_t part = 0; part < sizes_.size(); ++part) {
      if (sizes_[part] < lengths_[word] || (part != 0 && sizes_[part] == sizes_[part - 1])) continue;
      sizes_[part] -= lengths_[word];
      const bool can = can_be_packed(word + 1);
      sizes_[part] += lengths_[word];
      if (can) return true;
    }
    return false;
  }

  /// Does every word have the readings it may have? A word with too many is noted.
  bool is_sound() {
    const uint32_t word = readings_.first_wrong();
    if (word == Readings<W>::kNone) return true;
    if (word < trouble_.size()) trouble_[word] += 1000;
    return false;
  }

  static constexpr uint32_t kNone = 0xFFFFFFFF;

  const CoverQuery& query_;
  Effort effort_;
  Board<W> board_;
  Rng rng_;
  std::vector<Path> paths_;        // by word; empty: not placed
  std::vector<uint32_t> order_;    // of the words placed
  std::vector<uint32_t> trouble_;  // how often each word had two paths, fading: such words go first
  Cells free_{};
  Cells crossed_{};
  std::vector<uint32_t> lengths_;
  std::vector<uint32_t> sizes_;
  int nodes_ = 0;
  Readings<W> readings_;
};

}  // namespace

MadeCover make_cover(const CoverQuery& query, StopToken& stop) {
  const uint32_t cells = query.rows * query.columns;
  if (cells <= 64) return Maker<1>(query, stop).make();
  if (cells <= 128) return Maker<2>(query, stop).make();
  return Maker<3>(query, stop).make();
}

}  // namespace lexigrid

#include "trace/passes/regions.hpp"

#include <algorithm>
#include <utility>

namespace lexigrid {
namespace {

/// For each symbol, the symbols before or after it in the word.
class AdjacentSymbols {
 public:
  explicit AdjacentSymbols(const TraceQuestion& question) : of_(question.symbols) {
    for (size_t i = 1; i < question.length(); ++i) {
      of_[question.word[i]] |= SymbolMask{1} << question.word[i - 1];
      of_[question.word[i - 1]] |= SymbolMask{1} << question.word[i];
    }
  }
  [[nodiscard]] SymbolMask of(SymbolMask mask) const {
    SymbolMask all = 0;
    for_each_bit(mask, [&](unsigned symbol) { all |= of_[symbol]; });
    return all;
  }

 private:
  std::vector<SymbolMask> of_;
};

/// Removes the component of `start` from `left` and returns its cells in ascending order.
std::vector<CellId> take_component(CellId start, const TraceQuestion& question, const BitGrid& bit_grid,
                                   const AdjacentSymbols& adjacent, std::vector<uint64_t>& left,
                                   StopToken& stop) {
  std::vector<CellId> component;
  const auto take = [&](CellId cell) {
    bit_grid.erase(left, cell);
    component.push_back(cell);
  };
  take(start);
  Adjacency::Buffer buffer;
  for (size_t i = 0; i < component.size() && !stop.due(); ++i) {
    const SymbolMask allowed = adjacent.of(question.at(component[i]));
    for (const CellId near : question.adjacency.of(component[i], buffer)) {
      if (bit_grid.has(left, near) && (question.at(near) & allowed) != 0) take(near);
    }
  }
  std::sort(component.begin(), component.end());
  return component;
}

bool has_enough(const TraceQuestion& question, std::span<const CellId> component) {
  if (component.size() < question.length()) return false;
  std::vector<int64_t> have(question.symbols);
  for (const CellId cell : component) {
    for_each_bit(question.at(cell), [&](unsigned symbol) { ++have[symbol]; });
  }
  return std::all_of(question.word.begin(), question.word.end(), [&](Symbol s) { return --have[s] >= 0; });
}

/// Neighbours within a component, as indices into it.
BitTable neighbours_within(const TraceQuestion& question, const AdjacentSymbols& adjacent,
                           std::span<const CellId> component) {
  BitTable near(component.size(), (component.size() + 63) / 64);
  Adjacency::Buffer buffer;
  for (size_t i = 0; i < component.size(); ++i) {
    const SymbolMask allowed = adjacent.of(question.at(component[i]));
    for (const CellId cell : question.adjacency.of(component[i], buffer)) {
      const auto position = std::lower_bound(component.begin(), component.end(), cell);
      if (position == component.end() || *position != cell || (question.at(cell) & allowed) == 0) continue;
      near.insert(i, static_cast<size_t>(position - component.begin()));
    }
  }
  return near;
}

/// A two-colouring, 0 or 1 per cell; empty if the component is not bipartite.
std::vector<uint8_t> colours_of(const BitTable& near, size_t cells) {
  constexpr uint8_t kNone = 2;
  std::vector<uint8_t> colour(cells, kNone);
  std::vector<size_t> queue;
  for (size_t start = 0; start < cells; ++start) {
    if (colour[start] != kNone) continue;
    colour[start] = 0;
    queue.assign(1, start);
    for (size_t i = 0; i < queue.size(); ++i) {
      bool is_good = true;
      for_each_bit(near[queue[i]], [&](size_t x) {
        if (colour[x] == colour[queue[i]]) is_good = false;
        if (colour[x] != kNone) return;
        colour[x] = 1 - colour[queue[i]];
        queue.push_back(x);
      });
      if (!is_good) return {};
    }
  }
  return colour;
}

/// Removes from each table the cells without a neighbour in the table before or after. Returns false if a
/// position has no cell left.
bool narrow_tables(Region& region) {
  const size_t length = region.length();
  const auto step = [&](size_t from, size_t to) {
    std::vector<uint64_t> reached(region.words);
    for_each_bit(region.table[from], [&](size_t v) {
      for (size_t w = 0; w < region.words; ++w) reached[w] |= region.near[v][w];
    });
    uint64_t any = 0;
    for (size_t w = 0; w < region.words; ++w) any |= region.table[to][w] &= reached[w];
    return any != 0;
  };
  if (count_bits(region.table[0]) == 0) return false;
  for (size_t i = 1; i < length; ++i) {
    if (!step(i - 1, i)) return false;
  }
  for (size_t i = length - 1; i-- > 0;) {
    if (!step(i + 1, i)) return false;
  }
  return true;
}

/// Removes the cells that no position uses. Returns false if too few remain, in total or of a class.
bool drop_unused_cells(Region& region) {
  std::vector<uint64_t> used(region.words);
  for (size_t i = 0; i < region.length(); ++i) {
    for (size_t w = 0; w < region.words; ++w) used[w] |= region.table[i][w];
  }
  if (count_bits(used) < region.length()) return false;
  std::vector<size_t> kept;
  for_each_bit(used, [&](size_t v) { kept.push_back(v); });
  const size_t words = (kept.size() + 63) / 64;
  const auto shrunk = [&](const BitTable& from, size_t rows) {
    BitTable to(rows, words);
    for (size_t row = 0; row < rows; ++row) {
      for (size_t k = 0; k < kept.size(); ++k) {
        if (from.has(row, kept[k])) to.insert(row, k);
      }
    }
    return to;
  };
  if (kept.size() < region.cells()) {
    BitTable near(kept.size(), words);
    std::vector<CellId> cell(kept.size());
    for (size_t k = 0; k < kept.size(); ++k) {
      cell[k] = region.cell[kept[k]];
      for (size_t j = 0; j < kept.size(); ++j) {
        if (region.near.has(kept[k], kept[j])) near.insert(k, j);
      }
    }
    region.table = shrunk(region.table, region.length());
    region.members = shrunk(region.members, region.classes());
    region.near = std::move(near);
    region.cell = std::move(cell);
    region.words = words;
  }
  for (size_t k = 0; k < region.classes(); ++k) {
    if (count_bits(region.members[k]) < region.need[k]) return false;
  }
  return true;
}

/// Sets the classes of one phase. A class is a symbol and, if there are colours, the colour of a position.
void set_classes(Region& region, const TraceQuestion& question, std::span<const uint8_t> colour,
                 unsigned phase) {
  const bool has_colours = !colour.empty();
  std::vector<uint16_t> number(size_t{question.symbols} * 2, 0xFFFF);
  std::vector<size_t> kinds;
  for (size_t i = 0; i < question.length(); ++i) {
    const size_t kind = question.word[i] * size_t{2} + (has_colours ? (i + phase) % 2 : 0);
    if (number[kind] == 0xFFFF) {
      number[kind] = static_cast<uint16_t>(kinds.size());
      kinds.push_back(kind);
      region.need.push_back(0);
    }
    region.class_of.push_back(number[kind]);
    ++region.need[number[kind]];
  }
  region.members = BitTable(kinds.size(), region.words);
  for (size_t v = 0; v < region.cells(); ++v) {
    for (size_t k = 0; k < kinds.size(); ++k) {
      if (has_colours && colour[v] != kinds[k] % 2) continue;
      if ((question.at(region.cell[v]) >> (kinds[k] / 2) & 1) != 0) region.members.insert(k, v);
    }
  }
}

/// Adds the questions about one component that counting does not refute: one, or one per colour.
void add_regions(const TraceQuestion& question, const AdjacentSymbols& adjacent,
                 const ReachabilityTables& reachability, const std::vector<CellId>& component,
                 std::vector<Region>& regions, StopToken& stop) {
  const BitTable near = neighbours_within(question, adjacent, component);
  const std::vector<uint8_t> colour = colours_of(near, component.size());
  for (unsigned phase = 0; phase < (colour.empty() ? 1u : 2u); ++phase) {
    if (stop.look()) return;
    Region region;
    region.words = (component.size() + 63) / 64;
    region.cell = component;
    region.near = near;
    set_classes(region, question, colour, phase);
    region.table = BitTable(question.length(), region.words);
    for (size_t i = 0; i < question.length(); ++i) {
      const auto members = std::as_const(region.members)[region.class_of[i]];
      for_each_bit(members, [&](size_t v) {
        if (reachability.has(i, component[v])) region.table.insert(i, v);
      });
    }
    if (narrow_tables(region) && drop_unused_cells(region)) regions.push_back(std::move(region));
  }
}

}  // namespace

bool Region::is_tight(size_t k) const noexcept { return count_bits(members[k]) == need[k]; }

Region Region::reversed() const {
  Region reversed = *this;
  std::reverse(reversed.class_of.begin(), reversed.class_of.end());
  for (size_t i = 0; i < length(); ++i) {
    const auto from = table[length() - 1 - i];
    std::copy(from.begin(), from.end(), reversed.table[i].begin());
  }
  return reversed;
}

Regions regions_of(const TraceQuestion& question, const ReachabilityTables& reachability, size_t max_cells,
                   StopToken& stop) {
  Regions found;
  const BitGrid& bit_grid = reachability.bit_grid();
  const AdjacentSymbols adjacent(question);
  std::vector<uint64_t> left(bit_grid.words());
  for (size_t i = 0; i < question.length(); ++i) {
    if (stop.look()) break;
    const BitGrid::Bits here = reachability.at(i);
    for (size_t w = 0; w < left.size(); ++w) left[w] |= here[w];
  }
  for (size_t w = 0; w < left.size(); ++w) {
    while (left[w] != 0 && stop.reason() == Finish::complete) {
      const CellId start = bit_grid.cell_at(w, static_cast<unsigned>(std::countr_zero(left[w])));
      std::vector<CellId> component = take_component(start, question, bit_grid, adjacent, left, stop);
      if (stop.reason() != Finish::complete || !has_enough(question, component)) continue;
      if (component.size() > max_cells) {
        found.large.push_back(std::move(component));
      } else {
        add_regions(question, adjacent, reachability, component, found.small, stop);
      }
    }
  }
  found.is_complete = stop.reason() == Finish::complete;
  return found;
}

}  // namespace lexigrid

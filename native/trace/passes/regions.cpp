#include "trace/passes/regions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lexigrid {
namespace {

size_t size_of(std::span<const uint64_t> bits) {
  size_t size = 0;
  for (const uint64_t w : bits) size += static_cast<size_t>(std::popcount(w));
  return size;
}

template <class Each>
void for_each_bit(std::span<const uint64_t> bits, Each&& each) {
  for (size_t w = 0; w < bits.size(); ++w) {
    for (uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
      each(w * 64 + static_cast<size_t>(std::countr_zero(rest)));
    }
  }
}

/// Which symbols may stand beside the symbols of a mask in the word.
class Beside {
 public:
  explicit Beside(const TraceQuestion& question) : of_(question.symbols) {
    for (size_t i = 1; i < question.length(); ++i) {
      of_[question.word[i]] |= SymbolMask{1} << question.word[i - 1];
      of_[question.word[i - 1]] |= SymbolMask{1} << question.word[i];
    }
  }
  [[nodiscard]] SymbolMask of(SymbolMask mask) const {
    SymbolMask all = 0;
    for (; mask != 0; mask &= mask - 1) all |= of_[static_cast<unsigned>(std::countr_zero(mask))];
    return all;
  }

 private:
  std::vector<SymbolMask> of_;
};

/// The cells of one piece, ascending, which are taken out of `left`.
std::vector<CellId> take_piece(CellId start, const TraceQuestion& question, const BitGrid& plane,
                               const Beside& beside, std::vector<uint64_t>& left, StopToken& stop) {
  std::vector<CellId> piece;
  const auto take = [&](CellId cell) {
    const size_t bit = plane.bit_of(cell);
    left[bit / 64] &= ~(uint64_t{1} << (bit % 64));
    piece.push_back(cell);
  };
  take(start);
  Adjacency::Buffer buffer;
  for (size_t i = 0; i < piece.size() && !stop.due(); ++i) {
    const SymbolMask allowed = beside.of(question.at(piece[i]));
    for (const CellId near : question.adjacency.of(piece[i], buffer)) {
      if (plane.has(left, near) && (question.at(near) & allowed) != 0) take(near);
    }
  }
  std::sort(piece.begin(), piece.end());
  return piece;
}

bool has_enough(const TraceQuestion& question, std::span<const CellId> piece) {
  if (piece.size() < question.length()) return false;
  std::vector<int64_t> have(question.symbols);
  for (const CellId cell : piece) {
    for (SymbolMask rest = question.at(cell); rest != 0; rest &= rest - 1) {
      ++have[static_cast<unsigned>(std::countr_zero(rest))];
    }
  }
  return std::all_of(question.word.begin(), question.word.end(), [&](Symbol s) { return --have[s] >= 0; });
}

/// Neighbours within a piece, in its own numbers.
BitTable neighbours_within(const TraceQuestion& question, const Beside& beside,
                           std::span<const CellId> piece) {
  BitTable near(piece.size(), (piece.size() + 63) / 64);
  Adjacency::Buffer buffer;
  for (size_t i = 0; i < piece.size(); ++i) {
    const SymbolMask allowed = beside.of(question.at(piece[i]));
    for (const CellId cell : question.adjacency.of(piece[i], buffer)) {
      const auto place = std::lower_bound(piece.begin(), piece.end(), cell);
      if (place == piece.end() || *place != cell || (question.at(cell) & allowed) == 0) continue;
      near.insert(i, static_cast<size_t>(place - piece.begin()));
    }
  }
  return near;
}

/// 0 or 1 for each cell so that neighbours differ; empty where that cannot be.
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

/// Takes from each table what no neighbour in the table before or after leads to. False when a
/// place is left without a cell.
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
  if (size_of(region.table[0]) == 0) return false;
  for (size_t i = 1; i < length; ++i) {
    if (!step(i - 1, i)) return false;
  }
  for (size_t i = length - 1; i-- > 0;) {
    if (!step(i + 1, i)) return false;
  }
  return true;
}

/// Leaves out the cells that no place uses. False when too few are left, of all or of a class.
bool drop_unused_cells(Region& region) {
  std::vector<uint64_t> used(region.words);
  for (size_t i = 0; i < region.length(); ++i) {
    for (size_t w = 0; w < region.words; ++w) used[w] |= region.table[i][w];
  }
  if (size_of(used) < region.length()) return false;
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
    if (size_of(region.members[k]) < region.need[k]) return false;
  }
  return true;
}

/// Classes of one phase: a symbol, and the colour of a place where there are colours.
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

/// Adds the questions about one piece that counting does not settle: none, one, or one a colour.
/// `has(place, v)`: can this cell of the piece stand at that place?
template <class Has>
void add_regions(const TraceQuestion& question, const Beside& beside, const std::vector<CellId>& piece,
                 const Has& has, std::vector<Region>& regions, StopToken& stop) {
  const BitTable near = neighbours_within(question, beside, piece);
  const std::vector<uint8_t> colour = colours_of(near, piece.size());
  for (unsigned phase = 0; phase < (colour.empty() ? 1u : 2u); ++phase) {
    if (stop.look()) return;
    Region region;
    region.words = (piece.size() + 63) / 64;
    region.cell = piece;
    region.near = near;
    set_classes(region, question, colour, phase);
    region.table = BitTable(question.length(), region.words);
    for (size_t i = 0; i < question.length(); ++i) {
      const auto members = std::as_const(region.members)[region.class_of[i]];
      for_each_bit(members, [&](size_t v) {
        if (has(i, v)) region.table.insert(i, v);
      });
    }
    if (narrow_tables(region) && drop_unused_cells(region)) regions.push_back(std::move(region));
  }
}

}  // namespace

bool Region::is_tight(size_t k) const noexcept { return size_of(members[k]) == need[k]; }

Region Region::reversed() const {
  Region turned = *this;
  std::reverse(turned.class_of.begin(), turned.class_of.end());
  for (size_t i = 0; i < length(); ++i) {
    const auto from = table[length() - 1 - i];
    std::copy(from.begin(), from.end(), turned.table[i].begin());
  }
  return turned;
}

Regions regions_of(const TraceQuestion& question, const ReachabilityTables& walks, size_t most_cells,
                   StopToken& stop) {
  Regions found;
  const BitGrid& plane = walks.plane();
  const Beside beside(question);
  std::vector<uint64_t> left(plane.words());
  for (size_t i = 0; i < question.length(); ++i) {
    if (stop.look()) break;
    const BitGrid::Bits here = walks.at(i);
    for (size_t w = 0; w < left.size(); ++w) left[w] |= here[w];
  }
  for (size_t w = 0; w < left.size(); ++w) {
    while (left[w] != 0 && stop.reason() == Finish::complete) {
      const CellId start = plane.cell_at(w, static_cast<unsigned>(std::countr_zero(left[w])));
      std::vector<CellId> piece = take_piece(start, question, plane, beside, left, stop);
      if (stop.reason() != Finish::complete || !has_enough(question, piece)) continue;
      if (piece.size() > most_cells) {
        found.large.push_back(std::move(piece));
      } else {
        add_regions(
            question, beside, piece, [&](size_t i, size_t v) { return walks.has(i, piece[v]); }, found.small,
            stop);
      }
    }
  }
  found.is_complete = stop.reason() == Finish::complete;
  return found;
}

std::optional<std::vector<Region>> window_of(const TraceQuestion& question, const ReachabilityTables& walks,
                                             size_t middle, CellId cell, StopToken& stop) {
  const size_t length = question.length();
  std::vector<std::vector<CellId>> layer(length);
  layer[middle] = {cell};
  std::vector<CellId> piece{cell};
  Adjacency::Buffer buffer;
  const auto go = [&](size_t from, size_t to) {
    for (const CellId here : layer[from]) {
      for (const CellId near : question.adjacency.of(here, buffer)) {
        if (near != cell && walks.has(to, near)) layer[to].push_back(near);
      }
    }
    std::sort(layer[to].begin(), layer[to].end());
    layer[to].erase(std::unique(layer[to].begin(), layer[to].end()), layer[to].end());
    std::vector<CellId> both;
    std::set_union(piece.begin(), piece.end(), layer[to].begin(), layer[to].end(), std::back_inserter(both));
    piece.swap(both);
    return piece.size() <= Region::kMaxCells && !stop.look();
  };
  for (size_t i = middle; i + 1 < length; ++i) {
    if (!go(i, i + 1)) return std::nullopt;
  }
  for (size_t i = middle; i > 0; --i) {
    if (!go(i, i - 1)) return std::nullopt;
  }
  std::vector<Region> regions;
  const auto has = [&](size_t i, size_t v) {
    return std::binary_search(layer[i].begin(), layer[i].end(), piece[v]);
  };
  add_regions(question, Beside(question), piece, has, regions, stop);
  if (stop.reason() != Finish::complete) return std::nullopt;
  return regions;
}

}  // namespace lexigrid

#include "trace/strategies/walk_tables.hpp"

#include <algorithm>

namespace lexigrid {
namespace {

constexpr size_t kMaxNumbers = size_t{1} << 24;  // held at once while counting

void add_all(std::span<uint64_t> to, BitGrid::Bits from) {
  for (size_t w = 0; w < to.size(); ++w) to[w] |= from[w];
}

bool is_empty(BitGrid::Bits bits) {
  return std::all_of(bits.begin(), bits.end(), [](uint64_t w) { return w == 0; });
}

}  // namespace

WalkTables::WalkTables(const TraceQuery& query, StopToken& stop)
    : query_(query),
      symbols_(query, stop),
      bit_grid_(query.grid.rows, query.grid.columns, query.adjacency) {
  const size_t sets = symbols_.letters.size() + query.word.size();
  if (symbols_.declined() || sets * bit_grid_.words() * sizeof(uint64_t) > kMaxBytes) return;
  cells_of_.assign(symbols_.letters.size(), std::vector<uint64_t>(bit_grid_.words()));
  for (unsigned s = 0; s < cells_of_.size(); ++s)
    bit_grid_.find(query.grid, symbols_.spells, s, cells_of_[s]);
  // Resized as it is filled: zeroing it at once could miss a deadline.
  tables_.reserve(query.word.size() * bit_grid_.words());
  is_ready_ = go_forward(stop) && !is_absent_ && go_back(stop);
}

/// Finds the cells that walks from the first letter reach. Returns false if `stop` is due.
bool WalkTables::go_forward(StopToken& stop) {
  std::vector<uint64_t> reached(bit_grid_.words());
  for (size_t position = 0; position < query_.word.size(); ++position) {
    tables_.resize(std::min(query_.word.size(), position + symbols_.longest) * bit_grid_.words());
    if (position > 0 && is_empty(table(position))) continue;
    for_each_bit(symbols_.fitting[position], [&](unsigned s) {
      if (stop.look()) return;
      const size_t after = position + symbols_.letters[s].size();
      if (position == 0) {
        add_all(table(after), cells_of_[s]);
      } else if (bit_grid_.spread(table(position), cells_of_[s], reached)) {
        add_all(table(after), reached);
      }
    });
    if (stop.reason() != Finish::complete) return false;
  }
  is_absent_ = is_empty(table(query_.word.size()));
  return true;
}

/// Keeps only cells from which walks reach the last letter. Returns false if `stop` is due.
bool WalkTables::go_back(StopToken& stop) {
  std::vector<uint64_t> from(bit_grid_.words());
  std::vector<uint64_t> kept(bit_grid_.words());
  for (size_t letters = query_.word.size() - 1; letters > 0; --letters) {
    if (is_empty(table(letters))) continue;
    std::fill(kept.begin(), kept.end(), 0u);
    for_each_bit(symbols_.fitting[letters], [&](unsigned s) {
      if (stop.look()) return;
      const BitGrid::Bits after = table(letters + symbols_.letters[s].size());
      for (size_t w = 0; w < from.size(); ++w) from[w] = after[w] & cells_of_[s][w];
      std::vector<uint64_t> reached(bit_grid_.words());
      (void)bit_grid_.spread(from, table(letters), reached);
      add_all(kept, reached);
    });
    if (stop.reason() != Finish::complete) return false;
    std::copy(kept.begin(), kept.end(), table(letters).begin());
  }
  return true;
}

std::optional<Number> WalkTables::count(uint64_t steps, StopToken& stop) const {
  const size_t cells = query_.grid.cells.size();
  const size_t kept = symbols_.longest + 1;
  if (cells * kept > kMaxNumbers) return std::nullopt;
  std::vector<std::vector<Number>> ways(kept, std::vector<Number>(cells));  // [letters spelled % kept][cell]
  bool is_going = true;
  Adjacency::Buffer buffer;
  for (size_t letters = query_.word.size(); letters > 0 && is_going; --letters) {
    std::vector<Number>& here = ways[letters % kept];
    if (letters + kept <= query_.word.size())
      bit_grid_.for_each(table(letters + kept), [&](CellId cell) { here[cell] = Number(); });
    bit_grid_.for_each(table(letters), [&](CellId cell) {
      if (!is_going) return;
      if (letters == query_.word.size()) {
        here[cell].add(1);
        return;
      }
      const auto near = query_.adjacency.of(cell, buffer);
      for_each_bit(symbols_.fitting[letters], [&](unsigned s) {
        const size_t after = letters + symbols_.letters[s].size();
        for (const CellId other : near) {
          if (bit_grid_.has(cells_of_[s], other)) here[cell].add(ways[after % kept][other]);
        }
        is_going = is_going && near.size() <= steps && !stop.due();
        steps -= std::min<uint64_t>(steps, near.size());
      });
    });
  }
  if (!is_going) return std::nullopt;
  Number total;
  for_each_bit(symbols_.fitting[0], [&](unsigned s) {
    const size_t letters = symbols_.letters[s].size();
    for (CellId cell = 0; cell < cells; ++cell) {
      if (bit_grid_.has(cells_of_[s], cell) && has(letters, cell)) total.add(ways[letters % kept][cell]);
    }
  });
  return total;
}

}  // namespace lexigrid

#include "trace/passes/reachability.hpp"

#include <algorithm>
#include <map>

namespace lexigrid {

ReachabilityTables::ReachabilityTables(const TraceQuestion& question, size_t max_bytes)
    : question_(question),
      bit_grid_(question.grid.rows, question.grid.columns, question.adjacency),
      max_bytes_(max_bytes) {
  sets_.assign(question.symbols, std::vector<uint64_t>(bit_grid_.words()));
  set_of_.assign(question.word.begin(), question.word.end());
  for (unsigned symbol = 0; symbol < question.symbols; ++symbol)
    bit_grid_.find(question.grid, question.spells, symbol, sets_[symbol]);
}

void ReachabilityTables::drop_small_components(StopToken& stop) {
  std::map<std::pair<Symbol, size_t>, uint32_t> set_of_run;
  std::map<Symbol, size_t> longest;
  const auto for_each_run = [&](auto&& each) {
    for (size_t begin = 0; begin < set_of_.size();) {
      size_t end = begin + 1;
      while (end < set_of_.size() && question_.word[end] == question_.word[begin]) ++end;
      if (end - begin > 2) each(begin, end);
      begin = end;
    }
  };
  for_each_run([&](size_t begin, size_t end) {
    auto& max = longest[question_.word[begin]];
    max = std::max(max, end - begin);
    set_of_run[{question_.word[begin], end - begin}] = 0;
  });
  for (const auto& [symbol, longest_run] : longest) {
    const size_t max = longest_run;  // clang 14 cannot capture a structured binding
    // Flood-fills the cells of the letter for components smaller than its longest run.
    std::vector<uint64_t> left = sets_[symbol];
    std::vector<std::pair<size_t, std::vector<CellId>>> small;
    std::vector<CellId> component;
    Adjacency::Buffer buffer;
    bool is_going = true;
    bit_grid_.for_each(sets_[symbol], [&](CellId start) {
      if (!is_going || !bit_grid_.has(left, start)) return;
      const auto take = [&](CellId cell) {
        bit_grid_.erase(left, cell);
        component.push_back(cell);
      };
      component.clear();
      take(start);
      for (size_t i = 0; i < component.size(); ++i) {  // NOLINT(modernize-loop-convert): component grows
        for (const CellId near : question_.adjacency.of(component[i], buffer)) {
          if (bit_grid_.has(left, near)) take(near);
        }
        if (stop.due()) is_going = false;
      }
      if (component.size() < max) small.emplace_back(component.size(), component);
    });
    if (!is_going) return;
    for (auto& [run, set] : set_of_run) {
      if (run.first != symbol) continue;
      std::vector<uint64_t> made = sets_[symbol];
      bool is_less = false;
      for (const auto& [size, cells] : small) {
        if (size >= run.second) continue;
        is_less = true;
        for (const CellId cell : cells) bit_grid_.erase(made, cell);
      }
      set = is_less ? static_cast<uint32_t>(sets_.size()) : symbol;
      if (is_less) sets_.push_back(std::move(made));
    }
  }
  for_each_run([&](size_t begin, size_t end) {
    const uint32_t set = set_of_run[{question_.word[begin], end - begin}];
    for (size_t i = begin; i < end; ++i) set_of_[i] = set;
  });
}

bool ReachabilityTables::narrow(StopToken& stop) {
  const size_t words = bit_grid_.words();
  const size_t length = set_of_.size();
  if (length * words * sizeof(uint64_t) > max_bytes_) return reaches_the_end(stop);
  tables_.reserve(length * words);  // resized as it is filled: zeroing 256 MB takes 0.1 s
  tables_.resize(words);
  const auto table = [&](size_t position) { return std::span(tables_).subspan(position * words, words); };
  const BitGrid::Bits first = letters_at(0);
  std::copy(first.begin(), first.end(), tables_.begin());
  if (std::all_of(first.begin(), first.end(), [](uint64_t w) { return w == 0; })) return false;
  for (size_t i = 1; i < length; ++i) {
    if (stop.look()) return true;
    tables_.resize((i + 1) * words);
    if (!bit_grid_.spread(table(i - 1), letters_at(i), table(i))) return false;
  }
  for (size_t i = length - 1; i-- > 0;) {
    if (stop.look()) return true;
    // Never empty, as each cell of the next position was reached from one of this position.
    (void)bit_grid_.spread(table(i + 1), table(i), table(i));
  }
  is_narrow_ = true;
  return true;
}

/// Runs only the forward pass, without keeping the tables.
bool ReachabilityTables::reaches_the_end(StopToken& stop) {
  const BitGrid::Bits first = letters_at(0);
  std::vector<uint64_t> here(first.begin(), first.end());
  std::vector<uint64_t> next(here.size());
  for (size_t i = 1; i < set_of_.size(); ++i) {
    if (stop.look()) return true;
    if (!bit_grid_.spread(here, letters_at(i), next)) return false;
    here.swap(next);
  }
  return true;
}

size_t ReachabilityTables::size(size_t position) const noexcept { return count_bits(at(position)); }

size_t ReachabilityTables::rarest_position() const {
  // Tables that are not narrow share their sets; each set is counted once.
  std::vector<size_t> size_of(is_narrow_ ? 0 : sets_.size());
  std::vector<uint8_t> is_known(size_of.size());
  size_t rarest = 0;
  size_t least = static_cast<size_t>(-1);
  for (size_t position = 0; position < set_of_.size(); ++position) {
    size_t cells = 0;
    if (is_narrow_) {
      cells = size(position);
    } else {
      const uint32_t set = set_of_[position];
      if (is_known[set] == 0) size_of[set] = size(position);
      is_known[set] = 1;
      cells = size_of[set];
    }
    if (cells >= least) continue;
    least = cells;
    rarest = position;
  }
  return rarest;
}

}  // namespace lexigrid

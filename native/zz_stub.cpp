#include <algorithm>
#include <tuple>
#include <unordered_map>
#include "paths.hpp"
#include "lines.hpp"
#include "trace.hpp"
namespace lexigrid {
namespace {

using Nodes = std::vector<NodeId>;

void advance(const LexiconView& lexicon, const TileTable& table, TileId tile, NodeId node, LetterCode any, Nodes& out) {
  const auto step = [&](NodeId from, LetterCode letter, Nodes& to) {
    if (const NodeId child = lexicon.child(from, letter)) to.push_back(child);
    if (any != kNoLetter && any != letter) if (const NodeId child = lexicon.child(from, any)) to.push_back(child);
  };
  switch (table.kind[tile]) {
    case TileKind::dead: return;
    case TileKind::letter: step(node, table.letter[tile], out); return;
    case TileKind::wild: lexicon.for_each_child(node, [&](NodeId child, LetterCode) { out.push_back(child); }); return;
    case TileKind::choice:
      for (std::uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
        Nodes here{node}, next;
        for (const LetterCode letter : table.alternative(a)) {
          next.clear();
          for (const NodeId n : here) step(n, letter, next);
          here.swap(next);
        }
        out.insert(out.end(), here.begin(), here.end());
      }
  }
}
void tidy(Nodes& nodes, std::size_t begin) {
  std::sort(nodes.begin() + begin, nodes.end());
  nodes.erase(std::unique(nodes.begin() + begin, nodes.end()), nodes.end());
}
bool letters_less(const LexiconView& l, WordId a, WordId b) {
  const auto na = l.length_of(a), nb = l.length_of(b);
  for (std::uint32_t i = 0; i < std::min(na, nb); ++i) {
    const auto x = l.letter_of(a, na, i), y = l.letter_of(b, nb, i);
    if (x != y) return x < y;
  }
  return na < nb;
}
struct Frame { CellId cell; std::size_t begin, end; std::size_t next; };
}  // namespace

[[gnu::weak]] PathResult find_paths(const PathQuery& q, StopSignal& stop) {
  PathResult r;
  const LexiconView& lex = q.lexicon;
  const bool stores = q.wanted == PathsWanted::one || q.wanted == PathsWanted::all;
  std::vector<std::uint32_t> slot(lex.word_count, 0xFFFFFFFF);
  std::vector<std::pair<std::uint32_t, std::uint64_t>> kept;  // word index, path number
  std::vector<std::uint64_t> cell_of{0};
  std::vector<CellId> cells;
  std::vector<std::uint8_t> used(q.grid.cells.size());
  std::vector<Frame> stack;
  Nodes nodes;
  std::vector<CellId> path;
  std::vector<WordId> here;
  bool cut = false;
  const auto visit = [&](CellId cell, std::size_t pb, std::size_t pe) {
    const std::size_t begin = nodes.size();
    for (std::size_t i = pb; i < pe; ++i) advance(lex, q.grid.table, q.grid.cells[cell], nodes[i], kNoLetter, nodes);
    tidy(nodes, begin);
    if (nodes.size() == begin) return;
    path.push_back(cell);
    used[cell] = 1;
    stack.push_back({cell, begin, nodes.size(), 0});
    here.clear();
    for (std::size_t i = begin; i < nodes.size(); ++i) if (lex.ends_word(nodes[i])) {
      const WordId w = lex.word_at(nodes[i]);
      if (lex.length_of(w) >= q.min_length) here.push_back(w);
    }
    if (here.size() > 1) std::sort(here.begin(), here.end(), [&](WordId a, WordId b) { return letters_less(lex, a, b); });
    for (const WordId w : here) {
      const bool is_new = slot[w] == 0xFFFFFFFF;
      if (is_new) {
        if (r.word_count == q.limit) { r.finish = Finish::limited; if (q.wanted != PathsWanted::all) { cut = true; return; } continue; }
        slot[w] = static_cast<std::uint32_t>(r.word_count++);
        r.score += q.points[lex.length_of(w)];
        if (q.wanted != PathsWanted::count) r.words.push_back(w);
      }
      ++r.path_count;
      if (stores && (is_new || q.wanted == PathsWanted::all)) {
        if (cells.size() + path.size() > q.max_stored) { r.finish = Finish::overflow; cut = true; if (is_new && q.wanted != PathsWanted::count) { r.words.pop_back(); --r.word_count; r.score -= q.points[lex.length_of(w)]; } return; }
        cells.insert(cells.end(), path.begin(), path.end());
        kept.push_back({slot[w], cell_of.size() - 1});
        cell_of.push_back(cells.size());
      }
    }
  };
  for (CellId start = 0; start < q.grid.cells.size() && !cut; ++start) {
    nodes.assign(1, kRootNode);
    visit(start, 0, 1);
    while (!stack.empty() && !cut) {
      if (stop.due()) { r.finish = stop.reason(); cut = true; break; }
      Frame& f = stack.back();
      const auto near = q.adjacency.of(f.cell);
      if (f.next == near.size()) {
        nodes.resize(f.begin);
        path.pop_back();
        used[f.cell] = 0;
        stack.pop_back();
        if (q.reuse && std::find(path.begin(), path.end(), f.cell) != path.end()) {}
        continue;
      }
      const CellId next = near[f.next++];
      if (!q.reuse && used[next]) continue;
      visit(next, f.begin, f.end);
    }
    while (!stack.empty()) { used[stack.back().cell] = 0; stack.pop_back(); }
    path.clear();
  }
  if (stores) {
    std::stable_sort(kept.begin(), kept.end(), [](auto& a, auto& b) { return a.first < b.first; });
    r.path_of.assign(r.words.size() + 1, 0);
    r.cell_of.push_back(0);
    for (auto& [w, p] : kept) {
      if (w >= r.words.size()) continue;
      ++r.path_of[w + 1];
      r.cells.insert(r.cells.end(), cells.begin() + cell_of[p], cells.begin() + cell_of[p + 1]);
      r.cell_of.push_back(r.cells.size());
    }
    for (std::size_t i = 1; i < r.path_of.size(); ++i) r.path_of[i] += r.path_of[i - 1];
  }
  return r;
}

[[gnu::weak]] LineResult find_lines(const LineQuery& q, StopSignal& stop) {
  LineResult r;
  const LexiconView& lex = q.lexicon;
  r.seen.assign((lex.word_count + 63) / 64, 0);
  const std::uint32_t R = q.grid.rows, C = q.grid.columns;
  std::vector<std::tuple<WordId, std::vector<CellId>>> rings;
  // wrap: everything goes through a set of (word, sorted cells)
  std::unordered_map<std::uint64_t, std::vector<std::pair<WordId, std::vector<CellId>>>> known;
  const auto emit = [&](WordId w, std::uint32_t row, std::uint32_t col, std::uint32_t len, std::uint8_t d) {
    const bool was = r.seen[w / 64] >> (w % 64) & 1;
    if (q.first_only && was) return true;
    if (r.count == q.limit) { r.finish = Finish::limited; return false; }
    r.seen[w / 64] |= std::uint64_t{1} << (w % 64);
    ++r.count;
    if (!q.count_only) {
      if (r.occurrences.size() >= q.max_stored) { r.finish = Finish::overflow; return false; }
      r.occurrences.push_back({w, row, col, static_cast<std::uint16_t>(len), d, 0});
    }
    return true;
  };
  Nodes set, next;
  std::vector<CellId> line;
  std::vector<WordId> here;
  const auto reads = [&](WordId w, const std::vector<CellId>& cells_backwards) {
    Nodes a{kRootNode}, b;
    for (auto it = cells_backwards.rbegin(); it != cells_backwards.rend(); ++it) {
      b.clear();
      for (NodeId n : a) advance(lex, q.grid.table, q.grid.cells[*it], n, q.any_letter, b);
      tidy(b, 0);
      a.swap(b);
    }
    for (NodeId n : a) if (lex.ends_word(n) && lex.word_at(n) == w) return true;
    return false;
  };
  for (std::uint32_t row = 0; row < R; ++row) for (std::uint32_t col = 0; col < C; ++col) {
    const CellId start = row * C + col;
    for (int d = -1; d < 8; ++d) {
      if (d >= 0 && !(q.directions >> d & 1)) continue;
      if (stop.due()) { r.finish = stop.reason(); return r; }
      set.assign(1, kRootNode);
      line.clear();
      std::int64_t y = row, x = col;
      for (std::uint32_t len = 1; !set.empty(); ++len) {
        const CellId cell = static_cast<CellId>(y * C + x);
        if (q.wrap && std::find(line.begin(), line.end(), cell) != line.end()) break;
        line.push_back(cell);
        next.clear();
        for (NodeId n : set) advance(lex, q.grid.table, q.grid.cells[cell], n, q.any_letter, next);
        tidy(next, 0);
        set.swap(next);
        here.clear();
        for (NodeId n : set) if (lex.ends_word(n)) here.push_back(lex.word_at(n));
        if (here.size() > 1) std::sort(here.begin(), here.end(), [&](WordId a, WordId b) { return letters_less(lex, a, b); });
        if (d < 0 ? len == 1 : len > 1) for (WordId w : here) {
          if (len > 1) {
            if (!q.wrap) {
              const int back = (d + 4) % 8;
              if (start > cell && (q.directions >> back & 1) && reads(w, line)) continue;
            } else {
              auto sorted = line;
              std::sort(sorted.begin(), sorted.end());
              std::uint64_t h = w;
              for (CellId c : sorted) h = (h ^ c) * 0x9E3779B97F4A7C15u;
              auto& bucket = known[h];
              const std::pair<WordId, std::vector<CellId>> key{w, sorted};
              if (std::find(bucket.begin(), bucket.end(), key) != bucket.end()) continue;
              bucket.push_back(key);
            }
          }
          if (!emit(w, row, col, len, d < 0 ? kNoDirection : static_cast<std::uint8_t>(d))) return r;
        }
        if (d < 0) break;
        y += kRowStep[d]; x += kColumnStep[d];
        if (q.wrap) { y = (y + R) % R; x = (x + C) % C; }
        else if (y < 0 || x < 0 || y >= R || x >= C) break;
      }
    }
  }
  return r;
}

[[gnu::weak]] TraceResult trace(const TraceQuery& q, StopSignal& stop) {
  TraceResult r;
  r.cell_of.push_back(0);
  const TileTable& table = q.grid.table;
  const std::size_t L = q.word.size();
  struct F { CellId cell; std::size_t begin, end, next; };
  std::vector<std::size_t> pos;
  std::vector<F> stack;
  std::vector<CellId> path;
  std::vector<std::uint8_t> used(q.grid.cells.size());
  bool done = false;
  const auto visit = [&](CellId cell, std::size_t pb, std::size_t pe) {
    const std::size_t begin = pos.size();
    const TileId tile = q.grid.cells[cell];
    for (std::size_t i = pb; i < pe; ++i) {
      const std::size_t p = pos[i];
      if (p == L) continue;
      switch (table.kind[tile]) {
        case TileKind::dead: break;
        case TileKind::wild: pos.push_back(p + 1); break;
        case TileKind::letter: if (table.letter[tile] == q.word[p]) pos.push_back(p + 1); break;
        case TileKind::choice:
          for (std::uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a) {
            const auto alt = table.alternative(a);
            if (alt.size() <= L - p && std::equal(alt.begin(), alt.end(), q.word.begin() + p)) pos.push_back(p + alt.size());
          }
      }
    }
    std::sort(pos.begin() + begin, pos.end());
    pos.erase(std::unique(pos.begin() + begin, pos.end()), pos.end());
    if (pos.size() == begin) return;
    stack.push_back({cell, begin, pos.size(), 0});
    path.push_back(cell);
    used[cell] = 1;
    if (pos.back() == L) {
      if (++r.count_low == 0) ++r.count_high;
      const bool list = q.wanted == TraceWanted::one ? r.cell_of.size() == 1 : q.wanted == TraceWanted::all && r.cell_of.size() <= q.limit;
      if (list) { r.cells.insert(r.cells.end(), path.begin(), path.end()); r.cell_of.push_back(r.cells.size()); }
    }
  };
  std::uint64_t steps = 0;
  for (CellId start = 0; start < q.grid.cells.size() && !done; ++start) {
    pos.assign(1, 0);
    visit(start, 0, 1);
    while (!stack.empty() && !done) {
      if (stop.due()) { r.finish = stop.reason(); done = true; r.exact = false; break; }
      if (q.wanted == TraceWanted::one && r.count_low != 0 && ++steps > 20000) { r.exact = false; done = true; break; }
      F& f = stack.back();
      const auto near = q.adjacency.of(f.cell);
      if (f.next == near.size() || pos[f.begin] == L) { pos.resize(f.begin); path.pop_back(); used[f.cell] = 0; stack.pop_back(); continue; }
      const CellId next = near[f.next++];
      if (!q.reuse && used[next]) continue;
      visit(next, f.begin, f.end);
    }
    while (!stack.empty()) { used[stack.back().cell] = 0; stack.pop_back(); }
    path.clear();
  }
  r.status = r.count_low || r.count_high ? TraceStatus::found : r.exact ? TraceStatus::absent : TraceStatus::undetermined;
  return r;
}
}

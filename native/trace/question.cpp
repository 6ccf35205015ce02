#include "trace/question.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/bits.hpp"

namespace lexigrid {
namespace {

constexpr size_t kMaxPositions = size_t{1} << 24;  // in all segmentations together
constexpr uint64_t kStepsPerLetter = 64;           // of a segmentation, while listing them
constexpr size_t kNever = std::numeric_limits<size_t>::max();

bool is_on_grid(const GridView& grid, size_t tile) {
  if (grid.cells.narrow() != nullptr) {
    return tile < 256 &&
           std::memchr(grid.cells.narrow(), static_cast<int>(tile), grid.cells.size()) != nullptr;
  }
  const uint16_t* const end = grid.cells.wide() + grid.cells.size();
  return std::find(grid.cells.wide(), end, static_cast<uint16_t>(tile)) != end;
}

bool begins_with(std::span<const LetterCode> word, std::span<const LetterCode> letters) {
  return letters.size() <= word.size() && std::equal(letters.begin(), letters.end(), word.begin());
}

template <class Visit>
void for_each_alternative(const TileTable& table, size_t tile, Visit&& visit) {
  for (uint32_t a = table.alternative_at[tile]; a < table.alternative_at[tile + 1]; ++a)
    visit(table.alternative(a));
}

}  // namespace

WordSymbols::WordSymbols(const TraceQuery& query, StopToken& stop) : query_(query) {
  add_letters();
  if (!declined_) add_segments(stop);
  if (declined_) return;
  read_tiles();
  if (has_segments()) count_cells();
}

SymbolMask WordSymbols::mask_of(LetterCode letter) const noexcept {
  const auto found = std::find(distinct_.begin(), distinct_.end(), letter);
  return found == distinct_.end() ? 0 : SymbolMask{1} << (found - distinct_.begin());
}

SymbolMask WordSymbols::mask_of(std::span<const LetterCode> symbol) const noexcept {
  if (symbol.size() == 1) return mask_of(symbol[0]);
  for (size_t s = 0; s < letters.size(); ++s) {
    if (std::equal(symbol.begin(), symbol.end(), letters[s].begin(), letters[s].end()))
      return SymbolMask{1} << s;
  }
  return 0;
}

void WordSymbols::add_letters() {
  fitting.reserve(query_.word.size());
  letters.reserve(std::min<size_t>(query_.word.size(), kMaxSymbols));
  distinct_.reserve(letters.capacity());
  for (size_t position = 0; position < query_.word.size(); ++position) {
    fitting.push_back(mask_of(query_.word[position]));
    if (fitting.back() != 0) continue;
    if (distinct_.size() == kMaxSymbols) {
      declined_ = TraceDeclined::too_many_symbols;
      return;
    }
    fitting.back() = SymbolMask{1} << distinct_.size();
    distinct_.push_back(query_.word[position]);
    letters.push_back(query_.word.subspan(position, 1));
  }
}

/// Adds the segments of several letters that the word has and tiles on the grid spell.
void WordSymbols::add_segments(StopToken& stop) {
  const TileTable& table = query_.grid.table;
  for (size_t tile = 0; tile < table.size(); ++tile) {
    for_each_alternative(table, tile, [&](std::span<const LetterCode> segment) {
      if (declined_ || segment.size() == 1 || mask_of(segment) != 0) return;
      const auto occurs = std::search(query_.word.begin(), query_.word.end(), segment.begin(), segment.end());
      if (occurs == query_.word.end() || !is_on_grid(query_.grid, tile)) return;
      if (letters.size() == kMaxSymbols) declined_ = TraceDeclined::too_many_symbols;
      if (stop.look()) declined_ = TraceDeclined::stopped;
      if (declined_) return;
      const SymbolMask mask = SymbolMask{1} << letters.size();
      letters.push_back(segment);
      longest = std::max(longest, segment.size());
      for (auto at = static_cast<size_t>(occurs - query_.word.begin()); at < query_.word.size(); ++at) {
        if (begins_with(query_.word.subspan(at), segment)) fitting[at] |= mask;
      }
    });
  }
}

void WordSymbols::read_tiles() {
  const TileTable& table = query_.grid.table;
  const SymbolMask wild = ~SymbolMask{0} >> (64 - distinct_.size());
  spells.assign(table.size(), 0);
  for (size_t tile = 0; tile < table.size(); ++tile) {
    if (table.kind[tile] == TileKind::letter) spells[tile] = mask_of(table.letter[tile]);
    if (table.kind[tile] == TileKind::wild) spells[tile] = wild;
    for_each_alternative(table, tile, [&](auto alternative) { spells[tile] |= mask_of(alternative); });
  }
}

void WordSymbols::count_cells() {
  std::vector<uint64_t> on_grid(spells.size());
  for (size_t cell = 0; cell < query_.grid.cells.size(); ++cell) ++on_grid[query_.grid.cells[cell]];
  have.assign(letters.size(), 0);
  for (size_t tile = 0; tile < spells.size(); ++tile) {
    if (on_grid[tile] == 0) continue;
    for_each_bit(spells[tile], [&](unsigned a) {
      have[a] += on_grid[tile];
      for_each_bit(spells[tile], [&](unsigned b) {
        is_ambiguous |= letters[a].size() < letters[b].size() && begins_with(letters[b], letters[a]);
      });
    });
  }
}

namespace {

/// The fewest symbols that spell the rest of the word from each position; kNever if none can.
std::vector<size_t> fewest_symbols(const WordSymbols& symbols, StopToken& stop) {
  std::vector<size_t> fewest(symbols.fitting.size() + 1, kNever);
  fewest.back() = 0;
  for (size_t position = symbols.fitting.size(); position-- > 0 && !stop.due();) {
    for_each_bit(symbols.fitting[position], [&](unsigned s) {
      const size_t after = fewest[position + symbols.letters[s].size()];
      if (symbols.have[s] > 0 && after != kNever) fewest[position] = std::min(fewest[position], after + 1);
    });
  }
  return fewest;
}

/// Lists the segmentations that use no symbol more often than there are cells to spell it. Returns false if
/// there are too many or `stop` is due.
bool list_segmentations(const WordSymbols& symbols, size_t cells, StopToken& stop,
                        std::vector<std::vector<Symbol>>& found) {
  const std::vector<size_t> fewest = fewest_symbols(symbols, stop);
  if (stop.reason() != Finish::complete) return false;
  if (fewest[0] > cells) return true;  // there are none
  std::vector<uint64_t> left = symbols.have;
  std::vector<Symbol> segmentation;
  std::vector<SymbolMask> untried{symbols.fitting[0]};
  size_t position = 0;
  uint64_t steps = (TraceQuestions::kMax + fewest.size()) * kStepsPerLetter;
  const auto step_back = [&] {
    untried.pop_back();
    if (segmentation.empty()) return;
    position -= symbols.letters[segmentation.back()].size();
    ++left[segmentation.back()];
    segmentation.pop_back();
  };
  while (!untried.empty()) {
    if (stop.due() || steps-- == 0) return false;
    if (untried.back() == 0) {
      step_back();
      continue;
    }
    const auto s = static_cast<Symbol>(std::countr_zero(untried.back()));
    untried.back() &= untried.back() - 1;
    const size_t after = position + symbols.letters[s].size();
    if (left[s] == 0 || fewest[after] == kNever || segmentation.size() + 1 + fewest[after] > cells) continue;
    --left[s];
    segmentation.push_back(s);
    position = after;
    untried.push_back(position < symbols.fitting.size() ? symbols.fitting[position] : 0);
    if (position < symbols.fitting.size()) continue;
    if (found.size() == TraceQuestions::kMax || (found.size() + 1) * segmentation.size() > kMaxPositions)
      return false;
    found.push_back(segmentation);
  }
  return true;
}

}  // namespace

std::variant<TraceQuestions, TraceDeclined> questions_of(const TraceQuery& query, StopToken& stop) {
  WordSymbols symbols(query, stop);
  if (symbols.declined()) return *symbols.declined();
  std::vector<std::vector<Symbol>> words;
  if (!symbols.has_segments()) {
    std::vector<Symbol>& word = words.emplace_back();
    word.reserve(symbols.fitting.size());
    for (const SymbolMask symbol : symbols.fitting)
      word.push_back(static_cast<Symbol>(std::countr_zero(symbol)));
  } else if (!uses(Part::segmentation) ||
             !list_segmentations(symbols, query.grid.cells.size(), stop, words)) {
    return stop.reason() == Finish::complete ? TraceDeclined::too_many_segmentations : TraceDeclined::stopped;
  }
  TraceQuestions made;
  made.is_plain = !symbols.has_segments();
  made.is_ambiguous = symbols.is_ambiguous;
  made.all.reserve(words.size());
  const auto count = static_cast<unsigned>(symbols.letters.size());
  if (made.is_plain) {
    made.all.push_back({query.grid, query.adjacency, std::move(words[0]), std::move(symbols.spells), count});
    return made;
  }
  for (std::vector<Symbol>& word : words) {
    SymbolMask used = 0;
    for (const Symbol symbol : word) used |= SymbolMask{1} << symbol;
    made.all.push_back({query.grid, query.adjacency, std::move(word), symbols.spells, count});
    for (SymbolMask& mask : made.all.back().spells) mask &= used;
  }
  return made;
}

bool is_valid_path(const TraceQuestion& question, std::span<const CellId> path) {
  if (path.size() != question.length()) return false;
  Adjacency::Buffer buffer;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] >= question.grid.cells.size() || !question.fits(path[i], i)) return false;
    if (i == 0) continue;
    const auto near = question.adjacency.of(path[i - 1], buffer);
    if (std::find(near.begin(), near.end(), path[i]) == near.end()) return false;
  }
  std::vector<CellId> cells(path.begin(), path.end());
  std::sort(cells.begin(), cells.end());
  return std::adjacent_find(cells.begin(), cells.end()) == cells.end();
}

}  // namespace lexigrid

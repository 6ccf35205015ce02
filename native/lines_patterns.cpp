#include "lines_patterns.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "collect_bytes.hpp"
#include "cpu.hpp"

namespace lexigrid {

bool LinePatterns::fits(const LexiconView& lexicon) noexcept {
  return lexicon.word_count <= kMaxPatternWords && lexicon.max_length <= kMaxPatternLength &&
         lexicon.first_word[1] == lexicon.first_word[std::min(2u, lexicon.max_length + 1)];
}

LinePatterns::LinePatterns(const LexiconView& lexicon, std::uint8_t directions, LetterCode any_letter)
    : any_letter_(any_letter), letter_count_(lexicon.letter_count) {
  std::uint8_t forward = 0;
  std::uint8_t backward = 0;
  for (unsigned axis = 0; axis < kAxes; ++axis) {
    const unsigned direction = kAxisDirection[axis];
    if ((directions >> direction & 1) != 0) forward |= static_cast<std::uint8_t>(1u << axis);
    if ((directions >> (direction + 4) % 8 & 1) != 0) backward |= static_cast<std::uint8_t>(1u << axis);
  }
  patterns_.reserve(2 * std::size_t{lexicon.word_count});
  std::vector<LetterCode> letters;
  for (WordId word = 0; word < lexicon.word_count; ++word) {
    const std::uint32_t length = lexicon.length_of(word);
    letters.resize(length);
    for (std::uint32_t i = 0; i < length; ++i) letters[i] = lexicon.letter_of(word, length, i);
    if (std::equal(letters.begin(), letters.begin() + length / 2, letters.rbegin())) {
      // One occurrence, read from its first cell; against the axis only where that alone is allowed.
      add(word, letters, forward, static_cast<std::uint8_t>(backward & ~forward));
    } else {
      add(word, letters, forward, 0);
      std::reverse(letters.begin(), letters.end());
      add(word, letters, 0, backward);
    }
  }
  choose_probes();
  fill_tables();
  pass_ = pass_rate();
  fill_sketch();
  chain();
}

void LinePatterns::add(WordId word, const std::vector<LetterCode>& letters, std::uint8_t forward, std::uint8_t backward) {
  if ((forward | backward) == 0) return;
  const bool has_any = any_letter_ != kNoLetter && std::find(letters.begin(), letters.end(), any_letter_) != letters.end();
  patterns_.push_back({word, static_cast<std::uint32_t>(letters_.size()), static_cast<std::uint16_t>(letters.size()), 0, 0, 0,
                       forward, backward, has_any});
  letters_.insert(letters_.end(), letters.begin(), letters.end());
}

void LinePatterns::chain() {
  heads_.fill(kNone);
  next_.assign(patterns_.size(), kNone);
  keys_.assign(patterns_.size(), Key{0, 0});
  for (std::size_t i = patterns_.size(); i-- > 0;) {
    const LetterCode* const letters = probe_of(patterns_[i]);
    const bool begins_with_any = any_letter_ != kNoLetter && (letters[0] == any_letter_ || letters[1] == any_letter_);
    for (unsigned place = 0; place < probe_length(patterns_[i]); ++place) {
      if (letters[place] == any_letter_) continue;
      keys_[i].letters |= std::uint32_t{byte_of(letters[place])} << (8 * place);
      keys_[i].mask |= std::uint32_t{0xFF} << (8 * place);
    }
    std::uint16_t& head = heads_[begins_with_any ? kSlots : slot(byte_of(letters[0]), byte_of(letters[1]))];
    next_[i] = head;
    head = static_cast<std::uint16_t>(i);
  }
}

namespace {

/// Milliseconds for a million cells: of one pass of the filter, of a million cells that pass it, and
/// of the search by the index that would serve instead. Measured on an Intel Xeon with AMX; their ratios are
/// what counts.
struct Costs {
  double pass;
  double candidates;
  double scan;
  std::uint32_t most_words;  // that are worth making patterns of them, to find out which is faster
};

Costs costs_of(Isa isa) noexcept {
  if (isa == Isa::avx512) return {0.13, 9.0, 0.40, 128};
  if (isa == Isa::avx2) return {0.22, 10.0, 2.2, 256};
  return {1.45, 16.0, 3.1, 128};
}

}  // namespace

void LinePatterns::choose_probes() {
  std::vector<std::uint8_t> classes;
  classes.reserve(letters_.size() + kPatternLetters * patterns_.size());
  std::vector<std::size_t> begins;
  begins.reserve(patterns_.size() + 1);
  for (const Pattern& pattern : patterns_) {
    begins.push_back(classes.size());
    for (unsigned i = 0; i < std::max<unsigned>(kPatternLetters, pattern.length); ++i) {
      const bool is_free = i >= pattern.length || letters_of(pattern)[i] == any_letter_;
      classes.push_back(is_free ? kFreeClass : static_cast<std::uint8_t>(letters_of(pattern)[i] & kClassMask));
    }
  }
  begins.push_back(classes.size());
  std::vector<ProbeLetters> letters;
  letters.reserve(patterns_.size());
  for (std::size_t i = 0; i < patterns_.size(); ++i) letters.emplace_back(classes.data() + begins[i], begins[i + 1] - begins[i]);

  // As many sets as pay, each a pass over the grid. Found by trying: what passes shrinks with them to the power
  // of 1.6; and a fifth of many patterns lets a twenty-fifth through.
  constexpr std::size_t kFew = 64;
  constexpr std::size_t kPart = 5;
  std::vector<ProbeLetters> some;
  for (std::size_t i = 0; letters.size() > kFew && i < letters.size(); i += kPart) some.push_back(letters[i]);
  ProbeChooser chooser(some.empty() ? letters : some, 1);
  const double pass = chooser.pass() * static_cast<double>(some.empty() ? 1 : kPart * kPart);
  const Costs costs = costs_of(active_isa());
  const auto cost = [&](unsigned sets) { return sets * costs.pass + kAxes * costs.candidates * pass * std::pow(sets, -1.6); };
  while (sets_ < kMaxSets && cost(sets_ + 1) < cost(sets_)) ++sets_;
  if (sets_ > 1 || !some.empty()) chooser = ProbeChooser(letters, sets_);
  chooser.refine();
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    const Probe& probe = chooser.probes()[i];
    patterns_[i].probe = probe.at;
    patterns_[i].set = static_cast<std::uint8_t>(probe.bucket / kBuckets);
    patterns_[i].bucket = static_cast<std::uint8_t>(probe.bucket % kBuckets);
    reach_ = std::max<std::uint32_t>(reach_, probe.at);
  }
}

void LinePatterns::fill_tables() {
  buckets_.assign(std::size_t{sets_} * kPatternLetters * letter_count_, 0);
  for (const Pattern& pattern : patterns_) {
    const auto bit = static_cast<std::uint8_t>(1u << pattern.bucket);
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      if (place >= pattern.length) {  // whatever stands there
        open_[pattern.set][place] |= bit;
        any_[pattern.set][place] |= bit;
      } else if (probe_of(pattern)[place] == any_letter_) {
        any_[pattern.set][place] |= bit;
      } else {
        buckets_[(std::size_t{pattern.set} * kPatternLetters + place) * letter_count_ + probe_of(pattern)[place]] |= bit;
      }
    }
  }
}

void LinePatterns::fill_sketch() {
  if (patterns_.size() < kManyPatterns) return;
  sketch_.assign(kSketch, 0);
  struct Span {
    std::uint32_t first;
    std::uint32_t last;
  };
  for (const Pattern& pattern : patterns_) {
    Span spans[kPatternLetters];
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      const bool is_free = place >= pattern.length || probe_of(pattern)[place] == any_letter_;
      const std::uint32_t only = is_free ? 0 : probe_of(pattern)[place] & kClassMask;
      spans[place] = is_free ? Span{0, kClassMask} : Span{only, only};
    }
    const std::uint32_t bits = spans[3].first == spans[3].last ? 1u << spans[3].first : ~0u;
    for (std::uint32_t a = spans[0].first; a <= spans[0].last; ++a) {
      for (std::uint32_t b = spans[1].first; b <= spans[1].last; ++b) {
        for (std::uint32_t c = spans[2].first; c <= spans[2].last; ++c) sketch_[fold(a, b, c)] |= bits;
      }
    }
  }
}

double LinePatterns::pass_rate() const noexcept {
  double rate = 0;
  for (unsigned set = 0; set < sets_; ++set) {
    std::array<double, kBuckets> pass;
    pass.fill(1);
    for (unsigned place = 0; place < kPatternLetters; ++place) {
      std::array<std::uint32_t, kBuckets> allowed{};
      for (std::uint32_t letter = 0; letter < letter_count_; ++letter) {
        const std::uint32_t buckets = buckets_at(set, place, static_cast<LetterCode>(letter));
        for (unsigned bucket = 0; bucket < kBuckets; ++bucket) allowed[bucket] += buckets >> bucket & 1;
      }
      for (unsigned bucket = 0; bucket < kBuckets; ++bucket) pass[bucket] *= static_cast<double>(allowed[bucket]) / std::max(letter_count_, 20u);
    }
    for (const double each : pass) rate += each;
  }
  return rate;
}

namespace {

constexpr double kMillion = 1e6;

/// Milliseconds to build an index: its tables, and a word.
constexpr double kIndexBuilt = 0.1;
constexpr double kWordIndexed = 0.00015;

}  // namespace

bool LinePatterns::are_too_many(std::uint32_t words) noexcept { return words > costs_of(active_isa()).most_words; }

bool LinePatterns::serve(std::uint64_t cells) const noexcept {
  const Costs costs = costs_of(active_isa());
  const double millions = static_cast<double>(cells) / kMillion;
  const double index = kIndexBuilt + static_cast<double>(patterns_.size()) / 2 * kWordIndexed + millions * costs.scan;
  return millions * (sets_ * costs.pass + kAxes * pass_ * costs.candidates) <= index;
}

LineResolver::LineResolver(const LineQuery& query, const LinePatterns& patterns, Budget& budget)
    : query_(query), patterns_(patterns), budget_(budget), cells_(query.grid.cells.narrow()), letter_(query.grid.table.letter.data()) {
  byte_of_.fill(LinePatterns::byte_of(kNoLetter));
  for (std::size_t tile = 0; tile < query.grid.table.size() && tile < byte_of_.size(); ++tile) byte_of_[tile] = LinePatterns::byte_of(letter_[tile]);
  for (unsigned axis = 0; axis < kAxes; ++axis) {
    const unsigned direction = kAxisDirection[axis];
    step_[axis] = static_cast<std::uint64_t>(std::int64_t{query.grid.columns} * kRowStep[direction] + kColumnStep[direction]);
  }
}

/// Does the pattern stay in the grid? Without a branch on the axis: they follow each other by chance.
bool LineResolver::has_room_at_edge(const Pattern& pattern, const Start& start) const noexcept {
  constexpr std::uint32_t kAll = ~std::uint32_t{0};
  struct Edges {
    std::uint32_t rows;    // all bits where it does not matter how many there are
    std::uint32_t ahead;   // which edge is ahead: all bits for that in the east,
    std::uint32_t behind;  // likewise for that in the west
    std::uint32_t beside;  // all bits where neither matters
  };
  static constexpr Edges kEdges[kAxes] = {{kAll, kAll, 0, 0}, {0, kAll, 0, 0}, {0, kAll, 0, kAll}, {0, 0, kAll, 0}};
  const Edges& edges = kEdges[start.axis];
  const std::uint32_t east = query_.grid.columns - 1 - start.column;  // cells there
  const std::uint32_t west = start.column;
  const std::uint32_t ahead = std::min((query_.grid.rows - 1 - start.row) | edges.rows, (east & edges.ahead) | (west & edges.behind) | edges.beside);
  const std::uint32_t behind = std::min(start.row | edges.rows, (west & edges.ahead) | (east & edges.behind) | edges.beside);
  return (pattern.probe <= behind) & (pattern.length - 1u - pattern.probe <= ahead);
}

void LineResolver::resolve(const StartCells& starts, unsigned set, LineCollector& found) {
  starts_ = &starts;
  set_ = set;
  const std::uint32_t longest = query_.lexicon.max_length;
  are_rows_inside_ = starts.top >= longest && query_.grid.rows - starts.top >= starts.rows + longest;
  Batch batch;
  for (std::size_t begin = 0; begin < starts.at.size(); begin += kAtOnce) {
    batch.count = std::min(kAtOnce, starts.at.size() - begin);
    read_letters(begin, batch.count, batch.letters);
    if (patterns_.has_sketch()) {
      // Of the probes that many patterns let through, most are none.
      std::uint8_t may[kAtOnce + 8];
      for (std::size_t k = 0; k < batch.count; ++k) may[k] = patterns_.may_start(batch.letters[k]);
      batch.count = collect(may, static_cast<std::uint32_t>(batch.count), batch.places);
    } else {
      std::iota(batch.places, batch.places + batch.count, std::uint16_t{0});
    }
    try_all(batch, begin, found);
  }
}

/// The letters of all of them before any is judged, and no branch on any: else each surprise would
/// throw away loads that are under way (a fifth of the time of looking at hits). No more than four, as rows further
/// down may not be in the cache yet (8 % of a search of 100 MB).
void LineResolver::read_letters(std::size_t begin, std::size_t count, std::uint32_t* letters) const noexcept {
  const std::uint64_t last = query_.grid.cells.size() - 1;
  const std::uint64_t lowest = (std::uint64_t{starts_->top} + starts_->rows) * query_.grid.columns - 1;  // cell of the part
  // Beyond an edge stands whatever lies there in memory: what that fits has no room.
  if (lowest + (kPatternLetters - 1) * step_[1] <= last) {
    for (std::size_t k = 0; k < count; ++k) {
      const Start start = start_at(static_cast<std::uint32_t>(begin + k));
      const std::uint8_t* const cell = cell_of(start);
      const std::uint64_t step = step_[start.axis];
      letters[k] = byte_of_[cell[0]] | std::uint32_t{byte_of_[cell[step]]} << 8 | std::uint32_t{byte_of_[cell[2 * step]]} << 16 |
                   std::uint32_t{byte_of_[cell[3 * step]]} << 24;
    }
  } else {
    for (std::size_t k = 0; k < count; ++k) {
      const Start start = start_at(static_cast<std::uint32_t>(begin + k));
      const auto cell = static_cast<std::uint64_t>(cell_of(start) - cells_);
      letters[k] = 0;
      for (unsigned i = 0; i < kPatternLetters; ++i) letters[k] |= std::uint32_t{byte_of_[cells_[std::min(cell + i * step_[start.axis], last)]]} << (8 * i);
    }
  }
}

void LineResolver::try_all(const Batch& batch, std::size_t begin, LineCollector& found) {
  // What is to be compared, a pattern a start, and what fits: lists that are written at each step and
  // moved on by 0 or 1, as half of the starts are none and nobody foretells which.
  std::uint16_t patterns[kAtOnce];
  std::uint16_t places[kAtOnce];
  std::size_t left = 0;
  for (std::size_t k = 0; k < batch.count; ++k) {
    const std::uint32_t letters = batch.letters[batch.places[k]];
    patterns[left] = patterns_.first(static_cast<std::uint8_t>(letters), static_cast<std::uint8_t>(letters >> 8));
    places[left] = batch.places[k];
    left += patterns[left] != LinePatterns::kNone ? 1 : 0;
  }
  std::uint64_t misses = 0;
  while (left != 0) {
    std::uint16_t fits[kAtOnce];
    std::uint16_t fit_places[kAtOnce];
    std::size_t fitting = 0;
    std::size_t more = 0;
    misses += left;
    for (std::size_t r = 0; r < left; ++r) {
      // Four letters in one comparison: a loop over letters ends with a branch that nobody foretells.
      const std::uint16_t i = patterns[r];
      const std::uint16_t place = places[r];
      const LinePatterns::Key& key = patterns_.key(i);
      fits[fitting] = i;
      fit_places[fitting] = place;
      fitting += ((batch.letters[place] ^ key.letters) & key.mask) == 0 ? 1 : 0;
      const std::uint16_t next = patterns_.next(i);
      patterns[more] = next;
      places[more] = place;
      more += next != LinePatterns::kNone ? 1 : 0;
    }
    misses += take_fits({fits, fitting}, fit_places, begin, found);
    left = more;
  }
  if (patterns_.first_of_any() != LinePatterns::kNone) {
    for (std::size_t k = 0; k < batch.count; ++k) {
      const std::uint16_t place = batch.places[k];
      for (std::uint16_t i = patterns_.first_of_any(); i != LinePatterns::kNone; i = patterns_.next(i)) {
        const LinePatterns::Key& key = patterns_.key(i);
        ++misses;
        if (((batch.letters[place] ^ key.letters) & key.mask) == 0) misses += misses_of(i, start_at(static_cast<std::uint32_t>(begin + place)), found);
      }
    }
  }
  budget_.spend(misses);
}

/// Takes patterns whose first four letters fit: those that have no more without a branch. Returns what
/// this cost in vain, after one comparison each that was counted.
std::uint64_t LineResolver::take_fits(std::span<const std::uint16_t> patterns, const std::uint16_t* places, std::size_t begin, LineCollector& found) {
  std::uint64_t misses = 0;
  for (std::size_t r = 0; r < patterns.size(); ++r) {
    const Pattern& pattern = patterns_.patterns()[patterns[r]];
    const Start start = start_at(static_cast<std::uint32_t>(begin + places[r]));
    if (pattern.length > kPatternLetters || pattern.has_any || !patterns_.has_exact_keys()) {
      misses += misses_of(patterns[r], start, found);
      continue;
    }
    const bool is_wanted = ((pattern.axes_forward | pattern.axes_backward) >> start.axis & 1) != 0;
    const bool is_there = is_wanted & (pattern.set == set_) & has_room(pattern, start);
    found.take_if(is_there, occurrence(pattern, start));
    misses -= is_there ? 1 : 0;  // the one comparison was not in vain
  }
  return misses;
}

/// Takes a pattern whose probe fits, if it is there. Returns what this cost in vain, after one comparison
/// that was counted.
std::uint64_t LineResolver::misses_of(std::uint16_t i, const Start& start, LineCollector& found) {
  const Pattern& pattern = patterns_.patterns()[i];
  if (((pattern.axes_forward | pattern.axes_backward) >> start.axis & 1) == 0 || !has_room(pattern, start)) return 0;
  if (pattern.set != set_) return 0;  // another pass meets it
  const LetterCode* const letters = patterns_.letters_of(pattern);
  const std::uint64_t step = step_[start.axis];
  const std::uint8_t* const cell = cell_of(start) - pattern.probe * step;
  const bool is_probed = patterns_.has_exact_keys() && !pattern.has_any;
  std::uint32_t same = 0;
  for (; same < pattern.length; ++same) {
    if (is_probed && same == pattern.probe) same += kPatternLetters;
    if (same >= pattern.length) break;
    if (!patterns_.fits_letter(letters[same], letter_[cell[same * step]])) return same;
  }
  if (pattern.has_any && reads_forward_too(pattern, cell, start.axis)) return 0;
  found.take_if(true, occurrence(pattern, start));
  return ~std::uint64_t{0};  // the one comparison was not in vain
}

/// With letters that stand for any, the same cells can spell a word both ways: "?a" on "aa". That is
/// one occurrence, of the pattern that reads forward. `cell` is the first one.
bool LineResolver::reads_forward_too(const Pattern& pattern, const std::uint8_t* cell, unsigned axis) const noexcept {
  if ((pattern.axes_forward >> axis & 1) != 0) return false;  // it is that one
  const LetterCode* const reversed = patterns_.letters_of(pattern);
  const auto is_twin = [&](const Pattern& other) { return other.word == pattern.word && (other.axes_forward >> axis & 1) != 0; };
  if (std::none_of(patterns_.patterns().begin(), patterns_.patterns().end(), is_twin)) return false;  // that way is not allowed
  for (std::uint32_t i = 0; i < pattern.length; ++i) {
    if (!patterns_.fits_letter(reversed[pattern.length - 1 - i], letter_[cell[i * step_[axis]]])) return false;
  }
  return true;
}

LineOccurrence LineResolver::occurrence(const Pattern& pattern, const Start& start) const noexcept {
  // Against the axis a word starts at the other end.
  const unsigned is_reversed = (pattern.axes_forward >> start.axis & 1) ^ 1u;
  const std::uint32_t steps = is_reversed * (pattern.length - 1u) - pattern.probe;
  const unsigned direction = kAxisDirection[start.axis];
  return {pattern.word, start.row + static_cast<std::uint32_t>(kRowStep[direction]) * steps,
          start.column + static_cast<std::uint32_t>(kColumnStep[direction]) * steps, pattern.length,
          static_cast<std::uint8_t>((direction + 4 * is_reversed) % 8), 0};
}

}  // namespace lexigrid
